import type { Connection } from './connection.ts';
import type { Request } from './thread.ts';
import { readInstallation } from './installation/installation-rows.ts';
import { botQueries } from './bots/bot-turns.ts';
import { bulkQueries } from './chats/bulk-chats.ts';
import { chatQueries } from './chats/chat-lists.ts';
import { clockQueries } from './installation/clock.ts';
import { channelAddress } from './deliveries/deliveries.ts';
import { deviceQueries } from './operators/devices.ts';
import { hostedFileQueries } from './media/hosted-files.ts';
import { limitQueries } from './limited.ts';
import { findMailThread } from './mail/incoming.ts';
import { mailQueries } from './mail/outgoing.ts';
import { mediaQueries } from './media/media.ts';
import { messageQueries } from './messages/messages.ts';
import { personalQueries } from './customers/personal-data.ts';
import { ratingQueries } from './reports/ratings.ts';
import { findReply } from './messages/replies.ts';
import { reportQueries } from './reports/reports.ts';
import { scheduleQueries } from './messages/schedule.ts';
import { findTagName } from './chats/tags.ts';
import { routeQueries } from './commands.ts';
import { contactRowQueries } from './customers/imported-contacts.ts';
import { visitorQueries } from './customers/visitors.ts';

/** What the queries of routes read. */
const reads = Object.fromEntries(Object.entries(routeQueries).map(([name, { read }]) => [name, read])) as unknown as {
  readonly [N in keyof typeof routeQueries]: (typeof routeQueries)[N]['read'];
};

/** All queries by name. */
export const queries = {
  ...botQueries,
  ...bulkQueries,
  ...chatQueries,
  ...clockQueries,
  ...contactRowQueries,
  ...deviceQueries,
  ...hostedFileQueries,
  ...limitQueries,
  ...mailQueries,
  ...mediaQueries,
  ...messageQueries,
  ...personalQueries,
  ...ratingQueries,
  ...reportQueries,
  ...reads,
  ...scheduleQueries,
  ...visitorQueries,
  readInstallation,
  findMailThread,
  findTagName,
  channelAddress,
  findReply,
} as const;

export type Queries = typeof queries;

type Read = (db: Connection, input: unknown, context: Request['context']) => Promise<unknown>;

/** True for a request that only reads. */
export function isQuery({ name }: Request): boolean {
  return Object.hasOwn(queries, name);
}

/** Runs a request for which `isQuery` is true. */
export function runQuery(db: Connection, { name, input, context, channels }: Request): Promise<unknown> {
  const shown = channels === undefined ? db : db.limitedTo(channels);
  return (queries[name as keyof Queries] as Read)(shown, input, context);
}
