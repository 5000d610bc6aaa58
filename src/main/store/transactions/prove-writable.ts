import type { Connection } from '../connection.ts';

/** Writes what is there already, so that the commit has to reach the disk. */
export function proveWritable(connection: Connection): true {
  const version = Number(connection.get('PRAGMA user_version')?.['user_version']);
  connection.exec(`PRAGMA user_version = ${version}`);
  return true;
}
