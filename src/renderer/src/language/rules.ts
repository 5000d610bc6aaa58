import { readPhrase } from '#shared/domain/phrase.ts';
import { formatPhrase } from './phrases.ts';

/** The contract's field rules in this window's language. */
export function ruleText(problem: { readonly message?: string | undefined } | undefined): string | undefined {
  return problem?.message === undefined ? undefined : formatPhrase(readPhrase(problem.message));
}
