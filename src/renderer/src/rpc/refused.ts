import { ContractError, type ContractErrorShape } from '#shared/contract/errors.ts';
import { ENGLISH } from '#shared/locales/languages.ts';
import { createPhraseWords } from '#shared/locales/phrase.ts';
import { i18n, localization } from '#renderer/language/i18n.ts';

const phraseWords = createPhraseWords(i18n);

/** What the engine refused with, in the language of this window; English came with it, and need not be loaded. */
export function refused({ code, reason, message, issues }: ContractErrorShape): ContractError {
  if (localization.language() === ENGLISH) return new ContractError(code, reason, issues, message);
  return new ContractError(
    code,
    reason,
    issues?.map((issue) => ({ ...issue, message: phraseWords(issue.reason) })),
    phraseWords(reason),
  );
}
