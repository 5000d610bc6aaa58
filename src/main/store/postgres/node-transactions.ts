import type { Entry } from '../nodes.ts';
import { sql } from '../sql.ts';
import type { Request } from '../thread.ts';
import { runRequest } from '../transactions.ts';
import type { Frame, PostgresConnection } from './connection.ts';
import { entriesOf, TELL } from './entries.ts';
import { LostConnection } from './failures.ts';
import { leadInsteadOf, type Membership } from './nodes.ts';
import type { Outbox } from './outbox.ts';
import { toParameter } from './values.ts';

/** What only the node that leads may record: attempts that it is about to make. */
const ONCE: ReadonlySet<string> = new Set(['beginAttempt', 'beginEventAttempt', 'beginMail']);

/** Requests of nodes: to lead instead of a dead one; to delete the rows of dead ones, and tell all of it. */
export const TAKE_LEAD = 'takeLead';
export const FORGET_DEAD = 'forgetDead';

/** Of what is asked of a node that others took for dead. */
export const hasToRestart = (): LostConnection => new LostConnection('this node has to start again');

export type Connect = (frame?: Frame) => PostgresConnection;

export interface NodeTransactionOptions {
  readonly connect: Connect;
  readonly membership: Pick<Membership, 'run' | 'channel' | 'leads' | 'lose'>;
  readonly outbox: Pick<Outbox, 'committed'>;
}

/**
 * A connection whose transactions are those of a node: each begins with the lock of all writers, and ends with what it
 * did in the outbox. One that only the node that leads may make is undone if another leads by then.
 */
export function nodeTransactions({ connect, membership, outbox }: NodeTransactionOptions) {
  const { run, channel, leads, lose } = membership;
  /** of the transaction under way */
  let entries: Entry[] = [];
  let isForLeader = false;
  let number = 0;
  let isLeader = false;
  let applied = Promise.resolve();
  const db = connect({
    begin: 'SELECT number, leader FROM cluster FOR UPDATE',
    start: () => {
      entries = [];
      isForLeader = false;
    },
    began: (row) => {
      number = Number(row?.['number']) + 1;
      isLeader = row?.['leader'] === run;
      if (leads() && !isLeader) lose(new Error('another node leads now'));
    },
    end: () => {
      // None of those that share its transaction is tried alone: this node starts again.
      if (isForLeader && !isLeader) throw hasToRestart();
      if (entries.length === 0) return [];
      const written = String(toParameter(entries));
      // What a text could not hold is told here as it is stored, and as others hear it.
      if (/[\u2400\ufffd]/.test(written)) entries = JSON.parse(written) as Entry[];
      return [
        sql`UPDATE cluster SET number = ${number}`,
        sql`INSERT INTO outbox (number, run, entries) VALUES (${number}, ${run}, ${written})`,
        sql`SELECT pg_notify(${channel}, ${String(number)})`,
      ];
    },
    committed: () => {
      if (entries.length > 0) applied = outbox.committed(number, entries);
    },
  });
  return {
    db,
    /** as part of the transaction under way */
    run: async (own: PostgresConnection, request: Request): Promise<unknown> => {
      if (ONCE.has(request.name)) isForLeader = true;
      if (request.name === TAKE_LEAD) return (await own.run(leadInsteadOf(String(request.input), run))) === 1;
      if (request.name === FORGET_DEAD) {
        const runs = await own.column<string>`
          DELETE FROM nodes WHERE alive_until < clock_timestamp() RETURNING run`;
        if (runs.length > 0) entries.push({ kind: 'told', name: 'gone', data: { runs } });
        return undefined;
      }
      const value = request.name === TELL ? {} : await runRequest(own, request);
      entries.push(...entriesOf(request, value));
      return value;
    },
    /** resolves when the last one with entries is applied here */
    applied: (): Promise<void> => applied,
  };
}
