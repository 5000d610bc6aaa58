import type { Tag } from '#shared/contract/tags.ts';
import type { Connection, Row } from '../connection.ts';

export const SELECT_TAG = `SELECT tags.id, tags.name, (SELECT count(*) FROM chat_tags WHERE tag_id = tags.id) AS chats,
  (SELECT count(*) FROM customer_tags WHERE tag_id = tags.id) AS contacts FROM tags`;

/** By name, as a person would look for it. */
export async function listTags(connection: Connection): Promise<Tag[]> {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return (await connection.all(SELECT_TAG)).map(toTag).sort((one, other) => compare(one.name, other.name));
}

export function toTag(row: Row): Tag {
  return {
    id: String(row['id']),
    name: String(row['name']),
    chats: Number(row['chats']),
    contacts: Number(row['contacts']),
  };
}
