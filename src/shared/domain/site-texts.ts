import type { z } from 'zod';
import english from '#shared/locales/en/site.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { enteredText, rule } from './phrase.ts';
import { siteTexts, type SiteTexts } from './site.ts';

/** The texts seen first. Those of an owner in English are also shown in languages for which there is none. */
export const FIRST_TEXTS = ['title', 'greeting', 'away', 'button'] as const;

const LONGEST: Readonly<Record<string, number>> = { title: 60, greeting: 300, away: 300, button: 40 };

/** A catalogue, or a part of it. */
export interface Catalogue {
  readonly [name: string]: string | Catalogue;
}

/** Texts by key: `states.soon`, `unread_one`. */
export type TextsByKey = Readonly<Record<string, string>>;

/** A catalogue's texts by key, in its order. */
export function textsByKey(catalogue: Catalogue, prefix = ''): TextsByKey {
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([name, value]) =>
      typeof value === 'string' ? [[prefix + name, value]] : Object.entries(textsByKey(value, `${prefix}${name}.`)),
    ),
  );
}

/** The catalogue with other texts in place of its own; empty ones and those of unknown keys are left out. */
export function withTexts<Of extends object>(catalogue: Of, texts: TextsByKey, prefix = ''): Of {
  const entries = Object.entries(catalogue as unknown as Catalogue).map(([name, value]) => [
    name,
    typeof value === 'string' ? texts[prefix + name] || value : withTexts(value, texts, `${prefix}${name}.`),
  ]);
  return Object.fromEntries(entries) as Of;
}

/** A key with the form of a count: `unread_few`. */
const COUNTED = /^(.+)_(zero|one|two|few|many|other)$/;

/** The stem and the form of a key that depends on a count. */
export function countedKey(key: string): { readonly stem: string; readonly form: Intl.LDMLPluralRule } | undefined {
  const [, stem, form] = COUNTED.exec(key) ?? [];
  return stem === undefined ? undefined : { stem, form: form as Intl.LDMLPluralRule };
}

/** The title is the channel's name unless the owner enters another. */
const USUAL: TextsByKey = { title: '', ...textsByKey(english) };

/** The English text that a key of this language stands for; undefined: there is no such text. */
function englishText(key: string, language: string): string | undefined {
  if (Object.hasOwn(USUAL, key)) return USUAL[key];
  const counted = countedKey(key);
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return counted && forms.includes(counted.form) ? USUAL[`${counted.stem}_other`] : undefined;
}

/** The longest text of an owner's, in characters; as long as the usual one lets expect. */
function longest(key: string, usual: string): number {
  return LONGEST[key] ?? (usual.length > 40 ? 300 : 80);
}

/** The placeholders of a text: `{{count}}`. */
export function holesIn(text: string): readonly string[] {
  return [...new Set(text.match(/\{\{.*?\}\}/g))];
}

/** An owner's text for a key; empty: the usual one is shown. Undefined: the window has no such text. */
export function siteText(key: string, language: string): z.ZodType<string, string> | undefined {
  const usual = englishText(key, language);
  if (usual === undefined) return undefined;
  const most = longest(key, usual);
  const holes = holesIn(usual);
  return enteredText(most).superRefine((text, context) => {
    const found = holesIn(text);
    const missing = text === '' ? undefined : holes.find((hole) => !found.includes(hole));
    const invented = found.find((hole) => !holes.includes(hole));
    if (missing !== undefined) refuse(context, rule('errors:rules.siteText.missing', { hole: missing }));
    if (invented !== undefined) refuse(context, rule('errors:rules.siteText.invented', { hole: invented }));
  });
}

/** The owner's texts, each under a key that the window has, within its length and with its placeholders. */
export const checkedTexts = siteTexts.superRefine((languages, context) => {
  for (const [language, texts = {}] of Object.entries(languages))
    for (const [key, text] of Object.entries(texts)) {
      const checked = siteText(key, language)?.safeParse(text);
      if (checked === undefined) refuse(context, rule('errors:rules.siteText.unknown', { key }), [language, key]);
      for (const { message } of checked?.error?.issues ?? []) refuse(context, message, [language, key]);
    }
});

/** The owner's first texts in English: other languages show them too, until they have their own. */
export function firstTexts(texts: SiteTexts): TextsByKey {
  const inEnglish = texts[ENGLISH.code] ?? {};
  return withoutEmpty(FIRST_TEXTS.map((key) => [key, inEnglish[key] ?? '']));
}

/** What an owner's window says in a language instead of the usual texts. */
export function ownTexts(texts: SiteTexts, language: string): TextsByKey {
  return { ...firstTexts(texts), ...withoutEmpty(Object.entries(texts[language] ?? {})) };
}

function withoutEmpty(texts: readonly (readonly [string, string])[]): TextsByKey {
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function refuse(context: z.RefinementCtx, message: string, path: readonly string[] = []): void {
  context.addIssue({ code: 'custom', message, path: [...path] });
}
