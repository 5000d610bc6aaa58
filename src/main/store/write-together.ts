import type { WritingConnection } from './connection.ts';
import { failureOf } from './failure.ts';
import type { Outcome, Request } from './thread.ts';
import type { Transactions } from './transactions/index.ts';

type Transaction = (connection: WritingConnection, input: never) => Promise<unknown>;

/**
 * Group commit: all that waits shares one transaction and one fsync; each still succeeds or fails alone.
 * Only within a turn of the connection.
 */
export async function writeTogether(
  connection: WritingConnection,
  requests: readonly Request[],
  known: Readonly<Record<string, Transaction>>,
): Promise<readonly Outcome[]> {
  const doOne = async ({ id, name, input }: Request): Promise<Outcome> => ({
    id,
    ok: true,
    value: await known[name]?.(connection, input as never),
  });
  const alone = requests.findIndex(({ name }) => name === OUTSIDE);
  const [first] = requests;
  if (first === undefined) return [];
  try {
    if (alone === 0 && requests.length === 1) return [await doOne(first)];
    if (alone === -1) return await connection.transaction(() => Array.fromAsync(requests, doOne));
  } catch (error) {
    if (requests.length === 1) return [{ id: first.id, ok: false, failure: failureOf(error) }];
    // One of them failed and took the others with it: nothing was written, so each has its own turn now.
  }
  const parts =
    alone === -1
      ? requests.map((request) => [request])
      : [requests.slice(0, alone), requests.slice(alone, alone + 1), requests.slice(alone + 1)];
  return (await Array.fromAsync(parts, (part) => writeTogether(connection, part, known))).flat();
}

/** The one that cannot be within a transaction. */
const OUTSIDE = 'rewriteFile' satisfies keyof Transactions;
