import { z } from 'zod';
import { tagNames } from '#shared/contract/contacts.ts';
import { required } from '#shared/contract/errors.ts';
import { pageFields } from '#shared/contract/fields.ts';
import { AFTER_PINNED, CHAT_FILTERS, END_OF_TIME, listSortKey, type ChatFilter } from '#shared/domain/chat-list.ts';
import { chatState } from '#shared/domain/entities.ts';
import { MENTIONED } from '#shared/domain/needs-person.ts';
import { tagKey } from '#shared/domain/tags.ts';
import { query } from '../command.ts';
import { mapInOrder, type Connection } from '../connection.ts';
import { chatFor, readChat, selectChat, toChat, type ChatRow, pageOf, beyondCursor, ifFew } from '../rows.ts';
import { allOf, inIds, isThere, numberIn, sql, Sql } from '../sql.ts';

/** `waitsForPerson` of `domain/needs-person` in SQL. */
const WAITS = sql`(snoozed_by IS NULL AND (state = 'waiting' OR (state = 'bot' AND asked > 0)
  OR (state = 'active' AND (waiting_since IS NOT NULL OR failed > 0))))`;
/** `needOf` of the same. */
const needs = (operatorId: string): Sql => sql`(${WAITS} AND (state <> 'active' OR operator_id = ${operatorId}))`;

/** `isMentioned` of the same. */
const mentions = (operatorId: string): Sql => sql`${numberIn(sql`seen`, operatorId)} = ${MENTIONED}`;

const selection = z.object({
  state: chatState.optional(),
  filter: z.enum(CHAT_FILTERS).optional(),
  channelId: z.string().optional(),
  /** the operator who has them, or had them when they were closed */
  heldBy: z.string().optional(),
  /** chats with all of these tags */
  tags: tagNames.optional(),
  ...pageFields,
});
type ChatSelection = z.output<typeof selection>;

export const chatRouteQueries = {
  /**
   * by latest activity; when filtered to open chats, pinned ones come first, then those that need a person, the longest
   * waiting on top
   */
  'chats.list': query({
    for: 'everyone',
    input: selection,
    topics: ['tagged'],
    read: async (db, chosen, { operatorId }) => {
      const { chats, ...next } = await listChats(db, chosen, operatorId);
      return { chats: chats.map((chat) => chatFor(chat, operatorId)), ...next };
    },
  }),
  /** Coded error: not_found */
  'chats.get': query({
    for: 'everyone',
    input: { chatId: z.string() },
    topics: ['tagged'],
    read: async (db, { chatId }, { operatorId }) => chatFor(required(await readChat(db, chatId), 'chat'), operatorId),
  }),
} as const;

/** `listSortKey` of `domain/chat-list` in SQL. Undefined: by latest activity. */
function sortKeySql(filter: ChatFilter | undefined): Sql | undefined {
  if (filter === undefined || filter === 'closed' || filter === 'failed') return undefined;
  return sql`(${unpinnedKeySql(filter)} + CASE WHEN pinned > 0 THEN 0 ELSE ${new Sql(String(AFTER_PINNED))} END)`;
}

function unpinnedKeySql(filter: ChatFilter): Sql {
  if (filter === 'waiting') return sql`waiting_since`;
  const latestFirst = new Sql(`${END_OF_TIME} - last_activity_at`);
  if (filter === 'snoozed') return sql`coalesce(snoozed_until, ${latestFirst})`;
  return sql`CASE WHEN ${WAITS} THEN coalesce(waiting_since, CASE WHEN failed > 0 THEN last_activity_at ELSE opened_at END)
    ELSE ${latestFirst} END`;
}

async function listChats(db: Connection, chosen: ChatSelection, operatorId: string) {
  const { filter, limit } = chosen;
  const sortKey = sortKeySql(filter);
  const orderBy = (id: Sql): Sql => (sortKey ? sql`${sortKey}, ${id}` : sql`last_activity_at DESC, ${id} DESC`);
  const beyond = beyondCursor(chosen.cursor, sortKey ? sql`(${sortKey}, id) >` : sql`(last_activity_at, id) <`);
  const filters = await filtersOf(db, chosen);
  const parts = conditionsOf(chosen, operatorId).map(
    (condition) => sql`
      SELECT * FROM (
        SELECT * FROM chats WHERE ${allOf(condition, ...filters, beyond)} ORDER BY ${orderBy(sql`id`)} LIMIT ${limit + 1}) AS part`,
  );
  const union = parts.reduce((before, part) => sql`${before} UNION ALL ${part}`);
  const rows = await db.all<ChatRow>`
    ${selectChat(sql`(${union})`)} ORDER BY ${orderBy(sql`chats.id`)} LIMIT ${limit + 1}`;
  const { page: chats, ...next } = pageOf(rows.map(toChat), limit, (chat) => ({
    value: sortKey === undefined || filter === undefined ? chat.lastActivityAt : listSortKey(chat, filter),
    id: chat.id,
  }));
  return { chats, ...next };
}

/** Open and closed chats are queried differently: the few open ones are sorted, the many closed ones have an index. */
function conditionsOf({ filter, state }: ChatSelection, operatorId: string): readonly [Sql, ...Sql[]] {
  const open = sql`state <> 'closed'`;
  const closed = sql`state = 'closed'`;
  switch (filter) {
    case undefined:
      if (state === undefined) return [open, closed];
      return [state === 'closed' ? closed : sql`${open} AND state = ${state}`];
    case 'needsMe':
      return [sql`${open} AND ${needs(operatorId)}`];
    case 'waiting':
      return [sql`state = 'waiting' AND snoozed_by IS NULL`];
    case 'mine':
      return [sql`${open} AND state = 'active' AND operator_id = ${operatorId} AND snoozed_by IS NULL`];
    case 'bot':
      return [sql`${open} AND state = 'bot' AND snoozed_by IS NULL`];
    case 'mentioned':
      return [sql`${open} AND ${mentions(operatorId)}`];
    case 'snoozed':
      return [sql`${open} AND snoozed_by IS NOT NULL`];
    case 'open':
      return [open];
    case 'failed':
      return [sql`failed > 0`];
    case 'closed':
      return [closed];
  }
}

/** Filters by channel, operator and all tags; an unknown tag matches nothing. */
async function filtersOf(db: Connection, { filter, state, channelId, heldBy, tags = [] }: ChatSelection) {
  // Open chats are few, and looked at one by one.
  const areMany = filter === 'closed' || (filter === undefined && (state === undefined || state === 'closed'));
  const tagged = await mapInOrder(tags, async (name) => {
    const tagId = await db.value<string>`SELECT id FROM tags WHERE key = ${tagKey(name)}`;
    const few = areMany && (await ifFew(db, sql`SELECT chat_id FROM chat_tags WHERE tag_id = ${tagId}`));
    return few ? sql`id IN ${inIds(few)}` : isThere(sql`FROM chat_tags WHERE tag_id = ${tagId} AND chat_id = chats.id`);
  });
  return [
    channelId !== undefined && sql`channel_id = ${channelId}`,
    heldBy !== undefined && sql`operator_id = ${heldBy}`,
    ...tagged,
  ];
}

/** Counts for the inbox's filters; `since` is a local midnight. */
async function countChats(
  db: Connection,
  { operatorId, since }: { readonly operatorId: string; readonly since: number },
) {
  const isNeeded = needs(operatorId);
  const open = await db.get<Record<string, number>>`
    SELECT count(*) AS open, count(*) FILTER (WHERE snoozed_by IS NOT NULL) AS snoozed,
      count(*) FILTER (WHERE ${mentions(operatorId)}) AS mentioned,
      count(*) FILTER (WHERE snoozed_by IS NULL AND state = 'waiting') AS waiting,
      count(*) FILTER (WHERE snoozed_by IS NULL AND state = 'bot') AS bot,
      count(*) FILTER (WHERE snoozed_by IS NULL AND state = 'active' AND operator_id = ${operatorId}) AS mine,
      count(*) FILTER (WHERE ${isNeeded}) AS needs,
      count(*) FILTER (WHERE ${isNeeded} AND state = 'waiting') AS needs_waiting,
      count(*) FILTER (WHERE ${isNeeded} AND state = 'active') AS needs_mine,
      count(*) FILTER (WHERE ${isNeeded} AND state = 'bot') AS needs_bot,
      count(*) FILTER (
        WHERE ${isNeeded} AND coalesce(${numberIn(sql`seen`, operatorId)}, -1) < unanswered) AS needs_unseen
    FROM chats WHERE state <> 'closed'`;
  const today = await db.get<{ opened: number; closed: number }>`
    SELECT (SELECT count(*) FROM chats WHERE opened_at >= ${since}) AS opened,
      (SELECT count(*) FROM chats WHERE state = 'closed' AND closed_at >= ${since}) AS closed`;
  const failed = await db.value<number>`SELECT count(*) FROM chats WHERE failed > 0`;
  const count = (name: string) => open?.[name] ?? 0;
  return {
    waiting: count('waiting'),
    mine: count('mine'),
    bot: count('bot'),
    open: count('open'),
    snoozed: count('snoozed'),
    mentioned: count('mentioned'),
    failed: failed ?? 0,
    needsMe: {
      all: count('needs'),
      waiting: count('needsWaiting'),
      mine: count('needsMine'),
      bot: count('needsBot'),
      unseen: count('needsUnseen'),
    },
    today: today ?? { opened: 0, closed: 0 },
  };
}

/** Coded error: not_found. */
async function readAnyChat(db: Connection, { chatId }: { readonly chatId: string }) {
  return required(await readChat(db, chatId), 'chat');
}

/** Open chats by channel id. */
async function countOpenChats(db: Connection) {
  const rows = await db.all<{ channelId: string; count: number }>`
    SELECT channel_id, count(*) AS count FROM chats WHERE state <> 'closed' GROUP BY channel_id`;
  return Object.fromEntries(rows.map(({ channelId, count }) => [channelId, count]));
}

export const chatQueries = { countChats, countOpenChats, readChat: readAnyChat } as const;
