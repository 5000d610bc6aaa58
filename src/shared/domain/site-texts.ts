import { ENGLISH } from '#shared/locales/languages.ts';
import type { SiteText, SiteTexts } from './site.ts';

/** Owner's texts that replace the window's usual ones in a language: theirs, or else those they have in English. */
export function ownTexts(texts: SiteTexts, language: string): Readonly<Partial<Record<SiteText, string>>> {
  return { ...withoutEmpty(texts[ENGLISH.code] ?? {}), ...withoutEmpty(texts[language] ?? {}) };
}

function withoutEmpty<Texts extends object>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<Texts>;
}
