/** A storage of a browser, for tests; it takes `most` entries. */
export function fakeStorage(most = Infinity): Storage {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (entries.size >= most && !entries.has(key)) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key: string) => entries.delete(key),
  };
  // The keys of a real one are those of its entries.
  return new Proxy(storage, {
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: (_target, key) =>
      entries.has(String(key)) ? { configurable: true, enumerable: true, writable: true } : undefined,
  }) as unknown as Storage;
}
