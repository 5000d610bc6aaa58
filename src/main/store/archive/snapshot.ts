import { Sqlite } from '../sqlite.ts';
import { withholdSecrets } from '../installation-rows.ts';
import type { CopyFacts } from './archive-thread.ts';
import { copyFacts } from './copy-facts.ts';

/** Pages of the database that are copied in one go. */
const STEP = 500;

/**
 * Copies the database as it is now into a new file, whole, on its own, and without secrets. Its reading transaction is held open
 * meanwhile: what is written in the meantime is not seen, and makes the copy begin anew no more than it waits for it.
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
    // One file, with no log beside it.
    copy.exec('PRAGMA journal_mode = DELETE');
    withholdSecrets(copy);
    return await copyFacts(copy);
  } finally {
    copy.close();
  }
}
