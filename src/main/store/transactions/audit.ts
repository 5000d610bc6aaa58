import type { SecretUse } from '#shared/contract/audit.ts';
import type { Connection } from '../connection.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** An entry of the list of changes and sign-ins. */
export interface AuditRecord {
  /** random: the same entry has it in every copy of the database */
  readonly key: string;
  readonly at: number;
  readonly operatorId?: string | undefined;
  readonly operatorName?: string | undefined;
  /** the client's address */
  readonly source?: string | undefined;
  readonly action: string;
  readonly aboutId?: string | undefined;
  readonly about?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly secret?: SecretUse | undefined;
  readonly count: number;
}

/** Fields in which repeats are equal. */
const SAME = ['operator_id', 'source', 'action', 'about_id', 'about', 'fields', 'secret'] as const;

/**
 * Adds an entry, or counts it with the same one since `since`. What was done to a secret in between keeps the two
 * apart: the list tells whether somebody saw it before or after it was renewed.
 */
export async function recordAudit(
  connection: Connection,
  { entry, since }: { readonly entry: AuditRecord; readonly since: number },
): Promise<void> {
  const { operatorId, source, action, aboutId, about, fields, secret, count } = entry;
  const repeated = await connection.get<{ place: number }>(
    `SELECT place FROM audit WHERE at >= ? AND ${SAME.map((column) => `${column} IS ?`).join(' AND ')}
     AND (secret IS NULL OR NOT EXISTS (
       SELECT 1 FROM audit AS later WHERE later.about_id = audit.about_id AND later.secret IS NOT NULL AND later.place > audit.place))
     ORDER BY place DESC LIMIT 1`,
    ...[since, operatorId, source, action, aboutId, about, fields, secret],
  );
  if (repeated === undefined) await connection.insert('audit', entry);
  else await connection.run('UPDATE audit SET count = count + ? WHERE place = ?', count, repeated.place);
}

/**
 * Removes entries that are older than a year. That somebody saw a secret stays listed until it is renewed, while they
 * are here and for a year after they were removed.
 */
export async function pruneAudit(connection: Connection): Promise<void> {
  await connection.run(
    `DELETE FROM audit WHERE place IN (
       SELECT place FROM audit JOIN (SELECT max(at) - ${YEAR} AS year_ago FROM audit)
       WHERE at < year_ago AND NOT (
         ifnull(secret, '') IN ('shown', 'made')
         AND EXISTS (
           SELECT 1 FROM operators WHERE id = operator_id AND (removed_at IS NULL OR removed_at >= year_ago))
         AND NOT EXISTS (
           SELECT 1 FROM audit AS later
           WHERE later.about_id = audit.about_id AND later.secret IN ('made', 'renewed') AND later.place > audit.place)))`,
  );
}
