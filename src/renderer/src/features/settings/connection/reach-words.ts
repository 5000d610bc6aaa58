import type { Reach, TunnelStatus, Way } from '#shared/contract/connection.ts';
import { sinceWords } from '#renderer/components/dates.ts';
import { reach as reachCatalogue } from '#shared/words/en/reach.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('reach', reachCatalogue);

/** What the panel about reach says. */
export const reachWords = {
  panel: say('panel'),
  publicAddress: say('publicAddress'),
  localAddress: say('localAddress'),
  networkAddress: say('networkAddress'),
  copyAddress: say('copyAddress'),
  checkNow: say('checkNow'),
  checkFailed: say('checkFailed'),
  checked: say('checked'),
  notChecked: say('notChecked'),
  seeAll: say('seeAll'),
  openConnection: say('openConnection'),
} as const;

/** The state in a word or two; `now` in milliseconds since 1970. */
export function chipWords({ state, since }: Pick<Reach, 'state' | 'since'>, now: number): string {
  switch (state) {
    case 'local':
      return say('chip.local');
    case 'checking':
      return say('chip.checking');
    case 'reachable':
      return say('chip.reachable');
    case 'unreachable':
      return say('chip.unreachable', { since: sinceWords(since, now) });
  }
}

/** The state as a title: who gets through. */
export function reachTitle({ state }: Pick<Reach, 'state'>, way: Way): string {
  const isNetwork = way === 'lan';
  switch (state) {
    case 'local':
      return say('reachTitle.local');
    case 'checking':
      return isNetwork ? say('reachTitle.checking.network') : say('reachTitle.checking');
    case 'reachable':
      return isNetwork ? say('reachTitle.reachable.network') : say('reachTitle.reachable');
    case 'unreachable':
      return isNetwork ? say('reachTitle.unreachable.network') : say('reachTitle.unreachable');
  }
}

/** Since when something is so, after it is said: "since 14:05". */
export function sinceThen(time: string): string {
  return say('since', { time });
}

/** That nobody gets through, and since when, in a sentence. */
export function brokenSince(way: Way, time: string): string {
  return say(way === 'lan' ? 'broken.since.network' : 'broken.since', { time });
}

/** What follows from the state, where no problem says more. */
export function reachMeaning({ state }: Pick<Reach, 'state'>, way: Way): string {
  switch (state) {
    case 'local':
      return say('reachMeaning.local');
    case 'checking':
      return say('reachMeaning.checking');
    case 'reachable':
      return way === 'lan' ? say('reachMeaning.reachable.lan') : say('reachMeaning.reachable');
    case 'unreachable':
      return say('reachMeaning.unreachable');
  }
}

/** What the tunnel does, where that is not said by the reach; `now` in milliseconds since 1970. */
export function tunnelWords(
  { state, retryAt }: Pick<TunnelStatus, 'state' | 'retryAt'>,
  now: number,
): string | undefined {
  switch (state) {
    case 'off':
    case 'up':
      return undefined;
    case 'starting':
      return say('tunnel.starting');
    case 'waiting': {
      const seconds = retryAt === undefined ? 0 : Math.ceil((retryAt - now) / 1000);
      return seconds <= 0 ? say('tunnel.waitingNoMore') : say('tunnel.waiting', { count: seconds });
    }
  }
}

/** With a full stop, where there is none. */
export function asSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

const DAY = 86_400_000;

/** Days from which a certificate's end is worth a word. */
export const WARN_DAYS = 14;

/** Whole days until a certificate ends; less than 0: it has ended. */
export function daysLeft(validTo: number, now: number): number {
  return Math.floor((validTo - now) / DAY);
}

/** Where somebody has to do something about a certificate of their own that ends or has ended: what is said of it. */
export function endingWords(
  { made, validTo }: { readonly made: boolean; readonly validTo: number },
  now: number,
): string | undefined {
  const days = daysLeft(validTo, now);
  if (made || days >= WARN_DAYS) return undefined;
  if (days < 0) return say('ended');
  if (days === 0) return say('endsToday');
  return say('ending', { count: days });
}
