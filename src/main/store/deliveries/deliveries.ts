import { z } from 'zod';
import {
  agentContentOf,
  type AgentMessage,
  CONTENT_TYPES,
  type ContentType,
  renderAgentMessage,
  type SentMessage,
  toPlainText,
} from '#shared/domain/kinds/kinds.ts';
import { ContractError, notFound } from '#shared/contract/errors.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { AgentSender } from '#shared/protocol/chat-channel.ts';
import type { Delivery, DeliveryError, Message } from '#shared/domain/message.ts';
import { cutText, TEXT_LIMIT } from '#shared/domain/text-cutting.ts';
import { type Connection, mapInOrder, type WritingConnection } from '../connection.ts';
import { readChat, readMessage, rowId } from '../rows.ts';
import { sql } from '../sql.ts';
import { rehostFiles } from '../media/hosted-files.ts';
import type { SendingDelivery } from './sending.ts';
import { reopenForFailure } from '../chats/chats.ts';
import { addFields, insertMessage, markUnseen, saveLastMessage } from '../chats/chat-change.ts';
import { type Change, command, DONE } from '../command.ts';
import type { Circumstances } from '../thread.ts';
import { phrase } from '#shared/locales/phrase.ts';

interface DeliveryChange {
  readonly message: Message;
  readonly chat: Chat;
}

/** State of a newly queued reply, as it will be read. */
export const QUEUED: Delivery = {
  state: 'sending',
  attempts: 0,
  error: undefined,
  deliveredAt: undefined,
  seenAt: undefined,
  dismissed: undefined,
};

/** The columns of an unfinished reply. */
export const SENDING_DELIVERY = sql`message_id, chat_id, channel_id, body, attempts`;

/** Queues a message behind all others, as its channel gets it. */
export async function enqueueMessage(
  db: Connection,
  { channelId, externalId }: { readonly channelId: string; readonly externalId: string },
  { name, photo }: AgentSender,
  message: SentMessage & Pick<Message, 'chatId'>,
  takes: readonly ContentType[] = CONTENT_TYPES,
): Promise<SendingDelivery> {
  const { id: messageId, chatId } = message;
  const body = renderAgentMessage(externalId, { name, photo }, agentContentOf(message, takes));
  await db.insert('deliveries', { messageId, chatId, channelId, body, state: 'sending' });
  return { messageId, chatId, channelId, body, attempts: 0 };
}

export interface ChannelAddress {
  readonly channelId: string;
  readonly publicId: string;
  /** undefined: the channel has none yet */
  readonly endpoint?: string;
  readonly allowPlainHttp: 0 | 1;
}

/** Counts an attempt before it is made, so that a crash cannot add one; undefined: the reply is gone, or has its verdict. */
async function beginAttempt(db: Connection, { messageId }: { readonly messageId: string }) {
  const channelId = await db.value<string>`
    UPDATE deliveries SET attempts = attempts + 1 WHERE message_id = ${messageId} AND state = 'sending'
    RETURNING channel_id`;
  return channelId === undefined ? undefined : { to: await channelAddress(db, { channelId }) };
}

/** undefined: the channel does not exist or was removed */
export async function channelAddress(
  db: Connection,
  { channelId }: { readonly channelId: string },
): Promise<ChannelAddress | undefined> {
  return await db.get<ChannelAddress>`
    SELECT id AS channel_id, public_id, endpoint, allow_plain_http FROM channels
    WHERE id = ${channelId} AND removed_at IS NULL`;
}

/** Within a transaction: see `deliveries.end`. */
export async function endDelivery(
  db: Connection,
  { messageId, error }: Verdict,
  { at }: Circumstances,
): Promise<Change<object>> {
  if (error === undefined) {
    await db.update('deliveries', { messageId }, { state: 'delivered', error, deliveredAt: at });
    const { message } = await readDeliveryChange(db, messageId);
    return { answer: DONE, happened: [{ name: 'message.changed', data: { message } }] };
  }
  await db.update('deliveries', { messageId }, { state: 'failed', error });
  await db.run`
    UPDATE chats SET failed = failed + 1, snoozed_by = NULL, snoozed_until = NULL
    WHERE id = (SELECT chat_id FROM deliveries WHERE message_id = ${messageId})`;
  const before = await readDeliveryChange(db, messageId);
  const { operatorId } = before.message;
  const opened = operatorId && (await reopenForFailure(db, { chatId: before.chat.id, operatorId, at }));
  if (operatorId !== undefined && opened === undefined && before.chat.unanswered === 0)
    await markUnseen(db, before.chat, operatorId);
  const { message, chat } = await readDeliveryChange(db, messageId);
  const lines = opened ? opened.added : [];
  return {
    answer: DONE,
    happened: [
      { name: 'message.changed', data: { message, chat } },
      ...lines.map((line) => ({ name: 'message.added', data: { message: line, chat } }) as const),
      { name: 'chat.changed', data: { chat } },
    ],
  };
}

/** Message types that a channel accepts; the rest is sent as text. */
export async function acceptedTypes(db: Connection, channelId: string): Promise<readonly ContentType[]> {
  return (await db.value<readonly ContentType[]>`SELECT takes FROM channels WHERE id = ${channelId}`) ?? CONTENT_TYPES;
}

export interface Verdict {
  readonly messageId: string;
  readonly error: DeliveryError | undefined;
}

export interface Resending {
  readonly messageId: string;
  /** end of the time in which its files can be fetched; milliseconds, wall clock */
  readonly expiresAt: number;
}

/** For rewriting a reply that is sent again: its links and what its channel accepts may have changed. */
type Rendering = Pick<Circumstances, 'at' | 'publicUrl'> & Pick<Resending, 'expiresAt'>;

export const deliveryCommands = {
  /** the endpoint answered with an error of its own; attempts continue */
  'deliveries.refused': command({
    for: 'engine',
    input: z.custom<{ readonly messageId: string; readonly error: DeliveryError }>(),
    run: async (db, { messageId, error }) => {
      await db.update('deliveries', { messageId }, { error });
      const { message } = await readDeliveryChange(db, messageId);
      return { answer: DONE, happened: [{ name: 'message.changed', data: { message } }] };
    },
  }),
  /** a reply was delivered or, with an error, given up; then its chat needs its operator again */
  'deliveries.end': command({ for: 'engine', input: z.custom<Verdict>(), run: endDelivery }),
  /** dismisses a failed reply: it no longer marks its chat as not delivered. Coded errors: not_found, not_failed */
  'messages.dismissFailure': command({
    for: 'everyone',
    input: { messageId: z.string() },
    run: async (db, { messageId }) => {
      const row = await db.get<{ state: string; dismissed: number; chatId: string }>`
        SELECT state, dismissed, chat_id FROM deliveries WHERE message_id = ${rowId(messageId)}`;
      if (row === undefined) throw notFound('reply');
      if (row.state !== 'failed') throw new ContractError('not_failed', phrase('errors:refusals.reply.notFailed'));
      if (row.dismissed === 0) {
        await db.update('deliveries', { messageId }, { dismissed: true });
        await subtractFailure(db, row.chatId);
      }
      const { message, chat } = await readDeliveryChange(db, messageId);
      return {
        answer: message,
        happened: [
          { name: 'message.changed', data: { message } },
          { name: 'chat.changed', data: { chat } },
        ],
      };
    },
  }),
  /**
   * `messages.resend`, once its files are known to be there: requeues a failed reply at the end, rendered again; a
   * caption that no longer fits continues in further messages. Coded errors: not_found, not_failed
   */
  'deliveries.resend': command({ for: 'engine', input: z.custom<Resending>(), run: resend }),
} as const;

async function resend(
  db: WritingConnection,
  { messageId, expiresAt }: Resending,
  { at, publicUrl }: Circumstances,
): Promise<Change<Message>> {
  const row = await db.get<SendingDelivery & { state: string; dismissed: number }>`
    SELECT ${SENDING_DELIVERY}, state, dismissed FROM deliveries WHERE message_id = ${rowId(messageId)}`;
  if (row === undefined) throw notFound('reply');
  const { state, dismissed, ...before } = row;
  if (state !== 'failed') throw new ContractError('not_failed', phrase('errors:refusals.reply.notFailed'));
  // At the end of all others.
  await db.run`DELETE FROM deliveries WHERE message_id = ${before.messageId}`;
  await db.insert('deliveries', { ...before, attempts: 0, state: 'sending' });
  await db.run`DELETE FROM mailed_messages WHERE message_id = ${before.messageId}`;
  if (dismissed === 0) await subtractFailure(db, before.chatId);
  const { body, further } = await rerender(db, messageId, before, { publicUrl, expiresAt, at });
  const { message, chat } = await readDeliveryChange(db, messageId);
  const added = further.map((part) => ({ ...part.message, delivery: QUEUED }));
  return {
    answer: message,
    happened: [
      { name: 'message.changed', data: { message } },
      ...added.map((part) => ({ name: 'message.added', data: { message: part, chat } }) as const),
      { name: 'chat.changed', data: { chat } },
    ],
    sending: [{ ...before, body, attempts: 0 }, ...further.map(({ sending }) => sending)],
  };
}

/** One of its replies counts no more as failed. */
export async function subtractFailure(db: Connection, chatId: string): Promise<void> {
  await db.run`UPDATE chats SET failed = failed - 1 WHERE id = ${chatId} AND failed > 0`;
}

/** The body as rewritten; the stored one is updated. */
async function rerender(db: WritingConnection, messageId: string, before: SendingDelivery, rendering: Rendering) {
  const message = await readMessage(db, messageId);
  const externalId = await db.value<string>`
    SELECT customers.external_id FROM messages JOIN chats ON chats.id = messages.chat_id
    JOIN customers ON customers.id = chats.customer_id WHERE messages.id = ${messageId}`;
  if (message === undefined || externalId === undefined || message.type === 'text')
    return { body: before.body, further: [] };
  const takes = await acceptedTypes(db, before.channelId);
  const links = await rehostFiles(db, messageId, rendering.publicUrl, rendering.expiresAt);
  await addFields(db, messageId, links);
  const { sender } = JSON.parse(before.body) as Pick<AgentMessage, 'sender'>;
  const [first, ...others] = captionParts({ ...message, ...links }, takes);
  if (others.length > 0) await db.search.editText(messageId, first);
  const body = renderAgentMessage(externalId, sender, agentContentOf({ ...message, ...links, text: first }, takes));
  await db.update('deliveries', { messageId }, { body });
  const { chatId, operatorId, authorName } = message;
  const fields = { chatId, from: 'operator', type: 'text', operatorId, authorName, at: rendering.at } as const;
  const further = await mapInOrder(others, async (text) => {
    const part = await insertMessage(db, { ...fields, text });
    await saveLastMessage(db, chatId, part);
    const to = { channelId: before.channelId, externalId };
    return { message: part, sending: await enqueueMessage(db, to, sender, part) };
  });
  return { body, further };
}

/** A caption that is too long beside its link is split like a text. */
function captionParts(message: SentMessage, takes: readonly ContentType[]): readonly [string | undefined, ...string[]] {
  const { text, type } = message;
  if (text === undefined || takes.includes(type)) return [text];
  const room = TEXT_LIMIT - Array.from(toPlainText({ ...message, text: undefined })).length - 1;
  if (room <= 0) return [undefined, ...cutText(text)];
  const [first, ...others] = cutText(text, room);
  return [first, ...others];
}

/** Coded error: not_found. */
export async function readDeliveryChange(db: Connection, messageId: string): Promise<DeliveryChange> {
  const message = await readMessage(db, messageId);
  const chat = message && (await readChat(db, message.chatId));
  if (message === undefined || chat === undefined) throw notFound('reply');
  return { message, chat };
}

export const deliveryTransactions = {
  beginAttempt,
} as const;
