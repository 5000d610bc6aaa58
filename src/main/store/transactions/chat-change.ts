import { ContractError } from '#shared/contract/errors.ts';
import type { Move, Standing } from '#shared/domain/chat-rules.ts';
import type { Chat, Customer } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import type { Connection, Row } from '../connection.ts';
import { readChat, rowId } from '../rows.ts';
import type { SendingEvent } from './bot-events.ts';
import type { SendingDelivery } from './deliveries.ts';
import { operatorName } from './people.ts';
import { standingOf, writeStanding } from './standing.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** What a transaction on a chat did: the chat as it is now, the messages it added, in order, and what has to go out. */
export interface ChatChange {
  readonly chat: Chat;
  readonly changed: boolean;
  readonly added: readonly Message[];
  /** to the channel */
  readonly sending?: readonly SendingDelivery[];
  /** to the bot */
  readonly events?: readonly SendingEvent[];
  readonly customer?: Customer;
}

export interface FoundChat {
  /** the chat's columns, and its customer's `external_id` */
  readonly row: Row;
  readonly chatId: number;
  readonly standing: Standing;
}

/** Coded error: not_found. */
export async function findChat(connection: Connection, id: string): Promise<FoundChat> {
  const found = await lookUpChat(connection, id);
  if (found === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.chat'));
  return found;
}

export async function lookUpChat(connection: Connection, id: string): Promise<FoundChat | undefined> {
  const chatId = rowId(id);
  if (chatId === undefined) return undefined;
  const row = await connection.get(
    'SELECT chats.*, customers.external_id FROM chats JOIN customers ON customers.id = chats.customer_id WHERE chats.id = ?',
    chatId,
  );
  return row && { row, chatId, standing: standingOf(row) };
}

/** Throws ContractError chat_closed or chat_taken where the move is refused. */
export async function allowed(
  connection: Connection,
  { standing }: FoundChat,
  move: Move,
): Promise<Move & { readonly ok: true }> {
  if (move.ok) return move;
  switch (move.refusal) {
    case 'chat_closed':
      throw new ContractError('chat_closed', phrase('errors:refusals.chat.closed'));
    case 'chat_taken':
      throw chatTaken(await operatorName(connection, standing.operatorId));
  }
}

/** Another operator has the chat; without a name where it is not known. */
export function chatTaken(holderName: string | undefined): ContractError {
  return new ContractError(
    'chat_taken',
    holderName === undefined
      ? phrase('errors:refusals.chat.taken.unnamed')
      : phrase('errors:refusals.chat.taken.text', { name: holderName }),
  );
}

/** Writes a move down, with the line that says it; nothing where it changes nothing. */
export async function finish(
  connection: Connection,
  found: FoundChat,
  move: Move & { readonly ok: true },
  line: () => Promise<Message>,
): Promise<ChatChange> {
  if (!move.changed) return { chat: await mustRead(connection, found.chatId), changed: false, added: [] };
  await writeStanding(connection, found.chatId, found.standing, move.standing);
  const added = [await line()];
  return { chat: await mustRead(connection, found.chatId), changed: true, added };
}

export async function mustRead(connection: Connection, chatId: number): Promise<Chat> {
  const chat = await readChat(connection, chatId);
  if (chat === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.chat'));
  return chat;
}

/** The chat's list row shows this as the last that was said. */
export async function noteLastMessage(connection: Connection, chatId: number, message: Message): Promise<void> {
  await connection.run(
    'UPDATE chats SET last_activity_at = ?, last_message_id = ? WHERE id = ?',
    message.at,
    Number(message.id),
    chatId,
  );
}
