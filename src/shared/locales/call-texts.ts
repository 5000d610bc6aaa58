import { shortened } from '#shared/domain/graphemes.ts';
import type { CallKind } from '#shared/domain/alerts.ts';
import type { Chat, LastMessage } from '#shared/domain/entities.ts';
import { unreadOf } from '#shared/domain/needs-person.ts';
import { messagePreview as previewOf } from '#shared/domain/message-preview.ts';
import { type Alert, kindOf } from '#shared/domain/alerts.ts';
import { showDirections, visibleName } from '#shared/domain/visible-text.ts';
import type { Localization } from './i18n.ts';

/** Text of a notification. Plain text: both lines contain strangers' words. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
}

const TITLE_LENGTH = 60;
const BODY_LENGTH = 200;
/** Maximum number of names in a notification for several chats. */
const NAMES = 3;

// If kept, these could reverse text, ring a terminal's bell, or hide what is between them.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** A stranger's text on one line of at most `length` signs; those that turn letters around are shown. */
export function oneLine(text: string, length: number): string {
  const line = showDirections(text)
    .replaceAll(/[\s\u0085]+/g, ' ')
    .replaceAll(UNPRINTABLE, '')
    .replaceAll(/ +/g, ' ')
    .trim();
  return shortened(line, length);
}

/** Most characters of the page in a visitor's name. */
const PAGE_LENGTH = 40;

/** Page that a customer writes from, as part of their name: `/lamps`; undefined: not known, or no web page. */
function pageOf(url: string | undefined): string | undefined {
  if (url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const { host, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, '') || host;
  return oneLine(decoded(path), PAGE_LENGTH) || undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A customer's name; one who has not said it is a visitor, on the page where they wrote. */
export function customerName(
  { name, url }: { readonly name?: string | undefined; readonly url?: string | undefined },
  { t }: Localization['i18n'],
): string {
  const visible = visibleName(name);
  if (visible !== undefined) return visible;
  const page = pageOf(url);
  return page === undefined ? t('conversation:visitor.text') : t('conversation:visitor.on', { page });
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
  function nameOf({ customer }: Pick<Chat, 'customer'>): string {
    const known = [customer.name, customer.email, customer.phone].find((name) => visibleName(name) !== undefined);
    return (known && oneLine(known, TITLE_LENGTH)) || customerName({ url: customer.url }, i18n);
  }

  /** Names of the customers of several chats. */
  function namesText(alerts: readonly Alert[]): string {
    const names = alerts.slice(0, NAMES).map(({ chat }) => nameOf(chat));
    const count = alerts.length - names.length;
    const all = count > 0 ? [...names, t('conversation:calls.together.others', { count })] : names;
    return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(all);
  }

  function groupTitle(kind: CallKind, count: number, isRepeat: boolean): string {
    const state = kind === 'waiting' && isRepeat ? 'stillWaiting' : kind;
    return t(`conversation:calls.together.${state}`, { count });
  }

  function titleOf({ reason, message: { event, authorName = '' }, chat }: Alert, isRepeat: boolean): string {
    const name = nameOf(chat);
    const giverName = event?.kind === 'assigned' ? oneLine(event.operatorName, TITLE_LENGTH) : '';
    switch (reason) {
      case 'newChat':
        return t(`conversation:calls.newChat.${isRepeat ? 'again' : 'text'}`, { name });
      case 'askedForPerson':
        return t(`conversation:calls.askedForPerson.${isRepeat ? 'again' : 'text'}`, { name });
      case 'ownChat':
        return isRepeat ? t('conversation:calls.ownChat.again', { name }) : name;
      case 'assigned':
        return t('conversation:calls.assigned', { giverName, name });
      case 'mentioned':
        return t('conversation:calls.mentioned', { authorName: oneLine(authorName, TITLE_LENGTH), name });
      case 'failedReply':
        return t('conversation:calls.failedReply', { name });
    }
  }

  function bodyOf({ reason, message, chat }: Alert, operatorId: string): string {
    const shown = reason === 'assigned' && chat.lastMessage?.from === 'customer' ? chat.lastMessage : message;
    const words =
      shown.from === 'system' || (shown.from === 'note' && reason !== 'mentioned')
        ? ''
        : messagePreview(excerptOf({ ...shown, chatId: chat.id, from: 'customer' }));
    const count = unreadOf(chat, operatorId);
    return reason === 'failedReply' || reason === 'mentioned' || count < 2 || words === ''
      ? words
      : t('conversation:calls.unread', { count, words });
  }

  /**
   * The text of a call to one chat or to several; undefined: to none. `isRepeat`: nobody has opened them since the last.
   * Without words it names nobody.
   */
  function callText(
    alerts: readonly Alert[],
    { operatorId, isRepeat, withWords }: { operatorId: string; isRepeat: boolean; withWords: boolean },
  ): NotificationText | undefined {
    const [first, ...others] = alerts;
    if (first === undefined) return undefined;
    const isOne = withWords && others.length === 0;
    const body = isOne ? bodyOf(first, operatorId) : withWords ? namesText(alerts) : '';
    return {
      title: isOne ? titleOf(first, isRepeat) : groupTitle(kindOf(first.reason), alerts.length, isRepeat),
      body: oneLine(body, BODY_LENGTH),
    };
  }

  /** Replacement for a call that is no longer needed, where it cannot just be taken away. */
  function settledText(kind: CallKind): NotificationText {
    return { title: t(`conversation:calls.settled.${kind}`), body: '' };
  }

  /** A chat's last message on one line. */
  function messagePreview(message: NonNullable<Chat['lastMessage']>): string {
    return previewOf(message, {
      kindOf: (kind) => t(`conversation:kinds.${kind}`),
      operator: t('conversation:kinds.you'),
      bot: t('conversation:kinds.bot'),
    });
  }

  return { customerName: nameOf, callText, settledText, messagePreview };
}
