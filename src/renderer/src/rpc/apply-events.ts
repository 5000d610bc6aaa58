import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { EngineEvent, EventName, Events } from '#shared/contract/events.ts';
import type { ChatAttention } from '#shared/contract/operators.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import type { ChatFilter, ChatNarrowing } from '#shared/domain/chat-list.ts';
import type { Chat, Operator } from '#shared/domain/entities.ts';
import {
  type ChatPages,
  type MessagePages,
  ofCustomer,
  withChangedMessage,
  withChat,
  withCustomer,
  withMessage,
} from './cached-pages.ts';

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
  const [route, asked = {}] = key as readonly [route: RouteName, asked?: Asked];
  switch (route) {
    case 'chats.list': {
      const { filter = 'open', ...narrowing } = asked;
      // Before it is known who works here, nobody can say which chats are theirs.
      if ((filter === 'mine' || filter === 'needsMe') && operatorId === undefined)
        void queryClient.invalidateQueries({ queryKey: key });
      else change<ChatPages>((pages, event) => chatsAfter(pages, event, filter, operatorId, narrowing));
      break;
    }
    case 'chats.get':
      change<Chat>(chatAfter);
      break;
    case 'messages.list':
      change<MessagePages>((pages, event) => messagesAfter(pages, event, asked.chatId));
      break;
    case 'operators.me':
      change<Operator>((me, event) =>
        event.name === 'operators.changed' ? (event.data.operators.find(({ id }) => id === me.id) ?? me) : me,
      );
      break;
    case 'channels.list':
      change<RouteOutput<'channels.list'>>((before, event) =>
        event.name === 'channels.changed' ? channelsAfter(before, event.data) : before,
      );
      break;
    case 'chats.attention':
      change<AttentionList>(attentionAfter);
      break;
    case 'media.get':
      // A first answer under way cannot be called off; this comes once more on top of it.
      if (
        events.some(
          (event) => event.name === 'media.changed' && event.data.id === asked.id && event.data.part === asked.part,
        )
      )
        void queryClient.invalidateQueries({ queryKey: key, exact: true });
      break;
    case 'customers.chats':
      change<RouteOutput<'customers.chats'>>((list, event) => customerChatsAfter(list, event, asked.customerId));
      break;
    default:
      change<unknown>((cached, event) => (answeredBy[event.name] === route ? event.data : cached));
  }
}

/** Events that bring what a route would answer now. */
const answeredBy: { readonly [Name in EventName]?: RouteName } = {
  'operators.changed': 'operators.list',
  'bots.changed': 'bots.list',
  'testBot.changed': 'testBot.get',
  'connection.changed': 'connection.get',
  'doctor.changed': 'doctor.latest',
  'hours.changed': 'hours.get',
  'jobs.changed': 'jobs.list',
  'savedReplies.changed': 'savedReplies.list',
  'stickers.changed': 'stickers.list',
};

/** What was asked, of the routes whose answers are brought up to date. */
type Asked = RouteInput<'chats.list'> &
  Partial<RouteInput<'messages.list'> & RouteInput<'media.get'> & RouteInput<'customers.chats'>>;

/** Answers that an event makes old without saying what is true now: of a route, or of what was asked so. */
export function outdatedBy(event: EngineEvent): readonly QueryKey[] {
  switch (event.name) {
    case 'message.added':
      // Lines about who has the chat stand in the inspector too.
      return event.data.message.from === 'system' ? [['bots.turns', { chatId: event.data.chat.id }]] : [];
    case 'operators.changed':
    case 'channels.changed':
    case 'hours.changed':
      // The test customer's status line says whether it is open, and somebody online.
      return [['testCustomer.open']];
    case 'botTurns.changed':
      return [['bots.turns', { chatId: event.data.chatId }]];
    case 'ratings.changed':
      return [['ratings.list']];
    case 'setup.changed':
      return [['setup.get']];
    case 'connection.changed':
      return [['media.outlook']];
    case 'backups.changed':
      return [['backups.list'], ['backups.preview']];
    case 'contacts.changed':
      return [
        ['contacts.get'],
        ['contacts.find'],
        ...event.data.customerIds.map((customerId) => ['customers.chats', { customerId }]),
      ];
    case 'blocked.changed':
      return [['customers.blocked']];
    case 'tags.changed': {
      const bearers = ['chats.list', 'chats.get', 'customers.chats', 'contacts.get', 'contacts.find'];
      return [['tags.list'], ...(event.data.everywhere ? bearers.map((route) => [route]) : [])];
    }
    case 'journal.changed':
      return [['journal.news']];
    case 'testCustomer.changed':
      return [['testCustomer.open', event.data]];
    default:
      return [];
  }
}

/** How many chats are open is as old as the last question. */
function channelsAfter(
  before: RouteOutput<'channels.list'>,
  { channels }: Events['channels.changed'],
): RouteOutput<'channels.list'> {
  const openChats = new Map(before.channels.map((channel) => [channel.id, channel.openChats]));
  return { channels: channels.map((channel) => ({ openChats: openChats.get(channel.id) ?? 0, ...channel })) };
}

function chatsAfter(
  pages: ChatPages,
  event: EngineEvent,
  filter: ChatFilter,
  operatorId: string | undefined,
  narrowing: ChatNarrowing,
): ChatPages {
  switch (event.name) {
    case 'message.added':
    case 'chat.changed':
      return withChat(pages, event.data.chat, filter, operatorId, narrowing);
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

type AttentionList = { readonly chats: readonly ChatAttention[] };

function attentionAfter(list: AttentionList, event: EngineEvent): AttentionList {
  if (event.name !== 'chat.attention') return list;
  const { chatId, looking, typing } = event.data;
  const others = list.chats.filter((each) => each.chatId !== chatId);
  return { chats: looking.length + typing.length === 0 ? others : [...others, event.data] };
}

function messagesAfter(pages: MessagePages, event: EngineEvent, chatId: string | undefined): MessagePages {
  if (event.name !== 'message.added' && event.name !== 'message.changed') return pages;
  const { message } = event.data;
  if (message.chatId !== chatId) return pages;
  return event.name === 'message.added' ? withMessage(pages, message) : withChangedMessage(pages, message);
}

function customerChatsAfter(
  list: RouteOutput<'customers.chats'>,
  event: EngineEvent,
  customerId: string | undefined,
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
