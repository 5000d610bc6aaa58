import type { ConnectionView } from '#shared/contract/connection.ts';
import { phraseWords } from '#renderer/language/phrases.ts';

/** All that is wrong at the moment, the likeliest cause first, in the language of this window; the same words are said once. */
export function problemsOf({
  reach,
  tunnel,
  networkProblem,
  settings,
}: Pick<ConnectionView, 'reach' | 'tunnel' | 'networkProblem' | 'settings'>): readonly {
  readonly what: string;
  readonly todo: string;
}[] {
  return [networkProblem, settings.way === 'tunnel' ? tunnel.problem : undefined, reach.problem]
    .filter((problem) => problem !== undefined)
    .map(({ what, todo }) => ({ what: phraseWords(what), todo: phraseWords(todo) }))
    .filter(({ what }, index, all) => all.findIndex((other) => other.what === what) === index);
}
