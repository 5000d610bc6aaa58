import type { ChatFilter, RouteOutput } from '#shared/contract/routes.ts';
import type { Chat } from '#shared/domain/entities.ts';

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

type LastMessage = NonNullable<Chat['lastMessage']>;

// In a line of a few words they could only mislead; the conversation shows them.
const UNSEEN = /[\0\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const kinds: Record<LastMessage['type'], string> = {
  text: '',
  photo: 'Photo',
  video: 'Video',
  audio: 'Audio',
  voice: 'Voice message',
  sticker: 'Sticker',
  document: 'File',
  location: 'Location',
};

/** The last words of a chat in one line: what it is, where it is not text, and who said it, where it was not the customer. */
export function lastWords(message: LastMessage, names: { readonly operator?: string | undefined; readonly bot?: string | undefined } = {}): string {
  const content = [kinds[message.type], message.emoji, message.text ?? message.title ?? message.file_name].filter(Boolean);
  const line = content.join(message.type === 'text' ? '' : ' · ').replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ').trim();
  switch (message.from) {
    case 'operator':
      return `${names.operator ?? 'You'}: ${line}`;
    case 'bot':
      return `${names.bot ?? words.bot}: ${line}`;
    case 'customer':
    case 'system':
      return line;
  }
}
