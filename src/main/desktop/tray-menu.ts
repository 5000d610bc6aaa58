import type { MenuItemConstructorOptions } from 'electron';
import type { Chat, Presence } from '#shared/domain/entities.ts';
import { desktop } from '#shared/words/en/desktop.ts';
import { lastWords } from './last-words.ts';
import { customerName, oneLine } from './notification-words.ts';
import { reachLine } from './reach-words.ts';
import { clockWords } from './time-words.ts';
import { waitedWords, type TrayState } from './tray-state.ts';
import { wordsOf } from './speech.ts';

const say = wordsOf('desktop', desktop);

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
    presenceItem('online', state, acts),
    presenceItem('away', state, acts),
    separator,
    ...waitingItems(state, acts, now),
    separator,
    { label: say('openApp'), click: acts.openConsole },
    ...pauseItems(state, acts, now),
    separator,
    { label: say('quit'), click: acts.quit },
  ];
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

function presenceItem(presence: Presence, state: TrayState, acts: TrayActs): MenuItemConstructorOptions {
  return { type: 'radio', label: say(presence), checked: state.presence === presence, enabled: state.presence !== undefined, click: () => acts.setPresence(presence) };
}

function waitingItems({ chats, waiting }: TrayState, acts: TrayActs, now: number): MenuItemConstructorOptions[] {
  if (waiting === 0) return [{ label: say('nobodyWaits'), enabled: false }];
  const more = waiting - chats.length;
  return [
    ...chats.map((chat) => ({ label: plain(chatLine(chat, now)), click: () => acts.answer(chat.id) })),
    ...(more > 0 ? [{ label: say('more', { count: more }), click: acts.openConsole }] : []),
  ];
}

function chatLine(chat: Chat, now: number): string {
  const words = chat.lastMessage === undefined ? '' : lastWords(chat.lastMessage);
  const age = waitedWords(chat.waitingSince ?? chat.lastActivityAt, now);
  return [oneLine(customerName(chat), NAME_LENGTH), age, oneLine(words, WORDS_LENGTH)].filter(Boolean).join(' · ');
}

function pauseItems({ pausedUntil }: TrayState, acts: TrayActs, now: number): MenuItemConstructorOptions[] {
  if (pausedUntil !== undefined) return [{ label: resumeWords(pausedUntil, now), click: acts.resume }];
  return [
    {
      label: say('pause'),
      submenu: [
        { label: say('pauseHour'), click: () => acts.pause('hour') },
        { label: say('pauseTomorrow'), click: () => acts.pause('tomorrow') },
      ],
    },
  ];
}

function resumeWords(until: number, now: number): string {
  const [end, today] = [new Date(until), new Date(now)];
  return say(end.toDateString() === today.toDateString() ? 'resume' : 'resumeTomorrow', { clock: clockWords(until) });
}

/** Menus take `&` for the sign before a key's letter. */
function plain(text: string): string {
  return text.replaceAll('&', '&&');
}
