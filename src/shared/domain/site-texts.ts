import { ENGLISH } from '#shared/locales/languages.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import type { SiteText, SiteTexts } from './site.ts';

/** What somebody agreed to, as it was shown. */
export interface Consent {
  readonly text: string;
  readonly link?: string | undefined;
}

/** Owner's texts that replace the window's usual ones in a language: theirs, or else those they have in English. */
export function ownTexts(texts: SiteTexts, language: string): Readonly<Partial<Record<SiteText, string>>> {
  return { ...withoutEmpty(texts[ENGLISH.code] ?? {}), ...withoutEmpty(texts[language] ?? {}) };
}

/** What a visitor agrees to, in a language of ours: the owner's consent line, or else `usual`. */
export function consentIn(texts: SiteTexts, language: string, usual: string): Consent {
  const { consent: text = usual, consentLink: link } = ownTexts(texts, language);
  return { text, ...omitUndefined({ link }) };
}

function withoutEmpty<Texts extends object>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<Texts>;
}
