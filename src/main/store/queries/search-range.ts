import { ContractError } from '#shared/contract/errors.ts';
import type { Sqlite } from '../sqlite.ts';
import { rowId } from '../rows.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Milliseconds by which setting back the clock may have disturbed the order of stored times. */
const CLOCK_TOLERANCE = 60 * 60 * 1000;

/** Range of ids to search, both ends excluded. */
export interface IdRange {
  readonly above: number;
  readonly below: number;
}

/** The end of the previous page. Coded error: invalid_input. */
export function beforeCursor(cursor: string | undefined): number {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : rowId(cursor);
  if (before !== undefined) return before;
  throw new ContractError('invalid_input', phrase('errors:refusals.cursor.text'), [
    { path: 'cursor', reason: phrase('errors:refusals.cursor.next') },
  ]);
}

/** Ids of messages that may fall into a period, by bisection: ids grow with time. The times are still to be checked. */
export function messageIdRange(
  sqlite: Sqlite,
  { since, until }: { readonly since?: number | undefined; readonly until?: number | undefined },
  newest: number,
): IdRange {
  return {
    above: since === undefined ? 0 : firstFrom(sqlite, since - CLOCK_TOLERANCE, newest) - 1,
    below: until === undefined ? Number.MAX_SAFE_INTEGER : firstFrom(sqlite, until + CLOCK_TOLERANCE, newest),
  };
}

/** The id of the first message at or after this time. */
function firstFrom(sqlite: Sqlite, at: number, newest: number): number {
  let [low, high] = [1, newest + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = sqlite.get('SELECT id, at FROM messages WHERE id >= ? ORDER BY id LIMIT 1', middle);
    if (row === undefined || Number(row['at']) >= at) high = middle;
    else low = Number(row['id']) + 1;
  }
  return low;
}
