import { isSameDay, addDays } from 'date-fns';
import type { DesktopPreferences, DesktopStatus, NotificationTest, UpdateStatus } from '#shared/contract/desktop.ts';
import { ageWords, clockWords, fullWords } from '#renderer/components/dates.ts';
import { computer } from '#shared/words/en/computer.ts';
import { computerSays } from '#shared/words/en/computer-says.ts';
import { createRetelling } from '#shared/words/known-again.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('computer', computer);
/** What the desktop told in English. */
const retold = createRetelling(wordsOf, { computerSays });

/** What "This computer" says. */
export const computerWords = {
  lead: say('lead'),
  failed: say('failed'),

  start: say('start'),
  startAtLogin: say('startAtLogin'),
  startAtLoginHint: say('startAtLoginHint'),
  startHidden: say('startHidden'),
  closeToTray: say('closeToTray'),

  notifications: say('notifications'),
  notificationsLead: say('notificationsLead'),
  kinds: say('kinds'),
  newChat: say('newChat'),
  newChatHint: say('newChatHint'),
  ownChat: say('ownChat'),
  askedForPerson: say('askedForPerson'),
  failedReply: say('failedReply'),
  unreachable: say('unreachable'),
  unreachableHint: say('unreachableHint'),
  sound: say('sound'),
  repeat: say('repeat'),
  repeatHint: say('repeatHint'),

  pause: say('pause'),
  pauseHint: say('pauseHint'),
  pauseHour: say('pauseHour'),
  pauseTomorrow: say('pauseTomorrow'),
  resume: say('resume'),

  test: say('test'),
  testTitle: say('testTitle'),
  testHint: say('testHint'),
  testFailed: say('testFailed'),
  systemSettings: say('systemSettings'),
  systemSettingsFailed: say('systemSettingsFailed'),
  systemSettingsFailedMore: say('systemSettingsFailedMore'),

  presence: say('presence'),
  awayAfter: say('awayAfter'),
  awayAfterHint: say('awayAfterHint'),
  minutes: say('minutes'),
  keepAwake: say('keepAwake'),
  keepAwakeHint: say('keepAwakeHint'),

  vault: say('vault'),
  vaultLead: say('vaultLead'),
  vaultBackend: (backend: string) => say('vaultBackend', { backend: retold(backend) }),
  vaultWeak: say('vaultWeak'),
  vaultWeakMore: say('vaultWeakMore'),

  updates: say('updates'),
  checkForUpdates: say('checkForUpdates'),
  checkForUpdatesHint: say('checkForUpdatesHint'),
  checkNow: say('checkNow'),
  checkFailed: say('checkFailed'),
  whatIsNew: (version: string) => say('whatIsNew', { version }),

  help: say('help'),
  diagnostics: say('diagnostics'),
  diagnosticsHint: say('diagnosticsHint'),
} as const;

/** Where the app waits without a window. */
function restingPlace({
  platform,
  hasTray,
}: Pick<DesktopStatus, 'platform' | 'hasTray'>): 'inTray' | 'inMenuBar' | 'minimised' {
  if (!hasTray) return 'minimised';
  return platform === 'mac' ? 'inMenuBar' : 'inTray';
}

/** What "Start hidden" does here. */
export function startHiddenWords(status: Pick<DesktopStatus, 'platform' | 'hasTray'>): string {
  return say(`startHidden.${restingPlace(status)}`);
}

/** What closing the window does here. */
export function closeToTrayWords(status: Pick<DesktopStatus, 'platform' | 'hasTray'>): string {
  return say(`closeToTray.${restingPlace(status)}`);
}

/** Whether nothing is shown for now, and until when: "Paused until 15:04."; `now` in milliseconds since 1970. */
export function pausedWords({ pausedUntil }: Pick<DesktopPreferences, 'pausedUntil'>, now: number): string {
  if (pausedUntil === null || pausedUntil <= now) return '';
  if (isSameDay(pausedUntil, now)) return say('paused.today', { clock: clockWords(pausedUntil) });
  if (isSameDay(pausedUntil, addDays(now, 1))) return say('paused.tomorrow', { clock: clockWords(pausedUntil) });
  return say('paused.later', { moment: fullWords(pausedUntil) });
}

/** What became of a test notification, and what to do where it was held back. */
export function testWords(test: NotificationTest): string {
  if (test.shown) return say('shown');
  const advice = say(`blocked.${test.blockedBy}.advice`);
  return test.detail === undefined
    ? say(`blocked.${test.blockedBy}`, { advice })
    : say('notShown', { detail: withoutStop(retold(test.detail)), advice });
}

/** Where updates stand, in a sentence; `now` in milliseconds since 1970. */
export function updateWords(
  update: UpdateStatus,
  { version, looks, now }: { readonly version: string; readonly looks: boolean; readonly now: number },
): string {
  switch (update.state) {
    case 'off':
      return looks ? say('update.nowhere', { version }) : say('update.off', { version });
    case 'current':
      return update.checkedAt === undefined
        ? say('update.notChecked', { version })
        : say('update.current', { version, when: ageInWords(update.checkedAt, now) });
    case 'checking':
      return say('update.checking', { version });
    case 'ready':
      return say('update.ready', { version: update.version });
    case 'failed':
      return say('update.failed', {
        when: ageInWords(update.checkedAt, now),
        reason: withoutStop(retold(update.reason)),
      });
  }
}

/** "just now", "3 min ago", "at 14:05", "yesterday", "on 3 Nov"; times in milliseconds since 1970. */
export function ageInWords(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return say('ago.now');
  if (minutes < 60) return say('ago.minutes', { count: minutes });
  if (isSameDay(at, now)) return say('ago.today', { clock: clockWords(at) });
  return isSameDay(at, addDays(now, -1)) ? say('ago.yesterday') : say('ago.earlier', { day: ageWords(at, now) });
}

function withoutStop(sentence: string): string {
  return sentence.trim().replace(/\.$/, '');
}
