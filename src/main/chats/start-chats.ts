import type { Signalling } from '#main/nodes/signals.ts';
import type { EngineContext } from '#main/store/store.ts';
import { startAttention, type AttentionOptions } from './attention.ts';
import { startAutoClose } from './auto-close.ts';
import { startCounts, type CountsOptions } from './counts.ts';
import { startExpectedContacts } from './expected-contacts.ts';
import { startSchedule } from './schedule.ts';

export interface ChatPartsOptions
  extends
    EngineContext,
    Signalling,
    Pick<AttentionOptions, 'windows' | 'sendTyping'>,
    Pick<CountsOptions, 'channelsOf'> {
  readonly operatorIds: () => ReadonlySet<string>;
  /** hours without a message until a chat is closed; 0: never */
  readonly autoClose: () => number;
}

/** Starts what goes on around chats besides the commands in the store. */
export function startChats(options: ChatPartsOptions) {
  const { store, clock, emit, on, onTouched } = options;
  const attention = startAttention({
    clock,
    windows: options.windows,
    channelOf: (id) => store.read('channelOf', { of: 'chat', id }),
    stateOf: async (chatId) => (await store.read('recipientOf', { chatId })).state,
    onChange: (changed) => emit('chat.attention', changed),
    sendTyping: options.sendTyping,
    signals: options,
  });
  const autoClose = startAutoClose({ ...options, hours: options.autoClose });
  const expectedContacts = startExpectedContacts(options);
  const schedule = startSchedule(options);
  const counts = startCounts({ ...options, signals: options });
  const stops = [
    onTouched(['operators'], () => attention.keepOperators(options.operatorIds())),
    onTouched(['hours'], () => void autoClose.check()),
    on('message.added', ({ message: { from, operatorId, event }, chat }) => {
      if (from === 'operator') attention.ended(chat.id, operatorId);
      else if (chat.state === 'closed' || event?.kind === 'returned_to_bot') attention.ended(chat.id);
    }),
  ];
  return {
    calls: { ...attention.calls, ...counts.calls },
    stop: async (): Promise<void> => {
      for (const stop of stops) stop();
      counts.stop();
      await expectedContacts.stop();
      await schedule.stop();
      await autoClose.stop();
      attention.stop();
    },
  };
}
