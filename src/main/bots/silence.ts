import type { Clock } from '#main/clock/clock.ts';

/** Watches chats whose bot got the customer's message and has yet to do something there. */
export interface SilenceWatch {
  /** a message goes out to the bot; from here on counts what it does */
  readonly sent: (chatId: string, botId: string) => void;
  /** the bot took it: unless it has done something since it went out, its time runs from then */
  readonly taken: (chatId: string) => void;
  /** the bot is known to have taken a message and done nothing since, from an earlier run or hold of the chat: its whole time runs from now */
  readonly resumed: (chatId: string, botId: string) => void;
  /** the bot did something in the chat, or no longer has it */
  readonly ended: (chatId: string) => void;
  readonly watches: (chatId: string) => boolean;
  /** somebody is there now: who was silent too long meanwhile is looked at again */
  readonly recheck: () => void;
  readonly stop: () => void;
}

export interface SilenceOptions {
  readonly clock: Clock;
  /** after how long a bot counts as silent; 0: never */
  readonly secondsOf: (botId: string) => number;
  /** its time is over: whether it loses the chat is for the store to say, which knows what else happened and who is there */
  readonly onSilent: (chatId: string, botId: string) => void;
}

interface Watched {
  readonly botId: string;
  /** monotonic; of the latest attempt */
  sentAt: number;
  state: 'sent' | 'running' | 'overdue';
  cancelTimer: () => void;
}

/** Of messages that follow each other the first unanswered one counts. */
export function startSilenceWatch({ clock, secondsOf, onSilent }: SilenceOptions): SilenceWatch {
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
    each.cancelTimer = clock.after(each.sentAt + seconds * 1000 - clock.monotonic(), () => {
      each.state = 'overdue';
      onSilent(chatId, each.botId);
    });
  };
  return {
    sent,
    taken,
    resumed: (chatId, botId) => {
      sent(chatId, botId);
      taken(chatId);
    },
    ended,
    watches: (chatId) => watched.has(chatId),
    recheck: () => {
      for (const [chatId, { botId, state }] of watched) if (state === 'overdue') onSilent(chatId, botId);
    },
    stop: () => {
      for (const { cancelTimer } of watched.values()) cancelTimer();
      watched.clear();
    },
  };
}
