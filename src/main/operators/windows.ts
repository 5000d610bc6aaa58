import type { Clock } from '#main/clock/clock.ts';
import { notFound } from '#shared/contract/errors.ts';
import type { Client } from '#shared/contract/calls.ts';

/** Milliseconds without windows until an operator counts as away: covers a reload or a short network failure. */
const GRACE_PERIOD = 60_000;

/** A window of the console, or the host's own computer, whose tray and notifications need none. */
export interface ConsoleWindow extends Client {
  readonly windowId: string;
  readonly isOpen: boolean;
  /** the chat that it shows */
  readonly chatId: string | null;
  /** whether somebody is at its computer, if that can tell (locked, asleep, idle) */
  readonly isPresent: boolean | undefined;
  /** whether it can be seen, as browsers with a device say */
  readonly isVisible: boolean;
}

/** What a window says of itself. */
type Report = Pick<ConsoleWindow, 'chatId' | 'isPresent' | 'isVisible'>;

const NO_REPORT: Report = { chatId: null, isPresent: undefined, isVisible: false };

type Listener = (now: ConsoleWindow, before: ConsoleWindow) => void;

export type Windows = ReturnType<typeof startWindows>;

/**
 * The list of the console's windows, in memory: who is there, at which chat, on which device. Parts that depend on it
 * ask it, and keep no windows themselves.
 */
export function startWindows({ clock }: { readonly clock: Pick<Clock, 'after'> }) {
  /** open ones, and of each operator who has none open, the last */
  const windows = new Map<string, ConsoleWindow>();
  const listeners: Listener[] = [];
  /** by operator */
  const graces = new Map<string, () => void>();

  const of = (operatorId: string) => [...windows.values()].filter((window) => window.operatorId === operatorId);
  const put = (now: ConsoleWindow): void => {
    const before = windows.get(now.windowId) ?? { ...now, ...NO_REPORT, isOpen: false };
    windows.set(now.windowId, now);
    for (const listener of listeners) listener(now, before);
  };
  const forgetClosed = (operatorId: string): void => {
    graces.get(operatorId)?.();
    graces.delete(operatorId);
    for (const { windowId, isOpen } of of(operatorId)) if (!isOpen) windows.delete(windowId);
  };
  const close = (windowId: string): void => {
    const window = windows.get(windowId);
    if (window?.isOpen !== true) return;
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
        clock.after(GRACE_PERIOD, () => put({ ...closed, isPresent: false })),
      );
  };
  return {
    /** the open ones */
    list: (): readonly ConsoleWindow[] => [...windows.values()].filter(({ isOpen }) => isOpen),
    /**
     * whether somebody is there, as their computers report; without a report, who has no window any more is away after a
     * minute, and who never had one (a script) is there
     */
    isPresent: (operatorId: string): boolean => {
      const reports = of(operatorId).flatMap(({ isPresent }) => isPresent ?? []);
      return reports.length === 0 || reports.includes(true);
    },
    /** a window is open, of this process or another; returns what to call when it is gone */
    open: (window: Pick<ConsoleWindow, 'windowId' | keyof Client> & Partial<Report>): (() => void) => {
      forgetClosed(window.operatorId);
      put({ ...NO_REPORT, ...window, isOpen: true });
      return () => close(window.windowId);
    },
    /** what a window says of itself. Coded error: not_found, if there is none, or it is somebody else's */
    report: (windowId: string, operatorId: string, report: Partial<Report>): void => {
      const window = windows.get(windowId);
      if (window?.isOpen !== true || window.operatorId !== operatorId) throw notFound('window');
      put({ ...window, ...report });
    },
    /** somebody is there although their last window is gone */
    returned: (operatorId: string): void => {
      for (const window of of(operatorId)) if (!window.isOpen) put({ ...window, isPresent: undefined });
    },
    /** an operator was removed */
    forget: (operatorId: string): void => {
      for (const { windowId } of of(operatorId)) close(windowId);
      forgetClosed(operatorId);
    },
    /** is told of every window that opens, changes or closes */
    onChange: (listener: Listener): void => void listeners.push(listener),
    stop: (): void => {
      for (const cancel of graces.values()) cancel();
    },
  };
}
