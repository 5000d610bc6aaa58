import { createHash } from 'node:crypto';
import type { SiteSettings } from '#shared/domain/site.ts';
import { ownTexts, withTexts } from '#shared/domain/site-texts.ts';
import { ENGLISH, LANGUAGES } from '#shared/locales/languages.ts';
import { siteWords } from '#shared/locales/site.ts';

/** What a window says in a language. */
export interface WindowTexts {
  /** of the button: its name, whether it is the owner's and shown, and what closes an invitation beside it */
  readonly button: { readonly name: string; readonly isShown: boolean; readonly close: string };
  /** a module that takes the place of the language's own; undefined: the owner has changed nothing */
  readonly module: { readonly source: string; readonly version: string } | undefined;
}

/** The texts of a window in a language of ours, with the owner's in place of the usual ones. */
export async function windowTexts({ texts }: Pick<SiteSettings, 'texts'>, language: string): Promise<WindowTexts> {
  const own = ownTexts(texts, language);
  const isOurs = LANGUAGES.some(({ code }) => code === language);
  const words = withTexts(await siteWords(isOurs ? language : ENGLISH.code), own);
  const { title } = own;
  const source = `export default ${JSON.stringify({ ...words, ...(title !== undefined && { title }) })}`;
  return {
    button: { name: words.button, isShown: own['button'] !== undefined, close: words.close },
    module:
      Object.keys(own).length === 0
        ? undefined
        : { source, version: createHash('sha256').update(source).digest('hex').slice(0, 16) },
  };
}
