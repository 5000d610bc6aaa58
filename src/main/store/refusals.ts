import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { WritingConnection } from './connection.ts';
import type { Actor, Request } from './thread.ts';

type Circumstances = Pick<Request, 'by' | 'isHeld'>;
type Refuse = (db: WritingConnection, circumstances: Circumstances) => Promise<void>;
type Transaction = (
  db: WritingConnection,
  input: unknown,
  context?: unknown,
  circumstances?: Circumstances,
) => Promise<unknown>;

/**
 * Transactions that only an operator's request asks for. Refused once the operator was removed or lost the role that the
 * request was allowed for: coded errors not_signed_in and forbidden. Those in chats look for themselves whose they are.
 */
export function forOperators<T extends object>(transactions: T): T {
  return refusedBy(refuseFormer, transactions);
}

/** Transactions for messages and settings. Refused during a swap of databases: they would be in neither. */
export function exceptDuringSwap<T extends object>(transactions: T): T {
  return refusedBy(refuseHeld, transactions);
}

function refusedBy<T extends object>(refuse: Refuse, transactions: T): T {
  const all = Object.entries(transactions as Readonly<Record<string, Transaction>>);
  const guarded = all.map(([name, run]): [string, Transaction] => [
    name,
    async (db, input, context, circumstances = {}) => {
      await refuse(db, circumstances);
      return await run(db, input, context, circumstances);
    },
  ]);
  return Object.fromEntries(guarded) as T;
}

async function refuseFormer(db: WritingConnection, { by }: Circumstances) {
  if (by === undefined) return;
  const now = await db.get<Actor>`SELECT role FROM operators WHERE id = ${by.operatorId} AND removed_at IS NULL`;
  if (now === undefined) throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
  if (by.role === 'owner' && now.role !== by.role)
    throw new ContractError('forbidden', phrase('errors:refusals.operator.forbidden'));
}

async function refuseHeld(_db: WritingConnection, { isHeld }: Circumstances) {
  if (isHeld === true) throw new ContractError('storage_unavailable', phrase('errors:refusals.store.held'));
}
