import type { Logger } from 'pino';
import type { EventBus } from '#shared/contract/events.ts';
import { startAttention, type AttentionOptions, startCustomerTyping } from './attention.ts';
import { createAutoClose } from './auto-close.ts';
import { createChats, type ChatsOptions } from './chats.ts';
import { createRatings, type RatingsOptions } from './ratings.ts';
import { startCounts } from './counts.ts';
import { createSchedule } from './schedule.ts';
import type { ParsedInput } from '#shared/contract/routes.ts';

/** Assigning chats to operators. */
export type Assigning = ReturnType<typeof createAssigning>;

export interface ChatPartsOptions
  extends ChatsOptions, Pick<AttentionOptions, 'sendTyping'>, Pick<RatingsOptions, 'channelName'> {
  readonly log: Logger;
  readonly on: EventBus['on'];
  readonly onTouched: EventBus['onTouched'];
  readonly operatorIds: () => ReadonlySet<string>;
  /** hours without a message until a chat is closed; 0: never */
  readonly autoClose: () => number;
}

/** Chats between customers, bots and operators. */
export type ChatGroup = ReturnType<typeof startChats>;

/** Starts everything between customers, bots and operators. */
export function startChats(options: ChatPartsOptions) {
  const { store, clock, emit } = options;
  const attention = startAttention({
    clock,
    stateOf: async (chatId) => (await store.read('recipientOf', { chatId })).state,
    onChange: (changed) => emit('chat.attention', changed),
    sendTyping: options.sendTyping,
  });
  const unwatch = options.onTouched(['operators'], () => attention.keepOperators(options.operatorIds()));
  const autoClose = createAutoClose({ ...options, hours: options.autoClose });
  const stopRechecking = options.onTouched(['hours'], () => void autoClose.check());
  const schedule = createSchedule(options);
  const customerTyping = startCustomerTyping({
    clock,
    onChange: (chatId, typing) => emit('chat.typing', { chatId, typing }),
  });
  const counts = startCounts(options);
  return {
    chats: createChats(options),
    assigning: createAssigning(options),
    ratings: createRatings(options),
    attention,
    autoClose,
    counts,
    customerTyping,
    schedule,
    stop: async (): Promise<void> => {
      counts.stop();
      customerTyping.stop();
      await schedule.stop();
      stopRechecking();
      await autoClose.stop();
      unwatch();
      attention.stop();
    },
  };
}

export function createAssigning(options: Pick<ChatsOptions, 'store' | 'clock' | 'announce' | 'staffedChannels'>) {
  const { store, clock, announce } = options;
  return {
    /** Coded errors: not_found, chat_closed, chat_taken */
    assign: async (operatorId: string, { over = false, note, ...wish }: ParsedInput<'chats.assign'>) => {
      const { chatId, operatorId: toOperatorId, clientId } = wish;
      const act = { chatId, operatorId, toOperatorId, over, clientId, at: clock.wall() };
      return announce(await store.write('assignChat', { ...act, note: note?.toWellFormed() }));
    },
    /** returns the chat to whoever had it before this operator assigned it. Coded errors: not_found, chat_taken */
    unassign: async (operatorId: string, chatId: string) => {
      const act = { chatId, operatorId, at: clock.wall() };
      return announce(await store.write('unassignChat', { ...act, staffedChannels: options.staffedChannels() }));
    },
  };
}
