import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import { isPaused } from './attention.ts';
import type { NotificationPresenter } from './presenter.ts';
import type { Preferences } from '../preferences.ts';
import { brokenWords, floodWords, movedWords, type ReachSeen } from './reach-text.ts';

/** Milliseconds for which nobody gets through before it is told: what comes back at once alarms nobody. */
const ALARM_AFTER = 60_000;
/** Milliseconds after which it is asked again whether the system shows notifications. */
const QUIET_CHECK = 30_000;

const BROKEN_KEY = 'unreachable';
const MOVED_KEY = 'moved';
const FLOOD_KEY = 'flood';

/** Whether a notification of this key is about the way in. */
export function isOfReach(key: string): boolean {
  return key === BROKEN_KEY || key === MOVED_KEY || key === FLOOD_KEY;
}

export interface ReachNoticeOptions {
  readonly presenter: NotificationPresenter;
  readonly preferences: Preferences;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Tells the owner that nobody gets through, that the address changed, and that too many new customers write: once each time, as long as it is so. */
export interface ReachNotices {
  readonly see: (seen: ReachSeen) => void;
  readonly stop: () => void;
}

/** What is told, or will be. */
interface Told {
  /** what it is about; another subject is told anew */
  readonly subject: string;
  readonly callOff: () => void;
}

export function createReachNotices(options: ReachNoticeOptions): ReachNotices {
  const told = new Map<string, Told>();
  let seen: ReachSeen | undefined;

  const end = (key: string): void => {
    const standing = told.get(key);
    if (standing === undefined) return;
    standing.callOff();
    told.delete(key);
    options.presenter.withdraw(key);
  };
  const speakAfter = (key: string, subject: string, delay: number): void => {
    const next: Told = { subject, callOff: options.clock.after(delay, () => void speak(key, next)) };
    told.set(key, next);
  };
  const speak = async (key: string, turn: Told): Promise<void> => {
    const { preferences, presenter, clock, log } = options;
    if (!preferences.current().notifications.unreachable) return;
    const isQuiet = isPaused(preferences.current(), clock.wall()) || (await presenter.isSilenced());
    // It ended, or began anew, while the system was asked.
    if (told.get(key) !== turn || seen === undefined) return;
    if (isQuiet) return speakAfter(key, turn.subject, QUIET_CHECK);
    const words = wordsFor(key, seen);
    const { shown } = await presenter.show({
      key,
      ...words,
      sound: preferences.current().notifications.sound,
      answerable: false,
    });
    if (!shown) log.warn({ key }, 'a notification was not shown');
  };
  /** `subject` undefined: there is nothing to tell any more */
  const about = (key: string, subject: string | undefined, delay: number): void => {
    if (told.get(key)?.subject === subject) return;
    if (subject === undefined) return end(key);
    told.get(key)?.callOff();
    speakAfter(key, subject, delay);
  };

  return {
    see: (now) => {
      const { state, url } = now.reach;
      if (state === 'checking') return;
      seen = now;
      about(FLOOD_KEY, now.floodSince === undefined ? undefined : String(now.floodSince), 0);
      about(BROKEN_KEY, state === 'unreachable' ? 'broken' : undefined, ALARM_AFTER);
      // An address that does not work yet is not to be handed out.
      if (state !== 'unreachable' || now.formerUrl === undefined)
        about(MOVED_KEY, now.formerUrl && `${now.formerUrl} ${url}`, 0);
    },
    stop: () => {
      for (const key of [...told.keys()]) end(key);
    },
  };
}

function wordsFor(key: string, seen: ReachSeen): { readonly title: string; readonly body: string } {
  switch (key) {
    case FLOOD_KEY:
      return floodWords();
    case MOVED_KEY:
      return movedWords(seen.reach.url, seen.formerUrl ?? '');
    default:
      return brokenWords(seen);
  }
}
