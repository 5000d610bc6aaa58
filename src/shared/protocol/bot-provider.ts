import { z } from 'zod';
import { firstCodePoints } from './code-points.ts';

/** Events that a provider may send (bot provider interface, section 6). */
export const PROVIDER_EVENTS = ['BOT_MESSAGE', 'INVITE_AGENT', 'CLIENT_INFO', 'INIT_RATE'] as const;
export type ProviderEventKind = (typeof PROVIDER_EVENTS)[number];

/** Events that the service sends to the provider. */
const SERVICE_EVENTS = ['CLIENT_MESSAGE', 'AGENT_UNAVAILABLE', 'CHAT_CLOSED', 'CLIENT_RATED'] as const;
export type ServiceEventKind = (typeof SERVICE_EVENTS)[number];

/** The channel type sent to bots if the channel's settings have none. */
export const DEFAULT_CHANNEL_TYPE = 'widget';

/** Buttons of a BUTTONS message (section 8). */
export const MAX_BUTTONS = 3;

const wellFormed = (most: number) =>
  z
    .string()
    .overwrite((text) => text.toWellFormed())
    .refine((text) => text.trim() !== '', 'a text that is not blank is expected')
    .overwrite((text) => firstCodePoints(text, most));

/** Text that is split into messages later, so it is limited only by the body's size. */
const MAX_TEXT_LENGTH = 256 * 1024;

/** An id as providers send it: decimal text, or a number. */
const looseId = z
  .union([z.string(), z.number()])
  .transform(String)
  .transform((id) => firstCodePoints(id.toWellFormed(), 255));

/** A button as it is kept; `isNumber`: its id goes back to the bot as a number, with the digits of `id`. */
export const storedButton = z.object({ id: z.string().optional(), isNumber: z.boolean().optional(), text: z.string() });
/** A button as customers see it, without what only its bot needs. */
export type ShownButton = Omit<z.infer<typeof storedButton>, 'id' | 'isNumber'>;

export const botButton = z
  .object({
    /** id by which the bot recognizes the answer */
    id: z.union([z.string(), z.number()]).optional().catch(undefined),
    text: wellFormed(255),
  })
  .transform(({ id, text }): z.infer<typeof storedButton> => {
    if (id === undefined) return { text };
    return { id: looseId.parse(id), ...(typeof id === 'number' && { isNumber: true }), text };
  });

/** A bot's message by `message.type` (section 2). */
export const botMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('TEXT'), text: wellFormed(MAX_TEXT_LENGTH) }),
  z.object({ type: z.literal('MARKDOWN'), content: wellFormed(MAX_TEXT_LENGTH), text: wellFormed(MAX_TEXT_LENGTH) }),
  z.object({
    type: z.literal('BUTTONS'),
    title: wellFormed(MAX_TEXT_LENGTH),
    /** text for channels without buttons; if absent, nothing is sent there */
    text: wellFormed(MAX_TEXT_LENGTH).optional().catch(undefined),
    buttons: z.array(botButton).min(1, '1 to 3 buttons are expected').max(MAX_BUTTONS, '1 to 3 buttons are expected'),
  }),
]);
export type BotMessage = z.infer<typeof botMessage>;

const contact = (most: number) => wellFormed(most).describe(`Of more than ${most} characters the first are kept`);

/** Contacts in CLIENT_INFO (section 2); invalid ones are left out, long ones truncated. */
export const clientFields = { name: contact(255), phone: contact(64), email: contact(255) } as const;
export type ClientInfo = { readonly [K in keyof typeof clientFields]?: string };

/** Fields of every event from a provider. */
export const providerEnvelope = z.object({
  /** for logs; some providers always send the same one */
  id: looseId.optional().catch(undefined),
  chat_id: looseId.optional().catch(undefined),
  client_id: looseId.optional().catch(undefined),
});

const addressee = {
  /** a UUID, the same in every attempt */
  id: z.string(),
  client_id: z.string(),
  chat_id: z.string(),
} as const;

/** CLIENT_MESSAGE (section 2). `sender.id` is the same number as `client_id`; timestamps are whole seconds. */
export const clientMessage = z.object({
  ...addressee,
  event: z.literal('CLIENT_MESSAGE'),
  site_id: z.string(),
  agents_online: z.boolean(),
  sender: z.object({
    id: z.int(),
    name: z.string().optional(),
    url: z.string().optional(),
    has_contacts: z.boolean(),
  }),
  message: z.object({
    type: z.literal('TEXT'),
    text: z.string(),
    timestamp: z.int(),
    /** of the button that the customer pressed, as the bot gave it */
    button_id: z.union([z.string(), z.number()]).optional(),
  }),
  channel: z.object({ id: z.string(), type: z.string() }),
});
export type ClientMessage = Readonly<z.infer<typeof clientMessage>>;

/** Events from the service to a provider, by `event`. */
export const serviceEvents = {
  CLIENT_MESSAGE: clientMessage,
  AGENT_UNAVAILABLE: z.object({ ...addressee, event: z.literal('AGENT_UNAVAILABLE') }),
  CHAT_CLOSED: z.object({ ...addressee, event: z.literal('CHAT_CLOSED') }),
  CLIENT_RATED: z.object({
    ...addressee,
    event: z.literal('CLIENT_RATED'),
    rate: z.int().min(1).max(5),
    comment: z.string().optional(),
  }),
} as const satisfies Record<ServiceEventKind, z.ZodType>;

export type ServiceEvent = {
  readonly [Kind in ServiceEventKind]: Readonly<z.infer<(typeof serviceEvents)[Kind]>>;
}[ServiceEventKind];
