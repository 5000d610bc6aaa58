import { z } from 'zod';
import { clientId as clientIdField, waitedFields } from '#shared/contract/fields.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { CONTENT_TYPES, type ContentType, toPlainText } from '#shared/domain/kinds/kinds.ts';
import { ContractError, notFound } from '#shared/contract/errors.ts';
import { programWrites, startedByOperator, reply as replyMove } from '#shared/domain/chat-rules.ts';
import type { Message, MessageFields } from '#shared/domain/message.ts';
import { cutText, TEXT_LIMIT } from '#shared/domain/text-cutting.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { sql } from '../sql.ts';
import type { Connection } from '../connection.ts';
import { type MessageRow, rowId, SELECT_MESSAGE, toMessage } from '../rows.ts';
import {
  actingOperator,
  type ActingOperator,
  requireAllowed,
  type ChatChange,
  findChat,
  insertMessage,
  insertSystemLine,
  isChannel,
  mustRead,
  recordAnswer,
  saveOwnership,
} from '../chats/chat-change.ts';
import { customerBlocked, type OperatorInput, takenEvent } from '../chats/chats.ts';
import { enqueueMessage, QUEUED, acceptedTypes } from '../deliveries/deliveries.ts';
import { insertChat } from './receive-message.ts';
import { type FileToHost, hostFiles, fileLinks } from '../media/hosted-files.ts';
import type { SendingDelivery } from '../deliveries/sending.ts';
import { type Change, command } from '../command.ts';
import type { RequestContext } from '../thread.ts';
import { unseenByAll } from '#shared/domain/needs-person.ts';
import { requireAuthor } from './notes.ts';

interface ReplyBase extends OperatorInput {
  /** the same id is the same reply */
  readonly clientId?: string | undefined;
  /** if earlier than now: it does not answer what the customer wrote since */
  readonly writtenAt?: number | undefined;
  /** nobody at the desk wrote it: the chat stays whose it is, and waits as it did */
  readonly byProgram?: boolean;
  /** address at which customers reach the listener; without a slash at the end */
  readonly publicUrl?: string | undefined;
}

export interface ReplyInput extends ReplyBase {
  /** a message each */
  readonly texts: readonly string[];
}

/** A message of a reply as stored; links are made from its files. */
export type PartToSend =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: Exclude<ContentType, 'text'>;
      readonly text?: string | undefined;
      readonly fields: MessageFields;
      readonly files?: readonly FileToHost[];
    };

export interface MediaReplyInput extends ReplyBase {
  readonly parts: readonly PartToSend[];
}

type ReplyChange = ChatChange & { readonly sending: readonly SendingDelivery[] };

const replyText = z.string().max(64 * 1024);

export const replyCommands = {
  /**
   * A long text is split into several messages; takes a waiting chat, unless a program writes. A repeat with the same `clientId`, after a lost
   * response, isn't sent twice. `age`: milliseconds since it was written; what the customer wrote since then stays
   * unanswered. Coded errors: not_found, chat_closed, chat_taken, invalid_input if it is empty
   */
  'chats.reply': command({
    for: 'everyone',
    input: {
      chatId: z.string(),
      text: replyText,
      clientId: clientIdField.optional(),
      ...waitedFields,
      age: z.int().min(0).optional(),
    },
    run: async (db, { chatId, text, clientId, age, writtenBy }, context) => {
      const { operatorId, at, publicUrl, role } = context;
      requireAuthor(writtenBy, operatorId);
      const writtenAt = age === undefined ? undefined : at - age;
      const act = { chatId, operatorId, at, publicUrl, clientId, writtenAt, byProgram: role === 'program' };
      return ofReply(await replyToChat(db, { ...act, texts: splitReply(text) }));
    },
  }),
  /** `chats.replyMedia`, with its parts ready to store. Coded errors: not_found, chat_closed, chat_taken */
  'replies.store': command({
    for: 'engine',
    input: z.custom<Pick<MediaReplyInput, 'chatId' | 'operatorId' | 'clientId' | 'parts'>>(),
    run: async (db, reply, { at, publicUrl }) => ofReply(await replyWithMedia(db, { ...reply, at, publicUrl })),
  }),
  /**
   * Opens a chat with a customer who has none open, and sends the first message; the same `clientId` again is the same
   * chat. A channel knows customers only by id, so for it this is a reply like others. Coded errors: not_found,
   * channel_removed, customer_blocked, chat_superseded if they have one open, invalid_input if it is empty
   */
  'chats.begin': command({
    for: 'everyone',
    input: { customerId: z.string(), text: replyText, clientId: clientIdField.optional() },
    run: beginChat,
  }),
} as const;

export interface ReplyAnswer {
  readonly chat: Chat;
  readonly messages: Message[];
}

function ofReply(change: ReplyChange): Change<ReplyAnswer> {
  const messages = change.added.filter(({ from }) => from === 'operator');
  return { answer: { chat: change.chat, messages }, chats: [change] };
}

/** The messages of a reply. Coded error: invalid_input if it is empty. */
function splitReply(text: string): readonly string[] {
  const wellFormed = text.toWellFormed();
  if (wellFormed.trim() !== '') return cutText(wellFormed);
  const reason = phrase('errors:refusals.write.first');
  throw new ContractError('invalid_input', reason, [{ path: 'text', reason }]);
}

async function beginChat(
  db: Connection,
  {
    customerId,
    ...first
  }: { readonly customerId: string; readonly text: string; readonly clientId?: string | undefined },
  { operatorId, at }: RequestContext,
): Promise<Change<ReplyAnswer>> {
  const act = { operatorId, at, clientId: first.clientId, texts: splitReply(first.text) };
  const operator = await actingOperator(db, operatorId);
  const customer = await db.get<{ channelId: string; blockedAt?: number; openId?: string; begunId?: string }>`
    SELECT channel_id, blocked_at,
      (SELECT id FROM chats WHERE customer_id = customers.id AND state <> 'closed') AS open_id,
      (SELECT chats.id FROM chats JOIN messages ON chat_id = chats.id
       WHERE customer_id = customers.id AND author = 'operator' AND client_id = ${first.clientId} LIMIT 1) AS begun_id
    FROM customers WHERE id = ${rowId(customerId)}`;
  if (customer === undefined) throw notFound('customer');
  const { channelId, begunId } = customer;
  if (begunId !== undefined) return ofReply(await replyToChat(db, { ...act, chatId: begunId }));
  if (!(await isChannel(db, channelId)))
    throw new ContractError('channel_removed', phrase('errors:refusals.chat.noChannel'));
  if (customer.blockedAt !== undefined) throw customerBlocked();
  if (customer.openId !== undefined)
    throw new ContractError('chat_superseded', phrase('errors:refusals.chat.oneIsOpen'));
  const chatId = await insertChat(db, sql`${rowId(customerId)}`, channelId, startedByOperator(operatorId), at);
  const event = { kind: 'begun', operatorId, operatorName: operator.name } as const;
  const line = await insertSystemLine(db, chatId, event, at);
  const change = await replyToChat(db, { ...act, chatId });
  return ofReply({ ...change, added: [line, ...change.added] });
}

/** Stores and queues an operator's reply, a message per part. Coded errors: not_found, chat_closed, chat_taken. */
export async function replyToChat(db: Connection, { texts, ...act }: ReplyInput): Promise<ReplyChange> {
  return await replyWithMedia(db, {
    ...act,
    parts: texts.map((text) => ({ type: 'text', text })),
  });
}

/** The same with media, whose files become available. Coded errors: not_found, chat_closed, chat_taken. */
async function replyWithMedia(db: Connection, act: MediaReplyInput) {
  const { publicUrl = '', byProgram = false } = act;
  const operator = await actingOperator(db, act.operatorId, act.publicUrl);
  const found = await findChat(db, act.chatId);
  const { chatId, ownership: before } = found;
  const known = act.clientId === undefined ? [] : await findReply(db, { chatId: act.chatId, clientId: act.clientId });
  if (known.length > 0) return { chat: await mustRead(db, chatId), changed: false, added: known, sending: [] };
  const wanted = byProgram ? programWrites(before) : replyMove(before, operator.id);
  const move = await requireAllowed(db, found, wanted);
  const added: Message[] = [];
  if (move.changed) added.push(await insertSystemLine(db, chatId, await takenEvent(db, found, operator), act.at));
  const sending: SendingDelivery[] = [];
  const takes = act.parts.every(({ type }) => type === 'text')
    ? CONTENT_TYPES
    : await acceptedTypes(db, found.row.channelId);
  const parts = act.parts.flatMap((part) => splitPart(part, { publicUrl, takes }));
  for (const [number, part] of parts.entries()) {
    const message = await insertPart(db, part, { act, chatId, operator, number });
    sending.push(await enqueueMessage(db, found.row, operator, message, takes));
    added.push({ ...message, delivery: QUEUED });
  }
  const latest = { lastActivityAt: act.at, lastMessageId: added.at(-1)?.id };
  if (byProgram) {
    await db.update('chats', { id: chatId }, latest);
    return { chat: await mustRead(db, chatId), changed: true, added, sending };
  }
  await recordAnswer(db, found, operator.id, act.at);
  const since = await unansweredSince(db, chatId, act.writtenAt);
  await saveOwnership(db, chatId, before, { ...move.ownership, waitingSince: since?.waitingSince });
  const seen = unseenByAll(found.row.seen, since === undefined ? { [operator.id]: 0 } : {});
  await db.update('chats', { id: chatId }, { unanswered: since?.unanswered ?? 0, seen, ...latest });
  return { chat: await mustRead(db, chatId), changed: true, added, sending };
}

/** An operator's reply that is already stored, in its parts. */
export async function findReply(
  db: Connection,
  { chatId, clientId }: { readonly chatId: string; readonly clientId: string },
): Promise<Message[]> {
  const rows = await db.all<MessageRow>`
    ${SELECT_MESSAGE} WHERE messages.chat_id = ${rowId(chatId)} AND messages.author = 'operator'
      AND messages.client_id = ${clientId} ORDER BY messages.part`;
  return rows.map(toMessage);
}

/** The customer's messages after a time; undefined: none. */
async function unansweredSince(db: Connection, chatId: string, writtenAt: number | undefined) {
  if (writtenAt === undefined) return undefined;
  return await db.get<{ waitingSince: number; unanswered: number }>`
    SELECT min(at) AS waiting_since, count(*) AS unanswered FROM messages
    WHERE chat_id = ${chatId} AND author = 'customer' AND at > ${writtenAt} HAVING count(*) > 0`;
}

/** Text too long for the message follows it; if a link replaces the media, it goes before. */
function splitPart(
  part: PartToSend,
  { publicUrl, takes }: { readonly publicUrl: string; readonly takes: readonly ContentType[] },
): readonly PartToSend[] {
  if (part.type === 'text' || part.text === undefined) return [part];
  const { text, ...rest } = part;
  const asMessage = (words: string): PartToSend => ({ type: 'text', text: words });
  if (takes.includes(part.type)) {
    const [first, ...others] = cutText(text);
    return [{ ...rest, text: first }, ...others.map(asMessage)];
  }
  const links = fileLinks(publicUrl, part.files ?? []);
  const link = toPlainText({ ...part.fields, ...links, type: part.type });
  return text.length + 1 + link.length <= TEXT_LIMIT ? [part] : [...cutText(text).map(asMessage), rest];
}

async function insertPart(
  db: Connection,
  part: PartToSend,
  of: { chatId: string; act: MediaReplyInput; operator: ActingOperator; number: number },
) {
  const { chatId, act, operator, number } = of;
  const files = ('files' in part ? part.files : undefined) ?? [];
  const links = files.length === 0 ? {} : fileLinks(act.publicUrl ?? '', files);
  const fields = 'fields' in part ? { ...part.fields, ...links } : {};
  const message = await insertMessage(db, {
    chatId,
    from: 'operator',
    type: part.type,
    text: part.text,
    fields,
    at: act.at,
    operatorId: operator.id,
    authorName: operator.name,
    clientId: act.clientId,
    part: number,
  });
  if (files.length > 0) await hostFiles(db, message, files);
  return message;
}
