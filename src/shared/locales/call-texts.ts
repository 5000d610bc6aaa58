import type { CallKind } from '#shared/domain/call-policy.ts';
import type { Chat, LastMessage } from '#shared/domain/entities.ts';
import { unreadOf } from '#shared/domain/needs-person.ts';
import { messagePreview as previewOf } from '#shared/domain/message-preview.ts';
import { type Alert, type AlertReason, kindOf } from '#shared/domain/alerts.ts';
import type { Localization } from './i18n.ts';

/** Text of a notification. Plain text: both lines contain strangers' words. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
}

const TITLE_LENGTH = 60;
const BODY_LENGTH = 200;
/** How many names fit in a notification for several chats. */
const NAMES = 3;

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

/**
 * Words the calls of the desktop app and of browsers, in the language of the moment. `excerptOf` shortens a message to
 * what a list row shows of it; a browser has it as that already.
 */
export function createCallTexts(
  { i18n, locale }: Pick<Localization, 'i18n' | 'locale'>,
  excerptOf: (message: Alert['message']) => LastMessage,
) {
  const { t } = i18n;

  /** The name of a chat's customer on one line. */
  function customerName({ customer }: Pick<Chat, 'customer'>): string {
    const known = customer.name ?? customer.email ?? customer.phone;
    return (known && oneLine(known, TITLE_LENGTH)) || t('conversation:calls.visitor');
  }

  /** The text of a call; `isRepeat`: it is repeated because nobody has opened the chat. */
  function notificationText({ reason, message, chat }: Alert, operatorId: string, isRepeat: boolean): NotificationText {
    return {
      title: title(reason, customerName(chat), isRepeat, assignerOf(message)),
      body: oneLine(body(reason, message, chat, unreadOf(chat, operatorId)), BODY_LENGTH),
    };
  }

  /** The text of one call to several chats. */
  function groupText(kind: CallKind, chats: readonly Chat[], isRepeat: boolean): NotificationText {
    const names = chats.slice(0, NAMES).map((chat) => customerName(chat));
    const others = chats.length - names.length;
    const all = others > 0 ? [...names, t('conversation:calls.together.others', { count: others })] : names;
    const list = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(all);
    return { title: groupTitle(kind, chats.length, isRepeat), body: oneLine(list, BODY_LENGTH) };
  }

  function groupTitle(kind: CallKind, count: number, isRepeat: boolean): string {
    if (kind === 'failed') return t('conversation:calls.together.failed', { count });
    return isRepeat
      ? t('conversation:calls.together.stillWaiting', { count })
      : t('conversation:calls.together.waiting', { count });
  }

  /** Who assigned the chat to the operator. */
  function assignerOf({ event }: Alert['message']): string {
    return event?.kind === 'assigned' ? oneLine(event.operatorName, TITLE_LENGTH) : '';
  }

  function title(reason: AlertReason, name: string, isRepeat: boolean, assigner: string): string {
    switch (reason) {
      case 'newChat':
        return isRepeat
          ? t('conversation:calls.newChat.again', { name })
          : t('conversation:calls.newChat.text', { name });
      case 'ownChat':
        return isRepeat ? t('conversation:calls.ownChat.again', { name }) : name;
      case 'askedForPerson':
        return isRepeat
          ? t('conversation:calls.askedForPerson.again', { name })
          : t('conversation:calls.askedForPerson.text', { name });
      case 'assigned':
        return t('conversation:calls.assigned', { giverName: assigner, name });
      case 'failedReply':
        return t('conversation:calls.failedReply', { name });
    }
  }

  function body(reason: AlertReason, message: Alert['message'], chat: Chat, unread: number): string {
    const said = reason === 'assigned' && chat.lastMessage?.from === 'customer' ? chat.lastMessage : message;
    const words =
      said.from === 'system' || said.from === 'note'
        ? ''
        : messagePreview(excerptOf({ ...said, chatId: chat.id, from: 'customer' }));
    if (reason === 'failedReply' || unread < 2 || words === '') return words;
    return t('conversation:calls.unread', { count: unread, words });
  }
  /** The text of a call to one chat or to several; undefined: to none. Without words it names nobody. */
  function callText(
    alerts: readonly Alert[],
    { operatorId, isRepeat, withWords }: { operatorId: string; isRepeat: boolean; withWords: boolean },
  ): NotificationText | undefined {
    const [first] = alerts;
    if (first === undefined) return undefined;
    const called = kindOf(first.reason);
    if (!withWords) return { title: groupTitle(called, alerts.length, isRepeat), body: '' };
    if (alerts.length === 1) return notificationText(first, operatorId, isRepeat);
    const chats = alerts.map(({ chat }) => chat);
    return groupText(called, chats, isRepeat);
  }

  /** What takes the place of a call that is no longer needed, where it cannot just be taken away. */
  function settledText(kind: CallKind): NotificationText {
    return {
      title: kind === 'failed' ? t('conversation:calls.settled.failed') : t('conversation:calls.settled.waiting'),
      body: '',
    };
  }

  /** A chat's last message on one line. */
  function messagePreview(message: NonNullable<Chat['lastMessage']>): string {
    return previewOf(message, {
      kindOf: (kind) => t(`conversation:kinds.${kind}`),
      operator: t('conversation:kinds.you'),
      bot: t('conversation:kinds.bot'),
    });
  }

  return { customerName, notificationText, groupText, callText, settledText, messagePreview };
}
