/** The fields that somebody gave, so that the others stay as they are. */
export function given<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
