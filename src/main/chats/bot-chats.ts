import type { BotAction, BotEvent } from '#main/store/bots/receive-bot-event.ts';
import type { BotMessage, ClientInfo } from '#shared/protocol/bot-provider.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import type { ChatsOptions } from './chats.ts';
import { newRatingInvitation } from './rating-invitation.ts';

/** Milliseconds within which the same event of a bot is a repeat. */
const REPEAT_WINDOW = 10 * 60 * 1000;

/** Action requested by a provider's event. */
export type ProviderAction =
  | { readonly event: 'BOT_MESSAGE'; readonly message: BotMessage }
  | { readonly event: 'CLIENT_INFO'; readonly info: ClientInfo }
  | { readonly event: 'INVITE_AGENT' | 'INIT_RATE' };

export interface BotRequest extends Omit<BotEvent, 'act' | 'at' | 'repeatsSince'> {
  readonly id: string | undefined;
  readonly action: ProviderAction;
}

/** Use cases of bots' chats. All reject with ContractError and report changes as events. */
export function createBotChats(
  options: Pick<ChatsOptions, 'store' | 'clock' | 'announce' | 'publicAddress' | 'ratingTexts' | 'staffedChannels'>,
) {
  const { store, clock, announce, staffedChannels } = options;
  const toBotInput = (action: ProviderAction, eventId: string | undefined): BotAction => {
    switch (action.event) {
      case 'BOT_MESSAGE': {
        const { message } = action;
        // Custom channels support neither markup nor buttons, so they get the plain text.
        const texts = message.text === undefined ? [] : cutText(message.text);
        return { kind: 'BOT_MESSAGE', message, texts, eventId };
      }
      case 'CLIENT_INFO':
        return { kind: 'CLIENT_INFO', info: action.info };
      case 'INVITE_AGENT':
        return { kind: 'INVITE_AGENT', staffedChannels: staffedChannels() };
      case 'INIT_RATE':
        return { kind: 'INIT_RATE', invitation: newRatingInvitation(options.publicAddress(), options.ratingTexts()) };
    }
  };
  return {
    /** resolves when it is on disk */
    receive: async ({ id, action, ...event }: BotRequest) => {
      const at = clock.wall();
      const received = await store.write('receiveBotEvent', {
        ...event,
        act: toBotInput(action, id),
        at,
        repeatsSince: at - REPEAT_WINDOW,
      });
      if ((received.outcome === 'accepted' || received.outcome === 'held_back') && received.change !== undefined)
        announce(received.change);
      return received;
    },
    /** a bot was silent too long: it loses the chat to an operator who is there, if the customer still waits */
    handOverSilent: async (chatId: string, botId: string) => {
      const silent = { chatId, botId, staffedChannels: staffedChannels(), at: clock.wall() };
      const change = await store.write('handOverSilent', silent);
      if (change !== undefined) announce(change);
    },
    /** moves chats whose bot asked for a person to Waiting */
    operatorCameOnline: async () => {
      const now = { at: clock.wall(), staffedChannels: staffedChannels() };
      for (const change of await store.write('moveAskedChats', now)) announce(change);
    },
    /** moves chats whose bot is not working to Waiting */
    release: async () => {
      for (const change of await store.write('releaseBotChats', { at: clock.wall() })) announce(change);
    },
  };
}

export type BotChats = ReturnType<typeof createBotChats>;
