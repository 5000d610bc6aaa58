import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type { MediaPart } from '#shared/contract/media.ts';
import type { ChatsBehind, ReportSelection } from '#shared/contract/reports.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { ChatFilter, RouteInput, RouteOutput } from '#shared/contract/routes.ts';

/** what events bring is for every operator, so what is one operator's own is worked out of it */
export interface ChatPage {
  readonly chats: Chat[];
  readonly nextCursor?: string | undefined;
}
export type ChatPages = InfiniteData<ChatPage, string | undefined>;
export type MessagePage = RouteOutput<'messages.list'>;
/** where a page of messages lies; undefined: at the end */
export type MessagePlace = Pick<RouteInput<'messages.list'>, 'before' | 'after' | 'around'> | undefined;
/** the first page is the newest; the next ones are earlier */
export type MessagePages = InfiniteData<MessagePage, MessagePlace>;

/** what a ratings list can be narrowed to */
export type RatingFilters = Omit<RouteInput<'ratings.list'>, 'cursor' | 'limit'>;

/** what the journal can be narrowed to */
export type JournalFilter = Omit<RouteInput<'journal.list'>, 'cursor' | 'after' | 'limit'>;

/** what is searched for */
export type MessageSearch = Omit<RouteInput<'search.messages'>, 'cursor' | 'limit'>;
export type CustomerSearch = Omit<RouteInput<'search.customers'>, 'cursor' | 'limit'>;

/** Every key of the query cache, in one place: the event binding reads them back. */
export const keys = {
  me: ['me'],
  operators: ['operators'],
  /** which operators are at which chats */
  attention: ['attention'],
  setup: ['setup'],
  hours: ['hours'],
  /** how the app stands on this computer; on the desktop only */
  desktop: ['desktop'],
  channels: ['channels'],
  counts: ['counts'],
  /** narrowed to tags, it is a list of its own */
  chats: (filter: ChatFilter, tags: readonly string[] = []) =>
    tags.length === 0 ? ['chats', filter] : ['chats', filter, ...tags],
  chat: (chatId: string) => ['chat', chatId],
  messages: (chatId: string) => ['messages', chatId],
  /** begun at one of them, instead of at the end */
  messagesAround: (chatId: string, messageId: string) => ['messages', chatId, messageId],
  searchMessages: (filter: MessageSearch) => ['search', 'messages', filter],
  searchCustomers: (filter: CustomerSearch) => ['search', 'customers', filter],
  customerChats: (customerId: string) => ['customer-chats', customerId],
  /** all of them */
  contacts: ['contact'],
  contact: (customerId: string) => ['contact', 'of', customerId],
  contactsFound: (customerId: string, query: string) => ['contact', 'found', customerId, query],
  blocked: ['blocked'],
  tags: ['tags'],
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
  jobs: ['jobs'],
  backups: ['backups'],
  backup: (name: string) => ['backups', 'preview', name],
  bulk: (selection: RouteInput<'bulk.preview'> | undefined) => ['bulk', selection],
  erasing: (customerId: string) => ['erasing', customerId],
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
  report: (selection: ReportSelection) => ['report', selection],
  reportChats: (selection: ReportSelection, behind: ChatsBehind) => ['report-chats', selection, behind],
  /** all lists of them */
  ratings: ['ratings'],
  ratingsOf: (filters: RatingFilters) => ['ratings', filters],
  latestRating: (customerId: string) => ['ratings', 'latest', customerId],
  /** all of them */
  testCustomers: ['test-customer'],
  testCustomer: (channelId: string, senderId: string) => ['test-customer', channelId, senderId],
} as const satisfies Record<string, QueryKey | ((...parts: never[]) => QueryKey)>;
