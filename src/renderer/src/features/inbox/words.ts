import type { RouteOutput } from '#shared/contract/routes.ts';
import { inbox } from '#shared/words/en/inbox.ts';
import { wordsOf } from '#renderer/language/speech.ts';
import type { InboxFilter } from './inbox-view.ts';

const say = wordsOf('inbox', inbox);

/** What the inbox says. */
export const words = {
  inbox: say('inbox'),
  lists: say('lists'),
  filters: {
    waiting: say('filters.waiting'),
    mine: say('filters.mine'),
    bot: say('filters.bot'),
    open: say('filters.open'),
    closed: say('filters.closed'),
  } satisfies Record<InboxFilter, string>,
  visitor: say('visitor'),
  typing: say('typing'),
  colleagueTyping: (operatorName: string) => say('colleagueTyping', { operatorName }),
  looking: (names: string, count: number) => say('looking', { count, names }),
  notDelivered: say('notDelivered'),
  unread: (count: number) => say('unread', { count }),
  chatsWaiting: (count: number) => say('chatsWaiting', { count }),
  bot: say('bot'),
  heldBy: (botName: string) => say('heldBy', { botName }),
  askedForPerson: say('askedForPerson'),
  waitingFor: (time: string) => say('waitingFor', { time }),
  with: (operatorName: string) => say('with', { operatorName }),
  loading: say('loading'),
  notLoaded: say('notLoaded'),
  tryAgain: say('tryAgain'),
  youAreAway: say('youAreAway'),
  goOnline: say('goOnline'),
  presenceFailed: say('presenceFailed'),
  empty: {
    waiting: say('empty.waiting'),
    mine: say('empty.mine'),
    bot: say('empty.bot'),
    open: say('empty.open'),
    closed: say('empty.closed'),
  } satisfies Record<InboxFilter, string>,
  emptyMore: {
    waiting: undefined,
    mine: say('emptyMore.mine'),
    bot: say('emptyMore.bot'),
    open: say('emptyMore.open'),
    closed: say('emptyMore.closed'),
  } satisfies Record<InboxFilter, string | undefined>,
} as const;

/** "Today: 3 chats, 2 closed." */
export function todayWords({ opened, closed }: RouteOutput<'chats.counts'>['today']): string {
  if (opened === 0) return closed === 0 ? say('today.none') : say('today.onlyClosed', { closed });
  return say('today', { count: opened, closed });
}
