import type { SqliteConnection } from '../connection.ts';

/** Writes what is there already, so that the commit has to reach the disk. */
export async function proveWritable({ sqlite }: SqliteConnection): Promise<true> {
  const version = Number(sqlite.get('PRAGMA user_version')?.['user_version']);
  sqlite.exec(`PRAGMA user_version = ${version}`);
  return true;
}
