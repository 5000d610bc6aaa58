import type { SeatStatus } from '#shared/contract/desktop.ts';
import type { Chat, Presence } from '#shared/domain/entities.ts';
import { waitingSinceOf } from '#shared/domain/needs-person.ts';
import { customerName, formatClock, messagePreview } from '../notifications/notice-text.ts';
import { oneLine } from '#shared/locales/call-texts.ts';
import { t } from '../texts.ts';
import { reachLine, reachSummary, type ReachSnapshot } from '../notifications/reach.ts';

/** What the tray shows. */
export interface TrayState {
  /** whose customers these are, where it is not this computer's own installation */
  readonly shop: string | undefined;
  /** the operator's choice; undefined until it is known */
  readonly presence: Presence | undefined;
  /** chats that need this operator, longest waiting first; only as many as the menu shows */
  readonly chats: readonly Chat[];
  /** how many there are in total */
  readonly waiting: number;
  /** the program's problem, as text */
  readonly problem: string | undefined;
  /** whether customers get through; undefined until it is known */
  readonly reach: ReachSnapshot | undefined;
  /** wall clock; undefined: not paused */
  readonly pausedUntil: number | undefined;
}

/** Name of a picture in resources/tray, without its background. */
export function iconName({ presence, waiting, problem, reach }: TrayState): string {
  if (problem !== undefined || reach?.reach.state === 'unreachable') return 'problem';
  if (waiting > 0) return `waiting-${countIcon(waiting)}`;
  return presence === 'away' ? 'away' : 'online';
}

/** What is wrong with a seat's connection, as text; undefined: nothing. */
export function seatProblem({ shop, connection }: SeatStatus): string | undefined {
  switch (connection.state) {
    case 'connecting':
    case 'connected':
      return undefined;
    case 'reconnecting':
      return t('desktop:seat.reconnecting', { shop });
    case 'removed':
      return t('desktop:seat.removed', { shop });
    case 'hostIsNewer':
      return t('desktop:seat.hostIsNewer', { shop });
  }
}

/** As much of a number as fits in the icon. */
export function countIcon(count: number): string {
  return count > 9 ? 'many' : String(count);
}

/** Windows shows 127 characters of a tooltip. */
const SHOP_LENGTH = 40;

/** The icon's tooltip; `now`: wall clock. */
export function trayTooltip(state: TrayState, now: number): string {
  const { problem, reach } = state;
  if (problem !== undefined) return `Counterbell: ${problem}`;
  const who = `${state.shop === undefined ? 'Counterbell' : oneLine(state.shop, SHOP_LENGTH)}: ${waitingText(state)}`;
  if (reach === undefined) return who;
  const through = reachSummary(reach, now);
  return reach.reach.state === 'unreachable' ? `${through}\n${who}` : `${who}\n${through}`;
}

function waitingText({ presence, waiting, pausedUntil }: TrayState): string {
  const parts: string[] = [
    waiting > 0 ? t('desktop:tooltip.waiting', { count: waiting }) : t('desktop:tooltip.nobodyWaits'),
  ];
  if (presence === 'away') parts.push(t('desktop:tooltip.away'));
  if (pausedUntil !== undefined) parts.push(t('desktop:tooltip.paused'));
  return parts.join(', ');
}

const MINUTE = 60_000;

/** How long somebody has waited, for a menu: now, 3 min, 2 h, 4 days. */
export function formatWait(since: number, now: number): string {
  const minutes = Math.floor((now - since) / MINUTE);
  if (minutes < 1) return t('desktop:waited.now');
  if (minutes < 60) return t('desktop:waited.minutes', { count: minutes });
  if (minutes < 24 * 60) return t('desktop:waited.hours', { count: Math.floor(minutes / 60) });
  return t('desktop:waited.days', { count: Math.floor(minutes / (24 * 60)) });
}

/** Most chats in the menu; the console has the rest. */
export const MENU_CHATS = 8;

const NAME_LENGTH = 24;
const WORDS_LENGTH = 40;

/** An item's action, as data so that two menus can be compared. */
export type TrayAction =
  | { readonly kind: 'presence'; readonly presence: Presence }
  | { readonly kind: 'console' }
  /** the page where the way in is set up */
  | { readonly kind: 'connection' }
  | { readonly kind: 'answer'; readonly chatId: string }
  | { readonly kind: 'pause'; readonly lasts: 'hour' | 'tomorrow' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'quit' };

export type TrayItem =
  | { readonly type: 'separator' }
  | { readonly type: 'normal'; readonly label: string; readonly action: TrayAction }
  | {
      readonly type: 'radio';
      readonly label: string;
      readonly enabled: boolean;
      readonly checked: boolean;
      readonly action: TrayAction;
    }
  | { readonly type: 'words'; readonly label: string }
  | { readonly type: 'submenu'; readonly label: string; readonly items: readonly TrayItem[] };

/** The tray's menu: problems, whether customers get through, presence, who waits, pause, quit. `now`: wall clock. */
export function trayMenu(state: TrayState, now: number): readonly TrayItem[] {
  return [
    ...(state.problem === undefined ? [] : [item(escapeMenuText(state.problem), { kind: 'console' })]),
    ...(state.reach === undefined ? [] : [item(escapeMenuText(reachLine(state.reach, now)), { kind: 'connection' })]),
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

function item(label: string, action: TrayAction): TrayItem {
  return { type: 'normal', label, action };
}

function presenceItem(presence: Presence, state: TrayState): TrayItem {
  return {
    type: 'radio',
    label: presence === 'online' ? t('desktop:online') : t('desktop:away'),
    checked: state.presence === presence,
    enabled: state.presence !== undefined,
    action: { kind: 'presence', presence },
  };
}

function waitingItems({ chats, waiting }: TrayState, now: number): readonly TrayItem[] {
  if (waiting === 0) return [{ type: 'words', label: t('desktop:nobodyWaits') }];
  const more = waiting - chats.length;
  return [
    ...chats.map((chat) => item(escapeMenuText(chatLine(chat, now)), { kind: 'answer', chatId: chat.id })),
    ...(more > 0 ? [item(t('desktop:more', { count: more }), { kind: 'console' })] : []),
  ];
}

function chatLine(chat: Chat, now: number): string {
  const words = chat.lastMessage === undefined ? '' : messagePreview(chat.lastMessage);
  const age = formatWait(waitingSinceOf(chat), now);
  return [oneLine(customerName(chat), NAME_LENGTH), age, oneLine(words, WORDS_LENGTH)].filter(Boolean).join(' · ');
}

function pauseItem({ pausedUntil }: TrayState, now: number): TrayItem {
  if (pausedUntil !== undefined) return item(resumeText(pausedUntil, now), { kind: 'resume' });
  const items = [
    item(t('desktop:pauseHour'), { kind: 'pause', lasts: 'hour' }),
    item(t('desktop:pauseTomorrow'), { kind: 'pause', lasts: 'tomorrow' }),
  ];
  return { type: 'submenu', label: t('desktop:pause'), items };
}

function resumeText(until: number, now: number): string {
  const [end, today] = [new Date(until), new Date(now)];
  return t(end.toDateString() === today.toDateString() ? 'desktop:resume' : 'desktop:resumeTomorrow', {
    clock: formatClock(until),
  });
}

/** In menus `&` marks the access key. */
function escapeMenuText(text: string): string {
  return text.replaceAll('&', '&&');
}
