import type { ChatFilter, RouteOutput } from '#shared/contract/routes.ts';

/** What the inbox says. */
export const words = {
  inbox: 'Inbox',
  lists: 'Lists of chats',
  filters: { waiting: 'Waiting', mine: 'Mine', bot: 'Bot', open: 'All open', closed: 'Closed' } satisfies Record<ChatFilter, string>,
  visitor: 'Visitor',
  typing: 'is typing…',
  notDelivered: 'Not delivered',
  unread: (count: number) => `${String(count)} unread`,
  unreadChats: (count: number) => `${String(count)} ${count === 1 ? 'chat' : 'chats'} with unread messages`,
  chatsWaiting: (count: number) => `${String(count)} waiting`,
  bot: 'Bot',
  heldBy: (botName: string) => `${botName} has this chat`,
  askedForPerson: 'Asked for a person',
  waitingFor: (time: string) => `Waiting ${time}`,
  with: (operatorName: string) => `with ${operatorName}`,
  loading: 'Loading chats',
  notLoaded: 'The chats could not be loaded.',
  tryAgain: 'Try again',
  youAreAway: 'You are away: customers see that nobody is here.',
  goOnline: 'Go online',
  presenceFailed: 'Your presence could not be changed.',
  empty: {
    waiting: 'Nobody is waiting.',
    mine: 'You have no chats.',
    bot: 'No bot has a chat.',
    open: 'No chat is open.',
    closed: 'No chat is closed yet.',
  } satisfies Record<ChatFilter, string>,
  emptyMore: {
    waiting: undefined,
    mine: 'A chat becomes yours when you take it or answer it.',
    bot: 'Chats that a bot answers are here, until somebody takes them over or the bot asks for a person.',
    open: 'A chat opens when a customer writes.',
    closed: 'Closed chats stay here, with everything that was said.',
  } satisfies Record<ChatFilter, string | undefined>,
} as const;

/** "Today: 3 chats, 2 closed." */
export function todayWords({ opened, closed }: RouteOutput<'chats.counts'>['today']): string {
  if (opened === 0) return closed === 0 ? 'No chats today.' : `Today: ${String(closed)} closed.`;
  return `Today: ${String(opened)} ${opened === 1 ? 'chat' : 'chats'}, ${String(closed)} closed.`;
}
