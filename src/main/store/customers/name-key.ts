import { firstCodePoints } from '#shared/protocol/code-points.ts';
import { withoutMarks } from '#shared/domain/search-terms.ts';

/** Characters by which names are sorted. */
const SORTED = 200;

/** The key by which customers are sorted: in a database's own order, names with accents come after all others. */
export function nameKey(name: string): string {
  return firstCodePoints(withoutMarks(name), SORTED);
}

/** The columns of a customer with the key of the name, if the name is one of them. */
export function withNameKey(columns: { readonly name?: string | null | undefined }): object {
  if (!('name' in columns)) return columns;
  return { ...columns, nameKey: columns.name == null ? undefined : nameKey(columns.name) };
}
