import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { WritingConnection } from './connection.ts';
import { auditTransactions } from './operators/audit.ts';
import { botEventTransactions } from './bots/bot-events.ts';
import { bulkTransactions } from './chats/bulk-chats.ts';
import { clockTransactions } from './installation/clock.ts';
import { deliveryTransactions } from './deliveries/deliveries.ts';
import { deviceTransactions } from './operators/devices.ts';
import { installationTransactions } from './installation/installation.ts';
import { mailTransactions } from './mail/outgoing.ts';
import { mediaTransactions } from './media/media.ts';
import { erasingTransactions } from './customers/personal-data.ts';
import { reportTransactions } from './reports/reports.ts';
import type { Change } from './command.ts';
import { commands } from './commands.ts';
import { queueForWebhooks, webhookTransactions } from './webhooks/webhook-events.ts';
import { isQuery, runQuery } from './queries.ts';
import type { Actor, Circumstances, Request } from './thread.ts';

/** What the commands do. */
const runs = Object.fromEntries(
  Object.entries(commands).map(([name, { run }]) => [name, toldToWebhooks(run as CommandRun)]),
) as unknown as {
  readonly [N in keyof typeof commands]: (typeof commands)[N]['run'];
};

type CommandRun = (db: WritingConnection, input: unknown, context: Circumstances) => Promise<Change<unknown>>;

function toldToWebhooks(run: CommandRun): CommandRun {
  return async (db, input, context) => {
    const change = await run(db, input, context);
    await queueForWebhooks(db, change, context);
    return change;
  };
}

/** The scope of a request, if its command has one. */
export function scopeOf({ name, input }: Request): string | undefined {
  const { scope } = (commands[name as keyof typeof commands] ?? {}) as { readonly scope?: (of: unknown) => string };
  return scope?.(input);
}

/** All transactions by name. Each runs entirely or not at all. */
export const transactions = {
  ...auditTransactions,
  ...botEventTransactions,
  ...bulkTransactions,
  ...clockTransactions,
  ...deliveryTransactions,
  ...deviceTransactions,
  ...installationTransactions,
  ...mailTransactions,
  ...mediaTransactions,
  ...erasingTransactions,
  ...reportTransactions,
  ...webhookTransactions,
  ...runs,
  confirmActor,
  checkWritable,
} as const;

export type Transactions = typeof transactions;
/** Transactions on the installation itself. */
export type InstallationTransactions = typeof installationTransactions & Pick<Transactions, 'acceptInvitation'>;

type Transaction = (db: WritingConnection, input: unknown, context: Request['context']) => Promise<unknown>;

/** What would be in neither database if it came during a swap: all but what only records how something sent went. */
const HELD: ReadonlySet<string> = new Set(
  [commands, installationTransactions, deviceTransactions]
    .flatMap(Object.keys)
    .filter(
      (name) => !/^(?:(?:deliveries|mails)\.(?:end|later|refused)|bots\.endEvent|visitors\.received)$/.test(name),
    ),
);

/** Runs a transaction or a query. */
export async function runRequest(db: WritingConnection, request: Request): Promise<unknown> {
  return isQuery(request) ? runQuery(db, request) : runTransaction(db, request);
}

/**
 * Runs one. Coded errors: its own; storage_unavailable during a swap of databases; not_signed_in and forbidden if the
 * operator whose request asks for it was removed, or lost the role that the request was allowed for.
 */
async function runTransaction(db: WritingConnection, request: Request): Promise<unknown> {
  const { name, input, context, by, isHeld } = request;
  if (isHeld === true && HELD.has(name))
    throw new ContractError('storage_unavailable', phrase('errors:refusals.store.held'));
  if (by !== undefined) await refuseFormer(db, by);
  return await (transactions[name as keyof Transactions] as Transaction)(db, input, context);
}

async function refuseFormer(db: WritingConnection, { operatorId, role }: Actor): Promise<void> {
  const now = await db.get<Actor>`SELECT role FROM operators WHERE id = ${operatorId} AND removed_at IS NULL`;
  if (now === undefined) throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
  if (role === 'owner' && now.role !== role)
    throw new ContractError('forbidden', phrase('errors:refusals.operator.forbidden'));
}

/** Before an operator's request changes something besides the database: only refuses, as any of theirs. */
async function confirmActor(): Promise<true> {
  return true;
}

/** Fails unless a commit reaches the disk. */
async function checkWritable(db: WritingConnection) {
  await db.touch();
  return true;
}
