import type { Chat, Presence } from '#shared/domain/entities.ts';
import { waitsSince } from '#shared/domain/needs-person.ts';
import { messagePreview } from '../message-preview.ts';
import { customerName, oneLine } from '../notifications/notice-text.ts';
import { reachLine } from '../notifications/reach-text.ts';
import { clockWords } from '../times.ts';
import { waitedWords, type TrayState } from './state.ts';
import { t } from '../speech.ts';

/** Most chats in the menu; the console has the others. */
export const MENU_CHATS = 8;

const NAME_LENGTH = 24;
const WORDS_LENGTH = 40;

/** What an item of the menu does. It says so itself, so that two menus can be compared by it. */
export type TrayAct =
  | { readonly kind: 'presence'; readonly presence: Presence }
  | { readonly kind: 'console' }
  /** where the way in is set up */
  | { readonly kind: 'connection' }
  | { readonly kind: 'answer'; readonly chatId: string }
  | { readonly kind: 'pause'; readonly lasts: 'hour' | 'tomorrow' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'quit' };

export type TrayItem =
  | { readonly type: 'separator' }
  | { readonly type: 'normal'; readonly label: string; readonly act: TrayAct }
  | {
      readonly type: 'radio';
      readonly label: string;
      readonly enabled: boolean;
      readonly checked: boolean;
      readonly act: TrayAct;
    }
  | { readonly type: 'words'; readonly label: string }
  | { readonly type: 'submenu'; readonly label: string; readonly items: readonly TrayItem[] };

/** The tray's menu: what is wrong, whether customers get through, presence, who waits, pause, quit. `now`: wall clock. */
export function trayMenu(state: TrayState, now: number): readonly TrayItem[] {
  return [
    ...(state.problem === undefined ? [] : [item(plain(state.problem), { kind: 'console' })]),
    ...(state.reach === undefined ? [] : [item(plain(reachLine(state.reach, now)), { kind: 'connection' })]),
    ...(state.problem === undefined && state.reach === undefined ? [] : [separator]),
    presenceItem('online', state),
    presenceItem('away', state),
    separator,
    ...waitingItems(state, now),
    separator,
    item(t('desktop:openApp'), { kind: 'console' }),
    pauseItem(state, now),
    separator,
    item(t('desktop:quit'), { kind: 'quit' }),
  ];
}

const separator: TrayItem = { type: 'separator' };

function item(label: string, act: TrayAct): TrayItem {
  return { type: 'normal', label, act };
}

function presenceItem(presence: Presence, state: TrayState): TrayItem {
  return {
    type: 'radio',
    label: presence === 'online' ? t('desktop:online') : t('desktop:away'),
    checked: state.presence === presence,
    enabled: state.presence !== undefined,
    act: { kind: 'presence', presence },
  };
}

function waitingItems({ chats, waiting }: TrayState, now: number): readonly TrayItem[] {
  if (waiting === 0) return [{ type: 'words', label: t('desktop:nobodyWaits') }];
  const more = waiting - chats.length;
  return [
    ...chats.map((chat) => item(plain(chatLine(chat, now)), { kind: 'answer', chatId: chat.id })),
    ...(more > 0 ? [item(t('desktop:more', { count: more }), { kind: 'console' })] : []),
  ];
}

function chatLine(chat: Chat, now: number): string {
  const words = chat.lastMessage === undefined ? '' : messagePreview(chat.lastMessage);
  const age = waitedWords(waitsSince(chat), now);
  return [oneLine(customerName(chat), NAME_LENGTH), age, oneLine(words, WORDS_LENGTH)].filter(Boolean).join(' · ');
}

function pauseItem({ pausedUntil }: TrayState, now: number): TrayItem {
  if (pausedUntil !== undefined) return item(resumeWords(pausedUntil, now), { kind: 'resume' });
  const items = [
    item(t('desktop:pauseHour'), { kind: 'pause', lasts: 'hour' }),
    item(t('desktop:pauseTomorrow'), { kind: 'pause', lasts: 'tomorrow' }),
  ];
  return { type: 'submenu', label: t('desktop:pause'), items };
}

function resumeWords(until: number, now: number): string {
  const [end, today] = [new Date(until), new Date(now)];
  return t(end.toDateString() === today.toDateString() ? 'desktop:resume' : 'desktop:resumeTomorrow', {
    clock: clockWords(until),
  });
}

/** Menus take `&` for the sign before a key's letter. */
function plain(text: string): string {
  return text.replaceAll('&', '&&');
}
