import { curlCommand } from '#main/journal/curl.ts';
import type { Journal } from '#main/journal/journal.ts';
import { createReplay, type ReplayOptions } from '#main/journal/replay.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Handlers } from './router.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Rows of a page where the caller names no number. */
const PAGE = 50;

export interface JournalHandlerOptions extends Omit<ReplayOptions, 'get'> {
  readonly journal: Journal;
  /** where customers reach the listener */
  readonly publicUrl: () => string;
}

/** What the console asks of the journal. */
export function journalHandlers({
  journal,
  publicUrl,
  ...options
}: JournalHandlerOptions): Pick<Handlers, Extract<keyof Handlers, `journal.${string}`>> {
  const replay = createReplay({ ...options, get: journal.get });
  return {
    'journal.list': (selection) => journal.list({ ...selection, limit: selection.limit ?? PAGE }),
    'journal.get': ({ entryId }) => journal.get(entryId),
    'journal.replay': ({ entryId, body }) => replay(entryId, body),
    'journal.curl': async ({ entryId, whole }) => {
      const { entry, exchange } = await journal.get(entryId);
      if (exchange === undefined) throw new ContractError('not_replayable', phrase('errors:refusals.journal.notKept'));
      const target = whole ? options.targetOf(entry, false) : undefined;
      if (whole && target === undefined)
        throw new ContractError('not_replayable', phrase('errors:refusals.replay.secret'));
      return { command: curlCommand(exchange, publicUrl(), target) };
    },
  };
}
