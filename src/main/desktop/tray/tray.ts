import { nativeTheme } from 'electron';
import type { Logger } from 'pino';
import { pauseEnd } from '#shared/domain/notification-pause.ts';
import { type Clock, untilBeat } from '#main/clock/clock.ts';
import { CONNECTION_PATH } from '../links.ts';
import type { Preferences } from '../preferences.ts';
import type { SessionBus } from '../session-bus.ts';
import { type EngineState, watchEngineState } from './engine-state.ts';
import { createTrayLoss, watchTrayHost } from './host.ts';
import { createTrayIcon, createLauncherCount } from './icon.ts';
import { isLost, seatProblem, type TrayAction, type TrayState } from './menu.ts';
import type { OwnEngine } from '../ask-engine.ts';
import type { DesktopSeat } from '../installation.ts';
import type { NotificationWindows } from '../notifications/announcing.ts';
import { isPaused } from '../notifications/notice.ts';
import { watchReach } from '../notifications/reach.ts';

export interface TrayOptions extends OwnEngine {
  readonly sessionBus: Promise<SessionBus | undefined>;
  readonly preferences: Preferences;
  /** undefined: this computer's own installation */
  readonly seat: DesktopSeat | undefined;
  readonly windows: Pick<NotificationWindows, 'showConsole' | 'showReply'>;
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
const NOTHING: Pick<TrayState, keyof EngineState> = { presence: undefined, chats: [], waiting: 0 };

/** Shows who waits in the tray and on the taskbar or dock, and keeps that current. Call it once Electron is ready. */
export function startTray(options: TrayOptions) {
  const { ask, bus, sessionBus, preferences, seat, windows, log, clock } = options;
  const launcher = createLauncherCount(sessionBus);
  const failed = (error: unknown): void => log.warn({ err: error }, 'the tray could not ask the engine');
  const perform = (action: TrayAction): void => {
    switch (action.kind) {
      case 'presence':
        return void ask('operators.setPresence', { presence: action.presence }).catch(failed);
      case 'console':
        return windows.showConsole();
      case 'connection':
        return windows.showConsole(CONNECTION_PATH);
      case 'answer':
        return windows.showReply(action.chatId);
      case 'pause':
        return preferences.change({ pausedUntil: pauseEnd(action.lasts, clock.wall()) });
      case 'resume':
        return preferences.change({ pausedUntil: null });
      case 'quit':
        return options.quit();
    }
  };
  const icon = createTrayIcon(perform);
  let known = NOTHING;
  let reach: TrayState['reach'];
  let problem: string | undefined;
  let nextMinute = (): void => undefined;

  const state = (now: number): TrayState => {
    const pausedUntil = isPaused(preferences.current(), now) ? preferences.current().pausedUntil : null;
    const status = seat?.status();
    return {
      ...(status !== undefined && isLost(status) ? NOTHING : known),
      shop: status?.shop,
      reach,
      problem: problem ?? (status && seatProblem(status)),
      pausedUntil: pausedUntil ?? undefined,
    };
  };
  const draw = (): void => {
    const now = clock.wall();
    const current = state(now);
    const { waiting } = current;
    launcher.show(waiting);
    icon.draw(current, now);
    nextMinute();
    if (waiting > 0 || current.pausedUntil !== undefined) nextMinute = clock.after(untilBeat(clock, MINUTE), draw);
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
  const loading = { ask, bus, clock, failed };
  const stops = [
    preferences.onChange(draw),
    seat?.onStatus(draw),
    watchEngineState({
      ...loading,
      use: (loaded) => {
        known = loaded;
        draw();
      },
    }),
    watchReach({
      ...loading,
      use: (seen) => {
        reach = seen;
        draw();
      },
    }),
  ];
  nativeTheme.on('updated', draw);
  return {
    /** true while this desktop shows tray icons, and so ours; may change while the program runs */
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
    /** redraws after a change of language */
    redraw: draw,
    stop: (): void => {
      for (const stop of stops) stop?.();
      nativeTheme.off('updated', draw);
      host.stop();
      loss.stop();
      nextMinute();
      launcher.stop();
      icon.remove();
    },
  };
}
