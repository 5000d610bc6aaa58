import { workerData, type MessagePort } from 'node:worker_threads';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { JournalFile } from '../journal/journal-file.ts';
import type { JournalLimits, JournalRequest } from '../journal/journal-thread.ts';
import type { Outcome } from '../thread.ts';
import { programPort } from './port.ts';

/** Milliseconds between two steps of deleting, so that requests get their turn. */
const STEP_INTERVAL = 20;

/** Entry of the journal's thread: writes, reads and erases in its own database file. */
serve(programPort(), workerData as string);

function serve(port: MessagePort, file: string): void {
  const journal = new JournalFile(file);
  let pruning: NodeJS.Timeout | undefined;

  const prune = (at: number, limits: JournalLimits): void => {
    pruning = undefined;
    try {
      if (journal.prune(at, limits)) pruning = setTimeout(prune, STEP_INTERVAL, at, limits);
    } catch {
      // The next page that cannot be written reports it.
    }
  };
  const answer = async ({ name, input }: JournalRequest): Promise<unknown> => {
    switch (name) {
      case 'append':
        return journal.append(input);
      case 'prune':
        clearTimeout(pruning);
        return prune(input.at, input.limits);
      case 'forgetPeople':
        return journal.forgetPeople(input);
      case 'list': {
        // Only searches need the catalogue: most threads never load it.
        const { toEnglish } = await import('#shared/locales/english.ts');
        return journal.list(input, toEnglish);
      }
      case 'get':
        return journal.get(input);
    }
  };
  port.on('message', (request: JournalRequest | 'close') => {
    if (request === 'close') {
      clearTimeout(pruning);
      journal.close();
      port.close();
      return;
    }
    void runSafely(request.id, () => answer(request)).then((answered) => port.postMessage(answered));
  });
}

async function runSafely(id: number, work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { id, ok: true, value: await work() };
  } catch (error) {
    if (error instanceof ContractError)
      return { id, ok: false, failure: { code: error.code, reason: error.reason, issues: error.issues } };
    const reason = error instanceof Error ? error.message : String(error);
    return {
      id,
      ok: false,
      failure: { code: 'storage_unavailable', reason: phrase('errors:refusals.journal.nowWhy', { reason }) },
    };
  }
}
