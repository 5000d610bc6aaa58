import type { Clock } from '#main/clock/clock.ts';
import type { TypingType } from '#shared/protocol/chat-channel.ts';

/** At most one `typein` in this time while an operator types. */
const REPEAT_AFTER = 3000;
/** `typeout` when nothing was typed for this long. */
const STOPS_AFTER = 5000;

/** Keeps the times of operators' typing, whatever the screen does (chat channel interface, section 4.4). */
export interface OperatorTyping {
  readonly typed: (chatId: string, operatorId: string) => void;
  /** the draft was sent, cleared or left */
  readonly ended: (chatId: string) => void;
  readonly stop: () => void;
}

interface Episode {
  readonly operatorId: string;
  lastTypein: number;
  cancelStop: () => void;
}

export function startOperatorTyping(options: {
  readonly clock: Clock;
  /** must not reject; notices of one chat are sent one after the other */
  readonly send: (chatId: string, operatorId: string, type: TypingType) => Promise<void>;
}): OperatorTyping {
  const { clock } = options;
  const episodes = new Map<string, Episode>();
  const turns = new Map<string, Promise<void>>();

  const send = (chatId: string, operatorId: string, type: TypingType): void => {
    const turn = (turns.get(chatId) ?? Promise.resolve()).then(() => options.send(chatId, operatorId, type));
    turns.set(chatId, turn);
    void turn.finally(() => {
      if (turns.get(chatId) === turn) turns.delete(chatId);
    });
  };
  const ended = (chatId: string): void => {
    const episode = episodes.get(chatId);
    if (episode === undefined) return;
    episode.cancelStop();
    episodes.delete(chatId);
    send(chatId, episode.operatorId, 'typeout');
  };
  return {
    typed: (chatId, operatorId) => {
      const now = clock.monotonic();
      const episode = episodes.get(chatId) ?? { operatorId, lastTypein: -Infinity, cancelStop: () => undefined };
      episode.cancelStop();
      episode.cancelStop = clock.after(STOPS_AFTER, () => ended(chatId));
      episodes.set(chatId, episode);
      if (now - episode.lastTypein < REPEAT_AFTER) return;
      episode.lastTypein = now;
      send(chatId, operatorId, 'typein');
    },
    ended,
    stop: () => {
      for (const chatId of [...episodes.keys()]) ended(chatId);
    },
  };
}
