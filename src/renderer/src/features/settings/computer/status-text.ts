import '#renderer/language/settings.ts';
import { isSameDay } from 'date-fns/isSameDay';
import { addDays } from 'date-fns/addDays';
import type { DesktopPreferences, DesktopStatus, NotificationTest, UpdateStatus } from '#shared/contract/desktop.ts';
import { formatAge, formatClock, formatFull } from '#renderer/components/dates.tsx';
import { textsIn } from '#renderer/language/i18n.ts';
import { formatPhrase } from '#renderer/language/phrases.ts';

const t = textsIn('settings');

/** Where the app runs without a window. */
function restingPlace({
  platform,
  hasTray,
}: Pick<DesktopStatus, 'platform' | 'hasTray'>): 'inTray' | 'inMenuBar' | 'minimised' {
  if (!hasTray) return 'minimised';
  return platform === 'mac' ? 'inMenuBar' : 'inTray';
}

export function startHiddenText(status: Pick<DesktopStatus, 'platform' | 'hasTray'>): string {
  return t(`computer.startHidden.${restingPlace(status)}`);
}

export function closeToTrayText(status: Pick<DesktopStatus, 'platform' | 'hasTray' | 'seat'>): string {
  const stays = t(`computer.closeToTray.${status.seat === undefined ? 'serves' : 'seat'}`);
  return `${stays} ${t(`computer.closeToTray.${restingPlace(status)}`)}`;
}

/** Whether notifications are paused, and until when: "Paused until 15:04."; `now` in milliseconds since the epoch. */
export function pausedText({ pausedUntil }: Pick<DesktopPreferences, 'pausedUntil'>, now: number): string {
  if (pausedUntil === null || pausedUntil <= now) return '';
  if (isSameDay(pausedUntil, now)) return t('computer.paused.today', { clock: formatClock(pausedUntil) });
  if (isSameDay(pausedUntil, addDays(now, 1)))
    return t('computer.paused.tomorrow', { clock: formatClock(pausedUntil) });
  return t('computer.paused.later', { moment: formatFull(pausedUntil) });
}

/** The outcome of a test notification, and what to do if it was blocked. */
export function testText(test: NotificationTest): string {
  if (test.shown) return t('computer.shown');
  const advice = t(`computer.blocked.${test.blockedBy}.advice`);
  return test.detail === undefined
    ? t(`computer.blocked.${test.blockedBy}.text`, { advice })
    : t('computer.notShown', { detail: withoutStop(formatPhrase(test.detail)), advice });
}

/** The state of updates in a sentence; `now` in milliseconds since the epoch. */
export function updateText(
  update: UpdateStatus,
  { version, looks, now }: { readonly version: string; readonly looks: boolean; readonly now: number },
): string {
  switch (update.state) {
    case 'off':
      return looks ? t('computer.update.nowhere', { version }) : t('computer.update.off', { version });
    case 'current':
      return update.checkedAt === undefined
        ? t('computer.update.notChecked', { version })
        : t('computer.update.current', { version, when: ageText(update.checkedAt, now) });
    case 'checking':
      return t('computer.update.checking', { version });
    case 'ready':
      return t('computer.update.ready', { version: update.version });
    case 'failed':
      return t('computer.update.failed', {
        when: ageText(update.checkedAt, now),
        reason: withoutStop(formatPhrase(update.reason)),
      });
  }
}

/** "just now", "3 min ago", "at 14:05", "yesterday", "on 3 Nov"; times in milliseconds since the epoch. */
export function ageText(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return t('computer.ago.now');
  if (minutes < 60) return t('computer.ago.minutes', { count: minutes });
  if (isSameDay(at, now)) return t('computer.ago.today', { clock: formatClock(at) });
  return isSameDay(at, addDays(now, -1))
    ? t('computer.ago.yesterday')
    : t('computer.ago.earlier', { day: formatAge(at, now) });
}

function withoutStop(sentence: string): string {
  return sentence.trim().replace(/\.$/, '');
}
