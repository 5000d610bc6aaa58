import { z } from 'zod';
import { tagName, tagNames, type Tag } from '#shared/contract/contacts.ts';
import { nothing } from '#shared/contract/fields.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { ContractError, required } from '#shared/contract/errors.ts';
import { distinctTags, tagKey } from '#shared/domain/tags.ts';
import { command, DONE, query } from '../command.ts';
import { rowId } from '../rows.ts';
import { sql } from '../sql.ts';
import { findChat, mustRead } from './chat-change.ts';
import { phrase } from '#shared/locales/phrase.ts';

export const SELECT_TAG = sql`SELECT tags.id, tags.name, (SELECT count(*) FROM chat_tags WHERE tag_id = tags.id) AS chats,
  (SELECT count(*) FROM customer_tags WHERE tag_id = tags.id) AS contacts FROM tags`;

/** More than anyone can keep track of. */
const MAX_ALL_TAGS = 1000;

const tagId = z.string();

/** undefined: there is no such tag */
export async function findTagName(db: Connection, act: { readonly tagId: string }): Promise<string | undefined> {
  return await db.value`SELECT name FROM tags WHERE id = ${rowId(act.tagId)}`;
}

/** One list of tags, shared by chats and contacts: words to find them by. */
export const tagQueries = {
  /** by name, in natural order */
  'tags.list': query({
    for: 'everyone',
    input: nothing,
    topics: ['tags', 'tagged'],
    read: async (db) => {
      const { compare } = new Intl.Collator('en', { numeric: true });
      const tags = await db.all<Tag>(SELECT_TAG);
      return { tags: tags.sort((a, b) => compare(a.name, b.name)) };
    },
  }),
} as const;

export const tagCommands = {
  /**
   * Replaces a chat's tags without changing anything else. New tags are created, unused ones deleted. Coded errors:
   * not_found, invalid_input if there would be more than a thousand
   */
  'chats.setTags': command({
    for: 'everyone',
    input: { chatId: z.string(), tags: tagNames },
    run: async (db, act) => {
      const { chatId, row } = await findChat(db, act.chatId);
      const tags = await mapInOrder(distinctTags(act.tags), (name) => findOrAddTag(db, name));
      const names = tags.map(({ name }) => name);
      if (JSON.stringify(names) === JSON.stringify(row.tags ?? [])) return { answer: await mustRead(db, chatId) };
      const had = await db.column<string>`SELECT tag_id FROM chat_tags WHERE chat_id = ${chatId}`;
      const wanted = tags.map(({ id }) => id);
      for (const id of had.filter((each) => !wanted.includes(each)))
        await db.run`DELETE FROM chat_tags WHERE tag_id = ${id} AND chat_id = ${chatId}`;
      for (const id of wanted.filter((each) => !had.includes(each)))
        await db.insert('chat_tags', { tagId: id, chatId });
      await db.update('chats', { id: chatId }, { tags: names.length === 0 ? undefined : names });
      await deleteUnused(db, had);
      const chat = await mustRead(db, chatId);
      return { answer: chat, happened: [{ name: 'chat.changed', data: { chat } }], touched: ['tags'] };
    },
  }),
  /** everywhere. Coded errors: not_found, tag_taken */
  'tags.rename': command({
    for: 'owner',
    audit: 'changed tag',
    input: { tagId, name: tagName },
    run: async (db, { name, ...act }) => {
      const tag = await mustFind(db, act.tagId);
      const holder = await db.value<string>`SELECT id FROM tags WHERE key = ${tagKey(name)}`;
      if (holder !== undefined && holder !== tag.id)
        throw new ContractError('tag_taken', phrase('errors:refusals.tag.taken', { name }), [
          { path: 'name', reason: phrase('errors:refusals.tag.has') },
        ]);
      await db.update('tags', { id: tag.id }, { name, key: tagKey(name) });
      await rewriteChats(db, tag, name);
      return { answer: await readTag(db, tag), touched: ['tagged'] };
    },
  }),
  /** replaces one tag with the other everywhere. Coded error: not_found */
  'tags.merge': command({
    for: 'owner',
    audit: 'changed tag',
    input: { tagId, intoId: z.string() },
    run: async (db, act) => {
      const [tag, into] = [await mustFind(db, act.tagId), await mustFind(db, act.intoId)];
      if (tag.id === into.id) return { answer: await readTag(db, into) };
      await rewriteChats(db, tag, into.name);
      for (const [table, column] of [
        [sql`chat_tags`, sql`chat_id`],
        [sql`customer_tags`, sql`customer_id`],
      ] as const)
        await db.run`
          INSERT INTO ${table} (tag_id, ${column}) SELECT ${into.id}, ${column} FROM ${table} WHERE tag_id = ${tag.id}
          ON CONFLICT DO NOTHING`;
      await db.run`DELETE FROM tags WHERE id = ${tag.id}`;
      return { answer: await readTag(db, into), touched: ['tagged'] };
    },
  }),
  /** from every chat and contact. Coded error: not_found */
  'tags.remove': command({
    for: 'owner',
    audit: 'removed tag',
    input: { tagId },
    run: async (db, act) => {
      const tag = await mustFind(db, act.tagId);
      await rewriteChats(db, tag, undefined);
      await db.run`DELETE FROM tags WHERE id = ${tag.id}`;
      return { answer: DONE, touched: ['tagged'] };
    },
  }),
} as const;

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

async function mustFind(db: Connection, id: string) {
  return required(await db.get<FoundTag>`SELECT id, name FROM tags WHERE id = ${rowId(id)}`, 'tag');
}

async function readTag(db: Connection, { id }: FoundTag) {
  return required(await db.get<Tag>`${SELECT_TAG} WHERE tags.id = ${id}`, 'tag');
}

/** Renames or removes a tag in chats that have it, without duplicates; chats with the same tags at once. */
async function rewriteChats(db: Connection, tag: FoundTag, name: string | undefined) {
  const tagged = sql`tags IS NOT NULL AND id IN (SELECT chat_id FROM chat_tags WHERE tag_id = ${tag.id})`;
  const lists = await db.column<string>`SELECT DISTINCT CAST(tags AS TEXT) AS list FROM chats WHERE ${tagged}`;
  for (const list of lists) {
    const names = (JSON.parse(list) as string[]).map((each) => (each === tag.name ? name : each));
    const left = [...new Set(names)].filter((each) => each !== undefined);
    const tags = left.length === 0 ? undefined : JSON.stringify(left);
    await db.run`UPDATE chats SET tags = ${tags} WHERE ${tagged} AND CAST(tags AS TEXT) = ${list}`;
  }
}
