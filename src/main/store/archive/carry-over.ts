import { existsSync } from 'node:fs';
import { Sql } from '../sql.ts';
import { isFaultyFile, Sqlite } from '../sqlite/sqlite.ts';

const AUDIT = 'key, at, operator_id, operator_name, source, action, kind, about_id, about, count';
const DEVICES = 'id, operator_id, kind, name, key_digest, joined_at, last_seen_at, last_from, push';

/**
 * Adds to one database what a backup cannot make undone: the list of changes of the database that it replaces, and, if
 * it belongs to the same installation, the devices, so that those removed since stay out and those that joined stay in.
 * No id that was given since is given again: open windows, drafts and unsent replies elsewhere may name it.
 * A database that cannot be read has nothing to carry over, and holds up no restore.
 */
export function carryOver(from: string, to: string): void {
  if (!existsSync(from) || !existsSync(to)) return;
  try {
    using sqlite = new Sqlite(to, { readOnly: false });
    sqlite.run`ATTACH ${from} AS replaced`;
    sqlite.exec('BEGIN');
    sqlite.exec(`INSERT OR REPLACE INTO main.audit (${AUDIT}) SELECT ${AUDIT} FROM replaced.audit ORDER BY sequence`);
    sqlite.exec(`
      INSERT INTO main.sqlite_sequence (name, seq) SELECT name, 0 FROM replaced.sqlite_sequence
        WHERE name NOT IN (SELECT name FROM main.sqlite_sequence);
      UPDATE main.sqlite_sequence SET seq = max(sqlite_sequence.seq, theirs.seq)
        FROM replaced.sqlite_sequence AS theirs WHERE theirs.name = sqlite_sequence.name`);
    const idIn = (name: string) =>
      sqlite.value`SELECT value FROM ${new Sql(name)}.settings WHERE name = 'installationId'`;
    if (idIn('main') === idIn('replaced'))
      sqlite.exec(`
        DELETE FROM main.devices;
        INSERT INTO main.devices (${DEVICES}) SELECT ${DEVICES} FROM replaced.devices
          WHERE operator_id IN (SELECT id FROM main.operators WHERE removed_at IS NULL)`);
    sqlite.exec('COMMIT');
  } catch (error) {
    // Getting rid of a damaged database may be what the restore is for.
    if (!isFaultyFile(error)) throw error;
  }
}
