/** Strings by key: the browser's storage, or memory where that is shut. */
export type TextStorage = ReturnType<typeof openStorage>;

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
    /** true if they outlast the page */
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

/**
 * Beginning of the storage keys of one person: of whoever is not signed in, or of somebody signed in, by the beginning
 * of their signature, which is no proof and says nothing about them. `identity`: as the website gave it.
 */
export function keyOf(publicId: string, identity: unknown): string {
  const { id, signature } = Object(identity) as { readonly id?: unknown; readonly signature?: unknown };
  const key = `counterbell:${publicId}`;
  const isSomebody = typeof id === 'string' && id !== '' && typeof signature === 'string' && signature !== '';
  return isSomebody ? `${key}:as:${signature.slice(0, 16).toLowerCase()}` : key;
}

/** Takes away all keys that begin so, in this tab. */
export function clearStored(start: string): void {
  for (const area of ['localStorage', 'sessionStorage'] as const)
    attempt(() => {
      for (const key of Object.keys(window[area])) if (`${key}:`.startsWith(start)) window[area].removeItem(key);
    });
}

/** Runs an access to a storage; undefined: it is blocked, or full. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
