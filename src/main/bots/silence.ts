import { afterAwake, type Clock } from '#main/clock/clock.ts';

/** Watches chats whose bot received the customer's message and has not reacted yet. */
export type SilenceWatch = ReturnType<typeof startSilenceWatch>;

export interface SilenceOptions {
  readonly clock: Clock;
  /** seconds until a bot counts as silent; 0: never */
  readonly secondsOf: (botId: string) => number;
  /** time is up: the store decides whether the bot loses the chat, knowing what else happened and who is there */
  readonly onSilent: (chatId: string, botId: string) => void;
}

interface Watched {
  readonly botId: string;
  /** monotonic time of the latest attempt */
  sentAt: number;
  state: 'sent' | 'running' | 'overdue';
  cancelTimer: () => void;
}

/** The time counts from the first of several unanswered messages. */
export function startSilenceWatch({ clock, secondsOf, onSilent }: SilenceOptions) {
  const watched = new Map<string, Watched>();
  const ended = (chatId: string): void => {
    watched.get(chatId)?.cancelTimer();
    watched.delete(chatId);
  };
  const sent = (chatId: string, botId: string): void => {
    const before = watched.get(chatId);
    if (before?.botId === botId && before.state !== 'sent') return;
    ended(chatId);
    watched.set(chatId, { botId, sentAt: clock.monotonic(), state: 'sent', cancelTimer: () => undefined });
  };
  const taken = (chatId: string): void => {
    const each = watched.get(chatId);
    if (each?.state !== 'sent') return;
    const seconds = secondsOf(each.botId);
    if (seconds === 0) return ended(chatId);
    each.state = 'running';
    each.cancelTimer = afterAwake(clock, each.sentAt + seconds * 1000 - clock.monotonic(), () => {
      each.state = 'overdue';
      onSilent(chatId, each.botId);
    });
  };
  return {
    /** a message is being sent to the bot; what it does from now on counts */
    sent,
    /** the bot accepted it: its time runs from the attempt, unless it has reacted since */
    taken,
    /** the bot accepted a message without reacting, in an earlier run or turn: its full time starts now */
    resumed: (chatId: string, botId: string) => {
      sent(chatId, botId);
      taken(chatId);
    },
    /** the bot did something in the chat, or lost it */
    ended,
    watches: (chatId: string) => watched.has(chatId),
    /** an operator came: check again the chats whose bot was silent too long */
    recheck: () => {
      for (const [chatId, { botId, state }] of watched) if (state === 'overdue') onSilent(chatId, botId);
    },
    stop: () => {
      for (const { cancelTimer } of watched.values()) cancelTimer();
      watched.clear();
    },
  };
}
