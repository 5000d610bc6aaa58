import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { ofContactFields } from '#shared/domain/contact-fields.ts';
import type { RouteInput, RouteOutput } from '#shared/contract/routes.ts';
import { comesBefore, isListed, type ChatFilter, type ChatNarrowing } from '#shared/domain/chat-list.ts';
import type { Chat, Customer } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';

/** What events bring is for every operator, so what is one operator's own is worked out of it. */
export interface ChatPage {
  readonly chats: Chat[];
  readonly nextCursor?: string | undefined;
}
export type ChatPages = InfiniteData<ChatPage, string | undefined>;

/** Where a page of messages lies; undefined: at the end. */
export type MessagePlace = Pick<RouteInput<'messages.list'>, 'before' | 'after' | 'around'> | undefined;
/** The first page is the newest; the next ones are earlier. */
export type MessagePages = InfiniteData<RouteOutput<'messages.list'>, MessagePlace>;

/** The lists without this chat's old place, and with it where it belongs now. */
export function withChat(
  pages: ChatPages,
  chat: Chat,
  filter: ChatFilter,
  operatorId: string | undefined,
  narrowing: ChatNarrowing = {},
): ChatPages {
  const known = pages.pages.some((page) => page.chats.some(({ id }) => id === chat.id));
  const belongs = isListed(chat, filter, operatorId, narrowing);
  if (!known && !belongs) return pages;
  const without = known ? pages.pages.map((page) => withoutChat(page, chat.id)) : pages.pages;
  return { ...pages, pages: belongs ? inserted(without, chat, filter) : without };
}

/** The lists with a customer's new name and contacts. */
export function withCustomer(pages: ChatPages, customer: Customer): ChatPages {
  if (!pages.pages.some((page) => page.chats.some((chat) => ofCustomer(chat, customer) !== chat))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, chats: page.chats.map((chat) => ofCustomer(chat, customer)) })),
  };
}

/** A chat with its customer as they are now, where it is theirs; who is merged with them shares the contact fields. */
export function ofCustomer(chat: Chat, customer: Customer): Chat {
  if (chat.customer.id === customer.id) return { ...chat, customer };
  if (contactId(chat.customer) !== contactId(customer)) return chat;
  return { ...chat, customer: { ...chat.customer, ...ofContactFields((field) => customer[field]) } };
}

function contactId({ id, contactId: shared }: Customer): string {
  return shared ?? id;
}

/** All loaded chats in order, each once: a chat that moved up while pages were loading can be in two of them. */
export function allChats(pages: ChatPages): readonly Chat[] {
  return eachOnce(pages.pages.flatMap(({ chats }) => chats));
}

/** The chats of all lists that were loaded, each once: the open ones first, then by their last activity. */
export function loadedChats(queryClient: QueryClient): readonly Chat[] {
  const lists = queryClient.getQueriesData<ChatPages>({ queryKey: ['chats.list'] });
  return eachOnce(lists.flatMap(([, pages]) => (pages === undefined ? [] : allChats(pages)))).toSorted(
    (a, b) => Number(a.state === 'closed') - Number(b.state === 'closed') || b.lastActivityAt - a.lastActivityAt,
  );
}

function eachOnce<Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] {
  const seen = new Set<string>();
  return items.filter(({ id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

function withoutChat(page: ChatPage, chatId: string): ChatPage {
  return page.chats.some(({ id }) => id === chatId)
    ? { ...page, chats: page.chats.filter(({ id }) => id !== chatId) }
    : page;
}

function inserted(pages: readonly ChatPage[], chat: Chat, filter: ChatFilter): ChatPage[] {
  const result = [...pages];
  for (const [at, page] of pages.entries()) {
    const index = page.chats.findIndex((other) => comesBefore(chat, other, filter));
    const isLast = at === pages.length - 1;
    // Past the end of what is loaded, it will come with its page.
    if (index < 0 && !(isLast && page.nextCursor === undefined)) continue;
    result[at] = { ...page, chats: page.chats.toSpliced(index < 0 ? page.chats.length : index, 0, chat) };
    return result;
  }
  return result;
}

/** The pages with a message that was just added; one that is already there, or would stand behind a gap, is left out. */
export function withMessage(pages: MessagePages, message: Message): MessagePages {
  const newest = pages.pages[0];
  if (newest === undefined || newest.hasLater === true || contains(pages, message.id)) return pages;
  return { ...pages, pages: [{ ...newest, messages: [...newest.messages, message] }, ...pages.pages.slice(1)] };
}

/** The pages with a message as it is now. */
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

/** All loaded messages, oldest first, each once. */
export function allMessages(pages: MessagePages): readonly Message[] {
  return eachOnce(pages.pages.toReversed().flatMap(({ messages }) => messages));
}

function contains(pages: MessagePages, messageId: string): boolean {
  return pages.pages.some((page) => page.messages.some(({ id }) => id === messageId));
}
