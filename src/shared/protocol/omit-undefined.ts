type OmitUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value; the others are absent, so that a spread leaves what was there before. */
export function omitUndefined<T extends object>(fields: T): OmitUndefined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as OmitUndefined<T>;
}

/** A group of settings with what a change names; `isDeep`: so are the groups in it. */
export function changedGroup<Group extends object>(group: Group, change: object, isDeep: boolean): Group {
  const changed = Object.entries<unknown>({ ...omitUndefined(change) }).map(([name, value]): [string, unknown] => {
    const before: unknown = Reflect.get(group, name);
    return [name, isDeep && isGroup(before) && isGroup(value) ? changedGroup(before, value, isDeep) : value];
  });
  return { ...group, ...Object.fromEntries<unknown>(changed) };
}

export function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
