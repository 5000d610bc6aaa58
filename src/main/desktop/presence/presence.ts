import { type PowerMonitor, type PowerSaveBlocker, BrowserWindow, type WebContents } from 'electron';
import { type Clock, untilBeat } from '#main/clock/clock.ts';
import type { Preferences } from '../preferences.ts';
import type { MissedActivity } from '#shared/contract/desktop.ts';
import type { Message } from '#shared/domain/message.ts';
import { openOnes } from '#shared/domain/quiet-hours.ts';
import { keepLoaded, type OwnEngine } from '../ask-engine.ts';
import { whenPageGoes } from '../windows/console-gate.ts';

/** Milliseconds between two looks at keyboard and mouse. Somebody who uses a window of ours is noticed at once. */
const POLL = 30_000;

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
 * Watches for somebody at this computer: nobody is there while it is locked or asleep, or idle for longer than the
 * owner set.
 */
export function startPresenceWatch({ power, preferences, clock, setPresent, onLeft, onBack }: PresenceWatchOptions) {
  let asleep = false;
  let locked = false;
  let isAway = false;
  let cancelTimer = (): void => undefined;

  const poll = (): void => {
    cancelTimer();
    // Where the system sends no event for the lock (Linux), its state shows it.
    const goneNow = asleep || locked || power.getSystemIdleState(1) === 'locked';
    const limit = preferences.current().awayAfterMinutes * 60;
    const present = !goneNow && (limit === 0 || power.getSystemIdleTime() < limit);
    setPresent(present);
    if (goneNow !== isAway) {
      isAway = goneNow;
      (isAway ? onLeft : onBack)();
    }
    cancelTimer = clock.after(untilBeat(clock, POLL), poll);
  };
  const listen = (event: 'lock-screen' | 'unlock-screen' | 'suspend' | 'resume', change: () => void): (() => void) => {
    const listener = (): void => {
      change();
      poll();
    };
    // All four have the same kind of listener but separate signatures.
    power.on(event as 'suspend', listener);
    return () => power.off(event as 'suspend', listener);
  };
  const stops = [
    listen('lock-screen', () => (locked = true)),
    listen('unlock-screen', () => (locked = false)),
    listen('suspend', () => (asleep = true)),
    listen('resume', () => (asleep = false)),
    preferences.onChange(poll),
  ];
  poll();
  return {
    /** somebody uses a window: looks at once */
    look: poll,
    stop: (): void => {
      cancelTimer();
      for (const stop of stops) stop();
    },
  };
}

export type CatchUpWatch = ReturnType<typeof createCatchUpWatch>;

/** Events while the computer was locked or asleep. */
export function createCatchUpWatch({
  ask,
  bus,
  clock,
  onReturn,
}: OwnEngine & { readonly clock: Clock; readonly onReturn: (catchUp: MissedActivity) => void }) {
  let absence: { readonly since: number; readonly failed: Set<string>; readonly stop: () => void } | undefined;

  const stop = (): void => {
    absence?.stop();
    absence = undefined;
  };
  return {
    /** nobody can see the console from now on */
    left: (): void => {
      if (absence !== undefined) return;
      const failed = new Set<string>();
      absence = {
        since: clock.wall(),
        failed,
        stop: bus.on('message.changed', ({ message }) => trackFailure(message, failed)),
      };
    },
    /** somebody is back: reports what waits and which replies failed since, if anything */
    back: (): void => {
      if (absence === undefined) return;
      const { since, failed } = absence;
      stop();
      const report = (waiting: number): void => {
        if (waiting > 0 || failed.size > 0) onReturn({ since, waiting, failed: failed.size });
      };
      ask('chats.counts', {}).then(
        ({ needsMe }) => report(needsMe.all),
        () => report(0),
      );
    },
    stop,
  };
}

function trackFailure({ id, delivery }: Message, failed: Set<string>): void {
  // Sent again or dismissed meanwhile, it counts no longer.
  if (delivery?.state === 'failed' && delivery.dismissed !== true) failed.add(id);
  else failed.delete(id);
}

/**
 * Blocks sleep while colleagues are connected and, if the owner wants it, while the shop is open; at a seat while its
 * operator is online. Returns how to stop.
 */
export function startKeepAwake({
  ask,
  bus,
  clock,
  preferences,
  blocker,
  isHost = true,
  failed,
}: OwnEngine & {
  readonly clock: Clock;
  readonly failed: (error: unknown) => void;
  /** colleagues depend on this computer */
  readonly isHost?: boolean;
  readonly preferences: Preferences;
  readonly blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
}): () => void {
  let held: number | undefined;
  let hasReason = false;
  let connected = false;
  let stopped = false;

  const apply = (): void => {
    const wanted = !stopped && (connected || (hasReason && preferences.current().keepAwake));
    if (wanted && held === undefined) held = blocker.start('prevent-app-suspension');
    if (!wanted && held !== undefined) {
      blocker.stop(held);
      held = undefined;
    }
  };
  const parts = { bus, clock, failed };
  const reasonIs = (isThere: boolean): void => {
    hasReason = isThere;
    apply();
  };
  const loaded = [
    // The hours are told anew when they begin and end.
    isHost
      ? keepLoaded({
          ...parts,
          routes: ['hours.get'],
          load: () => ask('hours.get', {}),
          use: (hours) => reasonIs(openOnes(hours).length > 0),
        })
      : keepLoaded({
          ...parts,
          routes: ['operators.me'],
          load: () => ask('operators.me', {}),
          use: ({ presence }) => reasonIs(presence === 'online'),
        }),
    isHost &&
      keepLoaded({
        ...parts,
        routes: ['operators.connected'],
        load: () => ask('operators.connected', {}),
        use: ({ operatorIds }) => {
          connected = operatorIds.length > 0;
          apply();
        },
      }),
  ];
  const unsubscribe = preferences.onChange(apply);
  return () => {
    for (const each of loaded) if (each !== false) each.stop();
    unsubscribe();
    stopped = true;
    apply();
  };
}

/** Tracks the chats on screen, as reported by the pages. */
export type Reading = ReturnType<typeof createReading>;

/** A page's chat is dropped with the page. */
export function createReading() {
  /** null: none */
  const shown = new Map<WebContents, string | null>();
  return {
    set: (contents: WebContents, chatId: string | null): void => {
      if (!shown.has(contents))
        whenPageGoes(
          contents,
          () => shown.set(contents, null),
          () => shown.delete(contents),
        );
      shown.set(contents, chatId);
    },
    /** true while somebody is looking at this chat: it is shown in the focused window */
    isReading: (chatId: string): boolean =>
      [...shown].some(([contents, shownId]) => shownId === chatId && isInFront(contents)),
  };
}

function isInFront(contents: WebContents): boolean {
  const window = BrowserWindow.fromWebContents(contents);
  return window !== null && window.isFocused() && window.isVisible() && !window.isMinimized();
}
