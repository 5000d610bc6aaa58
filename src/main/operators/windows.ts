import type { Clock } from '#main/clock/clock.ts';
import { type ConsoleWindow, ownSignals, type Signalling } from '#main/nodes/signals.ts';
import { notFound } from '#shared/contract/errors.ts';
import type { Client } from '#shared/contract/calls.ts';

/** Milliseconds without windows until an operator counts as away: covers a reload or a short network failure. */
const GRACE_PERIOD = 60_000;
/** The same from when their node was found dead, which took some of it. */
const GRACE_OF_DEAD = 48_000;

/** What a window says of itself. */
type Report = Pick<ConsoleWindow, 'chatId' | 'isPresent' | 'isVisible'>;

const NO_REPORT: Report = { chatId: null, isPresent: undefined, isVisible: false };

type Listener = (now: ConsoleWindow, before: ConsoleWindow) => void;

export type Windows = ReturnType<typeof startWindows>;

/**
 * The list of the console's windows, at this node and others, in memory: who is there, at which chat, on which device.
 * Parts that depend on it ask it, and keep no windows themselves. `run`: of this node.
 */
export function startWindows({
  clock,
  signals = ownSignals(),
  run = '',
}: {
  readonly clock: Pick<Clock, 'after'>;
  readonly signals?: Signalling;
  readonly run?: string;
}) {
  const { tell } = signals;
  /** open ones, and of each operator who has none open, the last */
  const windows = new Map<string, ConsoleWindow>();
  const listeners: Listener[] = [];
  /** by operator */
  const graces = new Map<string, () => void>();

  const of = (operatorId: string) => [...windows.values()].filter((window) => window.operatorId === operatorId);
  const openOnes = (): ConsoleWindow[] => [...windows.values()].filter(({ isOpen }) => isOpen);
  const forgetClosed = (operatorId: string): void => {
    graces.get(operatorId)?.();
    graces.delete(operatorId);
    for (const { windowId, isOpen } of of(operatorId)) if (!isOpen) windows.delete(windowId);
  };
  const put = (now: ConsoleWindow): void => {
    const before = windows.get(now.windowId) ?? { ...now, ...NO_REPORT, isOpen: false };
    if (now.isOpen && !before.isOpen) forgetClosed(now.operatorId);
    windows.set(now.windowId, now);
    for (const listener of listeners) listener(now, before);
  };
  const putClosed = (window: ConsoleWindow, grace = GRACE_PERIOD): void => {
    const { operatorId } = window;
    // A computer that fell asleep is no short failure.
    const isPresent = window.isPresent === false ? false : undefined;
    const isLast = of(operatorId).filter(({ isOpen }) => isOpen).length === 1;
    const closed = { ...window, ...NO_REPORT, isOpen: false, isPresent: isLast ? isPresent : undefined };
    put(closed);
    if (!isLast) forgetClosed(operatorId);
    else if (isPresent === undefined)
      graces.set(
        operatorId,
        clock.after(grace, () => put({ ...closed, isPresent: false })),
      );
  };
  const apply = (window: ConsoleWindow): void => {
    if (window.isOpen) return put(window);
    const known = windows.get(window.windowId);
    if (known?.isOpen === true) putClosed(known);
  };
  /** Others who cannot be told now hear it when this node is gone. */
  const tellAll = (window: ConsoleWindow): Promise<void> => tell('window', window).catch(() => apply(window));
  signals.onTold('window', apply);
  signals.onTold('report', ({ windowId, report }) => {
    const window = windows.get(windowId);
    if (window?.isOpen === true) put({ ...window, ...report });
  });
  signals.onTold('operator', ({ operatorId, is }) => {
    if (is === 'removed') for (const window of of(operatorId)) if (window.isOpen) putClosed(window);
    if (is === 'removed') forgetClosed(operatorId);
    else for (const window of of(operatorId)) if (!window.isOpen) put({ ...window, isPresent: undefined });
  });
  signals.onTold('joined', (_nothing, { isOwn }) => {
    if (!isOwn) for (const window of openOnes()) if (window.run === run) void tellAll(window);
  });
  signals.onTold('gone', ({ runs }) => {
    for (const window of openOnes()) if (runs.includes(window.run)) putClosed(window, GRACE_OF_DEAD);
  });
  return {
    /** the open ones */
    list: (): readonly ConsoleWindow[] => openOnes(),
    /**
     * whether somebody is there, as their computers report; without a report, who has no window any more is away after a
     * minute, and who never had one (a script) is there
     */
    isPresent: (operatorId: string): boolean => {
      const reports = of(operatorId).flatMap(({ isPresent }) => isPresent ?? []);
      return reports.length === 0 || reports.includes(true);
    },
    /** a window is open, of this process or another; returns what to call when it is gone. `onTold`: all nodes know */
    open: (
      window: Pick<ConsoleWindow, 'windowId' | keyof Client> & Partial<Report>,
      onTold: () => void = () => undefined,
    ): (() => void) => {
      const opened = { ...NO_REPORT, ...window, run, isOpen: true };
      void tellAll(opened).then(onTold);
      return () => void tellAll({ ...opened, isOpen: false });
    },
    /** what a window says of itself. Coded error: not_found, if there is none, or it is somebody else's */
    report: async (windowId: string, operatorId: string, report: Partial<Report>): Promise<void> => {
      const window = windows.get(windowId);
      if (window?.isOpen !== true || window.operatorId !== operatorId) throw notFound('window');
      await tell('report', { windowId, report });
    },
    /** somebody is there although their last window is gone */
    returned: (operatorId: string): Promise<void> => tell('operator', { operatorId, is: 'back' }),
    /** an operator was removed */
    forget: (operatorId: string): Promise<void> => tell('operator', { operatorId, is: 'removed' }),
    /** is told of every window that opens, changes or closes */
    onChange: (listener: Listener): void => void listeners.push(listener),
    stop: (): void => {
      for (const cancel of graces.values()) cancel();
    },
  };
}
