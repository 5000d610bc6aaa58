import type { Logger } from 'pino';
import { createTakingUp } from '#main/delivery/taking-up.ts';
import type { Signalling } from '#main/nodes/signals.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { Outbox, Store } from '#main/store/store.ts';
import { DEFAULT_CHANNEL_KIND, type ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { Operator } from '#shared/domain/entities.ts';
import type { TypingType } from '#shared/protocol/chat-channel.ts';
import type { SendingDelivery } from '#main/store/deliveries/sending.ts';

export interface Recipient {
  readonly chatId: string;
  readonly channelId: string;
  /** `sender.id` as JSON text */
  readonly externalId: string;
}

/** Delivery to customers on one kind of channel. */
export interface ChannelPort {
  /** each node reaches some of its customers; otherwise the one that leads reaches all */
  readonly isEverywhere?: boolean;
  /** sends what the store has queued */
  readonly enqueue: (sending: readonly SendingDelivery[]) => void;
  /** best effort; may reject */
  readonly sendTyping: (
    to: Recipient,
    writer: Pick<Operator, 'name' | 'photo' | 'picture'>,
    type: TypingType,
  ) => Promise<void>;
}

/** The channels of all kinds as one. `kindOf`: undefined if the channel was removed, and then the default kind says so. */
export function createChannelKinds(options: {
  readonly kinds: Readonly<Record<ChannelKind, { readonly port: ChannelPort }>>;
  readonly kindOf: (channelId: string) => ChannelKind | undefined;
  readonly store: Pick<Store, 'read' | 'readOnly' | 'nodes'>;
  readonly onDeliveries: Outbox['onDeliveries'];
  readonly operators: Pick<Operators, 'get'>;
  readonly onTold: Signalling['onTold'];
  readonly log: Pick<Logger, 'warn'>;
}) {
  const { kinds, kindOf, store, onDeliveries, operators, onTold, log } = options;
  const portOf = (channelId: string): ChannelPort => kinds[kindOf(channelId) ?? DEFAULT_CHANNEL_KIND].port;
  const enqueue = (sending: readonly SendingDelivery[]): void => {
    for (const [port, ofPort] of Map.groupBy(sending, ({ channelId }) => portOf(channelId))) port.enqueue(ofPort);
  };
  const lanes = createTakingUp(enqueue);
  const sendTyping = async (
    chatId: string,
    type: TypingType,
    send: (port: ChannelPort, to: Recipient) => Promise<void>,
  ): Promise<void> => {
    try {
      const { state, ...recipient } = await store.read('recipientOf', { chatId });
      // Closing ends all typing, too.
      if (state !== 'closed' || type === 'typeout') await send(portOf(recipient.channelId), { chatId, ...recipient });
    } catch (error) {
      log.warn({ err: error, chatId }, 'a typing notice could not be sent');
    }
  };
  // Windows of ours show that a bot is about to answer; programs of others were never told so.
  onTold('botTyping', ({ chatId, name, isTyping }) => {
    const type = isTyping ? 'typein' : 'typeout';
    void sendTyping(chatId, type, async (port, to) => {
      if (port.isEverywhere === true) await port.sendTyping(to, { name }, type);
    });
  });
  return {
    stop: onDeliveries(lanes.enqueue),
    /** sends what the last run left in the queue; a read-only database keeps it for the version that may write it */
    resume: async (): Promise<void> => {
      if (!store.readOnly) await lanes.takeUp(() => store.read('listSending'));
    },
    /** a failure is only logged; `isDue` is asked last */
    sendTyping: (chatId: string, operatorId: string, type: TypingType, isDue: () => boolean): Promise<void> =>
      sendTyping(chatId, type, async (port, to) => {
        if (isDue() && (port.isEverywhere === true || store.nodes.leads()))
          await port.sendTyping(to, operators.get(operatorId), type);
      }),
  };
}
