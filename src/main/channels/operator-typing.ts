import type { Clock } from '#main/clock/clock.ts';
import type { TypingType } from '#shared/protocol/chat-channel.ts';

/** At most one `typein` of a chat in this time. */
const REPEAT_AFTER = 3000;
/** `typeout` when nothing was typed for this long. */
const STOPS_AFTER = 5000;

/** Keeps the times of operators' typing, whatever the screens do (chat channel interface, section 4.4). */
export interface OperatorTyping {
  /** a key was pressed, and it has to be asked first whether the customer may know; returns whether it still counts: not once they ended */
  readonly pressed: (chatId: string, operatorId: string) => () => boolean;
  readonly typed: (chatId: string, operatorId: string) => void;
  /** the draft was sent, cleared or left; without an operator: nobody's words go to this chat any more */
  readonly ended: (chatId: string, operatorId?: string) => void;
  readonly stop: () => void;
}

/** From the first key of anybody in a chat until the last of them has ended. */
interface Episode {
  /** by operator: how to call off their end */
  readonly writers: Map<string, () => void>;
  /** in whose name the customer was told last; undefined: they were not told yet */
  told?: string;
  /** a `typein` left */
  wasSent: boolean;
  callOffTypein: () => void;
}

export function startOperatorTyping(options: {
  readonly clock: Clock;
  /** must not reject; notices of one chat are sent one after the other. `isDue` is asked once, when nothing more is waited for: it counts as sent then */
  readonly send: (chatId: string, operatorId: string, type: TypingType, isDue: () => boolean) => Promise<void>;
}): OperatorTyping {
  const { clock } = options;
  const episodes = new Map<string, Episode>();
  /** chats whose last `typein` is less than its time ago, whatever was cleared since */
  const lately = new Map<string, { readonly until: number; readonly forget: () => void }>();
  const turns = new Map<string, Promise<void>>();
  const presses = new Set<{ readonly chatId: string; readonly operatorId: string }>();

  const send = (chatId: string, operatorId: string, type: TypingType, isDue: () => boolean): void => {
    const turn = (turns.get(chatId) ?? Promise.resolve()).then(() => options.send(chatId, operatorId, type, isDue));
    turns.set(chatId, turn);
    void turn.finally(() => {
      if (turns.get(chatId) === turn) turns.delete(chatId);
    });
  };
  const tell = (chatId: string, episode: Episode, operatorId: string): void => {
    episode.callOffTypein();
    const wait = (lately.get(chatId)?.until ?? -Infinity) - clock.monotonic();
    if (wait > 0) {
      // Of who goes on the next key tells; who began anew may never press another.
      if (episode.told === undefined)
        episode.callOffTypein = clock.after(wait, () => tell(chatId, episode, operatorId));
      return;
    }
    lately.get(chatId)?.forget();
    lately.set(chatId, {
      until: clock.monotonic() + REPEAT_AFTER,
      forget: clock.after(REPEAT_AFTER, () => void lately.delete(chatId)),
    });
    episode.told = operatorId;
    // Behind the message that was typed it would be untrue.
    send(chatId, operatorId, 'typein', () => {
      if (episodes.get(chatId) !== episode) return false;
      episode.wasSent = true;
      return true;
    });
  };
  const over = (chatId: string, episode: Episode): void => {
    for (const callOff of episode.writers.values()) callOff();
    episode.callOffTypein();
    episodes.delete(chatId);
    if (episode.told !== undefined) send(chatId, episode.told, 'typeout', () => episode.wasSent);
  };
  const ended = (chatId: string, operatorId?: string): void => {
    for (const press of presses)
      if (press.chatId === chatId && (operatorId ?? press.operatorId) === press.operatorId) presses.delete(press);
    const episode = episodes.get(chatId);
    if (episode === undefined) return;
    if (operatorId === undefined) return over(chatId, episode);
    episode.writers.get(operatorId)?.();
    episode.writers.delete(operatorId);
    if (episode.writers.size === 0) over(chatId, episode);
  };

  return {
    pressed: (chatId, operatorId) => {
      const press = { chatId, operatorId };
      presses.add(press);
      return () => presses.delete(press);
    },
    typed: (chatId, operatorId) => {
      const episode = episodes.get(chatId) ?? {
        writers: new Map<string, () => void>(),
        wasSent: false,
        callOffTypein: () => undefined,
      };
      episodes.set(chatId, episode);
      episode.writers.get(operatorId)?.();
      episode.writers.set(
        operatorId,
        clock.after(STOPS_AFTER, () => ended(chatId, operatorId)),
      );
      tell(chatId, episode, operatorId);
    },
    ended,
    stop: () => {
      for (const [chatId, episode] of episodes) over(chatId, episode);
      for (const { forget } of lately.values()) forget();
      lately.clear();
    },
  };
}
