/** Keeps what was used last, in memory only. */
export interface Latest<V> {
  /** the value, which counts as used now */
  readonly get: (key: string) => V | undefined;
  /** the oldest goes where there are too many */
  readonly set: (key: string, value: V) => void;
  readonly delete: (key: string) => void;
}

export function keepLatest<V>(limit: number): Latest<V> {
  const values = new Map<string, V>();
  const set = (key: string, value: V): void => {
    values.delete(key);
    values.set(key, value);
    const [oldest] = values.keys();
    if (values.size > limit && oldest !== undefined) values.delete(oldest);
  };
  return {
    get: (key) => {
      const value = values.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key) => void values.delete(key),
  };
}
