import type { CertificateInfo, ConnectionView, Reach, TunnelStatus, Way } from '#shared/contract/connection.ts';
import { useConnectionView } from '#renderer/rpc/use-directory.ts';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { scopeOf, problemsOf, type Reached, reachedOf } from '#shared/contract/reach.ts';
import { i18n } from '#renderer/language/i18n.ts';

export function useReached(): Reached {
  const view = useConnectionView().data;
  return view && reachedOf(view);
}

/** All current problems in this window's language, likeliest cause first. */
export function problemTexts(view: Parameters<typeof problemsOf>[0]) {
  return problemsOf(view).map(({ what, todo }) => ({ what: formatPhrase(what), todo: formatPhrase(todo) }));
}

/** A sentence: nobody gets through, and since when. */
export function brokenSince(way: Way, time: string): string {
  return i18n.t(`connection:reach.broken.since.${scopeOf(way)}`, { time });
}

/** The consequences of the state, unless a problem explains more. */
export function reachMeaning({ state }: Pick<Reach, 'state'>, way: Way): string {
  if (state !== 'reachable') return i18n.t(`connection:reach.reachMeaning.${state}`);
  return i18n.t(`connection:reach.reachMeaning.reachable.${way === 'lan' ? 'lan' : 'text'}`);
}

/** The tunnel's state, unless the reach implies it; `now` in milliseconds since the epoch. */
export function tunnelText(
  { state, retryAt }: Pick<TunnelStatus, 'state' | 'retryAt'>,
  now: number,
): string | undefined {
  if (state === 'starting') return i18n.t('connection:reach.tunnel.starting');
  if (state !== 'waiting') return undefined;
  const count = retryAt === undefined ? 0 : Math.ceil((retryAt - now) / 1000);
  return count <= 0
    ? i18n.t('connection:reach.tunnel.waitingNoMore')
    : i18n.t('connection:reach.tunnel.waiting', { count });
}

/** Adds a full stop if there is none. */
export function toSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** True if the public address is a new one at each start: pages would have to be changed each time. */
export function changesAtEachStart({ way, tunnel }: ConnectionView['settings']): boolean {
  return way === 'tunnel' && tunnel.kind === 'cloudflare' && tunnel.cloudflare.mode === 'quick';
}

const DAY = 86_400_000;

/** Days before expiry at which a certificate is mentioned. */
const WARN_DAYS = 14;

/** A warning about an imported certificate that expires soon or has expired; undefined if there is nothing to do. */
export function endingText(
  { made, validTo }: Pick<CertificateInfo, 'made' | 'validTo'>,
  now: number,
): string | undefined {
  const days = Math.floor((validTo - now) / DAY);
  if (made || days >= WARN_DAYS) return undefined;
  if (days < 0) return i18n.t('connection:reach.ended');
  if (days === 0) return i18n.t('connection:reach.endsToday');
  return i18n.t('connection:reach.ending', { count: days });
}
