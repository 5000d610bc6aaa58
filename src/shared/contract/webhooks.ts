import { z } from 'zod';
import { isHttpUrl } from '#shared/protocol/chat-channel.ts';
import { withHttps } from '#shared/domain/addresses.ts';
import { instant } from '#shared/domain/entities.ts';
import { rule } from '#shared/domain/phrase.ts';
import { nothing, owner } from './fields.ts';

export const WEBHOOK_EVENTS = ['chat.opened', 'message.added', 'chat.closed', 'chat.rated'] as const;
const webhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** An address that is told what happens in chats. */
const webhook = z.object({
  id: z.string(),
  url: z.string(),
  /** the address may be unencrypted */
  allowPlainHttp: z.boolean(),
  events: z.array(webhookEvent),
  isOn: z.boolean(),
  /** it was switched off because its server took nothing for a day, or too much was waiting */
  stoppedAt: instant.optional(),
});

/** As stored; the signing key follows from `keySalt` and the vault. */
export const webhooks = z.array(webhook.extend({ keySalt: z.string() }));
export type StoredWebhook = z.infer<typeof webhooks>[number];

const webhookView = webhook.extend({
  /** events that it has still to be told; the time of the oldest */
  waiting: z.int(),
  waitingSince: instant.optional(),
});
export type Webhook = z.infer<typeof webhookView>;

const fields = {
  url: z
    .string()
    .trim()
    .overwrite(withHttps)
    .max(2048)
    .refine((text) => isHttpUrl(text), rule('errors:rules.address.https')),
  allowPlainHttp: z.boolean(),
  events: z.array(webhookEvent).min(1, rule('errors:rules.invalid')),
  isOn: z.boolean(),
};
export const webhookUrl = fields.url;

const webhookId = z.object({ webhookId: z.string().max(64) });

/** Webhooks (docs/api.md). */
export const webhookRoutes = {
  'webhooks.list': owner('none', nothing, { webhooks: z.array(webhookView) }, ['webhooks']),
  /** told everything unless `events` says otherwise. Coded errors: endpoint_not_allowed; invalid_input at 20 webhooks */
  'webhooks.add': owner(
    'added webhook',
    { url: fields.url, allowPlainHttp: fields.allowPlainHttp.default(false), events: fields.events.optional() },
    webhookView,
  ),
  /** switched off, it forgets what it has still to be told. Coded errors: not_found, endpoint_not_allowed */
  'webhooks.change': owner('changed webhook', webhookId.extend(z.object(fields).partial().shape), webhookView),
  /** Coded error: not_found */
  'webhooks.key': owner('none', webhookId, { key: z.string() }),
  /** Coded error: not_found */
  'webhooks.renewKey': owner('renewed webhook', webhookId, nothing),
  /** Coded error: not_found */
  'webhooks.remove': owner('removed webhook', webhookId, nothing),
} as const;
