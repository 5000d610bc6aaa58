import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { EngineEvent } from '#shared/contract/events.ts';
import type { HistoryChat } from '#shared/contract/chats.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import {
  type ChatFilter,
  type ChatListFilters,
  isListedBefore,
  isListed,
  ofCustomer,
} from '#shared/domain/chat-list.ts';
import type { Chat, Customer } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';

/** Applies events to one cached query, in order. Queries it does not handle are returned unchanged. */
export function applyEvents(
  queryClient: QueryClient,
  key: QueryKey,
  events: readonly EngineEvent[],
  operatorId: string | undefined,
): void {
  // An invalidated query stays invalidated: adding new messages after a gap would hide the gap.
  if (queryClient.getQueryState(key)?.isInvalidated === true) return;
  const cached = queryClient.getQueryData(key);
  if (cached === undefined) return;
  const [route, input = {}] = key as readonly [route: RouteName, asked?: Asked];
  const after = (changes as Readonly<Partial<Record<RouteName, Change<unknown>>>>)[route];
  if (after === undefined) return;
  let now: unknown = cached;
  for (const event of events) {
    now = after(now, event, input, operatorId);
    if (now === undefined) return void queryClient.invalidateQueries({ queryKey: key, exact: true });
  }
  if (now !== cached) queryClient.setQueryData(key, now);
}

/** A cached answer after an event; undefined: it cannot be told, and is asked again. */
type Change<Cached> = (
  cached: Cached,
  event: EngineEvent,
  input: Asked,
  operatorId: string | undefined,
) => Cached | undefined;

/** As they are cached: lists in pages, and without what only scripts are told. */
interface CachedAnswers {
  readonly 'chats.list': ChatPages;
  readonly 'chats.get': Chat;
  readonly 'messages.list': MessagePages;
}

/** Answers that events change in place. */
const changes: {
  readonly [Route in RouteName]?: Change<Route extends keyof CachedAnswers ? CachedAnswers[Route] : RouteOutput<Route>>;
} = {
  'chats.list': (pages, event, { filter = 'open', ...narrowing }, operatorId) => {
    if (event.name === 'customer.changed') return withCustomer(pages, event.data.customer);
    if (event.name !== 'message.added' && event.name !== 'chat.changed') return pages;
    // Until the operator is known, no chat can be counted as theirs.
    if ((filter === 'mine' || filter === 'needsMe' || filter === 'mentioned') && operatorId === undefined)
      return undefined;
    return withChat(pages, event.data.chat, filter, operatorId, narrowing);
  },
  'chats.counts': (counts, event, { since }, operatorId) => {
    if (event.name !== 'chats.counted') return counts;
    if (operatorId === undefined) return undefined;
    return (
      event.data.counted.find((entry) => entry.operatorId === operatorId && entry.since === since)?.counts ?? counts
    );
  },
  'chats.get': (chat, { name, data }) => {
    if (name === 'customer.changed') return ofCustomer(chat, data.customer);
    if (name !== 'message.added' && name !== 'message.changed' && name !== 'chat.changed') return chat;
    return data.chat?.id === chat.id ? data.chat : chat;
  },
  'messages.list': (pages, event, { chatId }) => {
    if (event.name === 'message.changed') return withChangedMessage(pages, event.data.message);
    if (event.name !== 'message.added') return pages;
    const { message } = event.data;
    return message.chatId === chatId ? withMessage(pages, message) : withLateMessage(pages, message);
  },
  'chats.attention': (list, event) => {
    if (event.name !== 'chat.attention') return list;
    const { chatId, looking, typing } = event.data;
    const others = list.chats.filter((chat) => chat.chatId !== chatId);
    return { chats: looking.length + typing.length === 0 ? others : [...others, event.data] };
  },
  'customers.chats': (list, event, { customerId }) => {
    if (event.name !== 'message.added' && event.name !== 'chat.changed') return list;
    const { chat } = event.data;
    // The list of merged customers includes the chats of all of them.
    const isOfContact =
      chat.customer.id === customerId ||
      chat.customer.contactId === customerId ||
      list.chats.some(({ customer }) => customer.id === chat.customer.id);
    if (!isOfContact) return list;
    const known = list.chats.some(({ id }) => id === chat.id);
    return { chats: known ? list.chats.map((old) => (old.id === chat.id ? chat : old)) : [chat, ...list.chats] };
  },
};

/** The input of each route whose cached answers are updated in place. */
type Asked = RouteInput<'chats.list'> &
  Partial<RouteInput<'chats.counts'> & RouteInput<'messages.list'> & RouteInput<'customers.chats'>>;

/** Cached answers that an event makes stale without carrying the new value: those of whole routes, and of single inputs. */
export function staleQueries(event: EngineEvent): readonly QueryKey[] {
  switch (event.name) {
    case 'answers.stale':
      return event.data.answers.map(({ route, of }) => (of === undefined ? [route] : [route, of]));
    case 'message.added':
      // The inspector also shows the lines about assignment.
      return event.data.message.from === 'system'
        ? [['contacts.list'], ['bots.turns', { chatId: event.data.chat.id }]]
        : [['contacts.list']];
    case 'customer.changed':
      return [['contacts.list'], ['customers.blocked'], ['ratings.list']];
    default:
      return [];
  }
}

interface ChatPage {
  readonly chats: Chat[];
  readonly nextCursor?: string | undefined;
}
export type ChatPages = InfiniteData<ChatPage, string | undefined>;

/** Cursor of a page of messages; undefined: the newest page. */
export type MessageCursor = Pick<RouteInput<'messages.list'>, 'before' | 'after' | 'around'> | undefined;
/** The first page is the newest; later ones are older. */
export type MessagePages = InfiniteData<RouteOutput<'messages.list'>, MessageCursor>;

/** Moves a chat from its old position in the lists to its new one. */
export function withChat(
  pages: ChatPages,
  chat: Chat,
  filter: ChatFilter,
  operatorId: string | undefined,
  narrowing: ChatListFilters = {},
): ChatPages {
  const known = pages.pages.some((page) => page.chats.some(({ id }) => id === chat.id));
  const belongs = isListed(chat, filter, operatorId, narrowing);
  if (!known && !belongs) return pages;
  const without = pages.pages.map((page) => ({ ...page, chats: page.chats.filter(({ id }) => id !== chat.id) }));
  return { ...pages, pages: belongs ? insertChat(without, chat, filter) : without };
}

/** Updates a customer's name and contacts in the lists. */
export function withCustomer(pages: ChatPages, customer: Customer): ChatPages {
  if (!pages.pages.some((page) => page.chats.some((chat) => ofCustomer(chat, customer) !== chat))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, chats: page.chats.map((chat) => ofCustomer(chat, customer)) })),
  };
}

/** All loaded chats in order, without duplicates: a chat that moved up while pages were loading can be in two pages. */
export function allChats(pages: ChatPages): readonly Chat[] {
  return uniqueById(pages.pages.flatMap(({ chats }) => chats));
}

/** The chats of all loaded lists without duplicates: open ones first, then by last activity. */
export function loadedChats(queryClient: QueryClient): readonly Chat[] {
  const lists = queryClient.getQueriesData<ChatPages>({ queryKey: ['chats.list'] });
  return uniqueById(lists.flatMap(([, pages]) => (pages === undefined ? [] : allChats(pages)))).toSorted(
    (a, b) => Number(a.state === 'closed') - Number(b.state === 'closed') || b.lastActivityAt - a.lastActivityAt,
  );
}

function uniqueById<Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] {
  const seen = new Set<string>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function insertChat(pages: readonly ChatPage[], chat: Chat, filter: ChatFilter): ChatPage[] {
  for (const [at, page] of pages.entries()) {
    const index = page.chats.findIndex((other) => isListedBefore(chat, other, filter));
    const isLast = at === pages.length - 1;
    // Past the end of the loaded pages; it will arrive with its page.
    if (index < 0 && !(isLast && page.nextCursor === undefined)) continue;
    return pages.with(at, { ...page, chats: page.chats.toSpliced(index < 0 ? page.chats.length : index, 0, chat) });
  }
  return [...pages];
}

/** Adds a new message to the pages, unless it is already there or would come after a gap. */
export function withMessage(pages: MessagePages, message: Message): MessagePages {
  const newest = pages.pages[0];
  if (newest === undefined || newest.hasLater === true || contains(pages, message.id)) return pages;
  return { ...pages, pages: [{ ...newest, messages: [...newest.messages, message] }, ...pages.pages.slice(1)] };
}

/** Adds a line, such as a rating, to an earlier chat whose end is in the pages. */
function withLateMessage(pages: MessagePages, message: Message): MessagePages {
  const at = pages.pages.findIndex((page) => page.messages.some(({ chatId }) => chatId === message.chatId));
  const page = pages.pages[at];
  if (page === undefined || contains(pages, message.id)) return pages;
  const end = page.messages.findLastIndex(({ chatId }) => chatId === message.chatId) + 1;
  return { ...pages, pages: pages.pages.with(at, { ...page, messages: page.messages.toSpliced(end, 0, message) }) };
}

export function withChangedMessage(pages: MessagePages, message: Message): MessagePages {
  if (!contains(pages, message.id)) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) =>
      page.messages.some(({ id }) => id === message.id)
        ? { ...page, messages: page.messages.map((old) => (old.id === message.id ? message : old)) }
        : page,
    ),
  };
}

/** All loaded messages, oldest first, without duplicates. */
export function allMessages(pages: MessagePages): readonly Message[] {
  return uniqueById(pages.pages.toReversed().flatMap(({ messages }) => messages));
}

/** The messages of a chat and of the customer's earlier chats. */
export interface History {
  readonly messages: readonly Message[];
  /** by id */
  readonly chats: ReadonlyMap<string, HistoryChat>;
}

export function toHistory(pages: MessagePages): History {
  const chats = new Map(pages.pages.flatMap(({ chats: some = [] }) => some.map((chat) => [chat.id, chat])));
  return { messages: allMessages(pages), chats };
}

function contains(pages: MessagePages, messageId: string): boolean {
  return pages.pages.some((page) => page.messages.some(({ id }) => id === messageId));
}
