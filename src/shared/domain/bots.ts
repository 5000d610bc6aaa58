import { z } from 'zod';
import type { Phrase } from '#shared/locales/phrase.ts';
import type { ProviderEventKind, ServiceEventKind } from '#shared/protocol/bot-provider.ts';
import { instant } from './entities.ts';
import type { ChatEvent, DeliveryError, HeldBackReason } from './message.ts';

/** A bot as the console shows it; the token is masked. */
export const bot = z.object({
  id: z.string(),
  name: z.string(),
  /** provider_id: generated, or taken from a provision file */
  providerId: z.string(),
  /** the provider's address; null: the built-in test bot answers; empty: there is one, which operators don't see */
  endpoint: z.string().nullable(),
  allowPlainHttp: z.boolean(),
  /** channels whose new chats it gets; if several bots share a channel, the first that works */
  channelIds: z.array(z.string()),
  /** limit of requests from it in a sliding hour */
  hourlyLimit: z.int(),
  /** seconds of silence after which a bot's chats go to the operators; 0: never */
  silenceSeconds: z.int(),
  enabled: z.boolean(),
  /** empty: lost, or hidden from operators */
  maskedToken: z.string(),
  /** `blocked`: over its hourly limit; `token_conflict`: another bot has the same token, so neither works; `token_lost`: it must be entered again */
  state: z.enum(['working', 'blocked', 'disabled', 'token_conflict', 'token_lost']),
  /** delivery state of the last event; absent: its provider was never asked at this address */
  reach: z.object({ /** of the first event that it did not take */ failingSince: instant.optional() }).optional(),
  /** names of the bots with the same token */
  conflictsWith: z.array(z.string()),
  /** requests accepted in the last hour */
  acceptedThisHour: z.int(),
  /** while blocked: when the block ends */
  blockedUntil: instant.optional(),
});
export type Bot = z.infer<typeof bot>;

/** One attempt to reach a provider. */
export interface BotAttempt {
  readonly at: number;
  /** milliseconds until the response headers, or until giving up */
  readonly took: number;
  readonly status?: number | undefined;
  /** start of the response body */
  answer?: string | undefined;
  error?: DeliveryError | undefined;
}

/** One line of the bot inspector. */
export type BotTurn = { readonly id: string; readonly at: number } & (
  | {
      /** service to provider */
      readonly direction: 'out';
      readonly botId: string;
      readonly event: ServiceEventKind;
      readonly body: string;
      /** `dropped`: the bot lost the chat before the event was due */
      readonly state: 'sending' | 'delivered' | 'failed' | 'dropped';
      readonly attempts: BotAttempt[];
    }
  | {
      /** provider to service */
      readonly direction: 'in';
      readonly botId: string;
      readonly event: ProviderEventKind | 'unknown';
      readonly body: string;
      readonly outcome: 'accepted' | 'repeat' | 'held_back' | 'refused';
      readonly status: number;
      /** reason why its message was held back, or what was wrong */
      readonly note?: HeldBackReason | Phrase | undefined;
      readonly messageId?: string | undefined;
    }
  | {
      /** the chat changed hands, or an event that explains such a change */
      readonly direction: 'move';
      readonly move: ChatEvent;
    }
);
