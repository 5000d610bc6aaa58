import { createHeldClock, type HeldClock } from '#main/clock/held-clock.ts';
import type { SettingsDocument } from '#main/store/settings-document.ts';
import type { Store } from '#main/store/store.ts';
import type { TemporaryStore } from '#main/store/temporary-store.ts';
import type { BotContext, SendingEvent } from '#main/store/transactions/bot-events.ts';
import type { SendingDelivery } from '#main/store/transactions/deliveries.ts';
import type { Emit, EngineEvent } from '#shared/contract/events.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { createAnnounce } from './announce.ts';
import { createAssigning, type Assigning } from './assigning.ts';
import { createBotChats, type BotChats } from './bot-chats.ts';
import { createChats, type Chats, type ChatsOptions } from './chats.ts';

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
  readonly changeSettings: (settings: SettingsDocument) => Promise<void>;
}

/** For tests. */
export function createChatWorld({ store }: TemporaryStore, onMoved: (chat: Chat) => void = () => undefined): ChatWorld {
  const clock = createHeldClock();
  const online = new Set<string>();
  const bot = { id: 'faq', name: 'FAQ', enabled: true };
  const toCustomer: SendingDelivery[] = [];
  const toBot: SendingEvent[] = [];
  const told: EngineEvent[] = [];
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
    contexts: (): Record<string, BotContext> => (bot.enabled ? { shop: context() } : {}),
  };
  const chats = createChats({
    store,
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
  const assigning = createAssigning({ store, clock, announce, bots });
  const botChats = createBotChats({
    store,
    clock,
    announce,
    publicAddress,
    ratingTexts,
    staffedChannels: () => (online.size > 0 ? ['shop'] : []),
  });
  const changeSettings: ChatWorld['changeSettings'] = async (settings) => {
    for (const change of await store.write('changeSettings', { settings, botTrouble: {}, at: clock.wall() }))
      announce(change);
  };
  return { store, clock, online, bot, toCustomer, toBot, told, emit, chats, assigning, botChats, changeSettings };
}
