import type { Tag } from '#shared/contract/contacts.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { ContractError, required } from '#shared/contract/errors.ts';
import { distinctTags, tagKey } from '#shared/domain/tags.ts';
import { rowId } from '../rows.ts';
import { sql } from '../sqlite.ts';
import { forOperators } from '../refusals.ts';
import { findChat, mustRead } from './chat-change.ts';
import { phrase } from '#shared/locales/phrase.ts';

export const SELECT_TAG = sql`SELECT tags.id, tags.name, (SELECT count(*) FROM chat_tags WHERE tag_id = tags.id) AS chats,
  (SELECT count(*) FROM customer_tags WHERE tag_id = tags.id) AS contacts FROM tags`;

/** Lists tags by name, in natural order. */
async function listTags(db: Connection) {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const tags = await db.all<Tag>(SELECT_TAG);
  return tags.sort((a, b) => compare(a.name, b.name));
}

/** More than anyone can keep track of. */
const MAX_ALL_TAGS = 1000;

/**
 * Replaces a chat's tags without changing anything else. New tags are created, unused ones deleted. Coded errors:
 * not_found, invalid_input if there would be more than a thousand.
 */
async function setChatTags(db: Connection, act: { readonly chatId: string; readonly tags: readonly string[] }) {
  const { chatId, row } = await findChat(db, act.chatId);
  const tags = await mapInOrder(distinctTags(act.tags), (name) => findOrAddTag(db, name));
  const names = tags.map(({ name }) => name);
  if (JSON.stringify(names) === JSON.stringify(row.tags ?? []))
    return { chat: await mustRead(db, chatId), changed: false };
  const had = await db.column<string>`SELECT tag_id FROM chat_tags WHERE chat_id = ${chatId}`;
  const wanted = tags.map(({ id }) => id);
  for (const id of had.filter((tagId) => !wanted.includes(tagId)))
    await db.run`DELETE FROM chat_tags WHERE tag_id = ${id} AND chat_id = ${chatId}`;
  for (const tagId of wanted.filter((id) => !had.includes(id))) await db.insert('chat_tags', { tagId, chatId });
  await db.update('chats', { id: chatId }, { tags: names.length === 0 ? undefined : names });
  await deleteUnused(db, had);
  return { chat: await mustRead(db, chatId), changed: true };
}

/** Coded errors: not_found, tag_taken. */
async function renameTag(db: Connection, { tagId, name }: { readonly tagId: string; readonly name: string }) {
  const tag = await mustFind(db, tagId);
  const holder = await db.value<string>`SELECT id FROM tags WHERE key = ${tagKey(name)}`;
  if (holder !== undefined && holder !== tag.id)
    throw new ContractError('tag_taken', phrase('errors:refusals.tag.taken', { name }), [
      { path: 'name', reason: phrase('errors:refusals.tag.has') },
    ]);
  await db.update('tags', { id: tag.id }, { name, key: tagKey(name) });
  await rewriteChats(db, tag, name);
  return await readTag(db, tag);
}

/** Replaces one tag by another. Coded error: not_found. */
async function mergeTags(db: Connection, { tagId, intoId }: { readonly tagId: string; readonly intoId: string }) {
  const [tag, into] = [await mustFind(db, tagId), await mustFind(db, intoId)];
  if (tag.id === into.id) return await readTag(db, into);
  await rewriteChats(db, tag, into.name);
  await db.run`UPDATE OR IGNORE chat_tags SET tag_id = ${into.id} WHERE tag_id = ${tag.id}`;
  await db.run`UPDATE OR IGNORE customer_tags SET tag_id = ${into.id} WHERE tag_id = ${tag.id}`;
  await db.run`DELETE FROM tags WHERE id = ${tag.id}`;
  return await readTag(db, into);
}

/** Removes it from every chat and contact. Coded error: not_found. */
async function removeTag(db: Connection, { tagId }: { readonly tagId: string }) {
  const tag = await mustFind(db, tagId);
  await rewriteChats(db, tag, null);
  await db.run`DELETE FROM tags WHERE id = ${tag.id}`;
}

/** The tag of this name, created if missing; keeps its first spelling. */
export async function findOrAddTag(db: Connection, name: string): Promise<FoundTag> {
  const known = await db.get<FoundTag>`SELECT id, name FROM tags WHERE key = ${tagKey(name)}`;
  if (known !== undefined) return known;
  if (((await db.value<number>`SELECT count(*) FROM tags`) ?? 0) >= MAX_ALL_TAGS)
    throw new ContractError(
      'invalid_input',
      phrase('errors:refusals.tag.most', { most: MAX_ALL_TAGS.toLocaleString('en') }),
      [{ path: 'tags', reason: phrase('errors:refusals.tag.many') }],
    );
  return { id: await db.insert('tags', { name, key: tagKey(name) }), name };
}

/** Deletes those of these tags that nothing uses. */
export async function deleteUnused(db: Connection, tagIds: readonly string[]): Promise<void> {
  for (const id of tagIds) {
    await db.run`
      DELETE FROM tags WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM chat_tags WHERE tag_id = ${id})
        AND NOT EXISTS (SELECT 1 FROM customer_tags WHERE tag_id = ${id})`;
  }
}

type FoundTag = Pick<Tag, 'id' | 'name'>;

async function mustFind(db: Connection, tagId: string) {
  return required(await db.get<FoundTag>`SELECT id, name FROM tags WHERE id = ${rowId(tagId)}`, 'tag');
}

async function readTag(db: Connection, { id }: FoundTag) {
  return required(await db.get<Tag>`${SELECT_TAG} WHERE tags.id = ${id}`, 'tag');
}

/** Renames or removes a tag in chats that have it, without duplicates. */
async function rewriteChats(db: Connection, tag: FoundTag, name: string | null) {
  await db.run`
    UPDATE chats SET tags = nullif((
      SELECT json_group_array(tag ORDER BY position) FROM (
        SELECT iif(value = ${tag.name}, ${name}, value) AS tag, min(key) AS position FROM json_each(chats.tags) GROUP BY tag)
      WHERE tag IS NOT NULL
    ), '[]') WHERE id IN (SELECT chat_id FROM chat_tags WHERE tag_id = ${tag.id})`;
}

export const tagQueries = { listTags } as const;

export const tagTransactions = forOperators({ setChatTags, renameTag, mergeTags, removeTag });
