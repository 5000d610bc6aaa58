/** Puts everything loaded before the inbox into one file: a hundred small ones mean as many requests, and more bytes. */
export const firstLoadChunk = {
  name: 'first',
  tags: ['$initial' as const],
  test: (module: string) => !/[\\/](main\.tsx|index\.html)$/.test(module),
};

/** The texts of a language are one file. */
export const oneFilePerLanguage = {
  name: (module: string) => `language-${/[\\/]locales[\\/]([\w-]+)/.exec(module)?.[1] ?? ''}`,
  test: /[\\/]shared[\\/]locales[\\/](?!en[\\/])[\w-]+[\\/](?!rating\.|site\.)\w+\.json$/,
};
