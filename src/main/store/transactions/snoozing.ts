import { reply, snoozeEnded } from '#shared/domain/chat-rules.ts';
import type { Connection } from '../connection.ts';
import { mapInOrder } from '../connection.ts';
import {
  actingOperator,
  requireAllowed,
  AWAKE,
  type ChatChange,
  findChat,
  findChats,
  insertSystemLine,
  mustRead,
  saveOwnership,
} from './chat-change.ts';
import type { OperatorInput } from './chats.ts';

/** Snoozes a chat until a time or until its customer writes. Coded errors: not_found, chat_closed, chat_taken. */
export async function snoozeChat(
  connection: Connection,
  { until, ...act }: OperatorInput & { readonly until?: number | undefined },
): Promise<ChatChange> {
  const who = await actingOperator(connection, act.operatorId);
  const found = await findChat(connection, act.chatId);
  const { chatId, row } = found;
  // Anyone who may reply may snooze.
  await requireAllowed(connection, found, reply(found.ownership, who.id));
  const isSame = row.snoozedBy === who.id && row.snoozedUntil === until;
  if (isSame) return { chat: await mustRead(connection, chatId), changed: false, added: [] };
  await connection.update('chats', { id: chatId }, { snoozedBy: who.id, snoozedUntil: until });
  const event = {
    kind: 'snoozed',
    operatorId: who.id,
    operatorName: who.name,
    ...(until !== undefined && { until }),
  } as const;
  const added = [await insertSystemLine(connection, chatId, event, act.at)];
  return { chat: await mustRead(connection, chatId), changed: true, added };
}

/** Ends the snooze; the chat is where it was before. Coded error: not_found. */
export async function unsnoozeChat(connection: Connection, act: OperatorInput): Promise<ChatChange> {
  const who = await actingOperator(connection, act.operatorId);
  const { chatId, row } = await findChat(connection, act.chatId);
  if (row.snoozedBy === undefined) return { chat: await mustRead(connection, chatId), changed: false, added: [] };
  await connection.update('chats', { id: chatId }, AWAKE);
  const event = { kind: 'unsnoozed', operatorId: who.id, operatorName: who.name } as const;
  const added = [await insertSystemLine(connection, chatId, event, act.at)];
  return { chat: await mustRead(connection, chatId), changed: true, added };
}

/** Ends due snoozes: the chats wait again, as if nobody had seen them. */
export async function wakeChats(connection: Connection, at: number): Promise<readonly ChatChange[]> {
  const due = await findChats(connection, 'chats.snoozed_until <= ?', at);
  return await mapInOrder(due, async ({ chatId, ownership }) => {
    await saveOwnership(connection, chatId, ownership, snoozeEnded(ownership, at));
    await connection.update('chats', { id: chatId }, { ...AWAKE, seen: undefined });
    const added = [await insertSystemLine(connection, chatId, { kind: 'snooze_over' }, at)];
    return { chat: await mustRead(connection, chatId), changed: true, added };
  });
}
