import { type Clock, LOOK, SLEPT } from '#main/clock/clock.ts';
import type { DueWork } from '#main/clock/due-work.ts';
import type { Store } from '#main/store/store.ts';
import type { Chat } from '#shared/domain/entities.ts';

export interface SilenceOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly due: Pick<DueWork, 'add'>;
  /** seconds until a bot counts as silent; 0: never */
  readonly secondsOf: (botId: string) => number;
  /** time is up: the store decides whether the bot loses the chat, knowing what else happened and who is there */
  readonly onSilent: (chatId: string, botId: string) => void;
}

interface Watched {
  readonly botId: string;
  /** monotonic time of the latest attempt */
  readonly sentAt: number;
  state: 'sent' | 'running' | 'overdue';
  /** how long the bot has from when it accepted the message, and until when that is; monotonic */
  time: number;
  endsAt: number;
}

/**
 * Watches chats whose bot received the customer's message and has not reacted yet. The time counts from the first of
 * several unanswered messages, and begins anew after the computer slept.
 */
export function startSilenceWatch({ clock, due, secondsOf, onSilent }: SilenceOptions) {
  const watched = new Map<string, Watched>();
  let looksAt = Infinity;
  const { check, stop } = due.add({
    work: 'looking for silent bots',
    run: () => {
      const now = clock.monotonic();
      // While it sleeps, time passes for macOS and Windows.
      const hasSlept = now - looksAt > SLEPT;
      looksAt = Infinity;
      for (const [chatId, each] of watched) {
        if (each.state !== 'running') continue;
        if (hasSlept) each.endsAt = now + each.time;
        if (each.endsAt > now) looksAt = Math.min(looksAt, now + LOOK, each.endsAt);
        else {
          each.state = 'overdue';
          onSilent(chatId, each.botId);
        }
      }
      return looksAt - now;
    },
  });
  const ended = (chatId: string): void => void watched.delete(chatId);
  const sent = (chatId: string, botId: string): void => {
    const before = watched.get(chatId);
    if (before?.botId === botId && before.state !== 'sent') return;
    watched.set(chatId, { botId, sentAt: clock.monotonic(), state: 'sent', time: 0, endsAt: 0 });
  };
  const taken = (chatId: string): void => {
    const each = watched.get(chatId);
    if (each?.state !== 'sent') return;
    const seconds = secondsOf(each.botId);
    if (seconds === 0) return ended(chatId);
    each.state = 'running';
    each.endsAt = each.sentAt + seconds * 1000;
    each.time = each.endsAt - clock.monotonic();
    if (each.endsAt < looksAt) void check();
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
    stop: async (): Promise<void> => {
      watched.clear();
      await stop();
    },
  };
}

export interface BotSilenceOptions extends Pick<SilenceOptions, 'clock' | 'due' | 'secondsOf'> {
  readonly store: Pick<Store, 'read'>;
  /** moves the chat on if its bot owes an answer and somebody is there */
  readonly handOver: (chatId: string, botId: string) => Promise<unknown>;
  readonly runInBackground: (work: Promise<unknown>) => void;
}

/** Hands over the chats whose bot received the customer's message and does not react. */
export function startBotSilence({ store, handOver, runInBackground, ...options }: BotSilenceOptions) {
  const watch = startSilenceWatch({
    ...options,
    onSilent: (chatId, botId) => runInBackground(handOverSilent(chatId, botId)),
  });
  const handOverSilent = async (chatId: string, botId: string): Promise<void> => {
    await handOver(chatId, botId);
    // It owed no answer, so the time of its next message starts with that.
    if ((await store.read('listSilentBotChats', { chatId })).length === 0) watch.ended(chatId);
  };
  /** Chats whose bot accepted a message before, and has not reacted since; by default all. */
  const resume = async (chatId?: string): Promise<void> => {
    for (const silent of await store.read('listSilentBotChats', { chatId })) watch.resumed(silent.chatId, silent.botId);
  };
  return {
    sent: watch.sent,
    ended: watch.ended,
    recheck: watch.recheck,
    stop: watch.stop,
    resume,
    /** the bot accepted a message */
    taken: (chatId: string): void => {
      if (watch.watches(chatId)) watch.taken(chatId);
      // An operator had the chat while the event was sent and gave it back: the bot still owes an answer.
      else runInBackground(resume(chatId));
    },
    moved: ({ id, state, waitingSince }: Pick<Chat, 'id' | 'state' | 'waitingSince'>): void => {
      if (state !== 'bot') watch.ended(id);
      // The bot got its chat back but accepted the message before, so it receives nothing new.
      else if (waitingSince !== undefined && !watch.watches(id)) runInBackground(resume(id));
    },
  };
}

export type BotSilence = ReturnType<typeof startBotSilence>;
