import { useEffect, useMemo } from 'react';
import type { Call } from '#renderer/rpc/client.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';

/** Milliseconds between two words to the engine that somebody types. */
const EVERY = 1000;

export interface TypingSignal {
  readonly typed: () => void;
  readonly stopped: () => void;
}

/** Tells the engine that this operator types in a chat; it knows who may hear of it. Leaving the chat ends it. */
export function useTypingSignal(chatId: string): TypingSignal {
  const { call } = useConsole();
  const signal = useMemo(() => createTypingSignal(call, chatId), [call, chatId]);
  useEffect(() => signal.stopped, [signal]);
  return signal;
}

function createTypingSignal(call: Call, chatId: string): TypingSignal {
  let saidAt: number | undefined;
  // Nobody is told when this fails: the message itself matters, not the sign that it is coming.
  const say = (typing: boolean): void => void call('chats.typing', { chatId, typing }).catch(() => undefined);
  return {
    typed: () => {
      const now = performance.now();
      if (saidAt !== undefined && now - saidAt < EVERY) return;
      saidAt = now;
      say(true);
    },
    stopped: () => {
      if (saidAt === undefined) return;
      saidAt = undefined;
      say(false);
    },
  };
}
