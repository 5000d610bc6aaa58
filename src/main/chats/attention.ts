import type { Clock } from '#main/clock/clock.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { ChatAttention } from '#shared/contract/operators.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Milliseconds without a key after which an operator is writing no more; the console says every second that one is. */
const WRITING_FOR = 5000;

/** Which operators look at a chat and write in it, for each other to see; nothing of it is stored, and no customer hears of it. */
export interface Attention {
  /** a window of this operator is connected; returns how to say that it is no more */
  readonly windowOpened: (windowId: string, operatorId: string) => () => void;
  /** what the window shows; null: no chat. Coded error: not_found where the window is not this operator's, or not connected */
  readonly look: (windowId: string, operatorId: string, chatId: string | null) => void;
  readonly typed: (chatId: string, operatorId: string) => void;
  /** what they wrote was sent, cleared or left */
  readonly ended: (chatId: string, operatorId: string) => void;
  /** of every chat that somebody is at */
  readonly list: () => ChatAttention[];
  readonly stop: () => void;
}

interface OpenWindow {
  readonly operatorId: string;
  chatId: string | null;
}

/** `onChange` hears of a chat whenever who is at it has become another. */
export function startAttention({
  clock,
  onChange,
}: {
  readonly clock: Clock;
  readonly onChange: (attention: ChatAttention) => void;
}): Attention {
  const windows = new Map<string, OpenWindow>();
  /** by chat, then by operator: how to call off the end */
  const writers = new Map<string, Map<string, () => void>>();
  const told = new Map<string, string>();

  const of = (chatId: string): ChatAttention => {
    const looking = [...windows.values()].filter((each) => each.chatId === chatId).map(({ operatorId }) => operatorId);
    return { chatId, looking: [...new Set(looking)], typing: [...(writers.get(chatId)?.keys() ?? [])] };
  };
  const tell = (chatId: string | null): void => {
    if (chatId === null) return;
    const attention = of(chatId);
    const isNobody = attention.looking.length + attention.typing.length === 0;
    const text = isNobody ? undefined : JSON.stringify(attention);
    if (text === told.get(chatId)) return;
    if (text === undefined) told.delete(chatId);
    else told.set(chatId, text);
    onChange(attention);
  };
  const show = (window: OpenWindow, chatId: string | null): void => {
    const before = window.chatId;
    if (before === chatId) return;
    window.chatId = chatId;
    tell(before);
    tell(chatId);
  };
  const ended = (chatId: string, operatorId: string): void => {
    const inChat = writers.get(chatId);
    const callOff = inChat?.get(operatorId);
    if (inChat === undefined || callOff === undefined) return;
    callOff();
    inChat.delete(operatorId);
    if (inChat.size === 0) writers.delete(chatId);
    tell(chatId);
  };

  return {
    windowOpened: (windowId, operatorId) => {
      const window: OpenWindow = { operatorId, chatId: null };
      windows.set(windowId, window);
      return () => {
        windows.delete(windowId);
        tell(window.chatId);
      };
    },
    look: (windowId, operatorId, chatId) => {
      const window = windows.get(windowId);
      if (window?.operatorId !== operatorId) throw new ContractError('not_found', phrase('errors:refusals.no.window'));
      show(window, chatId);
    },
    typed: (chatId, operatorId) => {
      const inChat = writers.get(chatId) ?? new Map<string, () => void>();
      writers.set(chatId, inChat);
      inChat.get(operatorId)?.();
      inChat.set(
        operatorId,
        clock.after(WRITING_FOR, () => ended(chatId, operatorId)),
      );
      tell(chatId);
    },
    ended,
    list: () => [...told.keys()].map(of),
    stop: () => {
      for (const inChat of writers.values()) for (const callOff of inChat.values()) callOff();
      writers.clear();
    },
  };
}
