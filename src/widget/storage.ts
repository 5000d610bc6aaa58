/** Strings by key: the browser's storage, or memory where that is shut. */
export type KeptTexts = ReturnType<typeof openStorage>;

/** Opens a storage of the browser, which throws where it is shut or full: what cannot be kept there is kept in memory. */
export function openStorage(area: () => Storage) {
  const memory = new Map<string, string>();
  // Only read: before the first message nothing is written.
  const storage = attempt(() => {
    const opened = area();
    opened.getItem('counterbell');
    return opened;
  });
  return {
    /** whether they outlast the page */
    isLasting: storage !== undefined,
    get: (key: string): string | undefined => memory.get(key) ?? attempt(() => storage?.getItem(key)) ?? undefined,
    /** undefined: takes it away */
    set: (key: string, text: string | undefined): void => {
      memory.delete(key);
      if (text === undefined) attempt(() => storage?.removeItem(key));
      else if (storage === undefined || !attempt(() => (storage.setItem(key, text), true))) memory.set(key, text);
    },
    /** keys that begin so, sorted */
    keys: (start: string): readonly string[] => {
      const stored = attempt(() => Object.keys(storage ?? {})) ?? [];
      return [...new Set([...memory.keys(), ...stored])].filter((key) => key.startsWith(start)).sort();
    },
  };
}

/** What a storage says; undefined: it is shut, or full. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
