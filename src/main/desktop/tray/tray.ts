import { nativeTheme } from 'electron';
import type { Logger } from 'pino';
import { pauseEnd } from '#shared/domain/notification-pause.ts';
import type { Clock } from '#main/clock/clock.ts';
import { CONNECTION_PLACE } from '../links.ts';
import type { Preferences } from '../preferences.ts';
import { connectSessionBus } from '../session-bus.ts';
import { type EngineState, watchEngineState } from './engine-state.ts';
import { createTrayLoss, watchTrayHost } from './host.ts';
import { createTrayIcon, createLauncherCount } from './icon.ts';
import { isLost, seatProblem, type ShopState, type TrayAction, type TrayState, waitingIn } from './menu.ts';
import type { Ask, OwnEngine } from '../ask-engine.ts';
import type { SeatState } from '../installation.ts';
import { isPaused } from '../notifications/calls.ts';
import { watchReach } from '../notifications/reach.ts';

export interface TrayOptions {
  /** resolves when the start has time for the desktop's bus */
  readonly calm: Promise<void>;
  readonly preferences: Preferences;
  readonly windows: {
    /** undefined: the shop shown last, where it is */
    readonly showConsole: (place?: string, shop?: string) => void;
    readonly showReply: (shop: string, chatId?: string) => void;
  };
  readonly quit: () => void;
  /** `available` changed */
  readonly onAvailable: () => void;
  /** the tray is gone for good, and with it the only way to a hidden window */
  readonly onLost: () => void;
  readonly log: Logger;
  readonly clock: Clock;
}

export type Tray = ReturnType<typeof startTray>;

/** Ages in the menu are in minutes. */
const MINUTE = 60_000;
const NOTHING: Pick<ShopState, keyof EngineState> = { presence: undefined, chats: [], waiting: 0 };

/** Shows who waits in the tray and on the taskbar or dock, and keeps that current. Call it once Electron is ready. */
export function startTray(options: TrayOptions) {
  const { preferences, windows, log, clock } = options;
  const sessionBus =
    process.platform === 'linux' ? options.calm.then(() => connectSessionBus(log)) : Promise.resolve(undefined);
  const launcher = createLauncherCount(sessionBus);
  const shops = new Map<string, { readonly state: () => ShopState; readonly ask: Ask }>();
  const failed = (error: unknown): void => log.warn({ err: error }, 'the tray could not ask the engine');
  const perform = (action: TrayAction): void => {
    switch (action.kind) {
      case 'presence':
        for (const { ask } of shops.values())
          void ask('operators.setPresence', { presence: action.presence }).catch(failed);
        return;
      case 'console':
        return windows.showConsole(undefined, action.shop);
      case 'connection':
        return windows.showConsole(CONNECTION_PLACE, action.shop);
      case 'answer':
        return windows.showReply(action.shop, action.chatId);
      case 'pause':
        return preferences.change({ pausedUntil: pauseEnd(action.lasts, clock.wall()) });
      case 'resume':
        return preferences.change({ pausedUntil: null });
      case 'quit':
        return options.quit();
    }
  };
  const icon = createTrayIcon(perform);
  let problem: string | undefined;
  let nextMinute = (): void => undefined;

  const state = (now: number): TrayState => {
    const pausedUntil = isPaused(preferences.current(), now) ? preferences.current().pausedUntil : null;
    return { shops: [...shops.values()].map((shop) => shop.state()), problem, pausedUntil: pausedUntil ?? undefined };
  };
  const draw = (): void => {
    const now = clock.wall();
    const current = state(now);
    const waiting = waitingIn(current);
    launcher.show(waiting);
    icon.draw(current, now);
    nextMinute();
    if (waiting > 0 || current.pausedUntil !== undefined) nextMinute = clock.after(MINUTE, draw);
  };
  const loss = createTrayLoss(clock, options.onLost);
  const host = watchTrayHost(sessionBus, ({ available, isNew }) => {
    const isOther = available !== icon.isShown();
    if (!isOther && !isNew) return;
    const now = clock.wall();
    icon.setShown(available, state(now), now);
    if (!isOther) return;
    loss.see(available);
    options.onAvailable();
  });
  const unsubscribe = preferences.onChange(draw);
  nativeTheme.on('updated', draw);
  return {
    /** whether this desktop shows tray icons, and so ours; may change while the program runs */
    get available(): boolean {
      return icon.isShown();
    },
    /** resolves when `available` is known */
    ready: host.ready,
    /** its position on the screen; undefined if the system does not tell */
    bounds: icon.bounds,
    /** the program's problem, as text; undefined: none any more */
    setProblem: (words: string | undefined): void => {
      problem = words;
      draw();
    },
    /** shows who waits in this shop from now on */
    add: ({
      id,
      own,
      seat,
      onWaiting,
    }: {
      readonly id: string;
      readonly own: OwnEngine;
      /** undefined: this computer's own installation */
      readonly seat: (() => SeatState) | undefined;
      /** another number of customers waits */
      readonly onWaiting: () => void;
    }) => {
      const loading = { ask: own.ask, bus: own.bus, clock, failed };
      let known = NOTHING;
      let reach: ShopState['reach'];
      const current = (status = seat?.()): typeof NOTHING => (status && isLost(status) ? NOTHING : known);
      shops.set(id, {
        ask: own.ask,
        state: () => {
          const status = seat?.();
          return { ...current(status), id, shop: status?.shop, problem: status && seatProblem(status), reach };
        },
      });
      const stopLoading = watchEngineState({
        ...loading,
        use: (loaded) => {
          const isOther = loaded.waiting !== known.waiting;
          known = loaded;
          draw();
          if (isOther) onWaiting();
        },
      });
      const stopWatching = watchReach({
        ...loading,
        use: (seen) => {
          reach = seen;
          draw();
        },
      });
      draw();
      return {
        waiting: (): number => current().waiting,
        stop: (): void => {
          stopLoading();
          stopWatching();
          shops.delete(id);
          draw();
        },
      };
    },
    /** redraws after a change of language */
    redraw: draw,
    stop: (): void => {
      unsubscribe();
      nativeTheme.off('updated', draw);
      host.stop();
      loss.stop();
      nextMinute();
      launcher.stop();
      icon.remove();
      void sessionBus.then((connected) => connected?.close());
    },
  };
}
