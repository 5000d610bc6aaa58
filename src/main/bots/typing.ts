import type { Clock } from '#main/clock/clock.ts';

/** Milliseconds: a bot that answers sooner is not seen to type; and one is not seen to type for longer. */
const BLINK = 300;
const LONGEST = 10_000;

/** Watches which bots are about to answer. `show`: their customers are to see so, or to see it no more. */
export function startBotTyping({
  clock,
  show,
}: {
  readonly clock: Pick<Clock, 'after'>;
  readonly show: (chatId: string, botId: string, isTyping: boolean) => void;
}) {
  /** by chat: what ends it */
  const ends = new Map<string, () => void>();
  const ended = (chatId: string): void => {
    ends.get(chatId)?.();
    ends.delete(chatId);
  };
  return {
    /** a customer's message is being sent to the bot; further attempts are the same wait */
    sent: (chatId: string, botId: string): void => {
      if (ends.has(chatId)) return;
      const cancel = clock.after(BLINK, () => {
        show(chatId, botId, true);
        const cancelEnd = clock.after(LONGEST, () => ended(chatId));
        ends.set(chatId, () => {
          cancelEnd();
          show(chatId, botId, false);
        });
      });
      ends.set(chatId, cancel);
    },
    /** it did something in the chat, could not be reached, or lost it */
    ended,
    stop: (): void => ends.keys().forEach(ended),
  };
}
