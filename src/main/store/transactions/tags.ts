import { ContractError } from '#shared/contract/errors.ts';
import type { Tag } from '#shared/contract/tags.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { distinctTags, tagKey } from '#shared/domain/tags.ts';
import type { Connection } from '../connection.ts';
import { toTag, SELECT_TAG } from '../queries/tags.ts';
import { rowId } from '../rows.ts';
import { findChat, mustRead } from './chat-change.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** More than anybody finds again. */
const MOST = 1000;

/**
 * Gives a chat these tags and no others; nothing else of it changes. A tag that is new is made, one that nothing has any
 * more goes. Coded errors: not_found, invalid_input where there would be more than a thousand.
 */
export function setChatTags(
  connection: Connection,
  act: { readonly chatId: string; readonly tags: readonly string[] },
): { readonly chat: Chat; readonly changed: boolean } {
  const { chatId, row } = findChat(connection, act.chatId);
  const tags = distinctTags(act.tags).map((name) => keepTag(connection, name));
  const text = tags.length === 0 ? null : JSON.stringify(tags.map(({ name }) => name));
  if (text === row['tags']) return { chat: mustRead(connection, chatId), changed: false };
  const had = connection
    .all('SELECT tag_id FROM chat_tags WHERE chat_id = ?', chatId)
    .map((each) => Number(each['tag_id']));
  const wanted = tags.map(({ id }) => id);
  for (const id of had.filter((each) => !wanted.includes(each)))
    connection.run('DELETE FROM chat_tags WHERE tag_id = ? AND chat_id = ?', id, chatId);
  for (const id of wanted.filter((each) => !had.includes(each)))
    connection.run('INSERT INTO chat_tags (tag_id, chat_id) VALUES (?, ?)', id, chatId);
  connection.run('UPDATE chats SET tags = ? WHERE id = ?', text, chatId);
  forgetUnused(connection, had);
  return { chat: mustRead(connection, chatId), changed: true };
}

/** Coded errors: not_found, tag_taken. */
export function renameTag(
  connection: Connection,
  { tagId, name }: { readonly tagId: string; readonly name: string },
): Tag {
  const tag = mustFind(connection, tagId);
  const holder = connection.get('SELECT id FROM tags WHERE key = ?', tagKey(name));
  if (holder !== undefined && Number(holder['id']) !== tag.rowId)
    throw new ContractError('tag_taken', phrase('errors:refusals.tag.taken', { name }), [
      { path: 'name', reason: phrase('errors:refusals.tag.has') },
    ]);
  connection.run('UPDATE tags SET name = ?, key = ? WHERE id = ?', name, tagKey(name), tag.rowId);
  rewriteChats(connection, tag, name);
  return readTag(connection, tag.rowId);
}

/** What has the one gets the other instead. Coded error: not_found. */
export function mergeTags(
  connection: Connection,
  { tagId, intoId }: { readonly tagId: string; readonly intoId: string },
): Tag {
  const [tag, into] = [mustFind(connection, tagId), mustFind(connection, intoId)];
  if (tag.rowId === into.rowId) return readTag(connection, into.rowId);
  rewriteChats(connection, tag, into.name);
  connection.run(
    'INSERT OR IGNORE INTO chat_tags (tag_id, chat_id) SELECT ?, chat_id FROM chat_tags WHERE tag_id = ?',
    into.rowId,
    tag.rowId,
  );
  connection.run(
    'INSERT OR IGNORE INTO customer_tags (tag_id, customer_id) SELECT ?, customer_id FROM customer_tags WHERE tag_id = ?',
    into.rowId,
    tag.rowId,
  );
  connection.run('DELETE FROM tags WHERE id = ?', tag.rowId);
  return readTag(connection, into.rowId);
}

/** Takes it from every chat and contact. Coded error: not_found. */
export function removeTag(connection: Connection, { tagId }: { readonly tagId: string }): void {
  const tag = mustFind(connection, tagId);
  rewriteChats(connection, tag, null);
  connection.run('DELETE FROM tags WHERE id = ?', tag.rowId);
}

/** The tag of this name, made where there is none; letters' case stays as it was first written. */
export function keepTag(connection: Connection, name: string): { readonly id: number; readonly name: string } {
  const known = connection.get('SELECT id, name FROM tags WHERE key = ?', tagKey(name));
  if (known !== undefined) return { id: Number(known['id']), name: String(known['name']) };
  if (Number(connection.get('SELECT count(*) AS count FROM tags')?.['count']) >= MOST) {
    throw new ContractError('invalid_input', phrase('errors:refusals.tag.most', { most: MOST.toLocaleString('en') }), [
      { path: 'tags', reason: phrase('errors:refusals.tag.many') },
    ]);
  }
  return { id: connection.insert('INSERT INTO tags (name, key) VALUES (?, ?)', name, tagKey(name)), name };
}

/** Those of these tags that nothing has any more are gone. */
export function forgetUnused(connection: Connection, tagIds: readonly number[]): void {
  for (const id of tagIds) {
    connection.run(
      'DELETE FROM tags WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM chat_tags WHERE tag_id = ?1) AND NOT EXISTS (SELECT 1 FROM customer_tags WHERE tag_id = ?1)',
      id,
    );
  }
}

interface FoundTag {
  readonly rowId: number;
  readonly name: string;
}

function mustFind(connection: Connection, tagId: string): FoundTag {
  const row = connection.get('SELECT id, name FROM tags WHERE id = ?', rowId(tagId) ?? 0);
  if (row === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.tag'));
  return { rowId: Number(row['id']), name: String(row['name']) };
}

function readTag(connection: Connection, id: number): Tag {
  return toTag(connection.get(`${SELECT_TAG} WHERE tags.id = ?`, id) ?? {});
}

/** Chats that have the tag say the other name in its place, or nothing; each name once. */
function rewriteChats(connection: Connection, tag: FoundTag, name: string | null): void {
  connection.run(
    `UPDATE chats SET tags = nullif((
       SELECT json_group_array(said ORDER BY place) FROM (SELECT iif(value = ?1, ?2, value) AS said, min(key) AS place FROM json_each(chats.tags) GROUP BY said) WHERE said IS NOT NULL
     ), '[]') WHERE id IN (SELECT chat_id FROM chat_tags WHERE tag_id = ?3)`,
    ...[tag.name, name, tag.rowId],
  );
}
