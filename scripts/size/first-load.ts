/** All that the page asks for before it shows the inbox goes into one file beside the entry: a hundred small ones are as many requests, and weigh more. */
export const inFirstLoad = {
  name: 'first',
  tags: ['$initial' as const],
  test: (module: string) => !/[\\/](main\.tsx|index\.html)$/.test(module),
};

/** What a language says comes as one file. */
export const inOneFileALanguage = {
  name: (module: string) => `language-${/[\\/]locales[\\/]([\w-]+)/.exec(module)?.[1] ?? ''}`,
  test: /[\\/]shared[\\/]locales[\\/](?!en[\\/])[\w-]+[\\/](?!rating\.)\w+\.json$/,
};
