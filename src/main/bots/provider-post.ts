import { createHash } from 'node:crypto';
import type { BotAction } from '#main/store/bots/receive-bot-event.ts';
import {
  canonicalJson,
  Digits,
  isJsonObject,
  parseJsonBody,
  parseKeepingDigits,
  type JsonObject,
  readOptionalFields,
} from '#main/intake/json-body.ts';
import { invalidRequest, RequestProblem } from '#main/intake/request-problem.ts';
import {
  type BotMessage,
  botMessage,
  clientFields,
  PROVIDER_EVENTS,
  providerEnvelope,
  type ProviderEventKind,
} from '#shared/protocol/bot-provider.ts';
import type { z } from 'zod';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

/** A parsed provider event; `digest` identifies repeats in a chat. */
export type ProviderPost = {
  readonly id: string | undefined;
  readonly chatId: string | undefined;
  readonly customerId: string | undefined;
  readonly digest: string | undefined;
  /** parts that were dropped or cut */
  readonly notes: readonly Phrase[];
} & BotAction;

/** Outline of an event before it is fully parsed, for the inspector. */
export interface PostOutline {
  readonly text: string;
  readonly kind: ProviderEventKind | 'unknown';
  readonly chatId: string | undefined;
}

/** The JSON object of a body, plus what the inspector shows if parsing fails later. Throws RequestProblem 400. */
export function readOutline(body: Buffer): { readonly value: JsonObject; readonly outline: PostOutline } {
  const { text, value } = parseJsonBody(body);
  const kind = isProviderEvent(value['event']) ? value['event'] : 'unknown';
  return {
    value: /\d{16}/.test(text) ? withExactIds(value, text) : value,
    outline: { text, kind, chatId: readEnvelope(value).chat_id },
  };
}

/** Parses an event (bot provider interface, sections 2 and 6). Throws RequestProblem 400; 405 for other events. */
export function readProviderPost(value: JsonObject): ProviderPost {
  const event = value['event'];
  if (typeof event !== 'string')
    throw invalidRequest(phrase('errors:calls.event.text', { events: PROVIDER_EVENTS.join(', ') }));
  const supported = phrase('errors:calls.event.ours', { events: PROVIDER_EVENTS.join(', ') });
  if (!isProviderEvent(event)) throw new RequestProblem(405, 'method_not_allowed', supported);
  const { id, chat_id: chatId, client_id: customerId } = readEnvelope(value);
  if (chatId === undefined && customerId === undefined && event !== 'CLIENT_INFO')
    throw invalidRequest(phrase('errors:calls.chatId.text'));
  const notes: Phrase[] = [];
  const content = readContent(event, value, customerId, notes);
  return { id, chatId, customerId, digest: digestOf(event, id, value), notes, ...content };
}

function readContent(
  event: ProviderEventKind,
  value: JsonObject,
  customerId: string | undefined,
  notes: Phrase[],
): BotAction {
  switch (event) {
    case 'BOT_MESSAGE': {
      if (!isJsonObject(value['message'])) throw invalidRequest(phrase('errors:calls.message.title'));
      const read = botMessage.safeParse(value['message']);
      if (!read.success) throw invalidRequest(describeIssue(read.error));
      return { event, message: withExactButtonIds(read.data, value['message']) };
    }
    case 'CLIENT_INFO': {
      if (customerId === undefined) throw invalidRequest(phrase('errors:calls.clientId.text'));
      if (!isJsonObject(value['client'])) throw invalidRequest(phrase('errors:calls.client'));
      return { event, info: readOptionalFields(value['client'], clientFields, 'client', notes) };
    }
    case 'INVITE_AGENT':
    case 'INIT_RATE':
      return { event };
  }
}

/** Ids of buttons that are integers too large for a number, with all their digits. */
function withExactButtonIds(message: BotMessage, { buttons: given }: JsonObject): BotMessage {
  if (message.type !== 'BUTTONS' || !Array.isArray(given)) return message;
  const buttons = message.buttons.map((button, at) => {
    const id = (given[at] as JsonObject)['id'];
    return id instanceof Digits && id.source.length <= 255 ? { ...button, id: id.source, isNumber: true } : button;
  });
  return { ...message, buttons };
}

/** `message.text: a text that is not blank is expected` */
function describeIssue(error: z.ZodError): Phrase {
  const [issue] = error.issues;
  const field = ['message', ...(issue?.path ?? [])].join('.');
  if (field === 'message.type') return phrase('errors:calls.message.botType');
  if (issue?.code === 'invalid_type') return phrase('errors:calls.field', { field, type: issue.expected });
  if (issue?.code === 'custom') return phrase('errors:calls.fieldBlank', { field });
  return field === 'message.buttons'
    ? phrase('errors:calls.fieldButtons', { field })
    : phrase('errors:calls.fieldOther', { field, problem: issue?.message ?? '' });
}

function readEnvelope(value: JsonObject): z.infer<typeof providerEnvelope> {
  const { id, chat_id, client_id } = providerEnvelope.parse(value);
  return { id: id || undefined, chat_id: chat_id || undefined, client_id: client_id || undefined };
}

function digestOf(event: string, id: string | undefined, value: JsonObject) {
  if (id === undefined) return undefined;
  const { message = null, client = null } = value;
  const content = canonicalJson({ event, id, message, client });
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** IDs that are integers too large for a number, with all their digits. */
function withExactIds(value: JsonObject, text: string): JsonObject {
  const exact = parseKeepingDigits(text);
  const ids = ['id', 'chat_id', 'client_id'].filter((name) => typeof value[name] === 'number');
  const message = isJsonObject(value['message']) &&
    Array.isArray(value['message']['buttons']) && {
      ...value['message'],
      buttons: (exact['message'] as JsonObject)['buttons'],
    };
  return {
    ...value,
    ...(message && { message }),
    ...Object.fromEntries(ids.map((name) => [name, canonicalJson(exact[name])])),
  };
}

function isProviderEvent(event: unknown): event is ProviderEventKind {
  return (PROVIDER_EVENTS as readonly unknown[]).includes(event);
}
