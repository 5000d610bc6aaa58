import type { SavedReply } from '#shared/contract/saved-replies.ts';
import type { Connection, Row } from '../connection.ts';

/** By shortcut, as a person would look for it. */
export async function listSavedReplies(connection: Connection): Promise<SavedReply[]> {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const replies = (await connection.all('SELECT * FROM saved_replies ORDER BY shortcut_key')).map(toSavedReply);
  return replies.sort((one, other) => compare(one.shortcut, other.shortcut));
}

export function toSavedReply(row: Row): SavedReply {
  return { id: String(row['id']), shortcut: String(row['shortcut']), text: String(row['text']) };
}
