import { z } from 'zod';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { DeliveryError, Message } from '#shared/domain/message.ts';
import { type Change, command, DONE } from '../command.ts';
import { type Connection, mapInOrder, type WritingConnection } from '../connection.ts';
import { endDelivery, readDeliveryChange } from '../deliveries/deliveries.ts';
import { type HostedFile, hostedFileQueries } from '../media/hosted-files.ts';
import { JOIN_CARD, ofCard, readMessage, rowId } from '../rows.ts';
import { inIds, sql, type Sql } from '../sql.ts';
import type { Circumstances } from '../thread.ts';

/** A reply that no mail has yet. */
export interface UnmailedReply {
  readonly messageId: string;
  readonly chatId: string;
  readonly customerId: string;
  readonly channelId: string;
  /** `sender.id` as JSON text */
  readonly externalId: string;
  /** as the card says */
  readonly email?: string | undefined;
  readonly at: number;
}

/** Replies among which those of visitors who have left are looked for: the newest. */
const MOST_LOOKED_AT = 5000;

const UNMAILED = sql`NOT EXISTS (SELECT 1 FROM mailed_messages WHERE mailed_messages.message_id = deliveries.message_id)`;

/** Replies to visitors of websites that were not on their screen. */
const IS_UNSEEN = sql`messages.author = 'operator' AND deliveries.seen_at IS NULL AND deliveries.state <> 'failed'`;

const selectUnmailed = (kind: ChannelKind, isMeant: Sql): Sql => sql`
  SELECT deliveries.message_id, messages.chat_id, chats.customer_id, chats.channel_id, customers.external_id,
    ${ofCard(sql`email`)} AS email, messages.at
  FROM deliveries JOIN messages ON messages.id = deliveries.message_id JOIN chats ON chats.id = messages.chat_id
  JOIN channels ON channels.id = chats.channel_id JOIN customers ON customers.id = chats.customer_id ${JOIN_CARD}
  WHERE channels.kind = ${kind} AND channels.removed_at IS NULL AND customers.blocked_at IS NULL
    AND ${UNMAILED} AND ${isMeant} ORDER BY messages.id`;

/** A mail of ours that is on its way. */
export interface SendingMail {
  readonly id: string;
  readonly chatId: string;
  /** of the mailbox that sends it */
  readonly channelId: string;
  /** wall clock: when it was written, and when the next attempt is due */
  readonly at: number;
  readonly nextAt: number;
  /** begun so far */
  readonly attempts: number;
}

export const mailQueries = {
  /** replies on mailboxes' own channels */
  unmailedReplies: (db: Connection) =>
    db.all<UnmailedReply>`${selectUnmailed('email', sql`deliveries.state = 'sending'`)}`,
  /** replies since then that visitors of websites with a known address have not seen, and wrote nothing after */
  unseenReplies: (db: Connection, { since }: { readonly since: number }) =>
    db.all<UnmailedReply>`${selectUnmailed(
      'site',
      sql`deliveries.sequence > (SELECT coalesce(max(sequence), 0) - ${MOST_LOOKED_AT} FROM deliveries)
        AND ${IS_UNSEEN} AND messages.at >= ${since} AND ${ofCard(sql`email`)} IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM messages AS later
          WHERE later.chat_id = messages.chat_id AND later.author = 'customer' AND later.id > messages.id)`,
    )}`,
  sendingMails: (db: Connection) =>
    db.all<SendingMail>`SELECT id, chat_id, channel_id, at, next_at, attempts FROM mails WHERE state = 'sending' ORDER BY id`,
  /** undefined: it has never been looked at */
  mailbox: (db: Connection, { channelId }: { readonly channelId: string }) =>
    db.get<{ since: number; validity?: string; uid?: number }>`
      SELECT since, validity, uid FROM mailboxes WHERE channel_id = ${channelId}`,
} as const;

export interface NewMail {
  readonly chatId: string;
  /** of the mailbox */
  readonly channelId: string;
  /** without brackets; cannot be guessed */
  readonly messageId: string;
  /** of the customer */
  readonly address: string;
  readonly replies: readonly string[];
}

export const outgoingMailCommands = {
  /** these replies go by mail, with others of their chat that wait; those that were seen meanwhile do not */
  'mails.write': command({ for: 'engine', input: z.custom<NewMail>(), run: writeMail }),
  /** the mail server has taken it or, with an error, never will */
  'mails.end': command({
    for: 'engine',
    input: z.custom<{ readonly mailId: string; readonly error: DeliveryError | undefined }>(),
    run: endMail,
  }),
  /** it was not taken yet, or nobody knows (`isUnknown`): another attempt follows */
  'mails.later': command({
    for: 'engine',
    input: z.custom<{
      readonly mailId: string;
      readonly error: DeliveryError;
      readonly nextAt: number;
      readonly isUnknown: boolean;
    }>(),
    run: async (db, { mailId, error, nextAt, isUnknown }) => {
      await db.update('mails', { id: rowId(mailId) }, { underWay: isUnknown, nextAt });
      const replies = await repliesOf(db, mailId);
      await db.run`UPDATE deliveries SET error = ${JSON.stringify(error)} WHERE message_id IN ${inIds(replies)}`;
      return { answer: DONE, happened: await changedReplies(db, replies) };
    },
  }),
} as const;

async function writeMail(
  db: WritingConnection,
  { chatId, channelId, messageId, address, replies }: NewMail,
  { at }: Circumstances,
): Promise<Change<object>> {
  const due = await db.column<string>`
    SELECT deliveries.message_id FROM deliveries JOIN messages ON messages.id = deliveries.message_id
    WHERE deliveries.message_id IN ${inIds(replies)} AND messages.chat_id = ${rowId(chatId)}
      AND (deliveries.state = 'sending' OR (${IS_UNSEEN})) AND ${UNMAILED} ORDER BY deliveries.message_id`;
  if (due.length === 0) return { answer: DONE };
  const waiting = await db.get<{ id: string; underWay: number }>`
    SELECT id, under_way FROM mails WHERE chat_id = ${rowId(chatId)} AND state = 'sending' ORDER BY id DESC LIMIT 1`;
  // What that attempt has sent must not grow.
  if (waiting?.underWay === 1) return { answer: DONE };
  const mailId =
    waiting?.id ??
    (await db.insert('mails', { channelId, messageId, direction: 'out', chatId, address, state: 'sending', at }));
  for (const reply of due) await db.insert('mailed_messages', { messageId: reply, mailId });
  return { answer: DONE, happened: await changedReplies(db, due) };
}

async function endMail(
  db: WritingConnection,
  { mailId, error }: { readonly mailId: string; readonly error: DeliveryError | undefined },
  context: Circumstances,
): Promise<Change<object>> {
  const { at } = context;
  const mail = await db.get<{ cutOff: number }>`SELECT cut_off FROM mails WHERE id = ${rowId(mailId)}`;
  if (mail === undefined) return { answer: DONE };
  if (error !== undefined) return failReplies(db, mailId, error, context);
  await db.update('mails', { id: mailId }, { state: 'sent', sentAt: at, underWay: false });
  const replies = await repliesOf(db, mailId);
  // One that was cut off may have arrived before.
  const perhapsTwice: DeliveryError | undefined = mail.cutOff === 1 ? { kind: 'interrupted' } : undefined;
  for (const messageId of replies)
    await db.run`
      UPDATE deliveries SET state = 'delivered', delivered_at = coalesce(delivered_at, ${at}),
        error = ${perhapsTwice && JSON.stringify(perhapsTwice)}
      WHERE message_id = ${messageId} AND state <> 'failed'`;
  return { answer: DONE, happened: await changedReplies(db, replies) };
}

/** A mail of ours did not arrive, as somebody's mail server says. */
export async function failMail(
  db: WritingConnection,
  { channelId, messageId }: { readonly channelId: string; readonly messageId: string },
  error: DeliveryError,
  context: Circumstances,
): Promise<Change<object>> {
  const mailId = await db.value<string>`
    SELECT id FROM mails WHERE channel_id = ${channelId} AND message_id = ${messageId} AND direction = 'out'
      AND state <> 'failed'`;
  return mailId === undefined ? { answer: DONE } : failReplies(db, mailId, error, context);
}

async function failReplies(
  db: WritingConnection,
  mailId: string,
  error: DeliveryError,
  context: Circumstances,
): Promise<Change<object>> {
  await db.update('mails', { id: mailId }, { state: 'failed', underWay: false });
  const unseen = await db.column<string>`
    SELECT deliveries.message_id FROM deliveries JOIN mailed_messages ON mailed_messages.message_id = deliveries.message_id
    WHERE mail_id = ${rowId(mailId)} AND state <> 'failed' AND seen_at IS NULL ORDER BY deliveries.message_id`;
  const ends = await mapInOrder(unseen, (id) => endDelivery(db, { messageId: id, error }, context));
  return { answer: DONE, happened: ends.flatMap(({ happened = [] }) => happened) };
}

function repliesOf(db: Connection, mailId: string): Promise<string[]> {
  return db.column<string>`
    SELECT message_id FROM mailed_messages WHERE mail_id = ${rowId(mailId)} ORDER BY message_id`;
}

function changedReplies(db: Connection, replies: readonly string[]) {
  return mapInOrder(replies, async (messageId) => {
    const { message } = await readDeliveryChange(db, messageId);
    return { name: 'message.changed', data: { message } } as const;
  });
}

/** What a mail is written from. */
export interface MailToSend {
  readonly messageId: string;
  readonly address: string;
  readonly customerName?: string | undefined;
  /** of the chat */
  readonly channelId: string;
  readonly replies: readonly { readonly message: Message; readonly files: readonly HostedFile[] }[];
  /** ids of the chat's mails before, the newest first */
  readonly before: readonly string[];
  /** of the customer's last mail */
  readonly subject?: string | undefined;
  /** what they wrote last */
  readonly answers?: Pick<Message, 'text' | 'at'> | undefined;
}

/** Ids of mails before, named by one. */
const MOST_REFERENCES = 10;

/**
 * Records an attempt before it is made. undefined: it is gone, or has its verdict; `lost`: of an attempt before, and of
 * its repeat, nobody knows the end.
 */
async function beginMail(
  db: WritingConnection,
  { mailId }: { readonly mailId: string },
): Promise<MailToSend | 'lost' | undefined> {
  const mail = await db.get<{ messageId: string; chatId: string; address: string; underWay: number; cutOff: number }>`
    SELECT message_id, chat_id, address, under_way, cut_off FROM mails
    WHERE id = ${rowId(mailId)} AND state = 'sending'`;
  if (mail === undefined) return undefined;
  const wasCutOff = mail.underWay === 1;
  if (wasCutOff && mail.cutOff === 1) return 'lost';
  const { chatId, address } = mail;
  await db.run`
    UPDATE mails SET attempts = attempts + 1, under_way = 1, cut_off = ${wasCutOff || mail.cutOff === 1}
    WHERE id = ${rowId(mailId)}`;
  const ids = await repliesOf(db, mailId);
  const replies = await mapInOrder(ids, async (messageId) => {
    const message = await readMessage(db, messageId);
    return message && { message, files: await hostedFileQueries.filesOfMessage(db, { messageId }) };
  });
  const chat = await db.get<{ channelId: string; name?: string }>`
    SELECT chats.channel_id, ${ofCard(sql`name`)} AS name FROM chats
    JOIN customers ON customers.id = chats.customer_id ${JOIN_CARD} WHERE chats.id = ${chatId}`;
  const before = await db.column<string>`
    SELECT message_id FROM mails WHERE chat_id = ${chatId} AND id < ${rowId(mailId)} ORDER BY id DESC LIMIT ${MOST_REFERENCES}`;
  const subject = await db.value<string>`
    SELECT subject FROM mails WHERE chat_id = ${chatId} AND direction = 'in' AND subject IS NOT NULL ORDER BY id DESC LIMIT 1`;
  const answers = await db.get<{ text?: string; at: number }>`
    SELECT text, at FROM messages WHERE chat_id = ${chatId} AND author = 'customer' AND id < ${rowId(ids[0] ?? '')}
    ORDER BY id DESC LIMIT 1`;
  return {
    messageId: mail.messageId,
    address,
    customerName: chat?.name,
    channelId: chat?.channelId ?? '',
    replies,
    before,
    subject,
    answers,
  };
}

export const mailTransactions = { beginMail } as const;
