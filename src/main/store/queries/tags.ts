import type { Tag } from '#shared/contract/tags.ts';
import type { Connection } from '../connection.ts';

export const SELECT_TAG = `SELECT tags.id, tags.name, (SELECT count(*) FROM chat_tags WHERE tag_id = tags.id) AS chats,
  (SELECT count(*) FROM customer_tags WHERE tag_id = tags.id) AS contacts FROM tags`;

/** By name, in natural order. */
export async function listTags(connection: Connection): Promise<Tag[]> {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const tags = await connection.all<Tag>(SELECT_TAG);
  return tags.sort((one, other) => compare(one.name, other.name));
}
