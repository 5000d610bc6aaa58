import type { NotificationTest } from '#shared/contract/desktop.ts';
import { MIN_CALL_GAP } from '#shared/domain/call-policy.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Preferences } from '../preferences.ts';
import { t } from '../texts.ts';
import { isPaused } from './notice.ts';
import type { NoticeUse, NotificationPresenter, PresenterOptions } from './notice.ts';

export type Notifications = ReturnType<typeof limitNotifications>;

const TEST_KEY = 'test';
/**
 * Milliseconds without another sound. Less than between calls: a call is timed a moment before its sound, and
 * timers may be early, so a call that is due would otherwise be silent now and then.
 */
const SOUND_GAP = MIN_CALL_GAP - 1000;

export interface LimitedNotificationOptions {
  /** of this installation, in the keys of its notices: the system still knows them after the app has joined a shop */
  readonly host: string;
  readonly preferences: Preferences;
  /** a notification was used that this installation does not know */
  readonly showConsole: () => void;
  readonly clock: Clock;
  /** the system's notifications */
  readonly present: (options: PresenterOptions) => NotificationPresenter;
}

/** The system's notifications, with a sound at most every ten seconds. */
export function limitNotifications(options: LimitedNotificationOptions) {
  const { host, preferences, showConsole, clock, present } = options;
  const prefix = `${host}_`;
  let answer: ((key: string, use: NoticeUse) => void) | undefined;
  const system = present({
    onUse: (key, use) => {
      if (answer !== undefined && key.startsWith(prefix)) answer(key.slice(prefix.length), use);
      else if (use.kind !== 'dismiss') showConsole();
    },
  });
  let soundedAt = -Infinity;
  /** Limits sounds, whatever causes them: never two at once or soon after each other. */
  const maySound = (): boolean => {
    const may = clock.monotonic() - soundedAt >= SOUND_GAP;
    if (may) soundedAt = clock.monotonic();
    return may;
  };

  return {
    presenter: {
      show: (notice) => system.show({ ...notice, key: `${prefix}${notice.key}`, sound: notice.sound && maySound() }),
      withdraw: (key) => system.withdraw(`${prefix}${key}`),
      isSilenced: system.isSilenced,
    } satisfies Omit<NotificationPresenter, 'stop'>,
    /** returns how to stop */
    onUse: (use: (key: string, use: NoticeUse) => void): (() => void) => {
      answer = use;
      return () => (answer = undefined);
    },
    /** true if a bell may ring now, which then counts as the sound */
    maySound,
    /** shows a test notification, or returns what blocks it */
    test: async (): Promise<NotificationTest> => {
      const now = preferences.current();
      if (isPaused(now, clock.wall())) return { shown: false, blockedBy: 'paused' };
      const { newChat, ownChat, askedForPerson, failedReply, sound } = now.notifications;
      if (!(newChat || ownChat || askedForPerson || failedReply)) return { shown: false, blockedBy: 'app' };
      if (await system.isSilenced()) return { shown: false, blockedBy: 'doNotDisturb' };
      return system.show({
        key: TEST_KEY,
        title: 'Counterbell',
        body: t('desktop:notifications.test'),
        sound: sound && maySound(),
        answerable: false,
      });
    },
    /** resolves when the system has removed all notifications */
    stop: system.stop,
  };
}
