import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { EngineEvent, EventName, Events } from '#shared/contract/events.ts';
import type { ChatAttention } from '#shared/contract/operators.ts';
import type { ChatFilter, RouteOutput } from '#shared/contract/routes.ts';
import type { Chat, Operator } from '#shared/domain/entities.ts';
import { ofCustomer, withChat, withCustomer } from './chat-lists.ts';
import { withChangedMessage, withMessage } from './message-pages.ts';
import type { ChatPages, MessagePages } from './query-keys.ts';

type ListedChannel = RouteOutput<'channels.list'>['channels'][number];

/** Brings one cached query up to date with events, in order. What it does not know of stays as it is. */
export function applyEvents(
  queryClient: QueryClient,
  key: QueryKey,
  events: readonly EngineEvent[],
  operatorId: string | undefined,
): void {
  // What waits to be asked again stays so: new words on top of a gap would hide it.
  if (queryClient.getQueryState(key)?.isInvalidated === true) return;
  const change = <T>(after: (cached: T, event: EngineEvent) => T): void => {
    const cached = queryClient.getQueryData<T>(key);
    if (cached === undefined) return;
    const changed = events.reduce(after, cached);
    if (changed !== cached) queryClient.setQueryData<T>(key, changed);
  };
  /** What an event of this name brings takes the place of what was cached. */
  const bring = <N extends EventName, T>(name: N, after: (cached: T, data: Events[N]) => T): void =>
    change<T>((cached, event) => (event.name === name ? after(cached, event.data as Events[N]) : cached));
  switch (key[0]) {
    case 'chats':
      // Before it is known who works here, nobody can say which chats are theirs.
      if ((key[1] === 'mine' || key[1] === 'needsMe') && operatorId === undefined)
        void queryClient.invalidateQueries({ queryKey: key });
      else
        change<ChatPages>((pages, event) =>
          chatsAfter(pages, event, key[1] as ChatFilter, operatorId, key.slice(2).map(String)),
        );
      break;
    case 'chat':
      change<Chat>((chat, event) => chatAfter(chat, event));
      break;
    case 'messages':
      change<MessagePages>((pages, event) => messagesAfter(pages, event, String(key[1])));
      break;
    case 'me':
      bring('operators.changed', (me: Operator, { operators }) => operators.find(({ id }) => id === me.id) ?? me);
      break;
    case 'operators':
      bring('operators.changed', (_before, { operators }) => operators);
      break;
    case 'channels':
      bring('channels.changed', (before: readonly ListedChannel[], { channels }) =>
        channels.map((channel) => ({ openChats: 0, ...before.find(({ id }) => id === channel.id), ...channel })),
      );
      break;
    case 'bots':
      bring('bots.changed', (_before, { bots }) => bots);
      break;
    case 'test-bot':
      bring('testBot.changed', (_before, switches) => switches);
      break;
    case 'connection':
      bring('connection.changed', (_before, view) => view);
      break;
    case 'doctor':
      bring('doctor.changed', (_before, latest) => latest);
      break;
    case 'hours':
      bring('hours.changed', (_before, view) => view);
      break;
    case 'jobs':
      bring('jobs.changed', (_before, { jobs }) => jobs);
      break;
    case 'saved-replies':
      bring('savedReplies.changed', (_before, { replies }) => replies);
      break;
    case 'stickers':
      bring('stickers.changed', (_before, { stickers }) => stickers);
      break;
    case 'attention':
      change<AttentionList>(attentionAfter);
      break;
    case 'media':
      // A first answer under way cannot be called off; this comes once more on top of it.
      if (
        events.some((event) => event.name === 'media.changed' && event.data.id === key[1] && event.data.part === key[2])
      )
        void queryClient.invalidateQueries({ queryKey: key, exact: true });
      break;
    case 'customer-chats':
      change<RouteOutput<'customers.chats'>>((list, event) => customerChatsAfter(list, event, String(key[1])));
      break;
  }
}

function chatsAfter(
  pages: ChatPages,
  event: EngineEvent,
  filter: ChatFilter,
  operatorId: string | undefined,
  tags: readonly string[],
): ChatPages {
  switch (event.name) {
    case 'message.added':
    case 'chat.changed':
      return withChat(pages, event.data.chat, filter, operatorId, tags);
    case 'customer.changed':
      return withCustomer(pages, event.data.customer);
    default:
      return pages;
  }
}

function chatAfter(chat: Chat, event: EngineEvent): Chat {
  switch (event.name) {
    case 'message.added':
    case 'chat.changed':
      return event.data.chat.id === chat.id ? event.data.chat : chat;
    case 'customer.changed':
      return ofCustomer(chat, event.data.customer);
    default:
      return chat;
  }
}

export type AttentionList = readonly ChatAttention[];

function attentionAfter(list: AttentionList, event: EngineEvent): AttentionList {
  if (event.name !== 'chat.attention') return list;
  const { chatId, looking, typing } = event.data;
  const others = list.filter((each) => each.chatId !== chatId);
  return looking.length + typing.length === 0 ? others : [...others, event.data];
}

function messagesAfter(pages: MessagePages, event: EngineEvent, chatId: string): MessagePages {
  if (event.name !== 'message.added' && event.name !== 'message.changed') return pages;
  const { message } = event.data;
  if (message.chatId !== chatId) return pages;
  return event.name === 'message.added' ? withMessage(pages, message) : withChangedMessage(pages, message);
}

function customerChatsAfter(
  list: RouteOutput<'customers.chats'>,
  event: EngineEvent,
  customerId: string,
): RouteOutput<'customers.chats'> {
  if (event.name !== 'message.added' && event.name !== 'chat.changed') return list;
  const { chat } = event.data;
  // The list of merged customers has the chats of all of them.
  const isTheirs =
    chat.customer.id === customerId ||
    chat.customer.contactId === customerId ||
    list.chats.some(({ customer }) => customer.id === chat.customer.id);
  if (!isTheirs) return list;
  const known = list.chats.some(({ id }) => id === chat.id);
  return { chats: known ? list.chats.map((old) => (old.id === chat.id ? chat : old)) : [chat, ...list.chats] };
}
