import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Splits rows queried with one more than the limit into a page and its end: the sort value and the row's id. */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  place: (last: T) => { readonly value: number; readonly id: string },
): { readonly page: T[]; readonly nextCursor?: string } {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  if (found.length <= limit || last === undefined) return { page };
  const { value, id } = place(last);
  return { page, nextCursor: `${value}.${id}` };
}

export function parseCursor(cursor: string | undefined): { readonly value: number; readonly id: number } | undefined {
  if (cursor === undefined) return undefined;
  const parts = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor);
  if (parts === null)
    throw new ContractError('invalid_input', phrase('errors:refusals.cursor.text'), [
      { path: 'cursor', reason: phrase('errors:refusals.cursor.next') },
    ]);
  return { value: Number(parts[1]), id: Number(parts[2]) };
}
