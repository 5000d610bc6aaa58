import { createHeldClock, type HeldClock } from '#main/clock/held-clock.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { Store } from '#main/store/store.ts';
import type { TemporaryStore } from '#main/store/temporary-store.ts';
import type { SendingEvent } from '#main/store/transactions/bot-events.ts';
import type { SendingDelivery } from '#main/store/transactions/deliveries.ts';
import type { Emit, EngineEvent } from '#shared/contract/events.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { createAnnounce } from './announce.ts';
import { createAssigning, type Assigning } from './assigning.ts';
import { createBotChats, type BotChats } from './bot-chats.ts';
import { createChats, type Chats, type ChatsOptions } from './chats.ts';

/** Everybody who works here. */
const OPERATORS = ['olga', 'piotr'] as const;

/** Chats of one channel with one bot, on a real store; what would go out gathers in lists. */
export interface ChatWorld {
  readonly store: Store;
  readonly clock: HeldClock;
  /** operators who are */
  readonly online: Set<string>;
  readonly bot: { readonly id: string; readonly name: string; enabled: boolean };
  readonly toCustomer: SendingDelivery[];
  readonly toBot: SendingEvent[];
  /** what happened */
  readonly told: EngineEvent[];
  readonly emit: Emit;
  readonly chats: Chats;
  readonly assigning: Assigning;
  readonly botChats: BotChats;
}

/** For tests. */
export function createChatWorld({ store }: TemporaryStore, onMoved: (chat: Chat) => void = () => undefined): ChatWorld {
  const clock = createHeldClock();
  const online = new Set<string>();
  const bot = { id: 'faq', name: 'FAQ', enabled: true };
  const toCustomer: SendingDelivery[] = [];
  const toBot: SendingEvent[] = [];
  const told: EngineEvent[] = [];
  const operators = {
    get: (id: string) => ({ id, name: id, presence: 'online', available: true }),
    nameOf: (id: string | undefined) => id,
    list: () => OPERATORS.map((id) => ({ id, name: id, presence: 'online', available: true })),
    anyAvailable: () => online.size > 0,
  } as Pick<Operators, 'get' | 'nameOf' | 'list' | 'anyAvailable'> as Operators;
  const emit: Emit = (name, data) => void told.push({ name, data } as EngineEvent);
  const onQueued = (sending: readonly SendingDelivery[]): void => void toCustomer.push(...sending);
  const onEvents = (events: readonly SendingEvent[]): void => void toBot.push(...events);
  const announce = createAnnounce({ emit, onQueued, onEvents, onMoved });
  const publicAddress = () => 'https://chat.example';
  const ratingTexts = () => ({});
  const context = () => ({
    siteId: 'site',
    agentsOnline: online.size > 0,
    channel: { id: 'shop-1', type: 'widget' },
    bots: [{ id: bot.id, name: bot.name }],
  });
  const bots: ChatsOptions['bots'] = {
    contextFor: () => (bot.enabled ? context() : undefined),
    nameOf: () => bot.name,
  };
  const chats = createChats({
    store,
    operators,
    clock,
    announce,
    onQueued,
    onEvents,
    publicAddress,
    ratingTexts,
    emit,
    bots,
    automaticFor: () => undefined,
  });
  const assigning = createAssigning({ store, operators, clock, announce, bots });
  const botChats = createBotChats({
    store,
    clock,
    announce,
    publicAddress,
    ratingTexts,
    staffedChannels: () => (online.size > 0 ? ['shop'] : []),
  });
  return { store, clock, online, bot, toCustomer, toBot, told, emit, chats, assigning, botChats };
}
