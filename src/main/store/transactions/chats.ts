import { ContractError } from '#shared/contract/errors.ts';
import { close, reopen, reply, take, type Move, type Standing } from '#shared/domain/chat-rules.ts';
import type { Chat, Customer, Message, Operator } from '#shared/domain/entities.ts';
import { renderAgentMessage } from '#shared/protocol/agent-message.ts';
import type { Connection, Row } from '../connection.ts';
import { readChat, readCustomer, rowId, SELECT_MESSAGE, toMessage } from '../rows.ts';
import { enqueueDelivery, type SendingDelivery } from './deliveries.ts';
import { insertMessage, insertSystemLine } from './messages.ts';

/** Who acts, with the name and picture that others see. */
export type ActingOperator = Pick<Operator, 'id' | 'name' | 'photo'>;

interface OperatorAct {
  readonly chatId: string;
  readonly operator: ActingOperator;
  readonly at: number;
}

/** What a transaction on a chat did: the chat as it is now, and the messages it added, in order. */
export interface ChatChange {
  readonly chat: Chat;
  readonly changed: boolean;
  readonly added: readonly Message[];
}

/** An operator takes a chat. Coded errors: not_found, chat_closed, chat_taken. */
export function takeChat(connection: Connection, act: OperatorAct & { readonly over: boolean; readonly holderName: string | undefined }): ChatChange {
  const { row, chatId } = findChat(connection, act.chatId);
  const before = standingOf(row);
  const move = allowed(take(before, act.operator.id, act.over), act.holderName);
  return finish(connection, chatId, move, () => takenLine(connection, chatId, before, act, act.holderName));
}

export interface ReplyAct extends OperatorAct {
  /** a message each */
  readonly texts: readonly string[];
  /** the same again is the same reply */
  readonly clientId?: string | undefined;
  readonly holderName: string | undefined;
}

/**
 * Stores an operator's reply and puts it in the delivery queue, each part a message of its own.
 * Coded errors: not_found, chat_closed, chat_taken.
 */
export function replyToChat(connection: Connection, act: ReplyAct): ChatChange & { readonly sending: readonly SendingDelivery[] } {
  const { row, chatId } = findChat(connection, act.chatId);
  const known = act.clientId === undefined ? [] : findReply(connection, chatId, act.clientId);
  if (known.length > 0) return { chat: mustRead(connection, chatId), changed: false, added: known, sending: [] };
  const before = standingOf(row);
  const move = allowed(reply(before, act.operator.id), act.holderName);
  const added: Message[] = move.changed ? [takenLine(connection, chatId, before, act, undefined)] : [];
  const sending: SendingDelivery[] = [];
  const sender = { name: act.operator.name, ...(act.operator.photo !== undefined && { photo: act.operator.photo }) };
  for (const text of act.texts) {
    const message = insertMessage(connection, {
      ...{ chatId, from: 'operator', type: 'text', text, at: act.at },
      ...{ operatorId: act.operator.id, authorName: act.operator.name, externalId: act.clientId },
    });
    const body = renderAgentMessage(String(row['external_id']), sender, { type: 'text', id: message.id, text });
    sending.push(enqueueDelivery(connection, { messageId: message.id, chatId: message.chatId, channelId: String(row['channel_id']), body }));
    added.push({ ...message, delivery: { state: 'sending', attempts: 0 } });
  }
  connection.run('UPDATE chats SET unread = 0, last_activity_at = ?, last_message_id = ? WHERE id = ?', act.at, Number(added.at(-1)?.id), chatId);
  writeStanding(connection, chatId, move.standing);
  return { chat: mustRead(connection, chatId), changed: true, added, sending };
}

/** A reply that was stored already; looked for among the latest messages only. */
function findReply(connection: Connection, chatId: number, clientId: string): Message[] {
  const rows = connection.all(
    `${SELECT_MESSAGE} WHERE messages.id IN (SELECT id FROM messages WHERE chat_id = ? ORDER BY id DESC LIMIT 500)
     AND messages.author = 'operator' AND messages.external_id = ? ORDER BY messages.id`,
    chatId,
    clientId,
  );
  return rows.map(toMessage);
}

/** Closes a chat; the customer's next message opens a new one. Coded error: not_found. */
export function closeChat(connection: Connection, act: OperatorAct): ChatChange {
  const { row, chatId } = findChat(connection, act.chatId);
  const before = standingOf(row);
  const move = allowed(close(before));
  if (move.changed) noteClosed(connection, chatId, before, act.at);
  return finish(connection, chatId, move, () =>
    insertSystemLine(connection, chatId, { kind: 'closed', operatorId: act.operator.id, operatorName: act.operator.name }, act.at),
  );
}

/** Undoes a close. Coded errors: not_found, chat_superseded where the customer has a newer chat. */
export function reopenChat(connection: Connection, act: OperatorAct): ChatChange {
  const { row, chatId } = findChat(connection, act.chatId);
  const newer = connection.get('SELECT id FROM chats WHERE customer_id = ? AND id > ? LIMIT 1', Number(row['customer_id']), chatId);
  if (newer !== undefined) throw new ContractError('chat_superseded', 'This customer has a newer chat, so this one stays closed');
  const before = row['before_close'] == null ? { state: 'active' as const, operatorId: act.operator.id } : (JSON.parse(String(row['before_close'])) as Standing);
  const move = allowed(reopen(standingOf(row), before));
  if (move.changed) connection.run('UPDATE chats SET closed_at = NULL, before_close = NULL WHERE id = ?', chatId);
  return finish(connection, chatId, move, () =>
    insertSystemLine(connection, chatId, { kind: 'reopened', operatorId: act.operator.id, operatorName: act.operator.name }, act.at),
  );
}

/** An operator has seen the chat. Coded error: not_found. */
export function markChatRead(connection: Connection, { chatId: id }: { readonly chatId: string }): ChatChange {
  const { row, chatId } = findChat(connection, id);
  const changed = Number(row['unread']) > 0;
  if (changed) connection.run('UPDATE chats SET unread = 0 WHERE id = ?', chatId);
  return { chat: mustRead(connection, chatId), changed, added: [] };
}

/** Closes all open chats of a channel that goes away. */
export function closeChannel(connection: Connection, act: { readonly channelId: string; readonly channelName: string; readonly at: number }): readonly ChatChange[] {
  const rows = connection.all("SELECT id, state, operator_id, waiting_since FROM chats WHERE channel_id = ? AND state <> 'closed'", act.channelId);
  return rows.map((row) => {
    const chatId = Number(row['id']);
    const before = standingOf(row);
    noteClosed(connection, chatId, before, act.at);
    return finish(connection, chatId, allowed(close(before)), () =>
      insertSystemLine(connection, chatId, { kind: 'channel_removed', channelName: act.channelName }, act.at),
    );
  });
}

/** Sets what an operator typed on the contact card; an empty text takes the field away. Coded error: not_found. */
export function updateCustomer(
  connection: Connection,
  change: { readonly customerId: string; readonly name?: string | undefined; readonly phone?: string | undefined; readonly email?: string | undefined },
): Customer {
  const id = rowId(change.customerId);
  for (const field of ['name', 'phone', 'email'] as const) {
    const value = change[field];
    if (value !== undefined && id !== undefined) connection.run(`UPDATE customers SET ${field} = ? WHERE id = ?`, value === '' ? null : value, id);
  }
  const customer = id === undefined ? undefined : readCustomer(connection, id);
  if (customer === undefined) throw new ContractError('not_found', 'There is no such customer');
  return customer;
}

function findChat(connection: Connection, id: string): { readonly row: Row; readonly chatId: number } {
  const chatId = rowId(id);
  const row =
    chatId === undefined
      ? undefined
      : connection.get('SELECT chats.*, customers.external_id FROM chats JOIN customers ON customers.id = chats.customer_id WHERE chats.id = ?', chatId);
  if (row === undefined || chatId === undefined) throw new ContractError('not_found', 'There is no such chat');
  return { row, chatId };
}

function standingOf(row: Row): Standing {
  return {
    state: row['state'] as Standing['state'],
    operatorId: row['operator_id'] == null ? undefined : String(row['operator_id']),
    waitingSince: row['waiting_since'] == null ? undefined : Number(row['waiting_since']),
  };
}

function allowed(move: Move, holderName = 'A colleague'): Move & { readonly ok: true } {
  if (move.ok) return move;
  switch (move.refusal) {
    case 'chat_closed':
      throw new ContractError('chat_closed', 'This chat is closed. It opens again when the customer writes.');
    case 'chat_taken':
      throw new ContractError('chat_taken', `${holderName} has this chat. Take it over first.`);
  }
}

function finish(connection: Connection, chatId: number, move: Move & { readonly ok: true }, line: () => Message): ChatChange {
  if (!move.changed) return { chat: mustRead(connection, chatId), changed: false, added: [] };
  writeStanding(connection, chatId, move.standing);
  const added = [line()];
  return { chat: mustRead(connection, chatId), changed: true, added };
}

function takenLine(connection: Connection, chatId: number, before: Standing, act: OperatorAct, holderName: string | undefined): Message {
  const from = before.state === 'active' && holderName !== undefined ? { fromOperatorName: holderName } : {};
  return insertSystemLine(connection, chatId, { kind: 'taken', operatorId: act.operator.id, operatorName: act.operator.name, ...from }, act.at);
}

function noteClosed(connection: Connection, chatId: number, before: Standing, at: number): void {
  connection.run('UPDATE chats SET closed_at = ?, before_close = ?, unread = 0 WHERE id = ?', at, JSON.stringify(before), chatId);
}

function writeStanding(connection: Connection, chatId: number, standing: Standing): void {
  connection.run('UPDATE chats SET state = ?, operator_id = ?, waiting_since = ? WHERE id = ?', standing.state, standing.operatorId ?? null, standing.waitingSince ?? null, chatId);
}

function mustRead(connection: Connection, chatId: number): Chat {
  const chat = readChat(connection, chatId);
  if (chat === undefined) throw new ContractError('not_found', 'There is no such chat');
  return chat;
}
