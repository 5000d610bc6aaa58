import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { ContractError } from '#shared/contract/errors.ts';
import { keepQuestions, type Failure, type StoreThreads } from '../thread.ts';
import type { ForgottenPeople } from './forget-people.ts';
import type { JournalLimits, JournalList, JournalPage, JournalSelection, RecordedEntry } from './journal-page.ts';
import { phrase } from '#shared/locales/phrase.ts';

export type JournalRequest =
  | { readonly id: number; readonly name: 'append'; readonly input: JournalPage }
  | {
      readonly id: number;
      readonly name: 'prune';
      readonly input: { readonly at: number; readonly limits: JournalLimits };
    }
  | { readonly id: number; readonly name: 'forgetPeople'; readonly input: ForgottenPeople }
  | { readonly id: number; readonly name: 'list'; readonly input: JournalSelection }
  | { readonly id: number; readonly name: 'get'; readonly input: { readonly entryId: string } };

export type JournalAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: Failure };

/** The journal's database. Rejects with ContractError: not_found, invalid_input, storage_unavailable. */
export interface JournalStore {
  /** resolves when it is written, though perhaps not on the disk yet */
  readonly append: (page: JournalPage) => Promise<void>;
  /** what is too old or too much goes, a little at a time */
  readonly prune: (at: number, limits: JournalLimits) => Promise<void>;
  /** takes out what was asked and answered about them */
  readonly forgetPeople: (people: ForgottenPeople) => Promise<void>;
  readonly list: (selection: JournalSelection) => Promise<JournalList>;
  readonly get: (entryId: string) => Promise<RecordedEntry>;
  readonly stop: () => Promise<void>;
}

/** Megabytes of short-lived objects the thread may gather before it cleans up: it has little to do. */
const YOUNG_GENERATION = 4;

export interface JournalThreadOptions {
  readonly file: string;
  readonly threads: StoreThreads;
  readonly log: Logger;
}

/** The journal's own thread, started when it is first asked: a program that starts has enough to do. The file is made at the first page, and anew where it is damaged. */
export function startJournalThread(options: JournalThreadOptions): JournalStore {
  let thread: JournalThread | undefined;
  let isStopped = false;
  const ask = (name: JournalRequest['name'], input: unknown): Promise<unknown> => {
    if (isStopped) return Promise.reject(lost());
    const { worker, questions } = (thread ??= started());
    return questions.ask((id) => worker.postMessage({ id, name, input }));
  };
  const started = (): JournalThread => {
    const next = startThread(options);
    void next.questions.died.then((error) => {
      options.log.error({ err: error }, 'the journal’s thread ended; another begins with the next entry');
      if (thread === next) thread = undefined;
    });
    return next;
  };
  return {
    append: (page) => ask('append', page) as Promise<undefined>,
    prune: (at, limits) => ask('prune', { at, limits }) as Promise<undefined>,
    forgetPeople: (people) => ask('forgetPeople', people) as Promise<undefined>,
    list: (selection) => ask('list', selection) as Promise<JournalList>,
    get: (entryId) => ask('get', { entryId }) as Promise<RecordedEntry>,
    stop: async () => {
      isStopped = true;
      await thread?.questions.stop();
    },
  };
}

interface JournalThread {
  readonly worker: Worker;
  readonly questions: ReturnType<typeof keepQuestions>;
}

function startThread({ file, threads }: JournalThreadOptions): JournalThread {
  const worker = new Worker(threads('journal'), {
    workerData: file,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
  });
  const questions = keepQuestions(worker, lost);
  worker.on('message', (answer: JournalAnswer) => {
    questions.answer(answer.id, ({ resolve, reject }) => {
      if (answer.ok) return resolve(answer.value);
      const { code, reason, issues } = answer.failure;
      reject(new ContractError(code, reason, issues));
    });
  });
  return { worker, questions };
}

function lost(): ContractError {
  return new ContractError('storage_unavailable', phrase('errors:refusals.journal.now'));
}
