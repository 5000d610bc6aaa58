import type { z } from 'zod';
import type { Change, Command, Query, RouteOf } from './command.ts';
import type { Actor } from './thread.ts';
import { botActionCommands } from './bots/receive-bot-event.ts';
import { botChatCommands } from './bots/bot-events.ts';
import { botTurnQueries } from './bots/bot-turns.ts';
import { assigningCommands } from './chats/assigning.ts';
import { bulkCommands } from './chats/bulk-chats.ts';
import { chatRouteQueries } from './chats/chat-lists.ts';
import { chatCommands } from './chats/chats.ts';
import { pinCommands } from './chats/pins.ts';
import { tagCommands, tagQueries } from './chats/tags.ts';
import { contactRouteQueries } from './customers/contact-lists.ts';
import { contactCommands } from './customers/contacts.ts';
import { importedContactCommands, importedContactQueries } from './customers/imported-contacts.ts';
import { visitorCommands } from './customers/visitors.ts';
import { deliveryCommands } from './deliveries/deliveries.ts';
import { messageRouteQueries } from './messages/messages.ts';
import { incomingMailCommands, mailRouteQueries } from './mail/incoming.ts';
import { outgoingMailCommands } from './mail/outgoing.ts';
import { noteCommands } from './messages/notes.ts';
import { receivingCommands } from './messages/receive-message.ts';
import { replyCommands } from './messages/replies.ts';
import { auditRouteQueries } from './operators/audit.ts';
import { programQueries } from './operators/programs.ts';
import { ratingCommands, ratingRouteQueries } from './reports/ratings.ts';
import { reportRouteQueries } from './reports/reports.ts';
import { searchQueries } from './search/search-queries.ts';
import { savedReplyCommands, savedReplyQueries } from './messages/saved-replies.ts';
import { scheduleCommands, scheduleRouteQueries } from './messages/schedule.ts';

/** Everything that can be done in the store, by name. */
export const commands = {
  ...assigningCommands,
  ...botActionCommands,
  ...botChatCommands,
  ...bulkCommands,
  ...chatCommands,
  ...contactCommands,
  ...importedContactCommands,
  ...deliveryCommands,
  ...incomingMailCommands,
  ...noteCommands,
  ...outgoingMailCommands,
  ...pinCommands,
  ...ratingCommands,
  ...receivingCommands,
  ...replyCommands,
  ...savedReplyCommands,
  ...scheduleCommands,
  ...tagCommands,
  ...visitorCommands,
} as const;
type Commands = typeof commands;

/**
 * Does each of them, by name: what it did is on disk, and reported to all, when it resolves. Rejects with ContractError.
 */
export type Perform = {
  readonly [N in keyof Commands]: (
    input: z.output<Commands[N]['input']>,
    ...by: Commands[N]['for'] extends 'engine' ? [] : [actor: Actor]
  ) => Promise<AnswerOf<Commands[N]>>;
};

type AnswerOf<C> = C extends { readonly run: (...args: never[]) => Promise<Change<infer Answer>> } ? Answer : never;

/** Everything that can be asked of it, by name. */
export const routeQueries = {
  ...auditRouteQueries,
  ...botTurnQueries,
  ...chatRouteQueries,
  ...contactRouteQueries,
  ...importedContactQueries,
  ...mailRouteQueries,
  ...messageRouteQueries,
  ...programQueries,
  ...ratingRouteQueries,
  ...reportRouteQueries,
  ...savedReplyQueries,
  ...scheduleRouteQueries,
  ...searchQueries,
  ...tagQueries,
} as const;

/** Those that a route leads to. */
export type RouteCommands = {
  readonly [N in keyof Commands as Commands[N]['for'] extends 'engine' ? never : N]: Commands[N];
};
type Declarations = RouteCommands & typeof routeQueries;

/** Both, as the console's contract describes routes. */
export type StoreRoutes = {
  readonly [N in keyof Declarations]: Declarations[N] extends Command<infer F, infer Log, infer Input, infer Answer>
    ? RouteOf<F, Log, Input, Answer>
    : Declarations[N] extends Query<infer F, infer Input, infer Answer>
      ? RouteOf<F, undefined, Input, Answer>
      : never;
};
