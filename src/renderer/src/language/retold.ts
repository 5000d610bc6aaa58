import { ENGLISH } from '#shared/locales/languages.ts';
import { localization } from './i18n.ts';

/** The same as `inWords` for what a window may not wait for at its start; English where the words cannot be loaded. */
export async function retold(sentences: readonly string[]): Promise<readonly string[]> {
  if (localization.language() === ENGLISH) return sentences;
  const { inWords } = await import('./engine-words.ts').catch(() => ({ inWords: (sentence: string) => sentence }));
  return sentences.map((sentence) => inWords(sentence));
}
