import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { BotAct } from '#main/store/transactions/receive-bot-event.ts';
import type { BotMessage, ClientInfo } from '#shared/protocol/bot-provider.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import type { Announce } from './chats.ts';
import { newRatingInvitation } from './ratings.ts';

/** The same event of a bot within this time, in milliseconds, is a repeat. */
const REPEATS = 10 * 60 * 1000;

/** What a bot wants, as its provider's event said. */
export type BotWish =
  | { readonly event: 'BOT_MESSAGE'; readonly message: BotMessage }
  | { readonly event: 'CLIENT_INFO'; readonly info: ClientInfo }
  | { readonly event: 'INVITE_AGENT' | 'INIT_RATE' };

export interface BotRequest {
  readonly bot: { readonly id: string; readonly name: string; readonly enabled: boolean };
  readonly id: string | undefined;
  readonly chatId: string | undefined;
  readonly customerId: string | undefined;
  readonly digest: string | undefined;
  readonly wish: BotWish;
  /** the event's JSON text */
  readonly body: string;
}

export interface BotChatsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly announce: Announce;
  /** where customers reach the listener */
  readonly publicAddress: () => string;
  /** what channels ask for a rating with, by their id, where they have a text of their own */
  readonly ratingTexts: () => Readonly<Record<string, string>>;
  /** channels for which somebody is there */
  readonly staffedChannels: () => readonly string[];
}

/** The use cases of chats that bots have. All reject with ContractError; what happened is said as events. */
export function createBotChats({
  store,
  clock,
  announce,
  publicAddress,
  ratingTexts,
  staffedChannels,
}: BotChatsOptions) {
  const actOf = (request: BotRequest): BotAct => {
    const { wish } = request;
    switch (wish.event) {
      case 'BOT_MESSAGE':
        // Custom channels know neither markup nor buttons: they get the plain text.
        return {
          kind: 'BOT_MESSAGE',
          message: wish.message,
          texts: wish.message.text === undefined ? [] : cutText(wish.message.text),
          eventId: request.id,
        };
      case 'CLIENT_INFO':
        return { kind: 'CLIENT_INFO', info: wish.info };
      case 'INVITE_AGENT':
        return { kind: 'INVITE_AGENT', staffedChannels: staffedChannels() };
      case 'INIT_RATE':
        return {
          kind: 'INIT_RATE',
          invitation: newRatingInvitation(publicAddress(), ratingTexts()),
          texts: ratingTexts(),
        };
    }
  };
  return {
    /** resolves when it is on disk */
    receive: async (request: BotRequest) => {
      const { bot, chatId, customerId, digest, body } = request;
      const at = clock.wall();
      const received = await store.write('receiveBotEvent', {
        bot,
        chatId,
        customerId,
        digest,
        body,
        act: actOf(request),
        at,
        repeatsSince: at - REPEATS,
      });
      if ((received.outcome === 'accepted' || received.outcome === 'held_back') && received.change !== undefined)
        announce(received.change);
      return received;
    },
    /** a bot took a message and said nothing: it loses the chat to somebody who is there, where its customer still waits */
    handOverSilent: async (chatId: string, botId: string) => {
      const change = await store.write('handOverSilent', {
        chatId,
        botId,
        staffedChannels: staffedChannels(),
        at: clock.wall(),
      });
      if (change !== undefined) announce(change);
    },
    /** chats whose bot asked for a person join the queue */
    operatorCameOnline: async () => {
      for (const change of await store.write('queueAskedChats', {
        at: clock.wall(),
        staffedChannels: staffedChannels(),
      }))
        announce(change);
    },
    /** chats of bots that do not work join the queue */
    release: async () => {
      for (const change of await store.write('releaseBotChats', { at: clock.wall() })) announce(change);
    },
  };
}

export type BotChats = ReturnType<typeof createBotChats>;
