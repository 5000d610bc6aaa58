import { workerData, type MessagePort } from 'node:worker_threads';
import { ContractError } from '#shared/contract/errors.ts';
import type { JournalAnswer, JournalRequest } from '../journal/journal-thread.ts';
import { forgetPeople } from '../journal/forget-people.ts';
import { JournalFile } from '../journal/journal-file.ts';
import type { JournalLimits } from '../journal/journal-page.ts';
import { getEntry, listJournal } from '../journal/journal-search.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { programPort } from './port.ts';

/** Milliseconds between two steps of deleting, so that what is asked meanwhile has its turn. */
const BETWEEN_STEPS = 20;

/** Entry of the journal's thread: writes, reads and forgets, on a database file of its own. */
serve(programPort(), workerData as string);

function serve(port: MessagePort, file: string): void {
  const journal = new JournalFile(file);
  let pruning: NodeJS.Timeout | undefined;

  const prune = (at: number, limits: JournalLimits): void => {
    pruning = undefined;
    try {
      if (journal.prune(at, limits)) pruning = setTimeout(prune, BETWEEN_STEPS, at, limits);
    } catch {
      // The next page that cannot be written says so.
    }
  };
  const answer = async (request: JournalRequest): Promise<unknown> => {
    switch (request.name) {
      case 'append':
        journal.append(request.input);
        return undefined;
      case 'prune':
        clearTimeout(pruning);
        prune(request.input.at, request.input.limits);
        return undefined;
      case 'forgetPeople':
        journal.use((connection) => forgetPeople(connection, request.input));
        return undefined;
      case 'list': {
        // The catalogue is for searches alone: most threads never need it.
        const { englishWords } = await import('#shared/locales/english.ts');
        return journal.use((connection) => listJournal(connection, request.input, englishWords));
      }
      case 'get':
        return journal.use((connection) => getEntry(connection, request.input.entryId));
    }
  };
  port.on('message', (request: JournalRequest | 'close') => {
    if (request === 'close') {
      clearTimeout(pruning);
      journal.close();
      port.close();
      return;
    }
    void attempted(request.id, () => answer(request)).then((answered) => port.postMessage(answered));
  });
}

async function attempted(id: number, work: () => Promise<unknown>): Promise<JournalAnswer> {
  try {
    return { id, ok: true, value: await work() };
  } catch (error) {
    if (error instanceof ContractError)
      return {
        id,
        ok: false,
        failure: { code: error.code, reason: error.reason, issues: error.issues },
      };
    return {
      id,
      ok: false,
      failure: {
        code: 'storage_unavailable',
        reason: phrase('errors:refusals.journal.nowWhy', {
          reason: error instanceof Error ? error.message : String(error),
        }),
      },
    };
  }
}
