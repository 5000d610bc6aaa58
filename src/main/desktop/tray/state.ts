import type { Chat, Presence } from '#shared/domain/entities.ts';
import { reachWords, type ReachSeen } from '../notifications/reach-text.ts';
import { t } from '../speech.ts';

/** What the tray shows. */
export interface TrayState {
  /** what the operator chose; undefined while it is not known yet */
  readonly presence: Presence | undefined;
  /** chats that want this operator, longest waiting first; at most as many as the menu shows */
  readonly chats: readonly Chat[];
  /** how many there are */
  readonly waiting: number;
  /** what is wrong with the program, in words */
  readonly problem: string | undefined;
  /** whether customers get through; undefined while it is not known yet */
  readonly reach: ReachSeen | undefined;
  /** wall clock; undefined: not paused */
  readonly pausedUntil: number | undefined;
}

/** Name of a picture in resources/tray, without the ground it is on. */
export function pictureOf({ presence, waiting, problem, reach }: TrayState): string {
  if (problem !== undefined || reach?.reach.state === 'unreachable') return 'problem';
  if (waiting > 0) return `waiting-${countPicture(waiting)}`;
  return presence === 'away' ? 'away' : 'online';
}

/** As much of a number as fits into a picture. */
export function countPicture(count: number): string {
  return count > 9 ? 'many' : String(count);
}

/** What is said when the mouse rests on the picture; `now`: wall clock. */
export function tooltipOf(state: TrayState, now: number): string {
  const { problem, reach } = state;
  if (problem !== undefined) return `Counterbell: ${problem}`;
  const who = `Counterbell: ${whoWaits(state)}`;
  if (reach === undefined) return who;
  const through = reachWords(reach, now);
  return reach.reach.state === 'unreachable' ? `${through}\n${who}` : `${who}\n${through}`;
}

function whoWaits({ presence, waiting, pausedUntil }: TrayState): string {
  const parts: string[] = [
    waiting > 0 ? t('desktop:tooltip.waiting', { count: waiting }) : t('desktop:tooltip.nobodyWaits'),
  ];
  if (presence === 'away') parts.push(t('desktop:tooltip.away'));
  if (pausedUntil !== undefined) parts.push(t('desktop:tooltip.paused'));
  return parts.join(', ');
}

const MINUTE = 60_000;

/** How long somebody has waited, as a menu says it: now, 3 min, 2 h, 4 days. */
export function waitedWords(since: number, now: number): string {
  const minutes = Math.floor((now - since) / MINUTE);
  if (minutes < 1) return t('desktop:waited.now');
  if (minutes < 60) return t('desktop:waited.minutes', { count: minutes });
  if (minutes < 24 * 60) return t('desktop:waited.hours', { count: Math.floor(minutes / 60) });
  return t('desktop:waited.days', { count: Math.floor(minutes / (24 * 60)) });
}
