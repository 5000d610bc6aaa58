import { CONTENT_TYPES, kindOf, type ContentType } from '#shared/domain/kinds/kinds.ts';
import { externalKey } from '#shared/domain/entities.ts';
import { toInternalNames } from '#shared/protocol/fields.ts';
import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { CustomerMessage } from '#main/chats/receive.ts';
import { firstCodePoints } from '#shared/protocol/code-points.ts';
import { senderFields, TYPING_TYPES, type TypingType } from '#shared/protocol/chat-channel.ts';
import {
  canonicalJson,
  Digits,
  isJsonObject,
  parseJsonBody,
  parseKeepingDigits,
  type JsonObject,
  readOptionalFields,
} from '#main/intake/json-body.ts';
import { invalidRequest } from '#main/intake/request-problem.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

const MAX_ID_LENGTH = 255;

/** A customer's request, parsed by the rules in the interface's decisions; `notes` name what was dropped. */
export type CustomerPost =
  | { readonly kind: 'typing'; readonly externalId: string; readonly type: TypingType }
  | {
      readonly kind: 'message';
      readonly message: Omit<CustomerMessage, 'channelId'>;
      readonly notes: readonly Phrase[];
    };

/** A body whose sender is known. */
export interface Envelope {
  readonly externalId: string;
  readonly sender: JsonObject;
  readonly message: unknown;
  /** the whole body */
  readonly text: string;
}

/** Parses the sender of a customer message (chat channel interface, section 2). Throws RequestProblem 400. */
export function readEnvelope(body: Buffer): Envelope {
  const { text, value } = parseJsonBody(body);
  const { sender, message } = value;
  if (!isJsonObject(sender)) throw invalidRequest(phrase('errors:calls.sender.text'));
  return { externalId: readExternalId(sender['id'], text), sender, message, text };
}

/** Parses the message itself (chat channel interface, sections 2, 4.2, 4.4 and 6). Throws RequestProblem 400. */
export function readCustomerPost({ externalId, sender, message, text }: Envelope, channelId: string): CustomerPost {
  if (!isJsonObject(message)) throw invalidRequest(phrase('errors:calls.message.title'));
  const type = message['type'];
  if (isOneOf(TYPING_TYPES, type)) return { kind: 'typing', externalId, type };
  if (!isOneOf(CONTENT_TYPES, type)) {
    throw invalidRequest(
      phrase('errors:calls.message.type', { types: [...CONTENT_TYPES, ...TYPING_TYPES].join(', ') }),
    );
  }
  const notes: Phrase[] = [];
  const content = readContent(type, message, notes);
  return {
    kind: 'message',
    notes,
    message: {
      externalId,
      sender: readOptionalFields(sender, senderFields, 'sender', notes),
      type,
      ...content,
      ...readIdentity(message, text, `${channelId} ${externalKey(externalId)} `),
    },
  };
}

/** `sender.id` as JSON text, to keep type and digits: a non-empty string, or an integer in either form. */
function readExternalId(id: unknown, text: string): string {
  if (typeof id === 'string' && id !== '' && id.isWellFormed() && isShort(id)) return JSON.stringify(id);
  if (typeof id === 'number') {
    const sender = parseKeepingDigits(text)['sender'];
    const digits = isJsonObject(sender) ? sender['id'] : undefined;
    if (digits instanceof Digits && /^-?\d+$/.test(digits.source) && digits.source.length <= MAX_ID_LENGTH)
      return digits.source;
  }
  throw invalidRequest(phrase('errors:calls.sender.id', { most: MAX_ID_LENGTH }));
}

/** Counts code points; an ID with this many UTF-16 units or fewer cannot have more. */
function isShort(id: string): boolean {
  return id.length <= MAX_ID_LENGTH || (id.length <= MAX_ID_LENGTH * 2 && Array.from(id).length <= MAX_ID_LENGTH);
}

function readContent(
  type: ContentType,
  message: JsonObject,
  notes: Phrase[],
): Pick<CustomerMessage, 'text' | 'fields'> {
  const { required, refusal, optional, fillIn } = kindOf(type);
  const read = required.safeParse(message);
  if (!read.success) throw invalidRequest(refusal?.(type) ?? describeIssue(read.error));
  const content = { ...readOptionalFields(message, optional, 'message', notes), ...read.data };
  const { text, ...fields } = type === 'text' ? content : toInternalNames(content);
  return { text, fields: fillIn?.(fields, message, notes) ?? fields } as Pick<CustomerMessage, 'text' | 'fields'>;
}

/** `message.question: string expected` */
function describeIssue({ issues: [issue] }: z.ZodError): Phrase {
  const expected = issue?.code === 'invalid_type' ? issue.expected : (issue?.message ?? '');
  return phrase('errors:calls.field', { field: ['message', ...(issue?.path ?? [])].join('.'), type: expected });
}

/** `message.id`, plus, if there is one, the digest of channel, customer and message that identifies repeats. */
function readIdentity(message: JsonObject, text: string, source: string) {
  const id = message['id'];
  if ((typeof id !== 'string' || id === '') && typeof id !== 'number')
    return { messageExternalId: undefined, digest: undefined };
  const exact = /\d{16}/.test(text) ? parseKeepingDigits(text)['message'] : message;
  const exactId: unknown = isJsonObject(exact) ? exact['id'] : id;
  return {
    messageExternalId: firstCodePoints(
      (exactId instanceof Digits ? exactId.source : String(id)).toWellFormed(),
      MAX_ID_LENGTH,
    ),
    digest: hash('sha256', source + canonicalJson(exact), 'base64url').slice(0, 22),
  };
}

function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}
