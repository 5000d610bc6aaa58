import type { Clock } from '#main/clock/clock.ts';

/** Milliseconds a customer counts as typing after the last `typein`. */
const TYPING_TIMEOUT = 10_000;

/** Which customers are typing; nothing is stored. */
export interface CustomerTyping {
  readonly begin: (chatId: string) => void;
  /** also called when their message arrives */
  readonly end: (chatId: string) => void;
  readonly stop: () => void;
}

export function startCustomerTyping(options: {
  readonly clock: Clock;
  readonly onChange: (chatId: string, typing: boolean) => void;
}): CustomerTyping {
  const timers = new Map<string, () => void>();
  const end = (chatId: string): void => {
    const cancel = timers.get(chatId);
    if (cancel === undefined) return;
    cancel();
    timers.delete(chatId);
    options.onChange(chatId, false);
  };
  return {
    begin: (chatId) => {
      const shown = timers.get(chatId);
      shown?.();
      timers.set(
        chatId,
        options.clock.after(TYPING_TIMEOUT, () => end(chatId)),
      );
      // Repeat it for each notice, for windows opened meanwhile.
      options.onChange(chatId, true);
    },
    end,
    stop: () => {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}
