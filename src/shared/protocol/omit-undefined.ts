type OmitUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value; the others are absent, so that a spread leaves what was there before. */
export function omitUndefined<T extends object>(fields: T): OmitUndefined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as OmitUndefined<T>;
}
