import type { Operator } from '#shared/domain/entities.ts';

/** Operators with a word that begins as each that is typed does; who can be reached comes first, then by name. */
export function foundOperators(operators: readonly Operator[], query: string): readonly Operator[] {
  const asked = wordsIn(query);
  return operators
    .filter(({ name }) => {
      const has = wordsIn(name);
      return asked.every((typed) => has.some((word) => word.startsWith(typed)));
    })
    .toSorted((one, other) => Number(other.available) - Number(one.available) || one.name.localeCompare(other.name));
}

function wordsIn(text: string): readonly string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Without marks and capitals: `José` is found by `jose`. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
