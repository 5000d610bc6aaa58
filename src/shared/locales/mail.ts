import en from './en/mail.json' with { type: 'json' };
import { ENGLISH } from './languages.ts';

/** The words around an answer by mail. */
export type MailWords = typeof en;

/** The texts in a language of the app: the customer's, not that of a console. */
export async function mailWords(code: string): Promise<MailWords> {
  if (code === ENGLISH.code) return en;
  return ((await import(`./${code}/mail.json`, { with: { type: 'json' } })) as { readonly default: MailWords }).default;
}
