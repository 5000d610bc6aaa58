import type { CallKind } from '#shared/domain/call-policy.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { unreadOf } from '#shared/domain/needs-person.ts';
import { locale, t } from '../texts.ts';
import { excerpt } from '#shared/domain/message.ts';
import { messagePreview as previewIn } from '#shared/domain/message-preview.ts';
import type { Alert, AlertReason } from './calls.ts';

/** Text of a notification. Plain text: both lines contain strangers' words. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
}

const TITLE_LENGTH = 60;
const BODY_LENGTH = 200;

/** The name of a chat's customer on one line. */
export function customerName({ customer }: Pick<Chat, 'customer'>): string {
  const known = customer.name ?? customer.email ?? customer.phone;
  return (known && oneLine(known, TITLE_LENGTH)) || t('desktop:notifications.visitor');
}

// If kept, these could reverse text, ring a terminal's bell, or hide what is between them.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** A stranger's text on one line of at most `length` characters. */
export function oneLine(text: string, length: number): string {
  const line = text
    .replaceAll(/[\s\u0085]+/g, ' ')
    .replaceAll(UNPRINTABLE, '')
    .replaceAll(/ +/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= length
    ? line
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** The text of a call; `again`: it is repeated because nobody has opened the chat. */
export function notificationText(
  { reason, message, chat }: Alert,
  operatorId: string,
  isRepeat: boolean,
): NotificationText {
  return {
    title: title(reason, customerName(chat), isRepeat, assignerOf(message)),
    body: oneLine(body(reason, message, chat, unreadOf(chat, operatorId)), BODY_LENGTH),
  };
}

/** How many names fit in a notification for several chats. */
const NAMES = 3;

/** The text of one call to several chats. */
export function groupText(kind: CallKind, chats: readonly Chat[], isRepeat: boolean): NotificationText {
  const names = chats.slice(0, NAMES).map((chat) => customerName(chat));
  const others = chats.length - names.length;
  const all = others > 0 ? [...names, t('desktop:notifications.together.others', { count: others })] : names;
  const list = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(all);
  return { title: groupTitle(kind, chats.length, isRepeat), body: oneLine(list, BODY_LENGTH) };
}

function groupTitle(kind: CallKind, count: number, isRepeat: boolean): string {
  if (kind === 'failed') return t('desktop:notifications.together.failed', { count });
  return isRepeat
    ? t('desktop:notifications.together.stillWaiting', { count })
    : t('desktop:notifications.together.waiting', { count });
}

/** Who assigned the chat to the operator. */
function assignerOf({ event }: Alert['message']): string {
  return event?.kind === 'assigned' ? oneLine(event.operatorName, TITLE_LENGTH) : '';
}

function title(reason: AlertReason, name: string, isRepeat: boolean, assigner: string): string {
  switch (reason) {
    case 'newChat':
      return isRepeat
        ? t('desktop:notifications.newChat.again', { name })
        : t('desktop:notifications.newChat.text', { name });
    case 'ownChat':
      return isRepeat ? t('desktop:notifications.ownChat.again', { name }) : name;
    case 'askedForPerson':
      return isRepeat
        ? t('desktop:notifications.askedForPerson.again', { name })
        : t('desktop:notifications.askedForPerson.text', { name });
    case 'assigned':
      return t('desktop:notifications.assigned', { giverName: assigner, name });
    case 'failedReply':
      return t('desktop:notifications.failedReply', { name });
  }
}

function body(reason: AlertReason, message: Alert['message'], chat: Chat, unread: number): string {
  const said = reason === 'assigned' && chat.lastMessage?.from === 'customer' ? chat.lastMessage : message;
  const words =
    said.from === 'system' || said.from === 'note'
      ? ''
      : messagePreview(excerpt({ ...said, from: 'customer' }, said.text?.length));
  if (reason === 'failedReply' || unread < 2 || words === '') return words;
  return t('desktop:notifications.unread', { count: unread, words });
}

/** Hours and minutes in the locale's form: 14:05 or 2:05 pm. */
export function formatClock(at: number): string {
  const { hour12 = false } = new Intl.DateTimeFormat(locale(), { hour: 'numeric' }).resolvedOptions();
  return new Intl.DateTimeFormat(locale(), { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' }).format(at);
}

/** When something began: 14:05, or 3 Nov 14:05. Both times are wall clock. */
export function formatSince(at: number, now: number): string {
  const day = new Date(at);
  if (day.toDateString() === new Date(now).toDateString()) return formatClock(at);
  return t('desktop:reach.dayAndTime', {
    day: day.toLocaleDateString(locale(), { day: 'numeric', month: 'short' }),
    time: formatClock(at),
  });
}

/** A chat's last message on one line, in the desktop's language. */
export function messagePreview(message: NonNullable<Chat['lastMessage']>): string {
  return previewIn(message, {
    kindOf: (kind) => t(`chat:kinds.${kind}`),
    operator: t('chat:kinds.you'),
    bot: t('chat:kinds.bot'),
  });
}
