import type { MenuItemConstructorOptions } from 'electron';
import { lastWords } from '#shared/domain/last-words.ts';
import type { Chat, Presence } from '#shared/domain/entities.ts';
import { customerName, oneLine } from './notification-words.ts';
import { reachLine } from './reach-words.ts';
import { clockWords } from './time-words.ts';
import { waitedWords, type TrayState } from './tray-state.ts';

/** Most chats in the menu; the console has the others. */
export const MENU_CHATS = 8;

const NAME_LENGTH = 24;
const WORDS_LENGTH = 40;

/** What the items of the menu do. */
export interface TrayActs {
  readonly setPresence: (presence: Presence) => void;
  readonly openConsole: () => void;
  /** where the way in is set up */
  readonly openConnection: () => void;
  /** undefined: the chat that waits longest */
  readonly answer: (chatId?: string) => void;
  readonly pause: (lasts: 'hour' | 'tomorrow') => void;
  readonly resume: () => void;
  readonly quit: () => void;
}

/** The tray's menu: what is wrong, whether customers get through, presence, who waits, pause, quit. `now`: wall clock. */
export function trayMenu(state: TrayState, acts: TrayActs, now: number): MenuItemConstructorOptions[] {
  return [
    ...(state.problem === undefined ? [] : [{ label: plain(state.problem), click: acts.openConsole }]),
    ...(state.reach === undefined ? [] : [{ label: plain(reachLine(state.reach, now)), click: acts.openConnection }]),
    ...(state.problem === undefined && state.reach === undefined ? [] : [separator]),
    presenceItem('online', 'Online', state, acts),
    presenceItem('away', 'Away', state, acts),
    separator,
    ...waitingItems(state, acts, now),
    separator,
    { label: 'Open Counterbell', click: acts.openConsole },
    ...pauseItems(state, acts, now),
    separator,
    { label: 'Quit', click: acts.quit },
  ];
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

function presenceItem(presence: Presence, label: string, state: TrayState, acts: TrayActs): MenuItemConstructorOptions {
  return { type: 'radio', label, checked: state.presence === presence, enabled: state.presence !== undefined, click: () => acts.setPresence(presence) };
}

function waitingItems({ chats, waiting }: TrayState, acts: TrayActs, now: number): MenuItemConstructorOptions[] {
  if (waiting === 0) return [{ label: 'Nobody is waiting', enabled: false }];
  const more = waiting - chats.length;
  return [
    ...chats.map((chat) => ({ label: plain(chatLine(chat, now)), click: () => acts.answer(chat.id) })),
    ...(more > 0 ? [{ label: `${more} more`, click: acts.openConsole }] : []),
  ];
}

function chatLine(chat: Chat, now: number): string {
  const words = chat.lastMessage === undefined ? '' : lastWords(chat.lastMessage, { bot: 'Bot' });
  const age = waitedWords(chat.waitingSince ?? chat.lastActivityAt, now);
  return [oneLine(customerName(chat), NAME_LENGTH), age, oneLine(words, WORDS_LENGTH)].filter(Boolean).join(' · ');
}

function pauseItems({ pausedUntil }: TrayState, acts: TrayActs, now: number): MenuItemConstructorOptions[] {
  if (pausedUntil !== undefined) return [{ label: `Resume notifications (paused until ${untilWords(pausedUntil, now)})`, click: acts.resume }];
  return [
    {
      label: 'Pause notifications',
      submenu: [
        { label: 'For 1 hour', click: () => acts.pause('hour') },
        { label: 'Until tomorrow morning', click: () => acts.pause('tomorrow') },
      ],
    },
  ];
}

function untilWords(until: number, now: number): string {
  const [end, today] = [new Date(until), new Date(now)];
  return end.toDateString() === today.toDateString() ? clockWords(until) : `tomorrow, ${clockWords(until)}`;
}

/** Menus take `&` for the sign before a key's letter. */
function plain(text: string): string {
  return text.replaceAll('&', '&&');
}
