import type { Journal } from '#main/journal/journal.ts';
import type { NewJournalEntry } from '#main/store/journal.ts';

/** What Activity says of a mail; its text is in the chat only. `address`: of the customer */
export function noteMail(
  journal: Pick<Journal, 'add'>,
  entry: Pick<NewJournalEntry, 'at' | 'direction' | 'channelId' | 'outcome' | 'notes' | 'size' | 'took'> &
    Partial<Pick<NewJournalEntry, 'chatId' | 'messageId'>>,
  address: string,
): void {
  journal.add(
    { ...entry, kind: 'mail', status: undefined },
    {
      method: entry.direction === 'in' ? 'FETCH' : 'SEND',
      url: `mailto:${address}`,
      requestHeaders: [],
      requestBody: undefined,
      isBodyLeftOut: true,
      isJson: false,
    },
  );
}
