import type { PowerMonitor } from 'electron';
import type { Clock } from '#main/clock/clock.ts';
import type { Preferences } from '../preferences.ts';

/** How often the keyboard and the mouse are asked after: while somebody is there, and while they are awaited. */
const POLL = { present: 10_000, away: 3_000 } as const;

export interface PresenceWatchOptions {
  readonly power: Pick<PowerMonitor, 'on' | 'off' | 'getSystemIdleTime' | 'getSystemIdleState'>;
  readonly preferences: Preferences;
  readonly clock: Clock;
  readonly setPresent: (present: boolean) => void;
  /** the computer was locked or fell asleep */
  readonly onLeft: () => void;
  /** it is awake and unlocked again */
  readonly onBack: () => void;
}

/**
 * Whether somebody is at this computer: not while it is locked or asleep, nor when nobody touched it for as long as
 * the owner set. Returns how to stop.
 */
export function startPresenceWatch({
  power,
  preferences,
  clock,
  setPresent,
  onLeft,
  onBack,
}: PresenceWatchOptions): () => void {
  let asleep = false;
  let locked = false;
  let gone = false;
  let callOff = (): void => undefined;

  const look = (): void => {
    callOff();
    // Where the system tells of no lock (Linux), its state does.
    const goneNow = asleep || locked || power.getSystemIdleState(1) === 'locked';
    const limit = preferences.current().awayAfterMinutes * 60;
    const present = !goneNow && (limit === 0 || power.getSystemIdleTime() < limit);
    setPresent(present);
    if (goneNow !== gone) {
      gone = goneNow;
      (gone ? onLeft : onBack)();
    }
    callOff = clock.after(present ? POLL.present : POLL.away, look);
  };
  const on = {
    'lock-screen': () => {
      locked = true;
      look();
    },
    'unlock-screen': () => {
      locked = false;
      look();
    },
    suspend: () => {
      asleep = true;
      look();
    },
    resume: () => {
      asleep = false;
      look();
    },
  } as const;

  const heard = subscribe(power, on);
  const stopHearingPreferences = preferences.onChange(look);
  look();
  return () => {
    callOff();
    heard();
    stopHearingPreferences();
  };
}

type PowerEvents = { readonly [E in 'lock-screen' | 'unlock-screen' | 'suspend' | 'resume']: () => void };

/** The typed events have a signature each, so each is named. */
function subscribe(power: PresenceWatchOptions['power'], on: PowerEvents): () => void {
  power.on('lock-screen', on['lock-screen']);
  power.on('unlock-screen', on['unlock-screen']);
  power.on('suspend', on.suspend);
  power.on('resume', on.resume);
  return () => {
    power.off('lock-screen', on['lock-screen']);
    power.off('unlock-screen', on['unlock-screen']);
    power.off('suspend', on.suspend);
    power.off('resume', on.resume);
  };
}
