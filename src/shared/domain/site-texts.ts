import { ENGLISH } from '#shared/locales/languages.ts';
import type { SiteText, SiteTexts } from './site.ts';

/** What an owner's window says in a language instead of the usual texts: theirs, or else those that they have in English. */
export function ownTexts(texts: SiteTexts, language: string): Readonly<Partial<Record<SiteText, string>>> {
  return { ...withoutEmpty(texts[ENGLISH.code] ?? {}), ...withoutEmpty(texts[language] ?? {}) };
}

function withoutEmpty<Texts extends object>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<Texts>;
}
