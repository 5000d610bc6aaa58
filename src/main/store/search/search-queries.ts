import { query } from '../command.ts';
import { customerSearch, messageSearch } from './search.ts';

export const searchQueries = {
  /**
   * Messages of anyone, including notes, captions and file names; newest first. A page ends when it is full or after a
   * time limit, perhaps empty: as long as there is a `nextCursor` there may be more. A chat may appear on several
   * pages. Coded error: invalid_input, for an invalid cursor.
   */
  'search.messages': query({
    for: 'everyone',
    input: messageSearch,
    topics: [],
    read: (db, search) => db.search.messages(search),
  }),
  /**
   * Customers by a contact field (the end of a phone number matches too), or by id; newest first. Coded error:
   * invalid_input, for an invalid cursor.
   */
  'search.customers': query({
    for: 'everyone',
    input: customerSearch,
    topics: [],
    read: (db, search) => db.search.customers(search),
  }),
} as const;
