/** Wire fields by their names elsewhere: `file_name` is `fileName`. */
export function toInternalNames(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const toCamelCase = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [toCamelCase(name), value]));
}
