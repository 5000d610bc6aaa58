import type { Sqlite } from '../sqlite.ts';
import { readExchanges, writtenExchanges, type ExchangeText, type RecordedExchange } from './exchange-text.ts';
import type { NewJournalEntry } from './journal-page.ts';

/** Who is to be forgotten: their chats, and words by which what they sent can be told, such as their id. */
export interface ForgottenPeople {
  readonly chatIds: readonly string[];
  readonly words: readonly string[];
}

/**
 * Takes out of the journal what was asked and answered about these people. That there was a request stays, so that no
 * entry moves; the file is written anew, so that nothing stands in what is free of it.
 */
export function forgetPeople(sqlite: Sqlite, people: ForgottenPeople): void {
  const chats = new Set(people.chatIds);
  const words = people.words
    .flatMap((word) => [word, JSON.stringify(word).slice(1, -1), encodeURIComponent(word)])
    .filter((word) => word !== '');
  const holds = (text: string): boolean => words.some((word) => text.includes(word));
  const pages = sqlite.all('SELECT id FROM pages ORDER BY id').map((row) => Number(row['id']));
  for (const page of pages)
    forgetOnPage(
      sqlite,
      page,
      (entry, exchange) =>
        (entry.chatId !== undefined && chats.has(entry.chatId)) ||
        holds(JSON.stringify(entry)) ||
        (exchange !== undefined && holds(JSON.stringify(exchange).replaceAll('\\\\', '\\').replaceAll('\\"', '"'))),
    );
  sqlite.exec('VACUUM');
}

function forgetOnPage(
  sqlite: Sqlite,
  page: number,
  isTheirs: (entry: NewJournalEntry, exchange: RecordedExchange | undefined) => boolean,
): void {
  const entries = JSON.parse(
    String(sqlite.get('SELECT entries FROM pages WHERE id = ?', page)?.['entries'] ?? '[]'),
  ) as readonly NewJournalEntry[];
  const row = sqlite.get('SELECT lines, bodies FROM exchanges WHERE page = ?', page);
  const exchanges = row === undefined ? [] : recorded({ lines: String(row['lines']), bodies: String(row['bodies']) });
  const theirs = entries.map((entry, at) => isTheirs(entry, exchanges[at]));
  if (!theirs.includes(true)) return;
  sqlite.run(
    'UPDATE pages SET entries = ? WHERE id = ?',
    JSON.stringify(entries.map((entry, at) => (theirs[at] === true ? bare(entry) : entry))),
    page,
  );
  if (row === undefined) return;
  const { lines, bodies } = writtenExchanges(
    exchanges.map((exchange, at) => (theirs[at] === true ? undefined : exchange)),
  );
  sqlite.run('UPDATE exchanges SET lines = ?, bodies = ? WHERE page = ?', lines, bodies, page);
}

function recorded(text: ExchangeText): readonly (RecordedExchange | undefined)[] {
  return readExchanges(text).map((exchange) => {
    if (exchange === null) return undefined;
    const { method, url, requestHeaders, requestBody, responseHeaders, responseBody, whole } = exchange;
    return {
      method,
      url,
      requestHeaders: requestHeaders.flat(),
      requestBody,
      responseHeaders: responseHeaders?.flat(),
      responseBody,
      whole,
    };
  });
}

/** That something was asked, and nothing of whom. */
function bare({
  at,
  direction,
  channelId,
  botId,
  kind,
  status,
  outcome,
  took,
  size,
}: NewJournalEntry): NewJournalEntry {
  return {
    at,
    direction,
    kind,
    outcome,
    took,
    size,
    notes: [],
    ...(channelId !== undefined && { channelId }),
    ...(botId !== undefined && { botId }),
    ...(status !== undefined && { status }),
  };
}
