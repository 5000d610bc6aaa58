import type { ConnectionProblem, ConnectionView, Reach, Way } from './connection.ts';

/** The part of the connection's view that says whether customers get through. */
type Seen = Pick<ConnectionView, 'reach' | 'tunnel' | 'networkProblem' | 'settings'>;

/** Range from which customers get through, if known; `network`: devices in the local network only. */
export type Reached = Exclude<Reach['state'], 'checking'> | 'network' | undefined;

export function reachedOf({ reach: { state }, settings }: Pick<Seen, 'reach' | 'settings'>): Reached {
  if (state === 'checking') return undefined;
  return state === 'reachable' && settings.way === 'lan' ? 'network' : state;
}

/** Name in texts of those that a connection method lets through: `network` for devices in the local network only. */
export function scopeOf(way: Way): 'network' | 'text' {
  return way === 'lan' ? 'network' : 'text';
}

/** All current problems, likeliest cause first, without duplicates. */
export function problemsOf({ reach, tunnel, networkProblem, settings }: Seen): readonly ConnectionProblem[] {
  const problems = [networkProblem, settings.way === 'tunnel' ? tunnel.problem : undefined, reach.problem];
  const byText = new Map(problems.flatMap((problem) => (problem ? [[JSON.stringify(problem.what), problem]] : [])));
  return [...byText.values()];
}
