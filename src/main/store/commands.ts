import type { Command, Query, RouteOf } from './command.ts';
import { botTurnQueries } from './bots/bot-turns.ts';
import { pinCommands } from './chats/pins.ts';
import { tagCommands, tagQueries } from './chats/tags.ts';
import { contactRouteQueries } from './customers/contact-lists.ts';
import { contactCommands } from './customers/contacts.ts';
import { auditRouteQueries } from './operators/audit.ts';
import { ratingRouteQueries } from './reports/ratings.ts';
import { reportRouteQueries } from './reports/reports.ts';
import { customerSearchQueries } from './search/customers.ts';
import { messageSearchQueries } from './search/messages.ts';
import { savedReplyCommands, savedReplyQueries } from './messages/saved-replies.ts';

/** Everything that can be done in the store, by name. */
export const commands = {
  ...contactCommands,
  ...pinCommands,
  ...savedReplyCommands,
  ...tagCommands,
} as const;

/** Everything that can be asked of it, by name. */
export const routeQueries = {
  ...auditRouteQueries,
  ...botTurnQueries,
  ...contactRouteQueries,
  ...customerSearchQueries,
  ...messageSearchQueries,
  ...ratingRouteQueries,
  ...reportRouteQueries,
  ...savedReplyQueries,
  ...tagQueries,
} as const;

type Declarations = typeof commands & typeof routeQueries;

/** Both, as the console's contract describes routes. */
export type StoreRoutes = {
  readonly [N in keyof Declarations]: Declarations[N] extends Command<infer F, infer Log, infer Input, infer Answer>
    ? RouteOf<F, Log, Input, Answer>
    : Declarations[N] extends Query<infer F, infer Input, infer Answer, never>
      ? RouteOf<F, undefined, Input, Answer>
      : never;
};
