import { z } from 'zod';
import { ContractError, notFound } from '#shared/contract/errors.ts';
import { clientId as clientIdField, waitedFields } from '#shared/contract/fields.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { command } from '../command.ts';
import type { Connection } from '../connection.ts';
import { type MessageRow, readMessage, SELECT_MESSAGE, toMessage } from '../rows.ts';
import { actingOperator, addFields, findChat, insertMessage, mustRead } from '../chats/chat-change.ts';
import type { OperatorInput } from '../chats/chats.ts';

const noteText = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .transform((text) => text.toWellFormed());

export const noteCommands = {
  /** a note for operators, never sent; in closed chats too. The same `clientId` again is the same note. Coded error: not_found */
  'chats.note': command({
    for: 'everyone',
    input: { chatId: z.string(), text: noteText, clientId: clientIdField.optional(), ...waitedFields },
    run: async (db, { writtenBy, ...note }, { operatorId, at }) => {
      requireAuthor(writtenBy, operatorId);
      const { chat, message, isNew } = await addNote(db, { ...note, operatorId, at });
      return { answer: message, ...(isNew && { happened: [{ name: 'message.added', data: { message, chat } }] }) };
    },
  }),
  /** edits the caller's own note, in closed chats too; everyone sees that it was edited. Coded error: not_found */
  'chats.editNote': command({
    for: 'everyone',
    input: { messageId: z.string(), text: noteText },
    run: async (db, { messageId, text }, { operatorId, at }) => {
      const note = await readMessage(db, messageId);
      if (note?.from !== 'note' || note.operatorId !== operatorId) throw notFound('note');
      if (note.text === text) return { answer: note };
      await db.search.editText(note.id, text);
      await addFields(db, note.id, { editedAt: at });
      const message = { ...note, text, editedAt: at };
      return { answer: message, happened: [{ name: 'message.changed', data: { message } }] };
    },
  }),
} as const;

/** A browser's windows share its sign-in: what was written under the former one is not sent under another's name. */
export function requireAuthor(writtenBy: string | undefined, operatorId: string): void {
  if (writtenBy !== undefined && writtenBy !== operatorId)
    throw new ContractError('not_signed_in', phrase('errors:refusals.web.other'));
}

interface NoteInput extends OperatorInput {
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

/** A note that is already stored. */
async function findNote(db: Connection, chatId: string, clientId: string) {
  const row = await db.get<MessageRow>`
    ${SELECT_MESSAGE}
    WHERE messages.chat_id = ${chatId} AND messages.author = 'note' AND messages.client_id = ${clientId}`;
  return row && toMessage(row);
}
