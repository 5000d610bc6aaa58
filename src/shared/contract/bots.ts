import { z } from 'zod';
import { bot } from '#shared/domain/bots.ts';
import { deliveryError } from '#shared/domain/message.ts';
import { nothing, everyone, owner, endpointField, nameField, pathWord } from './fields.ts';
import { enteredText, rule } from '#shared/domain/phrase.ts';

const botId = z.object({ botId: z.string() });

/** Fields that an owner enters for a bot; whether `endpoint` is allowed also depends on `allowPlainHttp`. */
export const botFields = {
  name: nameField,
  endpoint: endpointField,
  /** the last path segment of every address, in both directions */
  token: enteredText(256, rule('errors:rules.token.needed'))
    .regex(/^[\x21-\x7e]+$/, rule('errors:rules.token.signs'))
    .refine((text) => !/^\.+$/.test(text), rule('errors:rules.identifier.dots')),
  allowPlainHttp: z.boolean(),
  channelIds: z.array(z.string()).max(1000),
  hourlyLimit: z
    .int()
    .min(1, rule('errors:rules.least.text', { least: 1 }))
    .max(1_000_000, rule('errors:rules.most.text', { most: '1,000,000' })),
  silenceSeconds: z
    .int()
    .min(0, rule('errors:rules.least.text', { least: 0 }))
    .max(86_400, rule('errors:rules.most.day')),
} as const;

export const providerId = pathWord;

const botChange = z.object(botFields).partial();

/** A provider's response to a test message. */
export const botTest = z.object({
  /** the response to CLIENT_MESSAGE */
  ok: z.boolean(),
  status: z.int().optional(),
  took: z.number(),
  answer: z.string().optional(),
  error: deliveryError.optional(),
  /** events received within a few seconds, each as JSON text */
  events: z.array(z.string()),
});
export type BotTest = z.infer<typeof botTest>;

/** Bots. */
export const botRoutes = {
  'bots.list': everyone(nothing, { bots: z.array(bot) }, ['bots']),
  /** without an endpoint the built-in test bot answers; a missing token or provider id is generated */
  'bots.create': owner('added bot', botChange.extend({ name: botFields.name, providerId: providerId.optional() }), bot),
  'bots.update': owner('changed bot', botId.extend(botChange.shape), bot),
  /** requests are signed with the new key from then on */
  'bots.renewSigningKey': owner('renewed bot', botId, bot),
  'bots.enable': owner('changed bot', botId, bot),
  /** its chats return to Waiting */
  'bots.disable': owner('changed bot', botId, bot),
  /** its chats return to Waiting; its address answers 401 */
  'bots.remove': owner('removed bot', botId, { handedOver: z.int() }),
  /** full addresses including the token: only on demand */
  'bots.addresses': owner('none', botId, {
    /** URL to which the provider posts its events */
    service: z.string(),
    /** URL to which events are posted; null: the built-in test bot */
    provider: z.string().nullable(),
    token: z.string(),
    /** signs what is posted to the provider; empty: it can no longer be read */
    signingKey: z.string(),
  }),
  /** sends a CLIENT_MESSAGE of a made-up chat, and waits a few seconds for events */
  'bots.test': owner('none', botId.extend({ text: z.string().trim().min(1).max(1000).optional() }), botTest),
} as const;
