import { z } from 'zod';
import { PROVIDER_EVENTS, SERVICE_EVENTS } from '#shared/protocol/bot-provider.ts';
import { instant } from './entities.ts';
import { chatEvent, deliveryError, heldBackReason } from './message.ts';
import { phraseSchema } from './phrase.ts';

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
export const botAttempt = z.object({
  at: instant,
  /** milliseconds until the response headers, or until giving up */
  took: z.number(),
  status: z.int().optional(),
  /** start of the response body */
  answer: z.string().optional(),
  error: deliveryError.optional(),
});
export type BotAttempt = z.infer<typeof botAttempt>;

/** One line of the bot inspector. */
export const botTurn = z.discriminatedUnion('direction', [
  /** service to provider; `dropped`: the bot lost the chat before the event was due */
  z.object({
    direction: z.literal('out'),
    id: z.string(),
    botId: z.string(),
    event: z.enum(SERVICE_EVENTS),
    at: instant,
    body: z.string(),
    state: z.enum(['sending', 'delivered', 'failed', 'dropped']),
    attempts: z.array(botAttempt),
  }),
  /** provider to service */
  z.object({
    direction: z.literal('in'),
    id: z.string(),
    botId: z.string(),
    event: z.union([z.enum(PROVIDER_EVENTS), z.literal('unknown')]),
    at: instant,
    body: z.string(),
    outcome: z.enum(['accepted', 'repeat', 'held_back', 'refused']),
    status: z.int(),
    /** reason why its message was held back, or what was wrong */
    note: z.union([heldBackReason, phraseSchema]).optional(),
    messageId: z.string().optional(),
  }),
  /** the chat changed hands, or an event that explains such a change */
  z.object({ direction: z.literal('move'), id: z.string(), at: instant, move: chatEvent }),
]);
export type BotTurn = z.infer<typeof botTurn>;
