import { ContractError, type ContractErrorShape } from '#shared/contract/errors.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import { ENGLISH } from '#shared/locales/languages.ts';
import { createPhraseWords } from '#shared/locales/phrase.ts';
import { i18n, localization } from '#renderer/language/i18n.ts';
import type { Transport } from './transport.ts';

const phraseWords = createPhraseWords(i18n);

/** Asks the engine; rejects with the `ContractError` it answered, or `Unreachable`. */
export type Call = <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;

/** A typed client over a transport; `onSignedOut` hears of the first answer that asks for a sign-in. */
export function createClient(transport: Transport, onSignedOut: () => void): Call {
  return async <R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> => {
    const answer = await transport.request(route, input);
    // An engine that runs from its sources, as in development and tests, checks its answers against the route's schema.
    if (answer.ok) return answer.data as RouteOutput<R>;
    if (answer.error.code === 'not_signed_in') onSignedOut();
    throw refused(answer.error);
  };
}

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
