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
export async function setChatTags(
  connection: Connection,
  act: { readonly chatId: string; readonly tags: readonly string[] },
): Promise<{ readonly chat: Chat; readonly changed: boolean }> {
  const { chatId, row } = await findChat(connection, act.chatId);
  const tags = await Array.fromAsync(distinctTags(act.tags), (name) => keepTag(connection, name));
  const text = tags.length === 0 ? null : JSON.stringify(tags.map(({ name }) => name));
  if (text === row['tags']) return { chat: await mustRead(connection, chatId), changed: false };
  const had = (await connection.all('SELECT tag_id FROM chat_tags WHERE chat_id = ?', chatId)).map((each) =>
    Number(each['tag_id']),
  );
  const wanted = tags.map(({ id }) => id);
  for (const id of had.filter((each) => !wanted.includes(each)))
    await connection.run('DELETE FROM chat_tags WHERE tag_id = ? AND chat_id = ?', id, chatId);
  for (const id of wanted.filter((each) => !had.includes(each)))
    await connection.run('INSERT INTO chat_tags (tag_id, chat_id) VALUES (?, ?)', id, chatId);
  await connection.run('UPDATE chats SET tags = ? WHERE id = ?', text, chatId);
  await forgetUnused(connection, had);
  return { chat: await mustRead(connection, chatId), changed: true };
}

/** Coded errors: not_found, tag_taken. */
export async function renameTag(
  connection: Connection,
  { tagId, name }: { readonly tagId: string; readonly name: string },
): Promise<Tag> {
  const tag = await mustFind(connection, tagId);
  const holder = await connection.get('SELECT id FROM tags WHERE key = ?', tagKey(name));
  if (holder !== undefined && Number(holder['id']) !== tag.rowId)
    throw new ContractError('tag_taken', phrase('errors:refusals.tag.taken', { name }), [
      { path: 'name', reason: phrase('errors:refusals.tag.has') },
    ]);
  await connection.run('UPDATE tags SET name = ?, key = ? WHERE id = ?', name, tagKey(name), tag.rowId);
  await rewriteChats(connection, tag, name);
  return await readTag(connection, tag.rowId);
}

/** What has the one gets the other instead. Coded error: not_found. */
export async function mergeTags(
  connection: Connection,
  { tagId, intoId }: { readonly tagId: string; readonly intoId: string },
): Promise<Tag> {
  const [tag, into] = [await mustFind(connection, tagId), await mustFind(connection, intoId)];
  if (tag.rowId === into.rowId) return await readTag(connection, into.rowId);
  await rewriteChats(connection, tag, into.name);
  await connection.run(
    'INSERT OR IGNORE INTO chat_tags (tag_id, chat_id) SELECT ?, chat_id FROM chat_tags WHERE tag_id = ?',
    into.rowId,
    tag.rowId,
  );
  await connection.run(
    'INSERT OR IGNORE INTO customer_tags (tag_id, customer_id) SELECT ?, customer_id FROM customer_tags WHERE tag_id = ?',
    into.rowId,
    tag.rowId,
  );
  await connection.run('DELETE FROM tags WHERE id = ?', tag.rowId);
  return await readTag(connection, into.rowId);
}

/** Takes it from every chat and contact. Coded error: not_found. */
export async function removeTag(connection: Connection, { tagId }: { readonly tagId: string }): Promise<void> {
  const tag = await mustFind(connection, tagId);
  await rewriteChats(connection, tag, null);
  await connection.run('DELETE FROM tags WHERE id = ?', tag.rowId);
}

/** The tag of this name, made where there is none; letters' case stays as it was first written. */
export async function keepTag(
  connection: Connection,
  name: string,
): Promise<{ readonly id: number; readonly name: string }> {
  const known = await connection.get('SELECT id, name FROM tags WHERE key = ?', tagKey(name));
  if (known !== undefined) return { id: Number(known['id']), name: String(known['name']) };
  if (Number((await connection.get('SELECT count(*) AS count FROM tags'))?.['count']) >= MOST) {
    throw new ContractError('invalid_input', phrase('errors:refusals.tag.most', { most: MOST.toLocaleString('en') }), [
      { path: 'tags', reason: phrase('errors:refusals.tag.many') },
    ]);
  }
  return { id: await connection.insert('INSERT INTO tags (name, key) VALUES (?, ?)', name, tagKey(name)), name };
}

/** Those of these tags that nothing has any more are gone. */
export async function forgetUnused(connection: Connection, tagIds: readonly number[]): Promise<void> {
  for (const id of tagIds) {
    await connection.run(
      'DELETE FROM tags WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM chat_tags WHERE tag_id = ?1) AND NOT EXISTS (SELECT 1 FROM customer_tags WHERE tag_id = ?1)',
      id,
    );
  }
}

interface FoundTag {
  readonly rowId: number;
  readonly name: string;
}

async function mustFind(connection: Connection, tagId: string): Promise<FoundTag> {
  const row = await connection.get('SELECT id, name FROM tags WHERE id = ?', rowId(tagId) ?? 0);
  if (row === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.tag'));
  return { rowId: Number(row['id']), name: String(row['name']) };
}

async function readTag(connection: Connection, id: number): Promise<Tag> {
  return toTag((await connection.get(`${SELECT_TAG} WHERE tags.id = ?`, id)) ?? {});
}

/** Chats that have the tag say the other name in its place, or nothing; each name once. */
async function rewriteChats(connection: Connection, tag: FoundTag, name: string | null): Promise<void> {
  await connection.run(
    `UPDATE chats SET tags = nullif((
       SELECT json_group_array(said ORDER BY place) FROM (SELECT iif(value = ?1, ?2, value) AS said, min(key) AS place FROM json_each(chats.tags) GROUP BY said) WHERE said IS NOT NULL
     ), '[]') WHERE id IN (SELECT chat_id FROM chat_tags WHERE tag_id = ?3)`,
    ...[tag.name, name, tag.rowId],
  );
}
