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

// Left alone they could turn the words around, ring a terminal's bell, or hide what stands between them.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Words in one line of at most `length` characters, whatever a stranger put into them. */
export function oneLine(text: string, length: number): string {
  const line = text.replaceAll(/[\s\u0085]+/g, ' ').replaceAll(UNPRINTABLE, '').replaceAll(/ +/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('').trimEnd()}…`;
}

/** The words of a call; `again`: it is made once more, because nobody has opened the chat. */
export function notificationWords(reason: AttentionReason, message: Message, chat: Chat, again: boolean): NotificationWords {
  return { title: title(reason, customerName(chat), again), body: oneLine(body(reason, message, chat), BODY_LENGTH) };
}

/** How many names a notification of several chats has room for. */
const NAMES = 3;

/** The words of one call to several chats; `isMore`: there are more than were counted. */
export function togetherWords(chats: readonly Chat[], isMore: boolean, again: boolean): NotificationWords {
  const names = chats.slice(0, NAMES).map((chat) => customerName(chat));
  const others = chats.length - names.length;
  const last = others > 0 || isMore ? [`${others}${isMore ? '+' : ''} more`] : names.splice(-1);
  const count = `${chats.length}${isMore ? '+' : ''}`;
  return { title: `${count} chats are ${again ? 'still ' : ''}waiting`, body: oneLine(`${names.join(', ')} and ${last.join('')}`, BODY_LENGTH) };
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
  const words = message.from === 'system' || message.from === 'note' ? '' : lastWords({ ...message, from: 'customer' });
  if (reason === 'failedReply' || chat.unread < 2 || words === '') return words;
  return `${chat.unread} messages: ${words}`;
}
