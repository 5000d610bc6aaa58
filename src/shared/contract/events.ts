import type { Bot } from '#shared/domain/bots.ts';
import type { Channel, Chat, Customer, Operator, ScheduledReply } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import type { TestBotSwitches } from './bots.ts';
import type { ConnectionView } from './connection.ts';
import type { HoursView } from './hours.ts';
import type { Job } from './jobs.ts';
import type { MediaPart, Sticker } from './media.ts';
import type { ChatAttention } from './operators.ts';
import type { RouteOutput } from './routes.ts';
import type { SavedReply } from './saved-replies.ts';

/** What happens in the engine: its parts are told at once, every console window soon after, by structured clone or as JSON. */
export interface Events {
  /** `chat` as it is after the message */
  'message.added': { readonly message: Message; readonly chat: Chat };
  /** its delivery changed */
  'message.changed': { readonly message: Message };
  /** taken, closed, read, opened again, or a new chat */
  'chat.changed': { readonly chat: Chat };
  /** many at once, which are not told one by one; ask again */
  'chats.changed': Record<never, never>;
  /** as they are now, for each operator who asked, and since when they asked */
  'chats.counted': { readonly counted: readonly CountedChats[] };
  /** replies of a chat that go out later: all of them, as they are now */
  'replies.changed': { readonly chatId: string; readonly replies: readonly ScheduledReply[] };
  /** of the customer; nothing of it is stored */
  'chat.typing': { readonly chatId: string; readonly typing: boolean };
  /** who looks at it and who writes in it, among operators; as it is now */
  'chat.attention': ChatAttention;
  'customer.changed': { readonly customer: Customer };
  /** name, presence or availability of an operator: all of them, as they are now */
  'operators.changed': { readonly operators: readonly Operator[] };
  /** all of them, as they are now */
  'channels.changed': { readonly channels: readonly Channel[] };
  /** a bot's settings, state or count: all of them, as they are now */
  'bots.changed': { readonly bots: readonly Bot[] };
  /** a line of a chat's bot turn inspector; ask again */
  'botTurns.changed': { readonly chatId: string };
  /** somebody rated, or rated anew; ask again */
  'ratings.changed': Record<never, never>;
  'testBot.changed': TestBotSwitches;
  /** how it stands with a file; ask again */
  'media.changed': { readonly id: string; readonly part: MediaPart };
  /** all of them, as they are now */
  'stickers.changed': { readonly stickers: readonly Sticker[] };
  /** all of them, as they are now */
  'savedReplies.changed': { readonly replies: readonly SavedReply[] };
  /** notes or tags of these customers, with whom they are merged, or that they are blocked; ask again */
  'contacts.changed': { readonly customerIds: readonly string[] };
  /** somebody was blocked or unblocked, or somebody blocked wrote; ask again */
  'blocked.changed': Record<never, never>;
  /** `everywhere`: those of many chats and contacts too, which are not told one by one; ask again */
  'tags.changed': { readonly everywhere: boolean };
  /** long work began, went on (at most four times a second) or ended: all of it, the newest first */
  'jobs.changed': { readonly jobs: readonly Job[] };
  /** a backup came or went, or how they are made; ask again */
  'backups.changed': Record<never, never>;
  /** these customers and their chats are gone for good */
  'customers.erased': { readonly customerIds: readonly string[]; readonly chatIds: readonly string[] };
  /** something opened or closed, or the hours were set anew */
  'hours.changed': HoursView;
  'setup.changed': Record<never, never>;
  /** way in, tunnel, certificate or reach */
  'connection.changed': ConnectionView;
  /** entries were added, at most once a second; ask for what is newer */
  'journal.changed': Record<never, never>;
  /** a line of the check, or its end: all that it found so far */
  'doctor.changed': RouteOutput<'doctor.latest'>;
  /** the transcript, switches or typing of a test customer changed; ask again */
  'testCustomer.changed': { readonly channelId: string; readonly senderId: string };
}

/** What `chats.counts` would answer now. */
export interface CountedChats {
  readonly operatorId: string;
  readonly since: number;
  readonly counts: RouteOutput<'chats.counts'>;
}

export type EventName = keyof Events;

/** Says that something happened. */
export type Emit = <N extends EventName>(name: N, data: Events[N]) => void;

export type EngineEvent = { readonly [N in EventName]: { readonly name: N; readonly data: Events[N] } }[EventName];

/** An event on its way: `seq` grows by one with each; a gap, or another `boot`, means: ask everything again. */
export type NumberedEvent = EngineEvent & { readonly seq: number };

/** First on every connection: which run of the engine this is, the number of the latest event, and what this window is called. */
export interface Hello {
  readonly name: 'hello';
  readonly boot: string;
  readonly seq: number;
  /** for `chats.look`, as long as the connection lasts */
  readonly windowId: string;
}

/** Both transports carry arrays, oldest first. */
export type EventFrame = readonly (Hello | NumberedEvent)[];
