import type { SavedReply } from '#shared/contract/saved-replies.ts';
import type { Connection } from '../connection.ts';

export const SELECT_REPLY = 'SELECT id, shortcut, text FROM saved_replies';

/** By shortcut, in natural order. */
export async function listSavedReplies(connection: Connection): Promise<SavedReply[]> {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const replies = await connection.all<SavedReply>(`${SELECT_REPLY} ORDER BY shortcut_key`);
  return replies.sort((one, other) => compare(one.shortcut, other.shortcut));
}
