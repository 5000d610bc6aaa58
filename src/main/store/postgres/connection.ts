import { Client, DatabaseError, type QueryConfig } from 'pg';
import { SerialQueue } from '#main/clock/clock.ts';
import { alteration, fromColumns, insertion, type Row, together } from '../connection.ts';
import type { Writer } from '../group-commit.ts';
import { limitedConnection } from '../limited.ts';
import { searchOf } from '../search/search-of.ts';
import { changesOfIndex, fullTextOn } from '../search/tsvector.ts';
import { sql, Sql, type Query } from '../sql.ts';
import { newChatsOn } from './new-chats.ts';
import { failureOf, isLost, LostConnection } from './failures.ts';
import { type Answer, Rounds } from './rounds.ts';
import { columnTypes, toParameter } from './values.ts';

declare module 'pg' {
  interface Client {
    /** what stands at the other end has told of itself: the server, or a pooler */
    readonly processID: number | null;
  }
}

/** Milliseconds until a server that does not answer counts as gone. */
const CONNECT_TIMEOUT = 5_000;

/**
 * One frozen node must not stop the others: what it leaves open is ended before those who wait for its locks give up,
 * even of two that are frozen one after the other.
 */
const BEGIN =
  "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '2s'";

/** SQLSTATE of a lock that was waited for too long. */
const LOCKED = '55P03';

/** Milliseconds for which a connection may take to say goodbye. */
const GOODBYE = 1_000;

/** Rows that are fetched at once of a large result. */
const ROWS_AT_ONCE = 500;

/** What each transaction begins and ends with. */
export interface Frame {
  /** it begins, or begins again after it failed */
  readonly start: () => void;
  /** a query, and what is done with its first row, which has come when `end` is called */
  readonly begin: string;
  readonly began: (row?: Row) => void;
  /** the last statements of one that succeeded */
  readonly end: () => readonly Sql[];
  readonly committed: () => void;
}

interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * Transactions and queries on PostgreSQL. Connects when it is first used, and again after a loss, but never within a
 * transaction.
 */
export class PostgresConnection implements Writer {
  readonly newChats = newChatsOn(this);
  readonly failureOf = failureOf;
  readonly isLost = isLost;
  readonly #url: string;
  readonly #frame: Frame | undefined;
  readonly #queue = new SerialQueue();
  readonly #statements = new Map<string, Statement>();
  readonly #identities = new Map<string, string>();
  readonly #isAway: () => boolean;
  /** of results that are read while other queries go on */
  readonly #own = new Set<PostgresConnection>();
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;
  #transaction: Rounds | undefined;
  #cursors = 0;
  #isPooled = false;

  /** `isAway`: the server is known not to answer, so that whatever is asked fails at once */
  constructor(url: string, frame?: Frame, isAway = () => false) {
    this.#url = url;
    this.#frame = frame;
    this.#isAway = isAway;
  }

  readonly limitedTo: Writer['limitedTo'] = (channels) =>
    limitedConnection(this, { channels, schema: '', search: searchOf(fullTextOn(this)) });

  readonly search: Writer['search'] = {
    ...searchOf(fullTextOn(this))(this),
    editText: async (messageId, text) => void (await this.update('messages', { id: messageId }, { text })),
    // What is deleted takes its words with it.
    forgetMessages: async () => undefined,
  };

  async get<R extends object = Row>(...query: Query): Promise<R | undefined> {
    return (await this.all<R>(...query))[0];
  }

  async all<R extends object = Row>(...query: Query): Promise<R[]> {
    const { rows } = await this.#ask(sql(...query));
    return rows.map(fromColumns) as R[];
  }

  async value<T>(...query: Query): Promise<T | undefined> {
    return Object.values((await this.get(...query)) ?? {})[0] as T | undefined;
  }

  async column<T>(...query: Query): Promise<T[]> {
    return (await this.all(...query)).map((row) => Object.values(row)[0] as T);
  }

  async *each<R extends object = Row>(...query: Query): AsyncIterable<R> {
    const { text, values } = sql(...query);
    // Cursors need a transaction, behind a pooler, too; it must not hold up other queries.
    const own =
      this.#transaction === undefined ? new PostgresConnection(this.#url, undefined, this.#isAway) : undefined;
    if (own !== undefined) this.#own.add(own);
    const db = own ?? this;
    const cursor = `each_${(this.#cursors += 1)}`;
    try {
      await own?.exec('BEGIN READ ONLY');
      const declaration = `DECLARE ${cursor} NO SCROLL CURSOR FOR ${numbered(text)}`;
      await db.#send({ text: declaration, values: values.map(toParameter) });
      for (;;) {
        const { rows } = await db.#send({ text: `FETCH ${ROWS_AT_ONCE} FROM ${cursor}` });
        for (const row of rows) yield fromColumns(row) as R;
        if (rows.length < ROWS_AT_ONCE) return;
      }
    } finally {
      // Otherwise it ends with its transaction.
      await own?.close();
      if (own !== undefined) this.#own.delete(own);
    }
  }

  async run(...query: Query): Promise<number> {
    return (await this.#ask(sql(...query))).rowCount ?? 0;
  }

  async insert(table: string, row: object): Promise<string> {
    const { text, values } = insertion(table, row);
    if (this.#identities.size === 0) await this.#readIdentities();
    const identity = this.#identities.get(table);
    const { rows } = await this.#ask(new Sql(identity === undefined ? text : `${text} RETURNING ${identity}`, values));
    return String(identity && rows[0]?.[identity]);
  }

  async update(table: string, where: object, change: object): Promise<number> {
    return await this.run(alteration(table, where, change));
  }

  async put(table: string, key: object, row: object): Promise<void> {
    if ((await this.update(table, key, row)) === 0) await this.insert(table, { ...key, ...row });
  }

  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#queue.run(work);
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#transact(work);
    } catch (error) {
      // Nothing of it has happened.
      if (error instanceof DatabaseError && error.code === LOCKED) return await this.#transact(work);
      throw error;
    }
  }

  async #transact<T>(work: () => Promise<T>): Promise<T> {
    const client = await this.#connected();
    // In the transaction, nothing may come between two statements.
    if (this.#identities.size === 0) await this.#readIdentities();
    this.#transaction = new Rounds(client);
    // Sent with what follows, which fails with its error.
    const begun = this.exec(BEGIN).catch(() => undefined);
    this.#frame?.start();
    const began = this.#frame && this.get(new Sql(this.#frame.begin, [])).then(this.#frame.began);
    began?.catch(() => undefined);
    try {
      const result = await work();
      const last = await changesOfIndex(this);
      await began;
      await together([...last, ...(this.#frame?.end() ?? []), sql`COMMIT`].map((statement) => this.run(statement)));
      this.#frame?.committed();
      return result;
    } catch (error) {
      // What refuses at once, without a statement of its own, comes before that is sent.
      await begun;
      // Of a connection that is lost, the server rolls back by itself.
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      this.#transaction = undefined;
    }
  }

  async erasing(work: () => Promise<void>): Promise<void> {
    await work();
  }

  async rewrite(): Promise<void> {
    // A full one would lock each table while it is copied. Logs and replicas are the administrator's.
    await this.exec('VACUUM');
  }

  async touch(): Promise<void> {
    await this.run`UPDATE schema_version SET version = version`;
  }

  /** Statements without values and results; several of them are one transaction. */
  async exec(text: string): Promise<void> {
    await this.#send({ text });
  }

  async close(): Promise<void> {
    const connecting = this.#connecting;
    this.#connecting = undefined;
    const client = await connecting?.catch(() => undefined);
    const late = setTimeout(() => client?.connection.stream.destroy(), GOODBYE);
    await client?.end();
    clearTimeout(late);
  }

  /** Fails all that waits for an answer, as after a loss: what a network swallows without a word never comes. */
  reset(): void {
    this.#client?.connection.stream.destroy();
    for (const own of this.#own) own.reset();
  }

  #ask({ text, values }: Sql): Promise<Answer> {
    return this.#send({ ...this.#statement(text), values: values.map(toParameter) });
  }

  async #send(query: QueryConfig): Promise<Answer> {
    if (this.#transaction !== undefined) return await this.#transaction.ask(this.#sendable(query));
    const client = await this.#connected();
    return await sent(client.query<Record<string, unknown>>(this.#sendable(query)));
  }

  /** Behind a pooler the server may not know a statement by its name, or know another by it. */
  #sendable({ name, ...query }: QueryConfig): QueryConfig {
    return this.#isPooled || name === undefined ? query : { name, ...query };
  }

  #statement(text: string): Statement {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = { name: `s${this.#statements.size}`, text: numbered(text) };
      this.#statements.set(text, statement);
    }
    return statement;
  }

  /** The columns whose values the database gives, as SQLite does for a row's id. */
  async #readIdentities(): Promise<void> {
    const { rows } = await this.#ask(sql`
      SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = current_schema() AND is_identity = 'YES'`);
    for (const row of rows) this.#identities.set(String(row['table_name']), String(row['column_name']));
  }

  async #connected(): Promise<Client> {
    if (this.#isAway()) throw new LostConnection('the server does not answer');
    this.#connecting ??= this.#connect();
    return await sent(this.#connecting);
  }

  #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      keepAlive: true,
      pipeline: true,
      types: columnTypes,
    });
    this.#client = client;
    const connecting = (async () => {
      await client.connect();
      // To compile a statement takes longer than any of ours.
      const { rows } = await client.query<{ pid: number }>(
        "SELECT pg_backend_pid() AS pid, set_config('jit', 'off', false)",
      );
      this.#isPooled = rows[0]?.pid !== client.processID;
      return client;
    })();
    const forget = (): void => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    };
    // Whoever waits for an answer gets the error, too.
    client.on('error', forget);
    connecting.catch(forget);
    return connecting;
  }
}

/** The server's answer; LostConnection if there is none. */
async function sent<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof DatabaseError ? error : new LostConnection(error);
  }
}

/** Placeholders as PostgreSQL has them; what stands in quotes stays. */
function numbered(text: string): string {
  let count = 0;
  return text.replaceAll(/'[^']*'|"[^"]*"|\?/g, (piece) => (piece === '?' ? `$${(count += 1)}` : piece));
}
