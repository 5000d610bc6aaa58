import type { Past } from '#main/clock/settled-clock.ts';
import { type SecretUse, AUDIT_KIND_OF, type AuditEntry, type AuditKind } from '#shared/contract/audit.ts';
import type { ParsedInput, RouteOutput } from '#shared/contract/routes.ts';
import type { Connection } from '../connection.ts';
import { allOf, inList, sql, type Sql } from '../sqlite.ts';
import { pageOf, beyondCursor, isPast } from '../rows.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** An entry of the list of changes and sign-ins. */
export interface AuditRecord extends Omit<AuditEntry, 'id' | 'from' | 'fields'> {
  /** random: the same entry has it in every copy of the database */
  readonly key: string;
  /** the client's address */
  readonly source?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly secret?: SecretUse | undefined;
}

/**
 * Adds an entry, or counts it with the same one since `since`. What was done to a secret in between keeps the two
 * apart: the list tells whether somebody saw it before or after it was renewed.
 */
async function recordAudit(db: Connection, { entry, since }: { readonly entry: AuditRecord; readonly since: number }) {
  const { operatorId, source, action, aboutId, about, fields, secret, count } = entry;
  const repeated = await db.value<number>`
    SELECT place FROM audit WHERE at BETWEEN ${since} AND ${entry.at} AND (operator_id, source, action, about_id, about, fields, secret)
      IS (${operatorId}, ${source}, ${action}, ${aboutId}, ${about}, ${fields}, ${secret})
      AND (secret IS NULL OR NOT EXISTS (
        SELECT 1 FROM audit AS later
        WHERE later.about_id = audit.about_id AND later.secret IS NOT NULL AND later.place > audit.place))
    ORDER BY place DESC LIMIT 1`;
  if (repeated === undefined) await db.insert('audit', entry);
  else await db.run`UPDATE audit SET count = count + ${count} WHERE place = ${repeated}`;
}

/**
 * Removes entries that are older than a year. That somebody saw a secret stays listed until it is renewed, while they
 * are here and for a year after they were removed.
 */
async function pruneAudit(db: Connection, past: Past) {
  await db.run`
    DELETE FROM audit WHERE place IN (
      SELECT place FROM audit JOIN (SELECT min(max(at) - ${YEAR}, ${past.before}) AS year_ago FROM audit)
      WHERE at < year_ago AND ${isPast(sql`at`, past)} AND NOT (
        ifnull(secret, '') IN ('shown', 'made')
        AND EXISTS (
          SELECT 1 FROM operators WHERE id = operator_id AND (removed_at IS NULL OR removed_at >= year_ago))
        AND NOT EXISTS (
          SELECT 1 FROM audit AS later
          WHERE later.about_id = audit.about_id AND later.secret IN ('made', 'renewed') AND later.place > audit.place)))`;
}

interface AuditRow extends Omit<AuditEntry, 'id' | 'from'> {
  readonly place: number;
  readonly key: string;
  readonly source?: string;
  readonly customerName?: string;
}

/** Entries, newest first. Coded error: invalid_input, for an invalid cursor. */
async function listAudit(db: Connection, { operatorId, kind, cursor, limit }: ParsedInput<'audit.list'>) {
  const where = allOf(
    operatorId !== undefined && sql`operator_id = ${operatorId}`,
    kind && conditionOf(kind),
    beyondCursor(cursor, sql`(at, place) <`),
  );
  // Customers are never listed by name: who was erased is then without one here too.
  const rows = await db.all<AuditRow>`
    SELECT audit.*, customers.name AS customer_name FROM audit LEFT JOIN customers
      ON action IN ('privacy.exportCustomer', 'exports.download') AND customers.id = CAST(about_id AS INTEGER)
    WHERE ${where} ORDER BY at DESC, place DESC LIMIT ${limit + 1}`;
  const { page, ...next } = pageOf(rows, limit, ({ at: value, place }) => ({ value, id: String(place) }));
  return { entries: page.map(toEntry), ...next };
}

function conditionOf(kind: AuditKind): Sql {
  if (kind === 'secrets') return sql`secret IS NOT NULL`;
  const area = sql`substr(action, 1, instr(action, '.') - 1)`;
  const known = Object.entries(AUDIT_KIND_OF);
  if (kind === 'settings') return sql`${area} NOT IN ${inList(known.map(([prefix]) => prefix))}`;
  return sql`${area} IN ${inList(known.flatMap(([prefix, each]) => (each === kind ? [prefix] : [])))}`;
}

function toEntry({ key, source, place: _place, customerName, ...row }: AuditRow): AuditEntry {
  const about = row.about ?? customerName;
  return { ...row, id: key, ...(source !== undefined && { from: source }), ...(about !== undefined && { about }) };
}

/** Operators in their order, then those removed since `since`, the latest first. */
function listAuditPeople(db: Connection, { since }: { readonly since: number }) {
  return db.all<Omit<RouteOutput<'audit.people'>['people'][number], 'seen'>>`
    SELECT id, name, removed_at FROM operators WHERE removed_at IS NULL OR removed_at >= ${since}
    ORDER BY removed_at IS NOT NULL, removed_at DESC, place`;
}

/**
 * Lists others' secrets that an operator saw and nobody has renewed since, by the id of what has the secret. A restore
 * may have brought an older secret back, so renewals before the last one do not count.
 */
function listSeenSecrets(db: Connection, { operatorId }: { readonly operatorId: string }) {
  return db.all<{ aboutId: string; at: number }>`
    SELECT about_id, max(at) AS at FROM audit
    WHERE operator_id = ${operatorId} AND secret IN ('shown', 'made') AND about_id <> ${operatorId} AND NOT EXISTS (
      SELECT 1 FROM audit AS later
      WHERE later.about_id = audit.about_id AND later.secret IN ('made', 'renewed') AND later.place > audit.place
      AND later.place > (SELECT ifnull(max(place), 0) FROM audit WHERE action = 'backups.restore'))
    GROUP BY about_id ORDER BY max(at) DESC`;
}

export const auditQueries = { listAudit, listAuditPeople, listSeenSecrets } as const;

export const auditTransactions = { recordAudit, pruneAudit } as const;
