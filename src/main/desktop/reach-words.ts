import type { Reach, Way } from '#shared/contract/connection.ts';
import { oneLine } from './notification-words.ts';
import { sinceWords } from './time-words.ts';

/** Whether customers get through to this computer, as far as the tray and the notifications say it. */
export interface ReachSeen {
  readonly way: Way;
  readonly reach: Reach;
  /** the address that the customers' side still has, where it is another one now */
  readonly formerUrl: string | undefined;
}

const HOST_LENGTH = 40;
const WHAT_LENGTH = 80;
const BODY_LENGTH = 240;

/** In a few words: for where there is no room for more. `now`: wall clock. */
export function reachWords({ way, reach }: ReachSeen, now: number): string {
  switch (reach.state) {
    case 'local':
      return 'Only this computer reaches Counterbell';
    case 'checking':
      return `Checking whether ${way === 'lan' ? 'your network gets' : 'customers get'} through …`;
    case 'reachable':
      return `${way === 'lan' ? 'Your network reaches' : 'Customers reach'} you at ${oneLine(hostOf(reach.url), HOST_LENGTH)}`;
    case 'unreachable':
      return `${cannotReach(way)} since ${sinceWords(reach.since, now)}`;
  }
}

/** The same, and what is wrong. */
export function reachLine(seen: ReachSeen, now: number): string {
  const what = seen.reach.problem?.what;
  return what === undefined ? reachWords(seen, now) : `${reachWords(seen, now)}: ${oneLine(what, WHAT_LENGTH)}`;
}

/** A notification about it. */
interface ReachNoticeWords {
  readonly title: string;
  readonly body: string;
}

/** That nobody gets through, with what is wrong and what to do. */
export function brokenWords({ way, reach }: ReachSeen): ReachNoticeWords {
  const { what, todo } = reach.problem ?? { what: '', todo: '' };
  return { title: cannotReach(way), body: oneLine([what, todo].filter(Boolean).map(asSentence).join(' '), BODY_LENGTH) };
}

/** That the customers' side has to use another address now. */
export function movedWords(url: string, formerUrl: string): ReachNoticeWords {
  return { title: 'Your public address changed', body: oneLine(`Websites, apps and bots that use ${formerUrl} need the new addresses: ${url}`, BODY_LENGTH) };
}

function cannotReach(way: Way): string {
  return way === 'lan' ? 'Your network cannot reach you' : 'Customers cannot reach you';
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function asSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
