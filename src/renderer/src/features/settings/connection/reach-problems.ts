import type { ConnectionView } from '#shared/contract/connection.ts';
import { inWords } from '#renderer/language/engine-words.ts';

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
  const found = [networkProblem, settings.way === 'tunnel' ? tunnel.problem : undefined, reach.problem].filter(
    (problem) => problem !== undefined,
  );
  const unlike = found.filter((problem, index) => found.findIndex(({ what }) => what === problem.what) === index);
  return unlike.map(({ what, todo }) => ({ what: inWords(what), todo: inWords(todo) }));
}
