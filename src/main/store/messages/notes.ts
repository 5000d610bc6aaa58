import { z } from 'zod';
import { ContractError, notFound } from '#shared/contract/errors.ts';
import { clientId as clientIdField, waitedFields } from '#shared/contract/fields.ts';
import type { Chat, Operator } from '#shared/domain/entities.ts';
import { worksOn } from '#shared/domain/operator-channels.ts';
import type { Message } from '#shared/domain/message.ts';
import { mentionedIn } from '#shared/domain/mentions.ts';
import { MENTIONED } from '#shared/domain/needs-person.ts';
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
  /** a note for operators, never sent; in closed chats too. Colleagues named in it, as `@name`, are called. The same `clientId` again is the same note. Coded error: not_found */
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
      const mentions = await mentionedBy(db, text, operatorId, await mustRead(db, note.chatId));
      await addFields(db, note.id, { editedAt: at, mentions });
      const { mentions: former = [], ...unmentioned } = note;
      const message = { ...unmentioned, text, editedAt: at, ...(mentions && { mentions }) } as Message;
      const known = new Set(former.map((mentioned) => mentioned.operatorId));
      const added = mentions?.filter((mentioned) => !known.has(mentioned.operatorId)) ?? [];
      const data = added.length === 0 ? { message } : { message, chat: await markMentioned(db, note.chatId, added) };
      return { answer: message, happened: [{ name: 'message.changed', data }] };
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
 * Stores a note for the other operators. It is neither an answer nor unread, and the list row keeps showing the last
 * message: the chat changes only for those whom the note mentions. Coded error: not_found.
 */
export async function addNote(
  db: Connection,
  act: NoteInput,
): Promise<{ readonly chat: Chat; readonly message: Message; readonly isNew: boolean }> {
  const operator = await actingOperator(db, act.operatorId);
  const { chatId, row } = await findChat(db, act.chatId);
  const known = act.clientId === undefined ? undefined : await findNote(db, chatId, act.clientId);
  if (known !== undefined) return { chat: await mustRead(db, chatId), message: known, isNew: false };
  const mentions = await mentionedBy(db, act.text, operator.id, row);
  const message = await insertMessage(db, {
    chatId,
    from: 'note',
    type: 'text',
    text: act.text,
    at: act.at,
    operatorId: operator.id,
    authorName: operator.name,
    clientId: act.clientId,
    ...(mentions && { fields: { mentions } }),
  });
  const chat = await (mentions === undefined ? mustRead(db, chatId) : markMentioned(db, chatId, mentions));
  return { chat, message, isNew: true };
}

type Mentions = NonNullable<Message['mentions']>;

/** The colleagues whom a note calls, of those who work on the channel; undefined: none. */
async function mentionedBy(
  db: Connection,
  text: string,
  authorId: string,
  { channelId }: Pick<Chat, 'channelId'>,
): Promise<Mentions | undefined> {
  if (!text.includes('@')) return undefined;
  const colleagues = await db.all<Mentions[number] & Pick<Operator, 'role' | 'channels'>>`
    SELECT id AS operator_id, name, role, channels FROM operators WHERE removed_at IS NULL AND id <> ${authorId} ORDER BY id`;
  const called = mentionedIn(
    text,
    colleagues.filter((each) => worksOn(each, channelId)),
  );
  const mentions = called.map(({ operatorId, name }) => ({ operatorId, name }));
  return mentions.length === 0 ? undefined : mentions;
}

/** From now on the chat calls them, until they look at it. */
async function markMentioned(db: Connection, chatId: string, mentions: Mentions): Promise<Chat> {
  const chat = await mustRead(db, chatId);
  const seen = { ...chat.seen, ...Object.fromEntries(mentions.map(({ operatorId }) => [operatorId, MENTIONED])) };
  await db.update('chats', { id: chatId }, { seen });
  return { ...chat, seen };
}

/** A note that is already stored. */
async function findNote(db: Connection, chatId: string, clientId: string) {
  const row = await db.get<MessageRow>`
    ${SELECT_MESSAGE}
    WHERE messages.chat_id = ${chatId} AND messages.author = 'note' AND messages.client_id = ${clientId}`;
  return row && toMessage(row);
}
