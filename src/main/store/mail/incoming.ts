import { z } from 'zod';
import type { DeliveryError, MessageFields } from '#shared/domain/message.ts';
import { shortened } from '#shared/domain/graphemes.ts';
import { notFound } from '#shared/contract/errors.ts';
import { type Change, command, DONE, query } from '../command.ts';
import { insertSystemLine, mustRead } from '../chats/chat-change.ts';
import { type Connection, mapInOrder, type WritingConnection } from '../connection.ts';
import { type Received, receiveMessage, type ReceivedMessage } from '../messages/receive-message.ts';
import { rowId } from '../rows.ts';
import type { Circumstances } from '../thread.ts';
import { failMail } from './outgoing.ts';

/** Up to where a mailbox has been read, as its server counts. */
export interface MailPosition {
  readonly validity: string;
  readonly uid: number;
}

/** A mail as it came. Ids of mails are without brackets. */
export interface TakenMail {
  /** of the mailbox */
  readonly channelId: string;
  /** undefined: as it was */
  readonly position: MailPosition | undefined;
  readonly messageId: string;
  /** ids of mails that it answers, the nearest first */
  readonly answers: readonly string[];
  readonly from: { readonly address: string; readonly name?: string | undefined };
  readonly subject: string | undefined;
  /** the whole text, if its message shows only a part of it */
  readonly whole: string | undefined;
  /** nobody wrote it: it is noted, and never answered */
  readonly automatic: 'reply' | 'list' | 'bounce' | undefined;
  /** says that a mail of ours did not arrive */
  readonly bounce: { readonly of: string; readonly error: DeliveryError } | undefined;
  /** becomes a chat of its own if it answers nothing of ours */
  readonly becomesChat: boolean;
  readonly parts: readonly Pick<ReceivedMessage, 'type' | 'texts' | 'fields' | 'files'>[];
  /** what of it cannot be shown */
  readonly notes: NonNullable<MessageFields['mail']>['notes'];
  /** the mailbox's own away message for somebody who writes now */
  readonly away: ReceivedMessage['automatic'];
}

/** `known`: it had been taken before. `noted`: there is nothing to answer. */
export type TakenAnswer = { readonly outcome: 'known' | 'noted' } | Received;

/** Signs of an automatic answer that its line in the chat has. */
const LONGEST_AUTOMATIC = 300;

export const incomingMailCommands = {
  /** a mail of a mailbox: once, however often it is fetched, and with how far the mailbox has been read */
  'mails.take': command({ for: 'engine', input: z.custom<TakenMail>(), run: takeMail }),
  /** opens a mailbox, or says how far it has been read */
  'mails.readUpTo': command({
    for: 'engine',
    input: z.custom<{ readonly channelId: string; readonly position?: MailPosition | undefined }>(),
    run: async (db, { channelId, position }, { at }) => {
      await openMailbox(db, channelId, at);
      if (position !== undefined) await db.update('mailboxes', { channelId }, position);
      return { answer: DONE };
    },
  }),
} as const;

export const mailRouteQueries = {
  /** the whole text of a mail, with what it quotes. Coded error: not_found */
  'mails.whole': query({
    for: 'everyone',
    input: { mailId: z.string() },
    topics: [],
    read: async (db, { mailId }) => {
      const mail = await db.get<{ whole?: string }>`SELECT whole FROM mails WHERE id = ${rowId(mailId)}`;
      if (mail?.whole === undefined) throw notFound('message');
      return { text: mail.whole };
    },
  }),
} as const;

/** The chat that these mails belong to; undefined: none */
export async function findMailThread(db: Connection, { channelId, answers }: Pick<TakenMail, 'channelId' | 'answers'>) {
  return await threadOf(db, channelId, answers);
}

async function openMailbox(db: Connection, channelId: string, at: number): Promise<void> {
  await db.run`INSERT INTO mailboxes (channel_id, since) VALUES (${channelId}, ${at}) ON CONFLICT DO NOTHING`;
}

async function takeMail(db: WritingConnection, mail: TakenMail, context: Circumstances): Promise<Change<TakenAnswer>> {
  const { channelId, messageId, position, from, subject, whole } = mail;
  await openMailbox(db, channelId, context.at);
  if (position !== undefined) await db.update('mailboxes', { channelId }, position);
  const known = await db.get`SELECT 1 FROM mails WHERE channel_id = ${channelId} AND message_id = ${messageId}`;
  if (known !== undefined) return { answer: { outcome: 'known' } };
  if (mail.bounce !== undefined) {
    const failed = await failMail(db, { channelId, messageId: mail.bounce.of }, mail.bounce.error, context);
    return { ...failed, answer: { outcome: 'noted' } };
  }
  const thread = await threadOf(db, channelId, mail.answers);
  const isNew = mail.becomesChat && mail.automatic === undefined;
  const sender =
    thread ?? (isNew ? { channelId, externalId: JSON.stringify(from.address), sender: senderOf(from) } : undefined);
  // Nothing is kept of what is not for the shop.
  if (sender === undefined) return { answer: { outcome: 'noted' } };
  const mailId = await db.insert('mails', {
    ...{ channelId, messageId, direction: 'in', chatId: thread?.chatId, address: from.address, subject, whole },
    at: context.at,
  });
  if (thread !== undefined && mail.automatic !== undefined)
    return await noteAutomatic(db, thread.chatId, mail, context);
  const change = await receiveParts(db, { ...mail, mailId }, sender, context);
  const { answer } = change;
  if ('chatId' in answer) await db.update('mails', { id: mailId }, { chatId: answer.chatId });
  return change;
}

function senderOf({ address, name }: TakenMail['from']): ReceivedMessage['sender'] {
  return { email: address, ...(name !== undefined && { name }) };
}

interface Sender extends Pick<ReceivedMessage, 'channelId' | 'externalId'> {
  readonly sender?: ReceivedMessage['sender'];
}

/** The customer whose chat has the nearest of these mails. */
async function threadOf(
  db: Connection,
  channelId: string,
  answers: readonly string[],
): Promise<(Sender & { readonly chatId: string }) | undefined> {
  for (const messageId of answers) {
    const found = await db.get<Sender & { chatId: string }>`
      SELECT mails.chat_id, customers.channel_id, customers.external_id FROM mails
      JOIN chats ON chats.id = mails.chat_id JOIN customers ON customers.id = chats.customer_id
      JOIN channels ON channels.id = customers.channel_id AND removed_at IS NULL
      WHERE mails.channel_id = ${channelId} AND mails.message_id = ${messageId}`;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The messages of a mail, as if the customer had written each. */
async function receiveParts(
  db: WritingConnection,
  { parts, subject, whole, from, notes, mailId, channelId, away }: TakenMail & { readonly mailId: string },
  sender: Sender,
  context: Circumstances,
): Promise<Change<Received>> {
  const mail: MessageFields['mail'] = {
    id: mailId,
    from: from.address,
    ...(notes !== undefined && { notes }),
    ...(subject !== undefined && { subject }),
    ...(whole !== undefined && { hasMore: true }),
  };
  const changes = await mapInOrder(parts.entries(), async ([index, part]) =>
    receiveMessage(
      db,
      {
        ...{ sender: {}, ...sender, ...part },
        fields: index === 0 && part.type === 'text' ? { ...part.fields, mail } : part.fields,
        ...{ messageExternalId: undefined, digest: undefined },
        automatic: sender.channelId === channelId ? away : undefined,
      },
      context,
    ),
  );
  const refused = changes.find(({ answer }) => answer.outcome !== 'stored');
  return {
    answer: refused?.answer ?? {
      outcome: 'stored',
      chatId: changes.flatMap(({ answer }) => ('chatId' in answer ? answer.chatId : [])).at(-1) ?? '',
      messageIds: changes.flatMap(({ answer }) => ('messageIds' in answer ? answer.messageIds : [])),
    },
    happened: changes.flatMap(({ happened = [] }) => happened),
    events: changes.flatMap(({ events = [] }) => events),
    sending: changes.flatMap(({ sending = [] }) => sending),
    touched: changes.flatMap(({ touched = [] }) => touched),
  };
}

async function noteAutomatic(
  db: Connection,
  chatId: string,
  { parts }: TakenMail,
  { at }: Circumstances,
): Promise<Change<TakenAnswer>> {
  const text = shortened(parts.flatMap(({ texts }) => texts[0] ?? []).join(' '), LONGEST_AUTOMATIC);
  const message = await insertSystemLine(db, chatId, { kind: 'answered_automatically', text }, at);
  const chat = await mustRead(db, chatId);
  return { answer: { outcome: 'noted' }, happened: [{ name: 'message.added', data: { message, chat } }] };
}
