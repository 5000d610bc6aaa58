import type { z } from 'zod';
import type { Audited } from '#shared/contract/audited.ts';
import type { EngineEvent, StaleAnswer } from '#shared/contract/events.ts';
import type { Topic } from '#shared/contract/topics.ts';
import { schemaOf, type Audience, type Described, type SchemaOf } from '#shared/contract/fields.ts';
import type { ChatChange } from './chats/chat-change.ts';
import type { Connection, WritingConnection } from './connection.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { SendingDelivery, SendingEvent } from './deliveries/sending.ts';
import type { Asking, Circumstances, RequestContext } from './thread.ts';

/** What a command did: its answer, and what others are told of it once it is on disk. */
export interface Change<Answer> {
  readonly answer: Answer;
  /** chats that changed, with what is to be sent to their channels and bots */
  readonly chats?: readonly ChatChange[];
  /** so many chats that windows are told once, by the caller */
  readonly quietly?: boolean;
  /** further chats, messages and customers that changed, in order */
  readonly happened?: readonly EngineEvent[];
  /** what is to be sent besides: to channels, and to bots */
  readonly sending?: readonly SendingDelivery[];
  readonly events?: readonly SendingEvent[];
  /** further subjects */
  readonly touched?: readonly (Topic | Touched)[];
}

/** A subject of which only the answers to these inputs changed. */
interface Touched {
  readonly topic: Topic;
  readonly of: NonNullable<StaleAnswer['of']>;
}

/**
 * Who may call something; `owner or self` and `reports` as in `Audience`. `engine`: no route leads there; parts of the
 * engine act so for customers, bots and clocks.
 */
export type For = 'everyone' | Audience | 'engine';

type ContextFor<F extends For> = F extends 'engine' ? Circumstances : RequestContext;

interface Declared<F extends For, Input extends z.ZodType> {
  readonly for: F;
  readonly input: Input;
}

/**
 * Something that can be done: entirely, within one transaction of the writing thread, or not at all. `run` uses nothing
 * but its arguments, and never waits for anything else. It throws ContractError if it refuses.
 */
export interface Command<F extends For, Log, Input extends z.ZodType, Answer> extends Declared<F, Input> {
  /** its entry in the list of changes and sign-ins; `none` or absent: it has none */
  readonly audit: Log;
  /**
   * key of what it changes, and of all it reads that such a command changes: those of different scopes may go on at
   * the same time within a transaction. Absent: it may be anything
   */
  readonly scope?: ((input: z.output<Input>) => string) | undefined;
  readonly run: (db: WritingConnection, input: z.output<Input>, context: ContextFor<F>) => Promise<Change<Answer>>;
}

/** Something that can be asked, in the reading thread. */
export interface Query<F extends For, Input extends z.ZodType, Answer> extends Declared<F, Input> {
  /** subjects that the answer is about: when one of them changes, windows ask again */
  readonly topics: readonly Topic[];
  readonly read: (db: Connection, input: z.output<Input>, context: Asking) => Promise<Answer>;
}

/** Declares a command. Its `input` is a schema, or the fields of an object. */
export function command<
  F extends For,
  Input extends Described,
  Answer,
  const Log extends Audited | 'none' | undefined = undefined,
>(declared: {
  readonly for: F;
  readonly audit?: Log;
  readonly input: Input;
  readonly scope?: Command<F, Log, SchemaOf<Input>, Answer>['scope'];
  readonly run: Command<F, Log, SchemaOf<Input>, Answer>['run'];
}): Command<F, Log, SchemaOf<Input>, Answer> {
  return { ...declared, audit: declared.audit as Log, input: schemaOf(declared.input) };
}

/** Declares a query, likewise. */
export function query<F extends For, Input extends Described, Answer>(declared: {
  readonly for: F;
  readonly input: Input;
  readonly topics: readonly Topic[];
  readonly read: Query<F, SchemaOf<Input>, Answer>['read'];
}): Query<F, SchemaOf<Input>, Answer> {
  return { ...declared, input: schemaOf(declared.input) };
}

/** What happened to one chat, which is the answer too. */
export function ofChat(change: ChatChange): Change<Chat> {
  return { answer: change.chat, chats: [change] };
}

/** The answer of a command that has nothing to say. */
export const DONE: Readonly<Record<string, never>> = {};

/** As the console's contract describes routes. */
export interface RouteOf<F extends For, Log, Input extends z.ZodType, Answer> {
  readonly for: F extends 'everyone' ? undefined : F;
  readonly audit: Log;
  readonly input: Input;
  readonly output: z.ZodType<Answer>;
}
