import type { ConnectionProblem, ConnectionView, Reach, Way } from './connection.ts';
import type { LetterboxView } from './letterboxes.ts';

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

/**
 * What comes of messages that customers write through a website: they arrive, they wait there (`unfetched`), or nothing
 * comes from there until the owner has done something (`closed`).
 */
export type ThroughWebsite = 'closed' | 'unfetched' | 'starting' | 'open';
/** The one to speak of first. */
const BY_URGENCY: readonly ThroughWebsite[] = ['closed', 'unfetched', 'starting', 'open'];

export function throughWebsite({
  state,
  trouble,
  httpStatus = 0,
}: Pick<LetterboxView, 'state' | 'trouble' | 'httpStatus'>): ThroughWebsite {
  if (state !== 'broken') return state;
  const isTaken = trouble === 'unreachable' || trouble === 'clock' || trouble === 'otherVersion' || httpStatus >= 500;
  return isTaken ? 'unfetched' : 'closed';
}

/** What to say of all websites together, and since when; undefined: none has a letterbox. */
export function throughWebsites(
  letterboxes: readonly LetterboxView[],
): { readonly through: ThroughWebsite; readonly since: number } | undefined {
  const [first] = letterboxes
    .map((letterbox) => ({ through: throughWebsite(letterbox), since: letterbox.since }))
    .toSorted((a, b) => BY_URGENCY.indexOf(a.through) - BY_URGENCY.indexOf(b.through) || a.since - b.since);
  return first;
}

/**
 * What the letterboxes say in place of the address: without an address of one's own always, and if something is wrong
 * with them while the address is in order. undefined: the address says it.
 */
export function websitesInPlaceOf(
  { state }: Pick<Reach, 'state'>,
  letterboxes: readonly LetterboxView[],
): ReturnType<typeof throughWebsites> {
  const all = throughWebsites(letterboxes);
  if (all === undefined || state === 'local') return all;
  const isWrong = all.through === 'closed' || all.through === 'unfetched';
  return isWrong && state !== 'unreachable' ? all : undefined;
}
