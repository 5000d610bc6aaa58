import type { SqliteConnection, WritingConnection } from './connection.ts';
import { schemaVersion } from './schema/schema.ts';
import { assigningTransactions } from './chats/assigning.ts';
import { auditTransactions } from './operators/audit.ts';
import { botEventTransactions } from './bots/bot-events.ts';
import { bulkTransactions } from './chats/bulk-chats.ts';
import { chatTransactions } from './chats/chats.ts';
import { clockTransactions } from './installation/clock.ts';
import { deliveryTransactions } from './deliveries/deliveries.ts';
import { deviceTransactions } from './operators/devices.ts';
import { installationTransactions } from './installation/installation.ts';
import { mediaTransactions } from './media/media.ts';
import { noteTransactions } from './messages/notes.ts';
import { erasingTransactions } from './customers/personal-data.ts';
import { ratingTransactions } from './reports/ratings.ts';
import { botActionTransactions } from './bots/receive-bot-event.ts';
import { receivingTransactions } from './messages/receive-message.ts';
import { replyTransactions } from './messages/replies.ts';
import { reportTransactions } from './reports/reports.ts';
import { scheduleTransactions } from './messages/schedule.ts';
import { visitorTransactions } from './customers/visitors.ts';
import { commands } from './commands.ts';
import { exceptDuringSwap, forOperators } from './refusals.ts';
import type { Request, RequestContext } from './thread.ts';

/** What the commands do. */
const runs = Object.fromEntries(Object.entries(commands).map(([name, { run }]) => [name, run])) as unknown as {
  readonly [N in keyof typeof commands]: (typeof commands)[N]['run'];
};

/** All transactions by name. Each runs entirely or not at all. */
export const transactions = {
  ...assigningTransactions,
  ...auditTransactions,
  ...botEventTransactions,
  ...bulkTransactions,
  ...chatTransactions,
  ...clockTransactions,
  ...deliveryTransactions,
  ...deviceTransactions,
  ...installationTransactions,
  ...mediaTransactions,
  ...noteTransactions,
  ...erasingTransactions,
  ...ratingTransactions,
  ...botActionTransactions,
  ...receivingTransactions,
  ...replyTransactions,
  ...reportTransactions,
  ...forOperators(exceptDuringSwap(runs)),
  ...scheduleTransactions,
  ...visitorTransactions,
  ...forOperators({ confirmActor }),
  checkWritable,
} as const;

export type Transactions = typeof transactions;
/** Transactions on the installation itself. */
export type InstallationTransactions = typeof installationTransactions & Pick<Transactions, 'acceptInvitation'>;

/** Runs one. Coded errors: those of `forOperators` and `exceptDuringSwap`, where they guard it; its own. */
export async function runTransaction(db: WritingConnection, request: Request): Promise<unknown> {
  return await (transactions[request.name as keyof Transactions] as Transaction)(
    db,
    request.input,
    request.context,
    request,
  );
}

type Transaction = (
  db: WritingConnection,
  input: unknown,
  context: RequestContext | undefined,
  request: Request,
) => Promise<unknown>;

/** Before an operator's request changes something besides the database: only refuses, as any transaction of theirs. */
async function confirmActor(): Promise<true> {
  return true;
}

/** Rewrites an existing value, so that the commit has to reach the disk. */
async function checkWritable({ sqlite }: SqliteConnection) {
  sqlite.exec(`PRAGMA user_version = ${schemaVersion(sqlite)}`);
  return true;
}
