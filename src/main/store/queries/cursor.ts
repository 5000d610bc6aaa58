import { ContractError } from '#shared/contract/errors.ts';

/** Where a page ended: the value it is ordered by, and the row's id. */
export function cursorOf(value: number, id: string): string {
  return `${value}.${id}`;
}

export function parseCursor(cursor: string | undefined): { readonly value: number; readonly id: number } | undefined {
  if (cursor === undefined) return undefined;
  const parts = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor);
  if (parts === null)
    throw new ContractError('invalid_input', 'This cursor is not one of ours', [
      { path: 'cursor', message: 'Use nextCursor of the page before' },
    ]);
  return { value: Number(parts[1]), id: Number(parts[2]) };
}
