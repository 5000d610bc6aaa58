type OmitUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value; others are absent, so that a spread keeps previous values. */
export function omitUndefined<T extends object>(fields: T): OmitUndefined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as OmitUndefined<T>;
}

/** A group of settings merged with a change; `isDeep`: nested groups are merged too. */
export function mergeGroup<Group extends object>(group: Group, change: object, isDeep: boolean): Group {
  const changed = Object.entries<unknown>({ ...omitUndefined(change) }).map(([name, value]): [string, unknown] => {
    const before: unknown = Reflect.get(group, name);
    return [name, isDeep && isGroup(before) && isGroup(value) ? mergeGroup(before, value, isDeep) : value];
  });
  return { ...group, ...Object.fromEntries<unknown>(changed) };
}

export function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Wire fields by their names elsewhere: `file_name` is `fileName`. */
export function toInternalNames(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const toCamelCase = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [toCamelCase(name), value]));
}
