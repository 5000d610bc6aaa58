import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { ContractError } from '#shared/contract/errors.ts';
import type { ConnectionSettings } from '#shared/contract/connection.ts';
import type { JournalEntry } from '#shared/contract/journal.ts';
import type { ParsedInput, RouteOutput } from '#shared/contract/routes.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { trackRequests, type StoreThreads } from '../thread.ts';

export type NewJournalEntry = Omit<JournalEntry, 'id'>;

/** Entries written together, oldest first. */
export interface JournalPage {
  /** each the JSON text of a NewJournalEntry, with its Exchange in a second line if that is kept */
  readonly rows: readonly string[];
  /** wall clock, milliseconds */
  readonly at: number;
  readonly limits: JournalLimits;
}

/** How much is kept. */
export type JournalLimits = Pick<ConnectionSettings['journal'], 'days' | 'megabytes'>;

export type JournalSelection = ParsedInput<'journal.list'>;

/** With `nextCursor` there may be more: `cursor` of the next request, or its `after` if this one had one. */
export type JournalList = Omit<RouteOutput<'journal.list'>, 'dropped'>;

export type RecordedEntry = RouteOutput<'journal.get'>;

/** People to forget: their chats, and words that identify their messages, such as their id. */
export interface PeopleToForget {
  readonly chatIds: readonly string[];
  readonly words: readonly string[];
}

/** The journal's database. Rejects with ContractError: not_found, invalid_input, storage_unavailable. */
export interface JournalStore {
  /** resolves when written, though perhaps not yet on the disk */
  readonly append: (page: JournalPage) => Promise<void>;
  /** deletes entries beyond the limits, a few at a time */
  readonly prune: (wanted: { readonly at: number; readonly limits: JournalLimits }) => Promise<void>;
  /** removes the contents of requests about them */
  readonly forgetPeople: (people: PeopleToForget) => Promise<void>;
  readonly list: (selection: JournalSelection) => Promise<JournalList>;
  readonly get: (entryId: string) => Promise<RecordedEntry>;
  readonly stop: () => Promise<void>;
}

type JournalCall = Exclude<keyof JournalStore, 'stop'>;
/** Requests to the thread. */
export type JournalRequest = {
  [N in JournalCall]: { readonly id: number; readonly name: N; readonly input: Parameters<JournalStore[N]>[0] };
}[JournalCall];

/** Megabytes of short-lived objects the thread may collect before a cleanup: it has little to do. */
const YOUNG_GENERATION = 4;

export interface JournalThreadOptions {
  readonly file: string;
  readonly threads: StoreThreads;
  readonly log: Logger;
}

/**
 * The journal's own thread, started on the first request to keep the start of the program fast. The file is created
 * with the first page, and again if it is damaged.
 */
export function startJournalThread(options: JournalThreadOptions): JournalStore {
  let thread: ReturnType<typeof startThread> | undefined;
  let isStopped = false;
  const call = <N extends JournalCall>(name: N): JournalStore[N] => {
    const ask = (input: unknown): Promise<unknown> => {
      if (isStopped) return Promise.reject(lost());
      const { worker, questions: pending } = (thread ??= started());
      return pending.ask((id) => worker.postMessage({ id, name, input }));
    };
    return ask as JournalStore[N];
  };
  const started = (): ReturnType<typeof startThread> => {
    const next = startThread(options);
    void next.questions.died.then((error) => {
      options.log.error({ err: error }, 'the journal’s thread ended; another begins with the next entry');
      if (thread === next) thread = undefined;
    });
    return next;
  };
  return {
    append: call('append'),
    prune: call('prune'),
    forgetPeople: call('forgetPeople'),
    list: call('list'),
    get: call('get'),
    stop: async () => {
      isStopped = true;
      await thread?.questions.stop();
    },
  };
}

function startThread({ file, threads }: JournalThreadOptions) {
  const worker = new Worker(threads('journal'), {
    workerData: file,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
  });
  const pending = trackRequests(worker, lost);
  worker.on('message', pending.answer);
  return { worker, questions: pending };
}

function lost(): ContractError {
  return new ContractError('storage_unavailable', phrase('errors:refusals.journal.now'));
}
