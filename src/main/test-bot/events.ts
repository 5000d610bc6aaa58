import { z } from 'zod';
import type { BotMessage, ServiceEventKind } from '#shared/protocol/bot-provider.ts';

/** What every event carries (bot provider interface, section 2). */
const addressed = { id: z.string().min(1), chat_id: z.string().min(1), client_id: z.string() } as const;

/** Events from the service, as far as this bot reads them; more fields may come. */
const heardEvent = z.discriminatedUnion('event', [
  z.object({
    ...addressed,
    event: z.literal('CLIENT_MESSAGE'),
    agents_online: z.boolean(),
    sender: z.object({ name: z.string().optional(), has_contacts: z.boolean() }),
    message: z.object({ text: z.string() }),
  }),
  z.object({ ...addressed, event: z.literal('AGENT_UNAVAILABLE') }),
  z.object({ ...addressed, event: z.literal('CHAT_CLOSED') }),
  z.object({ ...addressed, event: z.literal('CLIENT_RATED'), rate: z.number(), comment: z.string().optional() }),
]);
export type HeardEvent = z.infer<typeof heardEvent>;

const KNOWN: readonly string[] = [
  'CLIENT_MESSAGE',
  'AGENT_UNAVAILABLE',
  'CHAT_CLOSED',
  'CLIENT_RATED',
] satisfies ServiceEventKind[];

export type Reading =
  | { readonly kind: 'event'; readonly event: HeardEvent }
  /** `event` is none that the service sends */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed'; readonly why: string };

/** Reads a request's body: events are told apart by `event`. */
export function readEvent(body: string): Reading {
  const value = parsed(body);
  const named = z.object({ event: z.string() }).safeParse(value);
  if (!named.success) return { kind: 'malformed', why: 'A JSON object with an event is expected' };
  if (!KNOWN.includes(named.data.event)) return { kind: 'unknown' };
  const event = heardEvent.safeParse(value);
  return event.success
    ? { kind: 'event', event: event.data }
    : { kind: 'malformed', why: z.prettifyError(event.error) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a bot can do, before ids and times are put on it. */
export type BotAct =
  | { readonly event: 'BOT_MESSAGE'; readonly message: BotMessage }
  | { readonly event: 'INVITE_AGENT' }
  | { readonly event: 'INIT_RATE' }
  | {
      readonly event: 'CLIENT_INFO';
      readonly client: { readonly name?: string; readonly email?: string; readonly phone?: string };
    };
