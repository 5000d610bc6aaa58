import type { Clock } from '#main/clock/clock.ts';

/** Watches chats whose bot took the customer's message and has yet to answer. */
export interface SilenceWatch {
  /** the bot took a message: if it says nothing for so many seconds (0: for ever) it counts as silent */
  readonly expectAnswer: (chatId: string, botId: string, seconds: number) => void;
  /** the bot did something in the chat, or no longer has it */
  readonly ended: (chatId: string) => void;
  /** an operator came online: who was silent too long meanwhile loses the chat now */
  readonly recheck: () => void;
  readonly stop: () => void;
}

export interface SilenceOptions {
  readonly clock: Clock;
  readonly anyOperatorOnline: () => boolean;
  readonly onSilent: (chatId: string, botId: string) => void;
}

/** A silent bot loses a chat only to somebody who is there. */
export function startSilenceWatch({ clock, anyOperatorOnline, onSilent }: SilenceOptions): SilenceWatch {
  const timers = new Map<string, () => void>();
  const overdue = new Map<string, string>();
  const ended = (chatId: string): void => {
    timers.get(chatId)?.();
    timers.delete(chatId);
    overdue.delete(chatId);
  };
  const expire = (chatId: string, botId: string): void => {
    timers.delete(chatId);
    if (anyOperatorOnline()) onSilent(chatId, botId);
    else overdue.set(chatId, botId);
  };
  return {
    expectAnswer: (chatId, botId, seconds) => {
      // The first unanswered message counts.
      if (seconds === 0 || timers.has(chatId) || overdue.has(chatId)) return;
      timers.set(chatId, clock.after(seconds * 1000, () => expire(chatId, botId)));
    },
    ended,
    recheck: () => {
      if (!anyOperatorOnline()) return;
      const late = [...overdue];
      overdue.clear();
      for (const [chatId, botId] of late) onSilent(chatId, botId);
    },
    stop: () => {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}
