import type { Clock } from '#main/clock/clock.ts';
import type { Windows } from '#main/operators/windows.ts';
import { ownSignals, type Signalling } from '#main/nodes/signals.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { EventBus } from '#shared/contract/events.ts';
import type { chatRoutes } from '#shared/contract/chats.ts';
import type { attentionRoutes, ChatAttention } from '#shared/contract/operators.ts';
import type { ChatState } from '#shared/domain/entities.ts';
import type { TypingType } from '#shared/protocol/chat-channel.ts';

/** Milliseconds without a key until an operator counts as done typing; the console reports typing every second. */
const TYPING_TIMEOUT = 5000;
/** Minimum milliseconds between two `typein` notices in a chat. */
const REPEAT_INTERVAL = 3000;

/**
 * Tracks the operators who look at a chat and type in it: shown to each other and, where an operator may reply, to the
 * customer (chat channel interface, section 4.4). Nothing is stored.
 */
export type Attention = ReturnType<typeof startAttention>;

export interface AttentionOptions {
  readonly clock: Clock;
  readonly signals?: Signalling;
  readonly windows: Windows;
  /** undefined: the chat is gone */
  readonly channelOf: (chatId: string) => Promise<string | undefined>;
  /** rejects with not_found */
  readonly stateOf: (chatId: string) => Promise<ChatState>;
  /** the operators in a chat changed */
  readonly onChange: (attention: ChatAttention) => void;
  /** must not reject; a chat's notices are sent in order. `isDue` is asked once, last; it then counts as sent */
  readonly sendTyping: (chatId: string, operatorId: string, type: TypingType, isDue: () => boolean) => Promise<void>;
}

interface Typist {
  /** hidden from the customer because a bot answers and the operator may never send */
  readonly isHidden: boolean;
  readonly cancelEnd: () => void;
}

export function startAttention({
  clock,
  windows,
  channelOf,
  stateOf,
  onChange,
  sendTyping,
  signals = ownSignals(),
}: AttentionOptions) {
  /** by chat and operator, the first who typed first */
  const typists = new Map<string, Map<string, Typist>>();
  const announced = new Map<string, string>();
  const presses = new Set<{ readonly chatId: string; readonly operatorId: string }>();
  const customers = createTypingNotices(clock, sendTyping);

  const attentionOf = (chatId: string): ChatAttention => {
    const looking = windows.list().flatMap((window) => (window.chatId === chatId ? window.operatorId : []));
    return { chatId, looking: [...new Set(looking)], typing: [...(typists.get(chatId)?.keys() ?? [])] };
  };
  const announce = (chatId: string | null): void => {
    if (chatId === null) return;
    const attention = attentionOf(chatId);
    const isNobody = attention.looking.length + attention.typing.length === 0;
    const text = isNobody ? undefined : JSON.stringify(attention);
    if (text === announced.get(chatId)) return;
    if (text === undefined) announced.delete(chatId);
    else announced.set(chatId, text);
    onChange(attention);
  };
  const typistsChanged = (chatId: string, inChat: ReadonlyMap<string, Typist>): void => {
    if (inChat.size === 0) typists.delete(chatId);
    if (inChat.values().every(({ isHidden }) => isHidden)) customers.ended(chatId);
    announce(chatId);
  };
  const ended = (chatId: string, operatorId?: string): void => {
    const isWhose = (typist: string): boolean => operatorId === undefined || operatorId === typist;
    for (const press of presses) if (press.chatId === chatId && isWhose(press.operatorId)) presses.delete(press);
    const inChat = typists.get(chatId) ?? new Map<string, Typist>();
    for (const [typist, { cancelEnd }] of inChat) {
      if (!isWhose(typist)) continue;
      cancelEnd();
      inChat.delete(typist);
    }
    typistsChanged(chatId, inChat);
  };
  const keyPressed = (chatId: string, operatorId: string, isHidden: boolean): void => {
    const inChat = typists.get(chatId) ?? new Map<string, Typist>();
    typists.set(chatId, inChat);
    inChat.get(operatorId)?.cancelEnd();
    inChat.set(operatorId, { isHidden, cancelEnd: clock.after(TYPING_TIMEOUT, () => ended(chatId, operatorId)) });
    typistsChanged(chatId, inChat);
    if (!isHidden) customers.typed(chatId, operatorId);
  };

  signals.onTold('typing', ({ chatId, operatorId, typing, state }) => {
    if (typing) keyPressed(chatId, operatorId, state === 'bot');
    else ended(chatId, operatorId);
  });
  windows.onChange((now, before) => {
    if (before.chatId === now.chatId) return;
    announce(before.chatId);
    announce(now.chatId);
  });

  const calls = {
    'chats.look': async ({ windowId, chatId }, { operatorId }) => windows.report(windowId, operatorId, { chatId }),
    /** Coded error: not_found */
    'chats.typing': async ({ chatId, typing: isTyping }, { operatorId }) => {
      const press = { chatId, operatorId };
      if (isTyping) presses.add(press);
      try {
        const state = await stateOf(chatId);
        const typing = isTyping && state !== 'closed';
        // Skip it if the draft was sent meanwhile.
        if (!typing || presses.has(press)) await signals.tell('typing', { chatId, operatorId, typing, state });
      } finally {
        presses.delete(press);
      }
    },
    'chats.attention': async (_input, { channels }) => {
      const chatIds = [...announced.keys()];
      const shown =
        channels && (await Promise.all(chatIds.map(async (id) => channels.includes((await channelOf(id)) ?? ''))));
      return { chats: chatIds.filter((_id, at) => shown?.[at] ?? true).map(attentionOf) };
    },
  } satisfies CallsOf<typeof attentionRoutes & Pick<typeof chatRoutes, 'chats.typing'>>;

  return {
    calls,
    /** a draft was sent, cleared or left; without an operator: everybody's in this chat */
    ended,
    /** operators were removed: only these type any more */
    keepOperators: (operatorIds: ReadonlySet<string>) => {
      for (const [chatId, inChat] of typists)
        for (const operatorId of inChat.keys()) if (!operatorIds.has(operatorId)) ended(chatId, operatorId);
    },
    stop: () => {
      for (const inChat of typists.values()) for (const { cancelEnd } of inChat.values()) cancelEnd();
      typists.clear();
      customers.stop();
    },
  };
}

/** The typing a customer sees, from anybody's first key until the last operator stops. */
interface Episode {
  /** the operator it is shown for; undefined if the customer has not been notified yet */
  shownAs?: string;
  wasSent: boolean;
  cancelTypein: () => void;
}

/** Times the typing notices, independently of the screens. */
function createTypingNotices(clock: Clock, sendTyping: AttentionOptions['sendTyping']) {
  const episodes = new Map<string, Episode>();
  /** time at which another `typein` of a chat may follow the last, whatever was cleared since */
  const recent = new Map<string, number>();
  const queues = new Map<string, Promise<void>>();

  const send = (chatId: string, operatorId: string, type: TypingType, isDue: () => boolean): void => {
    const queue = (queues.get(chatId) ?? Promise.resolve()).then(() => sendTyping(chatId, operatorId, type, isDue));
    queues.set(chatId, queue);
    void queue.finally(() => {
      if (queues.get(chatId) === queue) queues.delete(chatId);
    });
  };
  const show = (chatId: string, episode: Episode, operatorId: string): void => {
    episode.cancelTypein();
    const now = clock.monotonic();
    for (const [each, until] of recent) if (until <= now) recent.delete(each);
    const wait = (recent.get(chatId) ?? now) - now;
    if (wait > 0) {
      // If notices already began, the next key sends one; a restarted draft may never get another key.
      if (episode.shownAs === undefined)
        episode.cancelTypein = clock.after(wait, () => show(chatId, episode, operatorId));
      return;
    }
    recent.set(chatId, now + REPEAT_INTERVAL);
    episode.shownAs = operatorId;
    // A `typein` after the message itself would be wrong.
    send(chatId, operatorId, 'typein', () => {
      if (episodes.get(chatId) !== episode) return false;
      episode.wasSent = true;
      return true;
    });
  };
  const ended = (chatId: string): void => {
    const episode = episodes.get(chatId);
    if (episode === undefined) return;
    episode.cancelTypein();
    episodes.delete(chatId);
    if (episode.shownAs !== undefined) send(chatId, episode.shownAs, 'typeout', () => episode.wasSent);
  };

  return {
    typed: (chatId: string, operatorId: string): void => {
      const episode = episodes.get(chatId) ?? { wasSent: false, cancelTypein: () => undefined };
      episodes.set(chatId, episode);
      show(chatId, episode, operatorId);
    },
    ended,
    stop: (): void => {
      for (const chatId of episodes.keys()) ended(chatId);
    },
  };
}

/** Milliseconds a customer counts as typing after the last `typein`. */
const CUSTOMER_TYPING_TIMEOUT = 10_000;

/** Tracks the customers who are typing; nothing is stored. */
export type CustomerTyping = ReturnType<typeof startCustomerTyping>;

export function startCustomerTyping({
  clock,
  emit,
  signals = ownSignals(),
}: {
  readonly clock: Clock;
  readonly emit: EventBus['emit'];
  readonly signals?: Signalling;
}) {
  const changed = (chatId: string, typing: boolean): void => emit('chat.typing', { chatId, typing });
  const timers = new Map<string, () => void>();
  const end = (chatId: string): void => {
    const cancel = timers.get(chatId);
    if (cancel === undefined) return;
    cancel();
    timers.delete(chatId);
    changed(chatId, false);
  };
  signals.onTold('customerTyping', ({ chatId, typing }) => {
    if (!typing) return end(chatId);
    timers.get(chatId)?.();
    timers.set(
      chatId,
      clock.after(CUSTOMER_TYPING_TIMEOUT, () => end(chatId)),
    );
    // Repeat it for each notice, for windows opened meanwhile.
    changed(chatId, true);
  });
  /** Best effort, as notices of typing are. */
  const tell = (chatId: string, typing: boolean): void =>
    void signals.tell('customerTyping', { chatId, typing }).catch(() => undefined);
  return {
    begin: (chatId: string): void => tell(chatId, true),
    /** also called when their message arrives */
    end: (chatId: string): void => {
      if (timers.has(chatId)) tell(chatId, false);
    },
    stop: () => {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}
