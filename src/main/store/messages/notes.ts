import { notFound } from '#shared/contract/errors.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import type { Connection, SqliteConnection } from '../connection.ts';
import { type MessageRow, readMessage, SELECT_MESSAGE, toMessage } from '../rows.ts';
import { actingOperator, findChat, insertMessage, mustRead } from '../chats/chat-change.ts';
import type { OperatorInput } from '../chats/chats.ts';
import { editIndexedMessage } from '../search/index.ts';
import { exceptDuringSwap } from '../refusals.ts';

export interface NoteInput extends OperatorInput {
  readonly text: string;
  /** the same id is the same note */
  readonly clientId?: string | undefined;
}

/**
 * Stores a note for the other operators. The chat's row is unchanged: it is neither an answer nor unread, and the list
 * row keeps showing the last message. Coded error: not_found.
 */
export async function addNote(
  db: Connection,
  act: NoteInput,
): Promise<{ readonly chat: Chat; readonly message: Message; readonly isNew: boolean }> {
  const operator = await actingOperator(db, act.operatorId);
  const { chatId } = await findChat(db, act.chatId);
  const chat = await mustRead(db, chatId);
  const known = act.clientId === undefined ? undefined : await findNote(db, chatId, act.clientId);
  if (known !== undefined) return { chat, message: known, isNew: false };
  const message = await insertMessage(db, {
    chatId,
    from: 'note',
    type: 'text',
    text: act.text,
    at: act.at,
    operatorId: operator.id,
    authorName: operator.name,
    clientId: act.clientId,
  });
  return { chat, message, isNew: true };
}

/** Edits one's own note; the same text changes nothing. Coded error: not_found. */
async function editNote(
  db: SqliteConnection,
  { messageId, operatorId, text, at }: Omit<NoteInput, 'chatId' | 'clientId'> & { readonly messageId: string },
) {
  const operator = await actingOperator(db, operatorId);
  const note = await readMessage(db, messageId);
  if (note?.from !== 'note' || note.operatorId !== operator.id) throw notFound('note');
  if (note.text === text) return note;
  editIndexedMessage(db.sqlite, Number(note.id), text);
  await db.run`
    UPDATE messages SET fields = json_patch(ifnull(fields, '{}'), ${{ editedAt: at }}) WHERE id = ${note.id}`;
  return { ...note, text, editedAt: at };
}

/** A note that is already stored. */
async function findNote(db: Connection, chatId: string, clientId: string) {
  const row = await db.get<MessageRow>`
    ${SELECT_MESSAGE}
    WHERE messages.chat_id = ${chatId} AND messages.author = 'note' AND messages.client_id = ${clientId}`;
  return row && toMessage(row);
}

export const noteTransactions = exceptDuringSwap({ addNote, editNote });
