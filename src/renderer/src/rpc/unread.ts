import type { ChatFilter, RouteOutput } from '#shared/contract/routes.ts';

type Counts = Pick<RouteOutput<'chats.counts'>, 'unread'>;

/** Chats of a list whose unread messages are for people: what a bot answers is not, until it asks for a person. */
export function unreadFor(filter: ChatFilter, { unread }: Counts): number {
  switch (filter) {
    case 'waiting':
      return unread.waiting;
    case 'mine':
      return unread.mine;
    case 'bot':
      return unread.asked;
    case 'open':
      return unread.open - unread.bot + unread.asked;
    case 'closed':
      return 0;
  }
}

/** What the window's title and the rail count: what waits, what this operator has, and who asked for a person. */
export function unreadForMe(counts: Counts): number {
  return unreadFor('waiting', counts) + unreadFor('mine', counts) + unreadFor('bot', counts);
}
