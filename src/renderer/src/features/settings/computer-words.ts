import { isSameDay, addDays } from 'date-fns';
import type { DesktopPreferences, DesktopStatus, NotificationTest, UpdateStatus } from '#shared/contract/desktop.ts';
import { ageWords, clockWords, fullWords } from '#renderer/components/dates.ts';

type Platform = DesktopStatus['platform'];

/** What "This computer" says. */
export const computerWords = {
  lead: 'How Counterbell lives on this computer. Other computers keep their own choices.',
  failed: 'That did not work.',

  start: 'Starting and closing',
  startAtLogin: 'Start at login',
  startAtLoginHint: 'Counterbell is there as soon as you log in to this computer, so no customer is missed.',
  startHidden: 'Start hidden',
  closeToTray: 'Keep running when the window is closed',

  notifications: 'Notifications',
  notificationsLead: 'A chat that you are reading is never announced, and each chat has one notification at most.',
  kinds: 'Tell me about',
  newChat: 'A new chat',
  newChatHint: 'A customer writes, and nobody has the chat yet.',
  ownChat: 'A message in a chat that is mine',
  askedForPerson: 'A bot that asks for a person',
  failedReply: 'A reply that was not delivered',
  unreachable: 'Customers cannot reach you',
  unreachableHint: 'For a minute or longer; or they have to use another address from now on.',
  sound: 'Play a sound',
  repeat: 'Remind me again',
  repeatHint: 'Shows it once more, and with the sound, until somebody opens the chat.',

  pause: 'Pause notifications',
  pauseHint: 'Customers are received as always; you are only not told.',
  pauseHour: 'For 1 hour',
  pauseTomorrow: 'Until tomorrow morning',
  resume: 'Resume',

  test: 'Test notification',
  testTitle: 'Do they arrive?',
  testHint: 'A test shows one now, and says what is in the way if it cannot be shown.',
  testFailed: 'The notification could not be tried.',
  systemSettings: 'System settings',
  systemSettingsFailed: 'The system’s settings could not be opened.',
  systemSettingsFailedMore: 'Open them by hand and look for notifications.',

  presence: 'Away and awake',
  awayAfter: 'Away after',
  awayAfterHint: 'Minutes without a key or the mouse after which you count as away, and customers see that nobody is here. 0: never. A locked screen counts at once.',
  minutes: 'minutes',
  keepAwake: 'Keep this computer awake',
  keepAwakeHint: 'While you are online it does not fall asleep, so that customers get through. The screen may still go dark.',

  vault: 'Protection of secrets',
  vaultLead: 'Addresses of channels and tokens of bots are encrypted on this computer’s disk.',
  vaultBackend: (backend: string) => `Encrypted with: ${backend}`,
  vaultWeak: 'Whoever can read your files can read these secrets.',
  vaultWeakMore: 'The key lies in a file beside them. Install a keyring (GNOME Keyring or KWallet), unlock it, and start Counterbell anew.',

  updates: 'Updates',
  checkForUpdates: 'Look for updates',
  checkForUpdatesHint: 'Now and then, in the background. A newer version is installed when you quit, never in the middle of a chat.',
  checkNow: 'Check now',
  checkFailed: 'Updates could not be looked for.',
  whatIsNew: (version: string) => `What is new in ${version}`,

  help: 'Help',
  diagnostics: 'Copy diagnostics',
  diagnosticsHint: 'Versions, settings and the latest log lines, to paste into a report. Secrets in them are masked.',
} as const;

/** "menu bar" where the system calls it that. */
function trayWords(platform: Platform): string {
  return platform === 'mac' ? 'menu bar' : 'tray';
}

/** What "Start hidden" does here. */
export function startHiddenWords({ platform, hasTray }: Pick<DesktopStatus, 'platform' | 'hasTray'>): string {
  return hasTray ? `Started at login, it waits in the ${trayWords(platform)} without opening its window.` : 'Started at login, its window is minimised: this desktop shows no tray icons.';
}

/** What closing the window does here. */
export function closeToTrayWords({ platform, hasTray }: Pick<DesktopStatus, 'platform' | 'hasTray'>): string {
  return hasTray
    ? `Customers are still received, and you are still told. Counterbell stays in the ${trayWords(platform)}; quit it from there.`
    : 'Customers are still received, and you are still told. This desktop shows no tray icons, so closing minimises the window instead.';
}

/** Whether nothing is shown for now, and until when: "Paused until 15:04."; `now` in milliseconds since 1970. */
export function pausedWords({ pausedUntil }: Pick<DesktopPreferences, 'pausedUntil'>, now: number): string {
  if (pausedUntil === null || pausedUntil <= now) return '';
  if (isSameDay(pausedUntil, now)) return `Paused until ${clockWords(pausedUntil)}.`;
  if (isSameDay(pausedUntil, addDays(now, 1))) return `Paused until tomorrow, ${clockWords(pausedUntil)}.`;
  return `Paused until ${fullWords(pausedUntil)}.`;
}

/** What became of a test notification, and what to do where it was held back. */
export function testWords(test: NotificationTest): string {
  if (test.shown) return 'It was shown. If you did not see it, the system holds it back: look for “Do not disturb” there.';
  const { why, advice } = blockedWords(test.blockedBy);
  return test.detail === undefined ? `Not shown: ${why}. ${advice}` : `Not shown. ${withoutStop(test.detail)}. ${advice}`;
}

function blockedWords(blockedBy: Extract<NotificationTest, { shown: false }>['blockedBy']): { readonly why: string; readonly advice: string } {
  switch (blockedBy) {
    case 'paused':
      return { why: 'notifications are paused', advice: 'Resume them above.' };
    case 'app':
      return { why: 'every kind of notification is switched off above', advice: 'Choose at least one.' };
    case 'doNotDisturb':
      return { why: '“Do not disturb” is on in the system', advice: 'Switch it off there; chats that still wait are announced then.' };
    case 'system':
      return { why: 'the system does not let Counterbell show notifications', advice: 'Allow them in its settings.' };
    case 'unsupported':
      return { why: 'this desktop has nothing that shows notifications', advice: 'Keep the window in sight, or install a notification service.' };
  }
}

/** Where updates stand, in a sentence; `now` in milliseconds since 1970. */
export function updateWords(update: UpdateStatus, { version, looks, now }: { readonly version: string; readonly looks: boolean; readonly now: number }): string {
  switch (update.state) {
    case 'off':
      return looks
        ? `This is version ${version}. It was built without a place to look for updates: newer ones have to be installed by hand.`
        : `This is version ${version}. Newer ones are not looked for.`;
    case 'current':
      return update.checkedAt === undefined ? `This is version ${version}. Newer ones have not been looked for yet.` : `Version ${version} is the newest one. Checked ${ageInWords(update.checkedAt, now)}.`;
    case 'checking':
      return `This is version ${version}. Looking for a newer one…`;
    case 'ready':
      return `Version ${update.version} is ready. It is installed when you quit.`;
    case 'failed':
      return `Updates could not be looked for ${ageInWords(update.checkedAt, now)}: ${withoutStop(update.reason)}. Counterbell tries again by itself.`;
  }
}

/** "just now", "3 min ago", "at 14:05", "yesterday", "on 3 Nov"; times in milliseconds since 1970. */
export function ageInWords(at: number, now: number): string {
  const age = ageWords(at, now);
  if (age === 'now') return 'just now';
  if (age.endsWith('min')) return `${age} ago`;
  if (age === 'yesterday') return age;
  return `${isSameDay(at, now) ? 'at' : 'on'} ${age}`;
}

function withoutStop(sentence: string): string {
  return sentence.trim().replace(/\.$/, '');
}
