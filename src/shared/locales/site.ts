import en from './en/site.json' with { type: 'json' };
import { ENGLISH } from './languages.ts';

/** The texts of the window on websites. */
export type SiteWords = typeof en;

/** The texts in a language of the app: the visitor's, not that of a console. */
export async function siteWords(code: string): Promise<SiteWords> {
  if (code === ENGLISH.code) return en;
  return ((await import(`./${code}/site.json`, { with: { type: 'json' } })) as { readonly default: SiteWords }).default;
}
