import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Where a page ended: the value it is ordered by, and the row's id. */
export function cursorOf(value: number, id: string): string {
  return `${value}.${id}`;
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
