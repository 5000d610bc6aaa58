import { existsSync } from 'node:fs';
import { isFaultyFile, Sqlite } from '../sqlite.ts';

const COLUMNS = 'key, at, operator_id, operator_name, source, action, about_id, about, fields, secret, count';

/**
 * Adds the list of changes of one database to that of another, in which the same entries are replaced: what was done
 * here cannot be made undone by a backup. A database that cannot be read has none, and holds up no restore.
 */
export function carryAudit(from: string, to: string): void {
  if (!existsSync(from) || !existsSync(to)) return;
  let sqlite: Sqlite | undefined;
  try {
    sqlite = new Sqlite(to, { readOnly: false });
    sqlite.run('ATTACH ? AS replaced', from);
    sqlite.run(`INSERT OR REPLACE INTO main.audit (${COLUMNS}) SELECT ${COLUMNS} FROM replaced.audit ORDER BY place`);
  } catch (error) {
    // Getting rid of a damaged database may be what the restore is for.
    if (!isFaultyFile(error)) throw error;
  } finally {
    sqlite?.close();
  }
}
