import { required } from '#shared/contract/errors.ts';
import { END_OF_TIME, listSortKey, type ChatFilter, type ChatListFilters } from '#shared/domain/chat-list.ts';
import type { ParsedInput } from '#shared/contract/routes.ts';
import type { ChatState } from '#shared/domain/entities.ts';
import { tagKey } from '#shared/domain/tags.ts';
import { mapInOrder, type Connection } from '../connection.ts';
import { findCard } from './contacts.ts';
import { readChat, selectChat, toChat, type ChatRow, pageOf, beyondCursor } from '../rows.ts';

/** `waitsForPerson` of `domain/needs-person` in SQL. */
const WAITS =
  "(snoozed_by IS NULL AND (state = 'waiting' OR (state = 'bot' AND asked > 0) OR (state = 'active' AND (waiting_since IS NOT NULL OR failed > 0))))";
/** `needOf` of the same, with the operator's id as a parameter. */
const needs = (operatorId: '?' | '?1'): string => `(${WAITS} AND (state <> 'active' OR operator_id = ${operatorId}))`;

export interface ChatSelection extends ChatListFilters {
  readonly filter?: ChatFilter | undefined;
  readonly state?: ChatState | undefined;
  readonly operatorId: string;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** `listSortKey` of `domain/chat-list` in SQL; waiting chats have an index. Undefined: by latest activity. */
function sortKeySql(filter: ChatFilter | undefined): string | undefined {
  if (filter === undefined || filter === 'closed' || filter === 'failed') return undefined;
  if (filter === 'waiting') return 'waiting_since';
  if (filter === 'snoozed') return `coalesce(snoozed_until, ${END_OF_TIME} - last_activity_at)`;
  return `CASE WHEN ${WAITS} THEN coalesce(waiting_since, CASE WHEN failed > 0 THEN last_activity_at ELSE opened_at END) ELSE ${END_OF_TIME} - last_activity_at END`;
}

/** Open chats waiting for a person come first, the longest waiting on top; then latest activity first. */
async function listChats(db: Connection, selection: ChatSelection) {
  const { filter, limit } = selection;
  const place = sortKeySql(filter);
  const order = place === undefined ? 'last_activity_at DESC, id DESC' : `${place}, id`;
  const isBeyond = place === undefined ? '(last_activity_at, id) <' : `(${place}, id) >`;
  const beyond = beyondCursor(selection.cursor, isBeyond);
  const conditions = await applyFilters(db, conditionsOf(selection), selection);
  const selected = conditions.map(
    (condition) => `SELECT * FROM (SELECT * FROM chats WHERE ${condition.sql}${beyond.sql} ORDER BY ${order} LIMIT ?)`,
  );
  const values = conditions.flatMap((condition) => [...condition.values, ...beyond.values, limit + 1]);
  const rows = await db.all<ChatRow>(
    `${selectChat(`(${selected.join(' UNION ALL ')})`)} ORDER BY ${order.replace(/\bid\b/, 'chats.id')} LIMIT ?`,
    ...values,
    limit + 1,
  );
  const { page: chats, ...next } = pageOf(rows.map(toChat), limit, (chat) => ({
    value: place === undefined || filter === undefined ? chat.lastActivityAt : listSortKey(chat, filter),
    id: chat.id,
  }));
  return { chats, ...next };
}

interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** Open and closed chats are queried differently: the few open ones are sorted, the many closed ones have an index. */
function conditionsOf({ filter, state, operatorId }: ChatSelection): readonly Condition[] {
  const open: Condition = { sql: "state <> 'closed'", values: [] };
  const closed: Condition = { sql: "state = 'closed'", values: [] };
  const openAnd = (by: string, values: readonly (string | number)[] = []): readonly Condition[] => [
    { sql: `${open.sql} AND ${by}`, values },
  ];
  switch (filter) {
    case undefined:
      if (state === undefined) return [open, closed];
      return state === 'closed' ? [closed] : openAnd('state = ?', [state]);
    case 'needsMe':
      return openAnd(needs('?'), [operatorId]);
    case 'waiting':
      return [{ sql: "state = 'waiting' AND snoozed_by IS NULL", values: [] }];
    case 'mine':
      return openAnd("state = 'active' AND operator_id = ? AND snoozed_by IS NULL", [operatorId]);
    case 'bot':
      return openAnd("state = 'bot' AND snoozed_by IS NULL");
    case 'snoozed':
      return openAnd('snoozed_by IS NOT NULL');
    case 'open':
      return [open];
    case 'failed':
      return [{ sql: 'failed > 0', values: [] }];
    case 'closed':
      return [closed];
  }
}

/** Filters by channel, operator and all tags; an unknown tag matches nothing. */
async function applyFilters(
  db: Connection,
  conditions: readonly Condition[],
  { channelId, heldBy, tags = [] }: ChatListFilters,
) {
  const tagIds = await mapInOrder(
    tags,
    async (name) => (await db.value<string>('SELECT id FROM tags WHERE key = ?', tagKey(name))) ?? '0',
  );
  const further = [
    ...(channelId === undefined ? [] : [{ sql: 'channel_id = ?', value: channelId }]),
    ...(heldBy === undefined ? [] : [{ sql: 'operator_id = ?', value: heldBy }]),
    ...tagIds.map((value) => ({ sql: 'id IN (SELECT chat_id FROM chat_tags WHERE tag_id = ?)', value })),
  ];
  return conditions.map(({ sql, values }) => ({
    sql: [sql, ...further.map((each) => each.sql)].join(' AND '),
    values: [...values, ...further.map(({ value }) => value)],
  }));
}

async function getChat(db: Connection, { chatId }: { readonly chatId: string }) {
  return required(await readChat(db, chatId), 'chat');
}

/** Of a customer and those merged with them, newest first. Coded error: not_found. */
async function listCustomerChats(db: Connection, { customerId, limit }: ParsedInput<'customers.chats'>) {
  const card = await findCard(db, customerId);
  const rows = await db.all<ChatRow>(
    `${selectChat()} WHERE chats.customer_id IN (SELECT id FROM customers WHERE id = ?1 OR contact_id = ?1) ORDER BY chats.id DESC LIMIT ?2`,
    card,
    limit,
  );
  return { chats: rows.map(toChat) };
}

/** Counts for the inbox's filters; `since` is a local midnight. */
async function countChats(
  db: Connection,
  { operatorId, since }: { readonly operatorId: string; readonly since: number },
) {
  const open = await db.get<Record<string, number>>(
    `SELECT count(*) AS open, count(*) FILTER (WHERE snoozed_by IS NOT NULL) AS snoozed,
       count(*) FILTER (WHERE snoozed_by IS NULL AND state = 'waiting') AS waiting,
       count(*) FILTER (WHERE snoozed_by IS NULL AND state = 'bot') AS bot,
       count(*) FILTER (WHERE snoozed_by IS NULL AND state = 'active' AND operator_id = ?1) AS mine,
       count(*) FILTER (WHERE ${needs('?1')}) AS needs,
       count(*) FILTER (WHERE ${needs('?1')} AND state = 'waiting') AS needs_waiting,
       count(*) FILTER (WHERE ${needs('?1')} AND state = 'active') AS needs_mine,
       count(*) FILTER (WHERE ${needs('?1')} AND state = 'bot') AS needs_bot,
       count(*) FILTER (WHERE ${needs('?1')} AND coalesce(CAST(seen ->> ?1 AS INTEGER), -1) < unanswered) AS needs_unseen
     FROM chats WHERE state <> 'closed'`,
    operatorId,
  );
  const today = await db.get<{ opened: number; closed: number }>(
    `SELECT (SELECT count(*) FROM chats WHERE opened_at >= ?1) AS opened,
       (SELECT count(*) FROM chats WHERE state = 'closed' AND closed_at >= ?1) AS closed`,
    since,
  );
  const failed = await db.value<number>('SELECT count(*) FROM chats WHERE failed > 0');
  const count = (name: string) => open?.[name] ?? 0;
  return {
    waiting: count('waiting'),
    mine: count('mine'),
    bot: count('bot'),
    open: count('open'),
    snoozed: count('snoozed'),
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

/** Open chats by channel id. */
async function countOpenChats(db: Connection) {
  const rows = await db.all<{ channelId: string; count: number }>(
    "SELECT channel_id, count(*) AS count FROM chats WHERE state <> 'closed' GROUP BY channel_id",
  );
  return Object.fromEntries(rows.map(({ channelId, count }) => [channelId, count]));
}

export const chatQueries = { listChats, countChats, countOpenChats, getChat, listCustomerChats } as const;
