import type { Bot } from '#shared/domain/bots.ts';
import type { Channel, Chat, Customer, Operator, Role, ScheduledReply } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import type { ConnectionView } from './connection.ts';
import type { RemoteAccessView } from './joining.ts';
import type { HoursView } from './hours.ts';
import type { Job } from './jobs.ts';
import type { MediaPart, Sticker } from './media.ts';
import type { ChatAttention, TeamView } from './operators.ts';
import type { RouteOutput } from './routes.ts';

/** Events of the engine: for its own parts at once, for console windows soon after, by structured clone or as JSON. */
export interface Events {
  /** `chat` is its state after the message */
  'message.added': { readonly message: Message; readonly chat: Chat };
  /** its delivery changed, or a note its text; with `chat`, as it is now, if the delivery failed */
  'message.changed': { readonly message: Message; readonly chat?: Chat | undefined };
  /** taken, closed, read, reopened or new */
  'chat.changed': { readonly chat: Chat };
  /** many chats changed at once, not reported one by one; request them again */
  'chats.changed': Record<never, never>;
  /** current counts for each operator who requested them, and since when */
  'chats.counted': { readonly counted: readonly CountedChats[] };
  /** a scheduled reply of a chat was added; or removed, by its id: cancelled, or sent */
  'replies.changed': {
    readonly chatId: string;
    readonly added?: ScheduledReply | undefined;
    readonly removed?: string | undefined;
  };
  /** the customer is typing; never stored */
  'chat.typing': { readonly chatId: string; readonly typing: boolean };
  /** operators viewing the chat or writing in it, as they are now */
  'chat.attention': ChatAttention;
  'customer.changed': { readonly customer: Customer };
  /** an operator's name, presence or availability: all operators, as they are now */
  'operators.changed': { readonly operators: readonly Operator[] };
  /** operators connected from elsewhere: all of them, as they are now */
  'operators.connected': RouteOutput<'operators.connected'>;
  /** all of them, as they are now */
  'channels.changed': { readonly channels: readonly Channel[] };
  /** a bot's settings, state or count: all bots, as they are now */
  'bots.changed': { readonly bots: readonly Bot[] };
  /** a new entry in a chat's bot inspector; request again */
  'botTurns.changed': { readonly chatId: string };
  /** a new or changed rating; request again */
  'ratings.changed': Record<never, never>;
  /** the state of a file; request again */
  'media.changed': { readonly id: string; readonly part: MediaPart };
  /** all of them, as they are now */
  'stickers.changed': { readonly stickers: readonly Sticker[] };
  /** each operator has others; request again */
  'savedReplies.changed': Record<never, never>;
  /** notes, tags, merges or blocking of these customers; request again */
  'contacts.changed': { readonly customerIds: readonly string[] };
  /** a customer was blocked or unblocked, or a blocked one wrote; request again */
  'blocked.changed': Record<never, never>;
  /** `everywhere`: includes many chats and contacts that aren't reported one by one; request again */
  'tags.changed': { readonly everywhere: boolean };
  /** a job began, progressed (at most four times a second) or ended: all jobs, newest first */
  'jobs.changed': { readonly jobs: readonly Job[] };
  /** a backup was added or removed, or the backup settings changed; request again */
  'backups.changed': Record<never, never>;
  /** these customers and their chats were erased */
  'customers.erased': { readonly customerIds: readonly string[]; readonly chatIds: readonly string[] };
  /** opening or closing time, or changed hours */
  'hours.changed': HoursView;
  /** new entries, at most once a second; request them again */
  'audit.changed': Record<never, never>;
  /** remote access was opened, closed or moved, or could not be opened */
  'remoteAccess.changed': RemoteAccessView;
  /** the shop's name, and what operators may do */
  'team.changed': TeamView;
  /** a device joined, left, came or went; request again */
  'devices.changed': Record<never, never>;
  /** an invitation was made, used or withdrawn; request again */
  'invitations.changed': Record<never, never>;
  'setup.changed': Record<never, never>;
  /** connection method, tunnel, certificate or reachability */
  'connection.changed': ConnectionView;
  /** new entries, at most once a second; request those newer than the last */
  'journal.changed': Record<never, never>;
  /** a letterbox on a website, or its state: all of them, as they are now */
  'letterboxes.changed': RouteOutput<'letterboxes.list'>;
  /** a line of the check, or its end: all findings so far */
  'checks.changed': RouteOutput<'checks.latest'>;
  /** somebody came to a website, left it or moved on there, at most once a second; request again */
  'visitors.changed': Record<never, never>;
  /** the channel's window was seen on a website, at most once a second; request again */
  'sites.changed': { readonly channelId: string };
}

/** Grows with each change to routes or events that an older console cannot cope with. */
export const CONTRACT_VERSION = 1;

/** Events that only owners' windows get: the routes behind them are theirs. */
export const OWNER_EVENTS: ReadonlySet<EventName> = new Set([
  'audit.changed',
  'backups.changed',
  'botTurns.changed',
  'connection.changed',
  'checks.changed',
  'invitations.changed',
  'remoteAccess.changed',
  'jobs.changed',
  'journal.changed',
  'letterboxes.changed',
  'operators.connected',
  'sites.changed',
] as const satisfies readonly EventName[]);

/** The current answer of `chats.counts`. */
export interface CountedChats {
  readonly operatorId: string;
  readonly since: number;
  readonly counts: RouteOutput<'chats.counts'>;
}

export type EventName = keyof Events;

/** Emits an event. */
export type Emit = <N extends EventName>(name: N, data: Events[N]) => void;

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
  /** the shop's name; `team.changed` brings another one */
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
