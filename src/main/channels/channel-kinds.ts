import type { Logger } from 'pino';
import type { Operators } from '#main/operators/operators.ts';
import type { Store } from '#main/store/store.ts';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { Operator } from '#shared/domain/entities.ts';
import type { TypingType } from '#shared/protocol/chat-channel.ts';
import type { SendingDelivery } from '#main/store/deliveries/sending.ts';

export interface Recipient {
  readonly chatId: string;
  readonly channelId: string;
  /** `sender.id` as JSON text */
  readonly externalId: string;
}

/** How customers on a kind of channel are reached. */
export interface ChannelPort {
  /** sends what the store has queued */
  readonly enqueue: (sending: readonly SendingDelivery[]) => void;
  /** best effort; may reject */
  readonly sendTyping: (to: Recipient, operator: Operator, type: TypingType) => Promise<void>;
}

/** The channels of all kinds as one. `kindOf`: undefined if the channel was removed, and then `custom` says so. */
export function createChannelKinds(options: {
  /** asked at each use: the parts start after one another */
  readonly ports: () => Readonly<Record<ChannelKind, ChannelPort>>;
  readonly kindOf: (channelId: string) => ChannelKind | undefined;
  readonly store: Pick<Store, 'read'>;
  readonly operators: Pick<Operators, 'get'>;
  readonly log: Pick<Logger, 'warn'>;
}) {
  const { ports, kindOf, store, operators, log } = options;
  const portOf = (channelId: string): ChannelPort => ports()[kindOf(channelId) ?? 'custom'];
  return {
    enqueue: (sending: readonly SendingDelivery[]): void => {
      for (const [port, theirs] of Map.groupBy(sending, ({ channelId }) => portOf(channelId))) port.enqueue(theirs);
    },
    /** a failure is only logged; `isDue` is asked last */
    sendTyping: async (chatId: string, operatorId: string, type: TypingType, isDue: () => boolean): Promise<void> => {
      try {
        const { state, ...recipient } = await store.read('recipientOf', { chatId });
        if (state === 'closed' || !isDue()) return;
        await portOf(recipient.channelId).sendTyping({ chatId, ...recipient }, operators.get(operatorId), type);
      } catch (error) {
        log.warn({ err: error, chatId }, 'a typing notice could not be sent');
      }
    },
  };
}
