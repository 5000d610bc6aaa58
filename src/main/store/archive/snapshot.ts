import { Sqlite } from '../sqlite.ts';
import { withholdSecrets } from '../installation-rows.ts';
import type { CopyFacts } from './archive-thread.ts';
import { copyFacts } from './copy-facts.ts';

/** Pages of the database copied in one step. */
const STEP = 500;

/**
 * Copies the current database into a new, complete, standalone file without secrets. Holds a read transaction
 * meanwhile: later writes are not seen, and neither restart nor delay the copy.
 */
export async function snapshot(from: string, to: string, onPart: (part: number) => void): Promise<CopyFacts> {
  const source = new Sqlite(from, { readOnly: true });
  try {
    source.exec('BEGIN');
    source.get('SELECT count(*) FROM customers');
    await source.copyTo(to, STEP, onPart);
    source.exec('COMMIT');
  } finally {
    source.close();
  }
  const copy = new Sqlite(to, { readOnly: false });
  try {
    // A single file without a log.
    copy.exec('PRAGMA journal_mode = DELETE');
    withholdSecrets(copy);
    return await copyFacts(copy);
  } finally {
    copy.close();
  }
}
