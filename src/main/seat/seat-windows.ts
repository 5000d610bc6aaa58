import { randomUUID } from 'node:crypto';
import type { EventFrame, Hello } from '#shared/contract/events.ts';
import { attentionRoutes } from '#shared/contract/operators.ts';

interface SeatWindow {
  readonly windowId: string;
  readonly onFrame: (frame: EventFrame) => void;
  chatId: string | null;
}

/**
 * This app's windows, which share one connection. Each gets an id of its own, and the chat that the operator looked at
 * last is what the host is told.
 */
export function createSeatWindows() {
  /** the one that looked last comes last */
  const windows = new Map<string, SeatWindow>();
  const send = ({ windowId, onFrame }: SeatWindow, frame: EventFrame): void =>
    onFrame(frame.map((event) => (event.name === 'hello' ? { ...event, windowId } : event)));
  const look = (): string | null => [...windows.values()].findLast(({ chatId }) => chatId !== null)?.chatId ?? null;
  return {
    send: (frame: EventFrame): void => windows.forEach((window) => send(window, frame)),
    /** `hello`: of the connection, if there is one. Returns how to close it. */
    open: (onFrame: SeatWindow['onFrame'], hello: Hello | undefined): (() => void) => {
      const window: SeatWindow = { windowId: randomUUID(), onFrame, chatId: null };
      windows.set(window.windowId, window);
      if (hello !== undefined) send(window, [hello]);
      return () => void windows.delete(window.windowId);
    },
    /** `chats.look` of a window; false: it is not one of ours */
    setLook: (input: unknown): boolean => {
      const parsed = attentionRoutes['chats.look'].input.safeParse(input);
      const window = parsed.success ? windows.get(parsed.data.windowId) : undefined;
      if (!parsed.success || window === undefined) return false;
      window.chatId = parsed.data.chatId;
      if (windows.delete(window.windowId)) windows.set(window.windowId, window);
      return true;
    },
    /** the chat looked at last; null: none */
    look,
  };
}
