import { failurePhrase } from '#main/outgoing/caller.ts';
import type { EngineContext } from '#main/store/store.ts';
import { type Clock, throttle } from '#main/clock/clock.ts';
import type { JournalLimits, JournalStore, NewJournalEntry, PeopleToForget } from '#main/store/journal.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { Exchange, journalRoutes } from '#shared/contract/journal.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import { maskBody, maskHeaders, secretMasking, type SecretMasking } from './masking.ts';
import { createOtherNodes, type OtherNodesOptions } from './other-nodes.ts';
import { startRefusalFloods } from './refusal-floods.ts';

/** Entries are written in batches: this long after the first one, or at this number or size. */
const FLUSH_DELAY = 250;
const BATCH_ENTRIES = 250;
const BATCH_BYTES = 512 * 1024;
const MAX_PAGE = 400;
/** Limit of entries waiting to be written; further ones are dropped: a message never waits for the journal. */
const MAX_QUEUED = 5000;
const MAX_QUEUED_BYTES = 8 * 1024 * 1024;
/** Entries written per second, fewer of them with bodies: a burst must not displace the week or delay messages. */
const MAX_PER_SECOND = { entries: 2000, exchanges: 500 } as const;
const SECOND = 1000;
/** Pages being written to the disk at once; beyond that, entries wait. */
const MAX_CONCURRENT_WRITES = 8;
/** Older entries are deleted, and the oldest ones beyond this size. */
const KEPT: JournalLimits = { days: 7, megabytes: 200 };
const PRUNE_INTERVAL = 60 * 60 * 1000;
/** Milliseconds after which the start counts as over. */
const FIRST_PRUNE = 10_000;
/** Milliseconds between notifications to windows. */
const NOTIFY_INTERVAL = 1000;

/** Headers and bodies, not yet masked except for the address. */
export interface WireExchange {
  readonly method: string;
  readonly url: string;
  /** alternating names and values */
  readonly requestHeaders: readonly string[];
  readonly requestBody: Buffer | string | undefined;
  /** there was a body that is not to be kept */
  readonly isBodyLeftOut?: boolean;
  readonly responseHeaders?: readonly string[] | undefined;
  readonly responseBody?: string | undefined;
  /** the request's body was parsed as JSON, or written by us as JSON */
  readonly isJson: boolean;
}

/** A request of ours to an endpoint; `body` is JSON. */
export interface SentCall {
  readonly kind: string;
  readonly chatId: string | undefined;
  readonly messageId?: string | undefined;
  readonly body: string;
}

/** Adds it with its answer; `error`: why it was not delivered. */
export function noteCall(
  journal: Pick<Journal, 'add'>,
  about: Pick<NewJournalEntry, 'channelId' | 'botId' | 'at' | 'took' | 'status'>,
  { body, ...sent }: SentCall,
  error: DeliveryError | undefined,
  wire: Omit<WireExchange, 'method' | 'requestBody' | 'isJson'>,
): void {
  const outcome = error === undefined ? 'delivered' : 'failed';
  const notes = error === undefined ? [] : [failurePhrase(error)];
  const size = Buffer.byteLength(body);
  journal.add(
    { ...about, ...sent, direction: 'out', outcome, notes, size },
    { ...wire, method: 'POST', requestBody: body, isJson: true },
  );
}

/** Its reads include everything added so far, on whichever node. */
export type Journal = ReturnType<typeof startJournal>;

export interface JournalOptions extends Pick<EngineContext, 'clock' | 'due' | 'log' | 'touch'>, OtherNodesOptions {
  readonly clock: EngineContext['clock'];
  readonly store: JournalStore;
  readonly settings: {
    readonly current: () => { readonly connection: { readonly journal: { readonly enabled: boolean } } };
  };
  /** all secrets that could appear in requests: none of them is ever stored */
  readonly secrets: () => readonly string[];
}

/** Requests to the listener and to endpoints, with their outcomes. Never delays messages. */
export function startJournal(options: JournalOptions) {
  const { store, clock, log, settings } = options;
  /** as they will be written */
  const waiting: string[] = [];
  let waitingBytes = 0;
  const writing = new Set<Promise<void>>();
  let dropped = 0;
  let unreported = 0;
  let cancelFlush: (() => void) | undefined;
  const tell = throttle(NOTIFY_INTERVAL, clock, () => options.touch('journal'));
  const masking = latestMasking(options.secrets);

  const drop = (count: number): void => {
    dropped += count;
    unreported += count;
  };
  const write = (): Promise<void> => {
    const page = writePage().finally(() => writing.delete(page));
    writing.add(page);
    return page;
  };
  const writePage = async (): Promise<void> => {
    cancelFlush?.();
    cancelFlush = undefined;
    if (waiting.length === 0) return;
    const page = waiting.splice(0, MAX_PAGE);
    for (const { length } of page) waitingBytes -= length;
    try {
      const secrets = masking();
      const rows = page.map((row) => (secrets.mayStandIn(row) ? rowWithout(row, secrets) : row));
      await store.append({ rows, at: clock.wall(), earliest: clock.earliest(), limits: KEPT });
      tell.soon();
    } catch (error) {
      drop(page.length);
      if (unreported > 0) log.warn({ err: error, dropped: unreported }, 'the journal left entries out');
      unreported = 0;
    }
    if (waiting.length >= BATCH_ENTRIES || (waiting.length > 0 && cancelFlush === undefined)) void write();
  };
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) await write();
    await Promise.all(writing);
  };
  const writeOthers = createOtherNodes(options, writeAll);
  const writeEverywhere = async (): Promise<void> => {
    await writeOthers();
    await writeAll();
  };
  const enqueue = (entry: NewJournalEntry, exchange?: WireExchange): void => {
    const count = countInSecond();
    if (count > MAX_PER_SECOND.entries || waiting.length >= MAX_QUEUED) return drop(1);
    const size = sizeOf(exchange?.requestBody) + sizeOf(exchange?.responseBody);
    // Bodies are dropped first, then entries; never a message.
    const isTooMuch = count > MAX_PER_SECOND.exchanges || waitingBytes + size > MAX_QUEUED_BYTES;
    try {
      const row = rowOf(entry, isTooMuch ? undefined : exchange);
      waiting.push(row);
      waitingBytes += row.length;
    } catch {
      return drop(1);
    }
    if (waiting.length < BATCH_ENTRIES && waitingBytes < BATCH_BYTES) cancelFlush ??= clock.after(FLUSH_DELAY, flush);
    else if (writing.size < MAX_CONCURRENT_WRITES) void write();
  };
  const flush = (): void => {
    cancelFlush = undefined;
    if (writing.size < MAX_CONCURRENT_WRITES) void write();
  };
  const countInSecond = countEachSecond(clock);
  const floods = startRefusalFloods(clock, enqueue);

  const pruning = options.due.add({
    work: 'deleting old journal entries',
    first: FIRST_PRUNE,
    run: async (stop) => {
      // A few entries at a time, because others wait for the same thread.
      while (!stop.aborted && (await store.prune({ earliest: clock.earliest(), limits: KEPT })));
      return PRUNE_INTERVAL;
    },
  });

  const calls = {
    'journal.list': async (selection) => {
      await writeEverywhere();
      return { ...(await store.list(selection)), dropped };
    },
    'journal.get': async ({ entryId }) => {
      await writeAll();
      return store.get(entryId);
    },
  } satisfies CallsOf<typeof journalRoutes>;
  return {
    calls,
    add: (entry: NewJournalEntry, exchange?: WireExchange): void => {
      if (settings.current().connection.journal.enabled && floods.isWritten(entry)) enqueue(entry, exchange);
    },
    forgetPeople: async (people: PeopleToForget): Promise<void> => {
      await writeEverywhere();
      for (let after: number | undefined = 0; after !== undefined;) after = await store.forget({ ...people, after });
    },
    stop: async (): Promise<void> => {
      await pruning.stop();
      floods.stop();
      tell.stop();
      await writeAll();
    },
  };
}

function rowOf(entry: NewJournalEntry, exchange: WireExchange | undefined): string {
  const written = JSON.stringify(entry);
  return exchange === undefined
    ? written
    : `${written}\n${JSON.stringify(toExchange(exchange, entry.direction === 'in'))}`;
}

function toExchange(wire: WireExchange, isAnswerOurs: boolean): Exchange {
  const { method, url, requestBody, responseHeaders, responseBody } = wire;
  const body = requestBody === undefined || requestBody.length === 0 ? undefined : maskBody(requestBody, wire.isJson);
  return {
    method,
    url,
    requestHeaders: maskHeaders(wire.requestHeaders),
    requestBody: body?.text,
    whole: body?.isWhole ?? wire.isBodyLeftOut !== true,
    responseHeaders: responseHeaders && maskHeaders(responseHeaders),
    responseBody:
      responseBody === undefined || responseBody === '' ? undefined : maskBody(responseBody, isAnswerOurs).text,
  };
}

/** Text from others may contain a secret. */
function rowWithout(row: string, { masked }: SecretMasking): string {
  const open = <T>(written: string) => JSON.parse(written) as T;
  const masking = (_key: string, inner: unknown): unknown => (typeof inner === 'string' ? masked(inner) : inner);
  const [entry = '', exchange] = row.split('\n');
  const { notes } = JSON.parse(entry, masking) as NewJournalEntry;
  const entryWithout = JSON.stringify({ ...open<NewJournalEntry>(entry), notes });
  if (exchange === undefined) return entryWithout;
  const without = JSON.parse(exchange, masking) as Exchange;
  const whole = without.whole && without.requestBody === open<Exchange>(exchange).requestBody;
  return `${entryWithout}\n${JSON.stringify({ ...without, whole })}`;
}

/** Rebuilt when the secrets change. */
function latestMasking(secrets: () => readonly string[]): () => SecretMasking {
  let known: readonly string[] = [];
  let masking = secretMasking(known);
  return () => {
    const now = secrets();
    if (now.length !== known.length || now.some((secret, at) => secret !== known[at])) {
      known = now;
      masking = secretMasking(now);
    }
    return masking;
  };
}

/** Counts from one within each second. */
function countEachSecond({ monotonic }: Clock): () => number {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(monotonic() / SECOND);
    if (now !== second) count = 0;
    second = now;
    count += 1;
    return count;
  };
}

function sizeOf(body: Buffer | string | undefined): number {
  return body?.length ?? 0;
}
