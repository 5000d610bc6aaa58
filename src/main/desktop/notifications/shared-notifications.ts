import type { NotificationTest } from '#shared/contract/desktop.ts';
import { MIN_CALL_GAP } from '#shared/domain/call-policy.ts';
import { oneLine } from '#shared/locales/call-texts.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Preferences } from '../preferences.ts';
import { t } from '../texts.ts';
import { consoleHost } from '../windows/console-gate.ts';
import { isPaused } from './calls.ts';
import type {
  NoticeUse,
  NotificationPresenter,
  NotificationSettings,
  PresenterOptions,
  ShopPresenter,
} from './notifications.ts';

export type Notifications = ReturnType<typeof shareNotifications>;

const TEST_KEY = 'test';
/**
 * Milliseconds without another sound. Less than between a shop's calls: a call is timed a moment before its sound, and
 * timers may be early, so a call that is due would otherwise be silent now and then.
 */
const SOUND_GAP = MIN_CALL_GAP - 1000;
/** Characters of a shop's name in a title. */
const SHOP_LENGTH = 40;
/** The shop in the key of a notice, which the system still knows after a restart, and the shop's own key. */
const SHOP_KEY = /^(shop-[0-9a-f]{32})_(.*)$/;

export interface SharedNotificationOptions {
  readonly preferences: Preferences;
  /** a notification was used that no shop knows */
  readonly showConsole: () => void;
  readonly clock: Clock;
  /** the system's notifications */
  readonly present: (options: PresenterOptions) => NotificationPresenter;
  /** the system's notification settings */
  readonly settings: NotificationSettings;
}

/** The system's notifications for all shops of this app: a sound for all of them, and titles that say which. */
export function shareNotifications({ preferences, showConsole, clock, present, settings }: SharedNotificationOptions) {
  const uses = new Map<string, (key: string, use: NoticeUse) => void>();
  const presenter = present({
    onUse: (key, use) => {
      const [, shop = consoleHost, own = key] = SHOP_KEY.exec(key) ?? [];
      const answer = uses.get(shop);
      if (answer !== undefined) answer(own, use);
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
    /** The notifications of a shop. `name` undefined: this computer's own installation, which is alone. */
    of: (shop: { readonly id: string; readonly name: (() => string) | undefined }) => {
      const { id, name } = shop;
      const keyOf = (key: string): string => (name === undefined ? key : `${id}_${key}`);
      return {
        presenter: {
          show: (notice) =>
            presenter.show({
              ...notice,
              key: keyOf(notice.key),
              title:
                name === undefined || uses.size < 2
                  ? notice.title
                  : `${notice.title} · ${oneLine(name(), SHOP_LENGTH)}`,
              sound: notice.sound && maySound(),
            }),
          withdraw: (key) => presenter.withdraw(keyOf(key)),
          isSilenced: presenter.isSilenced,
        } satisfies ShopPresenter,
        /** returns how to stop */
        onUse: (use: (key: string, use: NoticeUse) => void): (() => void) => {
          uses.set(id, use);
          return () => void uses.delete(id);
        },
      };
    },
    /** whether a bell may ring now, which then counts as the sound */
    maySound,
    /** shows a test notification, or returns what blocks it */
    test: async (): Promise<NotificationTest> => {
      const now = preferences.current();
      if (isPaused(now, clock.wall())) return { shown: false, blockedBy: 'paused' };
      const { newChat, ownChat, askedForPerson, failedReply, sound } = now.notifications;
      if (!(newChat || ownChat || askedForPerson || failedReply)) return { shown: false, blockedBy: 'app' };
      if (await presenter.isSilenced()) return { shown: false, blockedBy: 'doNotDisturb' };
      return presenter.show({
        key: TEST_KEY,
        title: 'Counterbell',
        body: t('desktop:notifications.test'),
        sound: sound && maySound(),
        answerable: false,
      });
    },
    /** whether the system has notification settings that can be opened */
    hasSystemSettings: settings.isThere,
    openSystemSettings: settings.open,
    /** resolves when the system has removed all notifications */
    stop: presenter.stop,
  };
}
