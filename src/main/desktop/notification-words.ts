import type { Chat, Message } from '#shared/domain/entities.ts';
import { lastWords } from '#shared/domain/last-words.ts';
import type { AttentionReason } from './attention.ts';

/** What a notification says. Plain text: both lines carry words of strangers. */
export interface NotificationWords {
  readonly title: string;
  readonly body: string;
}

const TITLE_LENGTH = 60;
const BODY_LENGTH = 200;

/** How the customer of a chat is called, in one line. */
export function customerName({ customer }: Pick<Chat, 'customer'>): string {
  const given = customer.name ?? customer.email ?? customer.phone;
  return (given && oneLine(given, TITLE_LENGTH)) || 'Visitor';
}

/** Words in one line of at most `length` characters. */
export function oneLine(text: string, length: number): string {
  const line = lastWords({ id: '', from: 'customer', type: 'text', text, at: 0 });
  const characters = Array.from(line);
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('').trimEnd()}…`;
}

/** The words of a call; `again`: it is made once more, because nobody has opened the chat. */
export function notificationWords(reason: AttentionReason, message: Message, chat: Chat, again: boolean): NotificationWords {
  return { title: title(reason, customerName(chat), again), body: oneLine(body(reason, message, chat), BODY_LENGTH) };
}

function title(reason: AttentionReason, name: string, again: boolean): string {
  switch (reason) {
    case 'newChat':
      return again ? `${name} is still waiting` : `${name} is waiting`;
    case 'ownChat':
      return again ? `${name} is still waiting` : name;
    case 'askedForPerson':
      return again ? `${name} still waits for a person` : `${name} asks for a person`;
    case 'failedReply':
      return `Not delivered: ${name} has not seen your reply`;
  }
}

function body(reason: AttentionReason, message: Message, chat: Chat): string {
  const words = message.from === 'system' ? '' : lastWords({ ...message, from: 'customer' });
  if (reason === 'failedReply' || chat.unread < 2 || words === '') return words;
  return `${chat.unread} messages: ${words}`;
}
