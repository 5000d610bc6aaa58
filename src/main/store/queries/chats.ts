import { ContractError } from '#shared/contract/errors.ts';
import type { ChatFilter } from '#shared/contract/routes.ts';
import type { Chat, ChatState } from '#shared/domain/entities.ts';
import { tagKey } from '#shared/domain/tags.ts';
import { inOrder, type Connection } from '../connection.ts';
import { findCard } from '../contact-rows.ts';
import { readChat, selectChat, toChat, type ChatRow } from '../rows.ts';
import { pageOf, parseCursor } from './cursor.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** `needOf` of `domain/needs-person` in SQL, with the parameter of the operator's id. */
const needs = (operatorId: '?' | '?1'): string =>
  `(state = 'waiting' OR (state = 'bot' AND asked > 0) OR (state = 'active' AND operator_id = ${operatorId} AND waiting_since IS NOT NULL))`;

export interface ChatPage {
  readonly chats: Chat[];
  readonly nextCursor?: string;
}

export interface ChatSelection {
  readonly filter?: ChatFilter | undefined;
  readonly state?: ChatState | undefined;
  readonly operatorId: string;
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** names of tags; a chat has all of them */
  readonly tags?: readonly string[] | undefined;
}

/** Latest activity first; the filters `waiting` and `needsMe` have the longest waiting first. */
export async function listChats(connection: Connection, selection: ChatSelection): Promise<ChatPage> {
  const byWaiting = selection.filter === 'waiting' || selection.filter === 'needsMe';
  const order = byWaiting ? 'waiting_since ASC, id ASC' : 'last_activity_at DESC, id DESC';
  const after = parseCursor(selection.cursor);
  const beyond =
    after === undefined
      ? ''
      : ` AND (${byWaiting ? 'waiting_since' : 'last_activity_at'}, id) ${byWaiting ? '>' : '<'} (?, ?)`;
  const conditions = await withTags(connection, conditionsOf(selection), selection.tags);
  const selected = conditions.map(
    (condition) => `SELECT * FROM (SELECT * FROM chats WHERE ${condition.sql}${beyond} ORDER BY ${order} LIMIT ?)`,
  );
  const values = conditions.flatMap((condition) => [
    ...condition.values,
    ...(after === undefined ? [] : [after.value, after.id]),
    selection.limit + 1,
  ]);
  const rows = await connection.all<ChatRow>(
    `${selectChat(`(${selected.join(' UNION ALL ')})`)} ORDER BY ${order.replace(' id ', ' chats.id ')} LIMIT ?`,
    ...values,
    selection.limit + 1,
  );
  const { page: chats, ...next } = pageOf(
    rows.map(toChat),
    selection.limit,
    ({ waitingSince = 0, lastActivityAt, id }) => ({
      value: byWaiting ? waitingSince : lastActivityAt,
      id,
    }),
  );
  return { chats, ...next };
}

interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** Open and closed chats are found in different ways: the few open ones are sorted, the many closed ones have an index. */
function conditionsOf({ filter, state, operatorId }: ChatSelection): readonly Condition[] {
  const open: Condition = { sql: "state <> 'closed'", values: [] };
  const closed: Condition = { sql: "state = 'closed'", values: [] };
  const narrowed = (by: string, values: readonly (string | number)[] = []): readonly Condition[] => [
    { sql: `${open.sql} AND ${by}`, values },
  ];
  const asked = state === undefined ? [open, closed] : state === 'closed' ? [closed] : narrowed('state = ?', [state]);
  switch (filter) {
    case undefined:
      return asked;
    case 'needsMe':
      return narrowed(needs('?'), [operatorId]);
    case 'waiting':
      return [{ sql: "state = 'waiting'", values: [] }];
    case 'mine':
      return narrowed("state = 'active' AND operator_id = ?", [operatorId]);
    case 'bot':
      return [{ sql: "state = 'bot'", values: [] }];
    case 'open':
      return [open];
    case 'closed':
      return [closed];
  }
}

/** Those of a condition that have all tags; one that no chat has leaves none. */
async function withTags(
  connection: Connection,
  conditions: readonly Condition[],
  tags: readonly string[] = [],
): Promise<readonly Condition[]> {
  const ids = await inOrder(tags, async (name) => {
    const tag = await connection.get<{ id: string }>('SELECT id FROM tags WHERE key = ?', tagKey(name));
    return tag?.id ?? '0';
  });
  const tagged = ids.map(() => ' AND id IN (SELECT chat_id FROM chat_tags WHERE tag_id = ?)').join('');
  return conditions.map(({ sql, values }) => ({ sql: `${sql}${tagged}`, values: [...values, ...ids] }));
}

export async function getChat(connection: Connection, { chatId }: { readonly chatId: string }): Promise<Chat> {
  const chat = await readChat(connection, chatId);
  if (chat === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.chat'));
  return chat;
}

/** Of a customer and those they are merged with, newest first. Coded error: not_found. */
export async function listCustomerChats(
  connection: Connection,
  { customerId, limit }: { readonly customerId: string; readonly limit: number },
): Promise<ChatPage> {
  const card = await findCard(connection, customerId);
  const rows = await connection.all<ChatRow>(
    `${selectChat()} WHERE chats.customer_id IN (SELECT id FROM customers WHERE id = ?1 OR contact_id = ?1) ORDER BY chats.id DESC LIMIT ?2`,
    card,
    limit,
  );
  return { chats: rows.map(toChat) };
}

/** Numbers beside the inbox's filters; `since` is a local midnight. */
export async function countChats(
  connection: Connection,
  { operatorId, since }: { readonly operatorId: string; readonly since: number },
) {
  const open = await connection.get<Record<string, number>>(
    `SELECT count(*) AS open, count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'bot') AS bot,
       count(*) FILTER (WHERE state = 'active' AND operator_id = ?1) AS mine,
       count(*) FILTER (WHERE ${needs('?1')}) AS needs,
       count(*) FILTER (WHERE ${needs('?1')} AND state = 'waiting') AS needs_waiting,
       count(*) FILTER (WHERE ${needs('?1')} AND state = 'active') AS needs_mine,
       count(*) FILTER (WHERE ${needs('?1')} AND state = 'bot') AS needs_bot,
       count(*) FILTER (WHERE ${needs('?1')} AND coalesce(CAST(seen ->> ?1 AS INTEGER), -1) < unanswered) AS needs_unseen
     FROM chats WHERE state <> 'closed'`,
    operatorId,
  );
  const today = await connection.get<{ opened: number; closed: number }>(
    `SELECT (SELECT count(*) FROM chats WHERE opened_at >= ?1) AS opened,
       (SELECT count(*) FROM chats WHERE state = 'closed' AND closed_at >= ?1) AS closed`,
    since,
  );
  const count = (name: string) => open?.[name] ?? 0;
  return {
    waiting: count('waiting'),
    mine: count('mine'),
    bot: count('bot'),
    open: count('open'),
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
export async function countOpenChats(connection: Connection): Promise<Record<string, number>> {
  const rows = await connection.all<{ channelId: string; count: number }>(
    "SELECT channel_id, count(*) AS count FROM chats WHERE state <> 'closed' GROUP BY channel_id",
  );
  return Object.fromEntries(rows.map(({ channelId, count }) => [channelId, count]));
}
