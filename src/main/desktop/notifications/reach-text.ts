import type { Reach, Way } from '#shared/contract/connection.ts';
import { oneLine } from './notice-text.ts';
import { sinceWords } from '../times.ts';
import { phraseWords, t } from '../speech.ts';

/** Whether customers get through to this computer, as far as the tray and the notifications say it. */
export interface ReachSeen {
  readonly way: Way;
  readonly reach: Reach;
  /** the address that the customers' side still has, where it is another one now */
  readonly formerUrl: string | undefined;
  /** since when too many new customers write, where they do */
  readonly floodSince?: number | undefined;
}

const HOST_LENGTH = 40;
const WHAT_LENGTH = 80;
const BODY_LENGTH = 240;

/** In a few words: for where there is no room for more. `now`: wall clock. */
export function reachWords({ way, reach }: ReachSeen, now: number): string {
  switch (reach.state) {
    case 'local':
      return t('desktop:reach.local');
    case 'checking':
      return way === 'lan' ? t('desktop:reach.checking.network') : t('desktop:reach.checking.text');
    case 'reachable':
      return t(way === 'lan' ? 'desktop:reach.reachable.network' : 'desktop:reach.reachable.text', {
        host: oneLine(hostOf(reach.url), HOST_LENGTH),
      });
    case 'unreachable':
      return t(way === 'lan' ? 'desktop:reach.unreachable.network' : 'desktop:reach.unreachable.text', {
        since: sinceWords(reach.since, now),
      });
  }
}

/** The same, and what is wrong. */
export function reachLine(seen: ReachSeen, now: number): string {
  const what = seen.reach.problem?.what;
  return what === undefined
    ? reachWords(seen, now)
    : `${reachWords(seen, now)}: ${oneLine(phraseWords(what), WHAT_LENGTH)}`;
}

/** A notification about it. */
interface ReachNoticeWords {
  readonly title: string;
  readonly body: string;
}

/** That nobody gets through, with what is wrong and what to do. */
export function brokenWords({ way, reach }: ReachSeen): ReachNoticeWords {
  return {
    title: way === 'lan' ? t('desktop:reach.broken.network') : t('desktop:reach.broken.text'),
    body: oneLine(
      (reach.problem === undefined ? [] : [reach.problem.what, reach.problem.todo])
        .map(phraseWords)
        .map(asSentence)
        .join(' '),
      BODY_LENGTH,
    ),
  };
}

/** That the customers' side has to use another address now. */
export function movedWords(url: string, formerUrl: string): ReachNoticeWords {
  return {
    title: t('desktop:reach.moved.text'),
    body: oneLine(t('desktop:reach.moved.more', { formerUrl, url }), BODY_LENGTH),
  };
}

/** That new customers are refused because too many came. */
export function floodWords(): ReachNoticeWords {
  return { title: t('desktop:reach.flood.text'), body: oneLine(t('desktop:reach.flood.more'), BODY_LENGTH) };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function asSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
