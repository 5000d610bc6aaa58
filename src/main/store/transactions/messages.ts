import type { ChatEvent, HandOverReason, Message } from '#shared/domain/entities.ts';
import type { Connection } from '../connection.ts';
import { toMessage, type MessageFields } from '../rows.ts';

export interface NewMessage {
  readonly chatId: number;
  readonly from: Message['from'];
  readonly type: Message['type'];
  readonly text?: string | undefined;
  readonly fields?: MessageFields;
  readonly externalId?: string | undefined;
  /** what an operator's words were called when they were sent, and which part of them this is */
  readonly clientId?: string | undefined;
  readonly part?: number;
  readonly operatorId?: string;
  readonly botId?: string | undefined;
  readonly heldBack?: Message['heldBack'];
  readonly authorName?: string;
  readonly event?: ChatEvent;
  readonly digest?: string | undefined;
  readonly at: number;
}

/** Inserts a message and returns it as every later question shows it; the chat's row is the caller's to update. */
export function insertMessage(connection: Connection, message: NewMessage): Message {
  const { chatId, from, type, text, fields, externalId, clientId, part } = message;
  const { operatorId, botId, heldBack, authorName, event, digest, at } = message;
  const hasFields = fields !== undefined && Object.keys(fields).length > 0;
  const row = {
    chat_id: chatId,
    author: from,
    type,
    text: text ?? null,
    fields: hasFields ? JSON.stringify(fields) : null,
    external_id: externalId ?? null,
    client_id: clientId ?? null,
    part: clientId === undefined ? null : (part ?? 0),
    operator_id: operatorId ?? null,
    bot_id: botId ?? null,
    held_back: heldBack ?? null,
    author_name: authorName ?? null,
    event: event === undefined ? null : JSON.stringify(event),
    digest: digest ?? null,
    at,
  };
  const id = connection.insert(
    `INSERT INTO messages (chat_id, author, type, text, fields, external_id, client_id, part, operator_id, bot_id, held_back, author_name, event, digest, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...Object.values(row),
  );
  return toMessage({ ...row, id });
}

/** A line in the middle of the conversation that says what happened. */
export function insertSystemLine(connection: Connection, chatId: number, event: ChatEvent, at: number): Message {
  const line = insertMessage(connection, { chatId, from: 'system', type: 'text', text: sentence(event), event, at });
  connection.run('UPDATE chats SET last_activity_at = ? WHERE id = ?', at, chatId);
  return line;
}

function sentence(event: ChatEvent): string {
  switch (event.kind) {
    case 'taken': {
      const from = event.fromOperatorName ?? event.fromBotName;
      return from === undefined
        ? `${event.operatorName} took the chat`
        : `${event.operatorName} took the chat over from ${from}`;
    }
    case 'assigned':
      return `${event.operatorName} gave the chat to ${event.toOperatorName}`;
    case 'unassigned':
      return `${event.operatorName} took the chat back from ${event.toOperatorName}`;
    case 'operator_removed':
      return `${event.removedName ?? 'Who had the chat'} no longer works here, so it is in the queue`;
    case 'returned_to_bot':
      return `${event.operatorName} gave the chat to ${event.botName}`;
    case 'asked_for_person':
      return event.operatorsOnline
        ? `${event.botName} asked for a person`
        : `${event.botName} asked for a person, and nobody is available`;
    case 'handed_over':
      return `${event.botName} no longer has the chat: ${HAND_OVER_WORDS[event.reason]}`;
    case 'contacts_given':
      return `${event.botName} noted the customer’s ${event.fields.join(', ')}`;
    case 'rated':
      return `The customer rated the chat ${event.rate} of 5`;
    case 'closed':
      return `${event.operatorName} closed the chat`;
    case 'reopened':
      return `${event.operatorName} opened the chat again`;
    case 'customer_blocked':
      return `${event.operatorName} blocked the customer`;
    case 'closed_by_silence':
      return `The chat was closed after ${event.hours} hours without a word`;
    case 'channel_removed':
      return `The channel ${event.channelName} was removed, so this chat is closed`;
  }
}

const HAND_OVER_WORDS: Record<HandOverReason, string> = {
  failed: 'it did not answer',
  silent: 'it said nothing',
  disabled: 'it was switched off',
  removed: 'it was removed',
  detached: 'it no longer works on this channel',
  token_conflict: 'another bot has the same token',
  token_lost: 'its token can no longer be read',
  operator_online: 'an operator came online',
};
