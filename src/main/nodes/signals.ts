import type { Logger } from 'pino';
import { onlyNode, type Heard, type Nodes } from '#main/store/nodes.ts';
import type { Caller, Client } from '#shared/contract/calls.ts';
import type { ContractError } from '#shared/contract/errors.ts';
import type { EngineEvent, EventBus, EventName, StaleAnswer } from '#shared/contract/events.ts';
import type { Topic } from '#shared/contract/topics.ts';
import type { Visitor } from '#shared/contract/visitors.ts';
import type { CallKind } from '#shared/domain/alerts.ts';
import type { Bot } from '#shared/domain/bots.ts';
import type { ChatState } from '#shared/domain/entities.ts';

/** A window of the console, or the host's own computer, whose tray and notifications need none. */
export interface ConsoleWindow extends Client {
  readonly windowId: string;
  /** the node that it is connected to */
  readonly run: string;
  readonly isOpen: boolean;
  /** the chat that it shows */
  readonly chatId: string | null;
  /** whether somebody is at its computer, if that can tell (locked, asleep, idle) */
  readonly isPresent: boolean | undefined;
  /** whether it can be seen, as browsers with a device say */
  readonly isVisible: boolean;
}

/** Who invites a visitor to chat, as they see it. */
export interface Inviter {
  readonly name: string;
  readonly picture?: string | undefined;
}

/** What nodes tell each other of what is not stored, by name. */
export interface Signals {
  /** a window of the console opened or closed */
  readonly window: ConsoleWindow;
  /** one said something of itself */
  readonly report: { readonly windowId: string; readonly report: Partial<ConsoleWindow> };
  /** somebody is there although their last window is gone; or they were removed */
  readonly operator: { readonly operatorId: string; readonly is: 'back' | 'removed' };
  readonly typing: {
    readonly chatId: string;
    readonly operatorId: string;
    readonly typing: boolean;
    readonly state: ChatState;
  };
  /** an operator's windows are to hear the counts of chats since this local midnight */
  readonly countsRequested: { readonly operatorId: string; readonly since: number };
  readonly customerTyping: { readonly chatId: string; readonly typing: boolean };
  readonly visitors: { readonly visitors: readonly Visitor[]; readonly here: number };
  readonly invite: { readonly visitorId: string; readonly from: Inviter; readonly text: string };
  /** websites where a channel's window was seen */
  readonly siteSeen: { readonly channelId: string; readonly seen: readonly { host: string; at: number }[] };
  /** an operator dismissed the notification of a closed browser */
  readonly dismissed: { readonly operatorId: string; readonly kind: CallKind };
  /** what is known of whether a bot can be reached; absent: nothing */
  readonly botReach: { readonly botId: string; readonly reach?: Bot['reach'] };
  /** a request that the node that leads answers, and its answer */
  readonly asked: { readonly id: string; readonly route: string; readonly input: unknown; readonly caller: Caller };
  readonly answered: {
    readonly id: string;
    readonly data?: unknown;
    readonly failure?: Pick<ContractError, 'code' | 'reason'> & Partial<Pick<ContractError, 'issues'>>;
  };
  /** a bot is being tested, and what it says meanwhile */
  readonly botTest: { readonly botId: string; readonly isRunning: boolean };
  readonly botTestEvent: { readonly botId: string; readonly text: string };
  /** a bot is about to answer in a chat, or no more */
  readonly botTyping: { readonly chatId: string; readonly name: string; readonly isTyping: boolean };
  /** a bot's request counts */
  readonly botRequest: { readonly botId: string };
  /** somebody reads the journal: all write what waits, and say so */
  readonly journalAsked: { readonly id: string };
  readonly journalWritten: { readonly id: string };
  readonly happened: {
    readonly events: readonly EngineEvent[];
    /** with null for all answers */
    readonly touched: readonly (readonly [Topic, StaleAnswer['of'] | null])[];
  };
  /** a node has started, and wants to know what the others know */
  readonly joined: Readonly<Record<string, never>>;
  /** nodes have died */
  readonly gone: { readonly runs: readonly string[] };
}

type Listener<N extends keyof Signals> = (data: Signals[N], heard: Pick<Heard, 'from' | 'isOwn'>) => void;

export interface Signalling {
  /** resolves when it was applied here; rejects if it cannot be stored */
  readonly tell: <N extends keyof Signals>(name: N, data: Signals[N]) => Promise<void>;
  /** what any node tells, this one too, in the order in which all hear it */
  readonly onTold: <N extends keyof Signals>(name: N, listener: Listener<N>) => void;
}

/** `nodes.follow` gives `hear` what was told. */
export function createSignals(nodes: Pick<Nodes, 'tell'>): Signalling & { readonly hear: (heard: Heard) => void } {
  const listeners = new Map<string, Listener<never>[]>();
  return {
    tell: nodes.tell,
    onTold: (name, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    hear: ({ entry, from, isOwn }) => {
      if (entry.kind !== 'told') return;
      for (const listener of listeners.get(entry.name) ?? []) listener(entry.data as never, { from, isOwn });
    },
  };
}

/** Signals of a host that is alone. */
export function ownSignals(): Signalling {
  const nodes = onlyNode();
  const signals = createSignals(nodes);
  nodes.follow(signals.hear);
  return signals;
}

/** Every node makes these by itself, of what it hears. */
const OWN_EVENTS: ReadonlySet<EventName> = new Set(['chats.counted', 'chat.attention', 'chat.typing']);

/** The bus of one node, with what others have to hear of its services: told together, while nothing else is under way. */
export function sharedBus<Bus extends EventBus>(
  bus: Bus,
  { tell, onTold }: Signalling,
  { isAlone, log }: { readonly isAlone: boolean; readonly log: Pick<Logger, 'warn'> },
): Bus {
  if (isAlone) return bus;
  let events: EngineEvent[] = [];
  const touched = new Map<string, readonly [Topic, StaleAnswer['of'] | null]>();
  let isTelling = false;
  const send = async (): Promise<void> => {
    while (events.length + touched.size > 0) {
      const what = { events, touched: [...touched.values()] };
      events = [];
      touched.clear();
      await tell('happened', what).catch((error: unknown) => log.warn({ err: error }, 'other nodes could not be told'));
    }
    isTelling = false;
  };
  const soon = (): void => {
    if (isTelling) return;
    isTelling = true;
    setImmediate(() => void send());
  };
  onTold('happened', (what, { isOwn }) => {
    if (isOwn) return;
    for (const { name, data } of what.events) bus.emit(name, data);
    for (const [topic, of] of what.touched) bus.touch(topic, of ?? undefined);
  });
  return {
    ...bus,
    emit: (name, data) => {
      bus.emit(name, data);
      if (OWN_EVENTS.has(name)) return;
      events.push({ name, data } as EngineEvent);
      soon();
    },
    touch: (topic, of) => {
      bus.touch(topic, of);
      touched.set(JSON.stringify([topic, of]), [topic, of ?? null]);
      soon();
    },
  };
}
