import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type { MediaPart } from '#shared/contract/media.ts';
import type { ChatFilter, RouteInput, RouteOutput } from '#shared/contract/routes.ts';

export type ChatPage = RouteOutput<'chats.list'>;
export type ChatPages = InfiniteData<ChatPage, string | undefined>;
export type MessagePage = RouteOutput<'messages.list'>;
/** the first page is the newest; the next ones are earlier */
export type MessagePages = InfiniteData<MessagePage, string | undefined>;

/** what a ratings list can be narrowed to */
export type RatingFilters = Omit<RouteInput<'ratings.list'>, 'cursor' | 'limit'>;

/** what the journal can be narrowed to */
export type JournalFilter = Omit<RouteInput<'journal.list'>, 'cursor' | 'after' | 'limit'>;

/** Every key of the query cache, in one place: the event binding reads them back. */
export const keys = {
  me: ['me'],
  operators: ['operators'],
  setup: ['setup'],
  /** how the app stands on this computer; on the desktop only */
  desktop: ['desktop'],
  channels: ['channels'],
  counts: ['counts'],
  chats: (filter: ChatFilter) => ['chats', filter],
  chat: (chatId: string) => ['chat', chatId],
  messages: (chatId: string) => ['messages', chatId],
  customerChats: (customerId: string) => ['customer-chats', customerId],
  /** the way in and whether customers get through */
  connection: ['connection'],
  /** programs for tunnels on the engine's computer */
  tunnelTools: ['tunnel-tools'],
  doctor: ['doctor'],
  media: (id: string, part: MediaPart) => ['media', id, part],
  /** begins as `media` does; another address is another picture */
  avatar: (customerId: string, photo: string) => ['media', customerId, 'avatar', photo],
  /** how loud a voice message is along its length */
  loudness: (url: string) => ['loudness', url],
  /** how long a recording is */
  audioLength: (url: string) => ['audio-length', url],
  stickers: ['stickers'],
  savedReplies: ['saved-replies'],
  mediaSettings: ['media-settings'],
  /** who can fetch what is sent from here */
  mediaOutlook: ['media-outlook'],
  bots: ['bots'],
  botTurns: (chatId: string) => ['bot-turns', chatId],
  testBot: ['test-bot'],
  journal: (filter: JournalFilter) => ['journal', 'entries', filter],
  /** what came since, of all filters */
  journalNews: ['journal', 'news'],
  journalNewsOf: (filter: JournalFilter) => ['journal', 'news', filter],
  journalEntry: (entryId: string) => ['journal', 'entry', entryId],
  /** all lists of them */
  ratings: ['ratings'],
  ratingsOf: (filters: RatingFilters) => ['ratings', filters],
  latestRating: (customerId: string) => ['ratings', 'latest', customerId],
  /** all of them */
  testCustomers: ['test-customer'],
  testCustomer: (channelId: string, senderId: string) => ['test-customer', channelId, senderId],
} as const satisfies Record<string, QueryKey | ((...parts: never[]) => QueryKey)>;
