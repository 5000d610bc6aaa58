import type { ChatFilter } from '#shared/contract/routes.ts';
import type { Chat, Customer } from '#shared/domain/entities.ts';
import { needOf, waitsSince } from '#shared/domain/needs-person.ts';
import { tagKey } from '#shared/domain/tags.ts';
import type { ChatPage, ChatPages } from './query-keys.ts';

/** Whether a chat is in an inbox list, as the engine would decide; `mine` is that operator's, `tags` what it is narrowed to. */
export function belongsTo(
  filter: ChatFilter,
  chat: Chat,
  operatorId: string | undefined,
  tags: readonly string[] = [],
): boolean {
  return isListed(filter, chat, operatorId) && hasTags(chat, tags);
}

function hasTags({ tags = [] }: Chat, wanted: readonly string[]): boolean {
  const keys = tags.map(tagKey);
  return wanted.every((name) => keys.includes(tagKey(name)));
}

function isListed(filter: ChatFilter, chat: Chat, operatorId: string | undefined): boolean {
  switch (filter) {
    case 'needsMe':
      return operatorId !== undefined && needOf(chat, operatorId) !== undefined;
    case 'waiting':
      return chat.state === 'waiting';
    case 'mine':
      return chat.state === 'active' && chat.operatorId === operatorId;
    case 'bot':
      return chat.state === 'bot';
    case 'open':
      return chat.state !== 'closed';
    case 'closed':
      return chat.state === 'closed';
  }
}

/** The lists without this chat's old place, and with it where it belongs now. */
export function withChat(
  pages: ChatPages,
  chat: Chat,
  filter: ChatFilter,
  operatorId: string | undefined,
  tags: readonly string[] = [],
): ChatPages {
  const known = pages.pages.some((page) => page.chats.some(({ id }) => id === chat.id));
  const belongs = belongsTo(filter, chat, operatorId, tags);
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

/** A chat with its customer as they are now, where it is theirs; who is merged with them shares name, phone and email. */
export function ofCustomer(chat: Chat, customer: Customer): Chat {
  if (chat.customer.id === customer.id) return { ...chat, customer };
  if (contactId(chat.customer) !== contactId(customer)) return chat;
  const { name, phone, email } = customer;
  return { ...chat, customer: { ...chat.customer, name, phone, email } };
}

function contactId({ id, contactId: shared }: Customer): string {
  return shared ?? id;
}

/** All loaded chats in order, each once: a chat that moved up while pages were loading can be in two of them. */
export function allChats(pages: ChatPages): readonly Chat[] {
  const seen = new Set<string>();
  return pages.pages
    .flatMap((page) => page.chats)
    .filter(({ id }) => {
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
    const index = page.chats.findIndex((other) => isBefore(chat, other, filter));
    const isLast = at === pages.length - 1;
    // Past the end of what is loaded, it will come with its page.
    if (index < 0 && !(isLast && page.nextCursor === undefined)) continue;
    result[at] = { ...page, chats: page.chats.toSpliced(index < 0 ? page.chats.length : index, 0, chat) };
    return result;
  }
  return result;
}

function isBefore(chat: Chat, other: Chat, filter: ChatFilter): boolean {
  if (filter === 'waiting' || filter === 'needsMe') return waitsSince(chat) < waitsSince(other);
  return chat.lastActivityAt >= other.lastActivityAt;
}
