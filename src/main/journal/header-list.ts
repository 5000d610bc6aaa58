/** Name and value by turns, as the journal takes them. */
export function headerList(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name, typeof value === 'string' ? value : value.join(', ')],
  );
}
