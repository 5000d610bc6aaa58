import type { Connection } from '../connection.ts';
import type { SilentChats } from '../transactions/silent-chats.ts';

/** Open chats in which it has been quiet, the longest first. */
export async function listSilentChats(
  connection: Connection,
  { before, unanswered, limit }: SilentChats & { readonly limit: number },
): Promise<readonly string[]> {
  const rows = await connection.all<{ id: string }>(
    "SELECT id FROM chats WHERE state <> 'closed' AND last_activity_at < ? AND (? OR waiting_since IS NULL) ORDER BY last_activity_at LIMIT ?",
    before,
    unanswered,
    limit,
  );
  return rows.map(({ id }) => id);
}
