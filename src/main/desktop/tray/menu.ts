import type { MenuItemConstructorOptions } from 'electron';
import type { SeatStatus } from '#shared/contract/desktop.ts';
import type { Chat, Presence } from '#shared/domain/entities.ts';
import { waitingSinceOf } from '#shared/domain/needs-person.ts';
import { customerName, formatClock, messagePreview } from '../notifications/notice-text.ts';
import { oneLine } from '#shared/locales/call-texts.ts';
import { t } from '../texts.ts';
import { MENU_CHATS, type EngineState } from './engine-state.ts';
import { reachLine, reachSummary, type ReachSnapshot } from '../notifications/reach.ts';

/** State shown by the tray. */
export interface TrayState extends Omit<EngineState, 'presence'> {
  /** the shop whose customers these are, where it is not this computer's own installation */
  readonly shop: string | undefined;
  /** the operator's choice; undefined until it is known */
  readonly presence: Presence | undefined;
  /** problem with the program, or with a seat's connection, as text */
  readonly problem: string | undefined;
  /** reachability for customers; undefined until it is known */
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

/** True if a seat's connection is of no use until somebody intervenes: nobody waits there for this operator. */
export function isLost({ connection: { state } }: Pick<SeatStatus, 'connection'>): boolean {
  return state === 'removed' || state === 'keyLost' || state === 'hostIsNewer';
}

/** Describes the problem with a seat's connection; undefined: none. */
export function seatProblem({ shop, connection: { state } }: SeatStatus): string | undefined {
  return state === 'connecting' || state === 'connected' ? undefined : t(`desktop:seat.${state}`, { shop });
}

/** As much of a number as fits in the icon. */
export function countIcon(count: number): string {
  return count > 9 ? 'many' : String(count);
}

/** Windows shows 127 characters of a tooltip. */
const SHOP_LENGTH = 40;

/** The icon's tooltip; `now`: wall clock. */
export function trayTooltip(state: TrayState, now: number): string {
  const { shop, problem, reach } = state;
  if (problem !== undefined) return `Counterbell: ${problem}`;
  const summary = `${shop === undefined ? 'Counterbell' : oneLine(shop, SHOP_LENGTH)}: ${waitingText(state)}`;
  if (reach === undefined) return summary;
  const through = reachSummary(reach, now);
  return reach.reach.state === 'unreachable' ? `${through}\n${summary}` : `${summary}\n${through}`;
}

function waitingText({ presence, waiting, pausedUntil }: TrayState): string {
  return [
    waiting > 0 ? t('desktop:tooltip.waiting', { count: waiting }) : t('desktop:tooltip.nobodyWaits'),
    presence === 'away' && t('desktop:tooltip.away'),
    pausedUntil !== undefined && t('desktop:tooltip.paused'),
  ]
    .filter(Boolean)
    .join(', ');
}

const MINUTE = 60_000;

/** Formats a waiting time for a menu: now, 3 min, 2 h, 4 days. */
export function formatWait(since: number, now: number): string {
  const minutes = Math.floor((now - since) / MINUTE);
  if (minutes < 1) return t('desktop:waited.now');
  if (minutes < 60) return t('desktop:waited.minutes', { count: minutes });
  if (minutes < 24 * 60) return t('desktop:waited.hours', { count: Math.floor(minutes / 60) });
  return t('desktop:waited.days', { count: Math.floor(minutes / (24 * 60)) });
}

const NAME_LENGTH = 24;
const WORDS_LENGTH = 40;

/** An item's action, as data so that two menus can be compared. */
export type TrayAction =
  | { readonly kind: 'presence'; readonly presence: Presence }
  | { readonly kind: 'console' }
  /** the page where the connection is set up */
  | { readonly kind: 'connection' }
  | { readonly kind: 'answer'; readonly chatId: string }
  | { readonly kind: 'pause'; readonly lasts: 'hour' | 'tomorrow' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'quit' };

/** An item of Electron's menu, but for what it does. */
export interface TrayItem extends Pick<MenuItemConstructorOptions, 'type' | 'label' | 'enabled' | 'checked'> {
  readonly action?: TrayAction;
  readonly submenu?: readonly TrayItem[];
}

/** The tray's menu: problems, whether customers get through, presence, who waits, pause, quit. `now`: wall clock. */
export function trayMenu(state: TrayState, now: number): readonly TrayItem[] {
  const { problem, reach } = state;
  return separated<TrayItem>([
    [
      ...(problem === undefined ? [] : [item(escapeMenuText(problem), { kind: 'console' })]),
      ...(reach === undefined ? [] : [item(escapeMenuText(reachLine(reach, now)), { kind: 'connection' })]),
    ],
    [presenceItem('online', state), presenceItem('away', state)],
    waitingItems(state, now),
    [item(t('desktop:openApp'), { kind: 'console' }), pauseItem(state, now)],
    [item(t('desktop:quit'), { kind: 'quit' })],
  ]);
}

function item(label: string, action: TrayAction): TrayItem {
  return { label, action };
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

function waitingItems({ chats, waiting, problem }: TrayState, now: number): readonly TrayItem[] {
  // Of a shop that can't be reached it isn't known.
  if (waiting === 0) return problem === undefined ? [{ label: t('desktop:nobodyWaits'), enabled: false }] : [];
  const shown = chats.slice(0, MENU_CHATS);
  const more = waiting - shown.length;
  return [
    ...shown.map((chat) => item(escapeMenuText(chatLine(chat, now)), { kind: 'answer', chatId: chat.id })),
    ...(more > 0 ? [item(t('desktop:more', { count: more }), { kind: 'console' })] : []),
  ];
}

function chatLine(chat: Chat, now: number): string {
  const last = chat.lastFromCustomer ?? chat.lastMessage;
  const words = last === undefined ? '' : messagePreview(last);
  const age = formatWait(waitingSinceOf(chat), now);
  return [oneLine(customerName(chat), NAME_LENGTH), age, oneLine(words, WORDS_LENGTH)].filter(Boolean).join(' · ');
}

function pauseItem({ pausedUntil }: TrayState, now: number): TrayItem {
  if (pausedUntil !== undefined) return item(resumeText(pausedUntil, now), { kind: 'resume' });
  return {
    label: t('desktop:pause'),
    submenu: [
      item(t('desktop:pauseHour'), { kind: 'pause', lasts: 'hour' }),
      item(t('desktop:pauseTomorrow'), { kind: 'pause', lasts: 'tomorrow' }),
    ],
  };
}

function resumeText(until: number, now: number): string {
  const [end, today] = [new Date(until), new Date(now)];
  return t(end.toDateString() === today.toDateString() ? 'desktop:resume' : 'desktop:resumeTomorrow', {
    clock: formatClock(until),
  });
}

/** Escapes `&`, which marks the access key in menus. */
function escapeMenuText(text: string): string {
  return text.replaceAll('&', '&&');
}

/** The groups with a line between them. */
export function separated<T>(groups: readonly (readonly T[])[]): (T | { readonly type: 'separator' })[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap<T | { readonly type: 'separator' }>((group, index) =>
      index === 0 ? group : [{ type: 'separator' }, ...group],
    );
}
