import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { SqliteConnection, WritingConnection } from './connection.ts';
import { schemaVersion } from './schema/schema.ts';
import { assigningTransactions } from './subjects/assigning.ts';
import { auditTransactions } from './subjects/audit.ts';
import { botEventTransactions } from './subjects/bot-events.ts';
import { bulkTransactions } from './subjects/bulk-chats.ts';
import { chatTransactions } from './subjects/chats.ts';
import { clockTransactions } from './subjects/clock.ts';
import { contactTransactions } from './subjects/contacts.ts';
import { deliveryTransactions } from './subjects/deliveries.ts';
import { deviceTransactions } from './subjects/devices.ts';
import { installationTransactions } from './subjects/installation.ts';
import { mediaTransactions } from './subjects/media.ts';
import { noteTransactions } from './subjects/notes.ts';
import { erasingTransactions } from './subjects/personal-data.ts';
import { ratingTransactions } from './subjects/ratings.ts';
import { botActionTransactions } from './subjects/receive-bot-event.ts';
import { receiveMessage } from './subjects/receive-message.ts';
import { replyTransactions } from './subjects/replies.ts';
import { reportTransactions } from './subjects/reports.ts';
import { savedReplyTransactions } from './subjects/saved-replies.ts';
import { scheduleTransactions } from './subjects/schedule.ts';
import { tagTransactions } from './subjects/tags.ts';
import { visitorTransactions } from './subjects/visitors.ts';
import type { Actor, Request } from './thread.ts';

/** All transactions by name. Each runs entirely or not at all. */
export const transactions = {
  ...assigningTransactions,
  ...auditTransactions,
  ...botEventTransactions,
  ...bulkTransactions,
  ...chatTransactions,
  ...clockTransactions,
  ...contactTransactions,
  ...deliveryTransactions,
  ...deviceTransactions,
  ...installationTransactions,
  ...mediaTransactions,
  ...noteTransactions,
  ...erasingTransactions,
  ...ratingTransactions,
  ...botActionTransactions,
  ...replyTransactions,
  ...reportTransactions,
  ...savedReplyTransactions,
  ...scheduleTransactions,
  ...tagTransactions,
  ...visitorTransactions,
  receiveMessage,
  checkWritable,
  confirmActor,
} as const;

export type Transactions = typeof transactions;
/** Those on the installation itself. */
export type InstallationTransactions = typeof installationTransactions & Pick<Transactions, 'acceptInvitation'>;

/** Runs one. Coded errors: not_signed_in or forbidden, if its operator lost the role that it was allowed for; its own. */
export async function runTransaction(db: WritingConnection, { name, input, by }: Request): Promise<unknown> {
  if (by !== undefined) await refuseFormer(db, by);
  return await (transactions[name as keyof Transactions] as Transaction)(db, input);
}

type Transaction = (db: WritingConnection, input: unknown) => Promise<unknown>;

async function refuseFormer(db: WritingConnection, { operatorId, role }: Actor) {
  const now = await db.get<Actor>`SELECT role FROM operators WHERE id = ${operatorId} AND removed_at IS NULL`;
  if (now === undefined) throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
  if (role === 'owner' && now.role !== role)
    throw new ContractError('forbidden', phrase('errors:refusals.operator.forbidden'));
}

/** Before an operator's request changes something besides the database: only refuses, as any transaction of theirs. */
async function confirmActor(): Promise<true> {
  return true;
}

/** Rewrites an existing value, so that the commit has to reach the disk. */
async function checkWritable({ sqlite }: SqliteConnection) {
  sqlite.exec(`PRAGMA user_version = ${schemaVersion(sqlite)}`);
  return true;
}
