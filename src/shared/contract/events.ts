import type { Chat, Customer, Role } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import type { Counts } from './chats.ts';
import type { ChatAttention } from './operators.ts';
import type { Topic } from './topics.ts';

/** Events of the engine: for its own parts at once, for console windows soon after, by structured clone or as JSON. */
export interface Events {
  /** `chat` is its state after the message */
  'message.added': { readonly message: Message; readonly chat: Chat };
  /** its delivery changed, or a note its text; with `chat`, as it is now, if the delivery failed */
  'message.changed': { readonly message: Message; readonly chat?: Chat | undefined };
  /** taken, closed, read, reopened or new */
  'chat.changed': { readonly chat: Chat };
  /** many chats changed at once, not reported one by one; request everything again */
  'chats.changed': Record<never, never>;
  /** current counts for each operator who requested them, and since when */
  'chats.counted': { readonly counted: readonly CountedChats[] };
  /** the customer is typing; never stored */
  'chat.typing': { readonly chatId: string; readonly typing: boolean };
  /** operators viewing the chat or writing in it, as they are now */
  'chat.attention': ChatAttention;
  'customer.changed': { readonly customer: Customer };
  /** these customers and their chats were erased */
  'customers.erased': { readonly customerIds: readonly string[]; readonly chatIds: readonly string[] };
  /** answers that have changed; request them again. At most one event every 100 ms */
  'answers.stale': { readonly answers: readonly StaleAnswer[] };
}

/** Answers of a route: those whose input has the fields of `of`; without it, all of them. */
export interface StaleAnswer {
  readonly route: string;
  readonly of?: Readonly<Record<string, string>>;
}

/** Grows with each change to routes or events that an older console cannot cope with. */
export const CONTRACT_VERSION = 2;

/** The current answer of `chats.counts`. */
export interface CountedChats {
  readonly operatorId: string;
  readonly since: number;
  readonly counts: Counts;
}

export type EventName = keyof Events;

/** How parts of the engine tell each other what happened. */
export interface EventBus {
  /** returns after all listeners ran; events they cause are delivered afterwards */
  readonly emit: <N extends EventName>(name: N, data: Events[N]) => void;
  /** listens to one kind of event; returns how to stop */
  readonly on: <N extends EventName>(name: N, listener: (data: Events[N]) => void) => () => void;
  /**
   * Reports that a subject changed; `of`: only for inputs with these fields. Returns after all listeners ran; windows
   * hear of it as `answers.stale`.
   */
  readonly touch: (topic: Topic, of?: StaleAnswer['of']) => void;
  /** listens to changes of these subjects; returns how to stop */
  readonly onTouched: (topics: readonly Topic[], listener: () => void) => () => void;
}

export type Touch = EventBus['touch'];

export type EngineEvent = { readonly [N in EventName]: { readonly name: N; readonly data: Events[N] } }[EventName];

/** An event on the wire: `seq` grows by one each time; a gap, or another `boot`, means: request everything again. */
export type NumberedEvent = EngineEvent & { readonly seq: number };

/** First on every connection, and again when the operator's role changes: what the events after it belong to. */
export interface Hello {
  readonly name: 'hello';
  /** the engine's run, for windows of this role */
  readonly boot: string;
  /** owner of this connection: what a device keeps for one operator of one installation is nobody else's */
  readonly installationId: string;
  readonly operatorId: string;
  /** the number of its latest event */
  readonly seq: number;
  /** milliseconds since that event; answers given in that time are up to date */
  readonly quietFor: number;
  readonly role: Role;
  /** `CONTRACT_VERSION` of the engine, so that a seat of another version knows where it stands */
  readonly contract: number;
  /** the shop's name; `team.get` answers another one */
  readonly shop: string;
  /** for `chats.look`, valid as long as the connection */
  readonly windowId: string;
}

/** Both transports carry arrays, oldest first. */
export type EventFrame = readonly (Hello | NumberedEvent)[];

/** A frame of a connection; undefined: it is none. */
export function readFrame(input: unknown): EventFrame | undefined {
  if (typeof input !== 'string') return undefined;
  try {
    const frame: unknown = JSON.parse(input);
    return Array.isArray(frame) ? (frame as EventFrame) : undefined;
  } catch {
    return undefined;
  }
}

/** Tells the engine something of this window, which it forgets when the connection ends. */
export interface Telling<T> {
  /** the window's new connection id; the engine knows nothing of it yet */
  readonly connected: (windowId: string) => void;
  readonly show: (value: T) => void;
}

/** One call at a time, so that the latest arrives last; outdated ones are skipped. `first`: what the engine assumes. */
export function createTelling<T>(first: T, tell: (windowId: string, value: T) => Promise<unknown>): Telling<T> {
  let windowId: string | undefined;
  let shown = first;
  let reported = first;
  let isSending = false;

  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    // Leaving and opening in the same tick count as one step.
    await Promise.resolve();
    while (windowId !== undefined && shown !== reported) {
      reported = shown;
      // Fails if the connection is lost; the next connection starts from nothing.
      await tell(windowId, reported).catch(() => undefined);
    }
    isSending = false;
  };
  return {
    connected: (name) => {
      windowId = name;
      reported = first;
      void send();
    },
    show: (value) => {
      shown = value;
      void send();
    },
  };
}
