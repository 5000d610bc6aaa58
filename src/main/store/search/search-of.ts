import type { Connection } from '../connection.ts';
import { searchCustomers } from './customers.ts';
import { searchMessages } from './messages.ts';
import type { FullText, Search } from './search.ts';

/** Search by an index of words, among the rows that a connection shows. */
export function searchOf(fullText: FullText): (db: Connection) => Search {
  return (db) => ({
    messages: (search) => searchMessages(db, fullText, search),
    customers: (search) => searchCustomers(db, fullText, search),
  });
}
