import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { clientId as clientIdField } from '#shared/contract/fields.ts';
import { ContractError, required } from '#shared/contract/errors.ts';
import { reply as replyMove, snoozeEnded, take } from '#shared/domain/chat-rules.ts';
import { type Chat, instant, type ScheduledReply } from '#shared/domain/entities.ts';
import type { DeliveryError, Message } from '#shared/domain/message.ts';
import { unseenByAll } from '#shared/domain/needs-person.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import { mapInOrder, type Connection } from '../connection.ts';
import { readMessage, rowId } from '../rows.ts';
import { sql } from '../sql.ts';
import {
  actingOperator,
  type ActingOperator,
  requireAllowed,
  NOT_SNOOZED,
  findChat,
  finish,
  type FoundChat,
  insertMessage,
  insertSystemLine,
  mustRead,
  findChats,
  saveOwnership,
} from '../chats/chat-change.ts';
import { restoreChat, takenEvent, findReopenError } from '../chats/chats.ts';
import { enqueueMessage } from '../deliveries/deliveries.ts';
import { type Change, command, DONE, ofChat, query } from '../command.ts';
import type { Circumstances, RequestContext } from '../thread.ts';
import { replyToChat } from './replies.ts';

/** Milliseconds after its time from which a reply counts as late. */
const LATE_AFTER = 5 * 60_000;

/** Scheduled replies of a chat, the characters of all their texts, and those in all chats: lists of them stay short. */
const MAX_IN_CHAT = 20;
const MAX_CHARACTERS = 100_000;
const MAX_IN_ALL = 5000;
/** Sent in one transaction; the others right after it. */
const MAX_DUE = 100;

const chatInput = z.object({ chatId: z.string() });

/** Snoozed chats and scheduled replies. */
export const scheduleCommands = {
  /** until then, or until the customer writes, which always ends it. Coded errors: not_found, chat_closed, chat_taken */
  'chats.snooze': command({ for: 'everyone', input: chatInput.extend({ until: instant.optional() }), run: snooze }),
  /** ends it; the chat is where it was before. Coded error: not_found */
  'chats.unsnooze': command({
    for: 'everyone',
    input: chatInput,
    run: async (db, act, { operatorId, at }) => {
      const { id, name } = await actingOperator(db, operatorId);
      const { chatId: unsnoozed, row } = await findChat(db, act.chatId);
      if (row.snoozedBy === undefined) return { answer: await mustRead(db, unsnoozed) };
      await db.update('chats', { id: unsnoozed }, NOT_SNOOZED);
      const event = { kind: 'unsnoozed', operatorId: id, operatorName: name } as const;
      const added = [await insertSystemLine(db, unsnoozed, event, at)];
      return ofChat({ chat: await mustRead(db, unsnoozed), changed: true, added });
    },
  }),
  /**
   * Takes the chat and snoozes it until the reply is sent. A reply that came due while the host was off is sent when it
   * is back. The same `clientId` again is the same reply. Coded errors: not_found, chat_closed, chat_taken,
   * invalid_input at twenty in a chat, or 100,000 characters in theirs, or 5000 in all chats
   */
  'replies.schedule': command({
    for: 'everyone',
    input: chatInput.extend({ text: z.string().max(64 * 1024), sendAt: instant, clientId: clientIdField.optional() }),
    run: schedule,
  }),
  /** cancels it and returns its content; the chat's snooze for it ends. Coded error: not_found, also if it was already sent */
  'replies.cancel': command({
    for: 'everyone',
    input: { replyId: z.string() },
    run: async (db, { replyId }) => {
      const reply = required(
        await db.get<ScheduledReply>`SELECT ${SCHEDULED_REPLY} FROM scheduled_replies WHERE id = ${rowId(replyId)}`,
        'reply',
      );
      await db.run`DELETE FROM scheduled_replies WHERE id = ${rowId(replyId)}`;
      const { row, chatId: of } = await findChat(db, reply.chatId);
      if (row.snoozedUntil === reply.sendAt) await db.update('chats', { id: of }, NOT_SNOOZED);
      const change = { chat: await mustRead(db, of), changed: true, added: [] };
      return { answer: reply, chats: [change], touched: repliesOf([of]) };
    },
  }),
  /** sends due replies and ends snoozes */
  'replies.runDue': command({ for: 'engine', input: {}, run: runDue }),
} as const;

export const scheduleRouteQueries = {
  /** of one chat, the next one first */
  'replies.list': query({ for: 'everyone', input: chatInput, topics: ['replies'], read: listScheduledReplies }),
} as const;

/** The lists of scheduled replies of these chats changed. */
function repliesOf(chatIds: readonly string[]): Change<unknown>['touched'] {
  return chatIds.map((id) => ({ topic: 'replies', of: { chatId: id } }) as const);
}

async function schedule(
  db: Connection,
  act: z.output<typeof chatInput> & { text: string; sendAt: number; clientId?: string | undefined },
  context: RequestContext,
): Promise<Change<{ readonly chat: Chat; readonly replies: readonly ScheduledReply[] }>> {
  const reason = phrase('errors:refusals.write.first');
  if (act.text.trim() === '') throw new ContractError('invalid_input', reason, [{ path: 'text', reason }]);
  const operator = await actingOperator(db, context.operatorId);
  const found = await findChat(db, act.chatId);
  const { chatId: id, row } = found;
  const { sendAt, clientId: writtenAs = randomUUID() } = act;
  const text = act.text.toWellFormed();
  const known = await db.get`
    SELECT 1 FROM scheduled_replies WHERE chat_id = ${id} AND client_id = ${writtenAs}
    UNION ALL SELECT 1 FROM messages WHERE chat_id = ${id} AND author = 'operator' AND client_id = ${writtenAs}`;
  if (known !== undefined) return { answer: await scheduleOf(db, id) };
  await refuseTooMany(db, id, text);
  const move = await requireAllowed(db, found, take(found.ownership, operator.id, false));
  const { added } = await finish(db, found, move, await takenEvent(db, found, operator), context.at);
  const reply = { chatId: id, operatorId: operator.id, text, sendAt, clientId: writtenAs, writtenAt: context.at };
  await db.insert('scheduled_replies', reply);
  if (row.snoozedBy === undefined || move.changed)
    await db.update('chats', { id }, { snoozedBy: operator.id, snoozedUntil: sendAt });
  const answer = await scheduleOf(db, id);
  return { answer, chats: [{ chat: answer.chat, changed: true, added }], touched: repliesOf([id]) };
}

async function refuseTooMany(db: Connection, chatId: string, text: string): Promise<void> {
  const { replies } = await listScheduledReplies(db, { chatId });
  const characters = replies.reduce((sum, reply) => sum + reply.text.length, text.length);
  if (replies.length >= MAX_IN_CHAT || characters > MAX_CHARACTERS) {
    const most = { most: MAX_IN_CHAT, characters: MAX_CHARACTERS.toLocaleString('en') };
    throw new ContractError('invalid_input', phrase('errors:refusals.scheduled.inChat', most));
  }
  const inAll = (await db.value<number>`SELECT count(*) FROM scheduled_replies`) ?? 0;
  if (inAll >= MAX_IN_ALL) {
    const most = MAX_IN_ALL.toLocaleString('en');
    throw new ContractError('invalid_input', phrase('errors:refusals.scheduled.inAll', { most }));
  }
}

interface DueReply extends ScheduledReply {
  readonly clientId: string;
  readonly writtenAt: number;
  readonly restored: number;
}

/**
 * A scheduled reply is deleted in the transaction that stores its messages, so it is sent once, wherever this is
 * interrupted.
 */
async function runDue(db: Connection, _input: unknown, { at, publicUrl }: Circumstances): Promise<Change<object>> {
  const due = await db.all<DueReply>`
    SELECT ${SCHEDULED_REPLY}, client_id, written_at, restored FROM scheduled_replies
    WHERE send_at <= ${at} ORDER BY send_at, id LIMIT ${MAX_DUE}`;
  const sent = await mapInOrder(due, async (reply) => {
    await db.run`DELETE FROM scheduled_replies WHERE id = ${rowId(reply.id)}`;
    const done = await sendDue(db, reply, at, publicUrl);
    return { ...done, chat: await mustRead(db, reply.chatId) };
  });
  const woken = await wakeChats(db, at);
  return { answer: DONE, chats: [...sent, ...woken], touched: repliesOf(sent.map(({ chat }) => chat.id)) };
}

async function scheduleOf(db: Connection, chatId: string) {
  return { ...(await listScheduledReplies(db, { chatId })), chat: await mustRead(db, chatId) };
}

async function sendDue(db: Connection, due: DueReply, at: number, publicUrl: string | undefined) {
  const { chatId, operatorId, clientId, writtenAt, sendAt, text } = due;
  const isLate = at - sendAt > LATE_AFTER;
  if (isLate && due.restored > 0) return await storeFailed(db, due, { kind: 'interrupted' }, at);
  const lines: Message[] = [];
  const found = await findChat(db, chatId);
  try {
    const operator = await actingOperator(db, operatorId);
    if (found.ownership.state === 'closed') lines.push(...(await openFor(db, found, operator, at)));
    const act = { chatId, operatorId, at, texts: cutText(text), clientId, writtenAt, publicUrl };
    const { added, sending } = await replyToChat(db, act);
    if (isLate) lines.push(await insertSystemLine(db, chatId, { kind: 'sent_late', sendAt }, at));
    await db.run`
      UPDATE chats SET snoozed_by = NULL, snoozed_until = NULL WHERE id = ${chatId} AND snoozed_until <= ${at}`;
    return { changed: true, added: [...lines, ...added].toSorted((a, b) => Number(a.id) - Number(b.id)), sending };
  } catch (error) {
    // Each refuses before it writes.
    if (!(error instanceof ContractError)) throw error;
    return await storeFailed(db, due, { kind: 'not_sent', reason: error.reason }, at);
  }
}

/** Reopens a closed chat for its scheduled reply. Coded errors: chat_superseded, customer_blocked, channel_removed. */
async function openFor(db: Connection, found: FoundChat, { id }: ActingOperator, at: number) {
  const barred = await findReopenError(db, found);
  if (barred !== undefined) throw barred;
  return (await restoreChat(db, found, id, { kind: 'reopened_by_schedule' }, { [id]: 0 }, at)).added;
}

/** Stores it in the chat as not delivered, with the reason: like any other, it can be sent again or dismissed. */
async function storeFailed(db: Connection, due: DueReply, error: DeliveryError, at: number) {
  const { chatId, operatorId, clientId } = due;
  const { row } = await findChat(db, chatId);
  const sender = await db.get<Omit<ActingOperator, 'id'>>`SELECT name, photo FROM operators WHERE id = ${operatorId}`;
  const name = sender?.name ?? '';
  const added: Message[] = [];
  for (const [part, text] of cutText(due.text).entries()) {
    const content = {
      chatId,
      from: 'operator',
      type: 'text',
      text,
      operatorId,
      authorName: name,
      clientId,
      part,
      at,
    } as const;
    const message = await insertMessage(db, content);
    await enqueueMessage(db, row, { ...sender, name }, message);
    await db.update('deliveries', { messageId: message.id }, { state: 'failed', error });
    added.push(...(await mapInOrder([message.id], (id) => readMessage(db, id))));
  }
  await db.update(
    'chats',
    { id: chatId },
    { ...NOT_SNOOZED, seen: unseenByAll(row.seen), lastActivityAt: at, lastMessageId: added.at(-1)?.id },
  );
  await db.run`UPDATE chats SET failed = failed + ${added.length} WHERE id = ${chatId}`;
  return { changed: true, added };
}

/** The columns of a scheduled reply for windows. */
export const SCHEDULED_REPLY = sql`id, chat_id, operator_id, text, send_at`;

/** Lists the scheduled replies of a chat, the next one first. */
async function listScheduledReplies(db: Connection, { chatId }: { readonly chatId: string }) {
  const replies = await db.all<ScheduledReply>`
    SELECT ${SCHEDULED_REPLY} FROM scheduled_replies WHERE chat_id = ${rowId(chatId)} ORDER BY send_at, id`;
  return { replies };
}

/** Time of the next scheduled reply or end of a snooze (Unix ms); undefined: none. */
async function nextDue(db: Connection) {
  return await db.value<number>`
    SELECT min(at) AS at FROM (SELECT min(send_at) AS at FROM scheduled_replies
      UNION ALL SELECT min(snoozed_until) FROM chats WHERE snoozed_until IS NOT NULL) AS due`;
}

async function snooze(
  db: Connection,
  { until, ...act }: z.output<typeof chatInput> & { until?: number | undefined },
  { operatorId, at }: RequestContext,
): Promise<Change<Chat>> {
  const operator = await actingOperator(db, operatorId);
  const found = await findChat(db, act.chatId);
  const { chatId: id, row } = found;
  // Anyone who may reply may snooze.
  await requireAllowed(db, found, replyMove(found.ownership, operator.id));
  const isSame = row.snoozedBy === operator.id && row.snoozedUntil === until;
  if (isSame) return { answer: await mustRead(db, id) };
  await db.update('chats', { id }, { snoozedBy: operator.id, snoozedUntil: until });
  const event = {
    kind: 'snoozed',
    operatorId: operator.id,
    operatorName: operator.name,
    ...(until !== undefined && { until }),
  } as const;
  const added = [await insertSystemLine(db, id, event, at)];
  return ofChat({ chat: await mustRead(db, id), changed: true, added });
}

/** Ends due snoozes: the chats wait again, as if nobody had seen them. */
async function wakeChats(db: Connection, at: number) {
  const due = await findChats(db, sql`chats.snoozed_until <= ${at}`);
  return await mapInOrder(due, async ({ chatId, ownership, row }) => {
    await saveOwnership(db, chatId, ownership, snoozeEnded(ownership, at));
    await db.update('chats', { id: chatId }, { ...NOT_SNOOZED, seen: unseenByAll(row.seen) });
    const added = [await insertSystemLine(db, chatId, { kind: 'snooze_over' }, at)];
    return { chat: await mustRead(db, chatId), changed: true, added };
  });
}

export const scheduleQueries = { nextDue } as const;
