import type { Past } from '#main/clock/settled-clock.ts';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { nothing, pageFields } from '#shared/contract/fields.ts';
import { z } from 'zod';
import { query } from '../command.ts';
import type { Connection } from '../connection.ts';
import { allOf, sql } from '../sql.ts';
import { pageOf, beyondCursor, isPast } from '../rows.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** An entry of the list of changes and sign-ins. */
export interface AuditRecord extends Omit<AuditEntry, 'id' | 'from'> {
  /** random: the same entry has it in every copy of the database */
  readonly key: string;
  /** the client's address */
  readonly source?: string | undefined;
}

/** Adds an entry, or counts it with the same one since `since`. */
async function recordAudit(db: Connection, { entry, since }: { readonly entry: AuditRecord; readonly since: number }) {
  const { operatorId, source, action, kind, aboutId, about, count } = entry;
  const repeated = await db.value<number>`
    SELECT sequence FROM audit WHERE at BETWEEN ${since} AND ${entry.at} AND (operator_id, source, action, kind, about_id, about)
      IS NOT DISTINCT FROM (${operatorId}, ${source}, ${action}, ${kind}, ${aboutId}, ${about})
    ORDER BY sequence DESC LIMIT 1`;
  if (repeated === undefined) await db.insert('audit', entry);
  else await db.run`UPDATE audit SET count = count + ${count} WHERE sequence = ${repeated}`;
}

/** Removes entries that are older than a year. */
async function pruneAudit(db: Connection, past: Past) {
  await db.run`
    DELETE FROM audit WHERE at < (SELECT max(at) - ${YEAR} FROM audit) AND ${isPast(sql`at`, past)}`;
}

interface AuditRow extends Omit<AuditEntry, 'id' | 'from'> {
  readonly sequence: number;
  readonly key: string;
  readonly source?: string;
  readonly customerName?: string;
}

function toEntry({ key, source, sequence: _sequence, customerName, ...row }: AuditRow): AuditEntry {
  const about = row.about ?? customerName;
  return { ...row, id: key, ...(source !== undefined && { from: source }), ...(about !== undefined && { about }) };
}

/** The list of changes and sign-ins. */
export const auditRouteQueries = {
  /** newest first. Coded error: invalid_input, for an invalid cursor */
  'audit.list': query({
    for: 'owner',
    input: { operatorId: z.string().optional(), ...pageFields },
    topics: ['audit'],
    read: async (db, { operatorId, cursor, limit }) => {
      const where = allOf(
        operatorId !== undefined && sql`operator_id = ${operatorId}`,
        beyondCursor(cursor, sql`(at, sequence) <`),
      );
      // Customers are never listed by name: who was erased is then without one here too.
      const rows = await db.all<AuditRow>`
        SELECT audit.*, customers.name AS customer_name FROM audit LEFT JOIN customers
          ON customers.id = CAST(CASE WHEN kind = 'customer' AND action = 'exported' THEN about_id END AS BIGINT)
        WHERE ${where} ORDER BY at DESC, sequence DESC LIMIT ${limit + 1}`;
      const { page, ...next } = pageOf(rows, limit, ({ at: value, sequence }) => ({ value, id: String(sequence) }));
      return { entries: page.map(toEntry), ...next };
    },
  }),
  /** operators in their order, then those removed in the last year, the latest first */
  'audit.people': query({
    for: 'owner',
    input: nothing,
    topics: ['audit'],
    read: async (db, _input, { at }) => ({
      people: await db.all<{ readonly id: string; readonly name: string; readonly removedAt?: number | undefined }>`
        SELECT id, name, removed_at FROM operators WHERE removed_at IS NULL OR removed_at >= ${at - YEAR}
        ORDER BY removed_at IS NOT NULL, removed_at DESC, sort_order, id`,
    }),
  }),
} as const;

export const auditTransactions = { recordAudit, pruneAudit } as const;
