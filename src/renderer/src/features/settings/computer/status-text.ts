import { isSameDay } from 'date-fns/isSameDay';
import { addDays } from 'date-fns/addDays';
import type { DesktopPreferences, DesktopStatus, NotificationTest, UpdateStatus } from '#shared/contract/desktop.ts';
import { formatAgo, formatClock, formatFull } from '#renderer/components/dates.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { formatPhrase } from '#renderer/language/phrases.ts';

/** Tells where the app runs without a window. */
function hiddenState({
  platform,
  hasTray,
}: Pick<DesktopStatus, 'platform' | 'hasTray'>): 'inTray' | 'inMenuBar' | 'minimised' {
  if (!hasTray) return 'minimised';
  return platform === 'mac' ? 'inMenuBar' : 'inTray';
}

export function startAtLoginText(status: Pick<DesktopStatus, 'platform' | 'hasTray'>): string {
  return i18n.t(`settings:computer.startAtLogin.${hiddenState(status)}`);
}

export function closeToTrayText(status: Pick<DesktopStatus, 'platform' | 'hasTray' | 'seat'>): string {
  const stays = i18n.t(`settings:computer.closeToTray.${status.seat === undefined ? 'serves' : 'seat'}`);
  return `${stays} ${i18n.t(`settings:computer.closeToTray.${hiddenState(status)}`)}`;
}

/** Says until when notifications are paused, if at all: "Paused until 15:04."; `now`: milliseconds since the epoch. */
export function pausedText({ pausedUntil }: Pick<DesktopPreferences, 'pausedUntil'>, now: number): string {
  if (pausedUntil === null || pausedUntil <= now) return '';
  if (isSameDay(pausedUntil, now)) return i18n.t('settings:computer.paused.today', { clock: formatClock(pausedUntil) });
  if (isSameDay(pausedUntil, addDays(now, 1)))
    return i18n.t('settings:computer.paused.tomorrow', { clock: formatClock(pausedUntil) });
  return i18n.t('settings:computer.paused.later', { moment: formatFull(pausedUntil) });
}

/** The outcome of a test notification, and what to do if it was blocked. */
export function testText(test: NotificationTest): string {
  if (test.shown) return i18n.t('settings:computer.shown');
  const advice = i18n.t(`settings:computer.blocked.${test.blockedBy}.advice`);
  return test.detail === undefined
    ? i18n.t(`settings:computer.blocked.${test.blockedBy}.text`, { advice })
    : i18n.t('settings:computer.notShown', { detail: withoutStop(formatPhrase(test.detail)), advice });
}

/** The state of updates in a sentence; `now` in milliseconds since the epoch. */
export function updateText(
  update: UpdateStatus,
  { version, now }: { readonly version: string; readonly now: number },
): string {
  switch (update.state) {
    case 'unsupported':
      return i18n.t('settings:computer.update.unsupported', { version });
    case 'off':
      return i18n.t('settings:computer.update.off', { version });
    case 'current':
      return update.checkedAt === undefined
        ? i18n.t('settings:computer.update.notChecked', { version })
        : i18n.t('settings:computer.update.current', { version, when: formatAgo(update.checkedAt, now) });
    case 'checking':
      return i18n.t('settings:computer.update.checking', { version });
    case 'ready':
      return i18n.t('settings:computer.update.ready', { version: update.version });
    case 'failed':
      return i18n.t('settings:computer.update.failed', {
        when: formatAgo(update.checkedAt, now),
        reason: withoutStop(formatPhrase(update.reason)),
      });
  }
}

function withoutStop(sentence: string): string {
  return sentence.trim().replace(/\.$/, '');
}
