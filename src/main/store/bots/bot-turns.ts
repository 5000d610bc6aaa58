import { notFound, required } from '#shared/contract/errors.ts';
import { pageFields } from '#shared/contract/fields.ts';
import type { BotTurn } from '#shared/domain/bots.ts';
import type { ChatEvent, HeldBackReason } from '#shared/domain/message.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { z } from 'zod';
import { query } from '../command.ts';
import { mapInOrder, type Connection } from '../connection.ts';
import { fitting, readEvent, readHeldBack, rowId } from '../rows.ts';
import { allOf, sql } from '../sql.ts';
import { storedPhrase } from '#shared/domain/phrase.ts';
import { SENDING_EVENT, SILENT_BOT } from './bot-events.ts';
import { type Phrase } from '#shared/locales/phrase.ts';
import type { SendingEvent } from '../deliveries/sending.ts';

/** All unfinished events to providers, in sending order. */
async function listSendingEvents(db: Connection) {
  return await db.all<SendingEvent>`SELECT ${SENDING_EVENT} FROM bot_events WHERE state = 'sending' ORDER BY id`;
}

/** Chats (or this one) whose bot accepted a message and has been silent since, for however long. */
async function listSilentBotChats(db: Connection, { chatId }: { readonly chatId?: string | undefined }) {
  const isThis = chatId !== undefined && sql`id = ${rowId(chatId) ?? 0}`;
  return await db.all<{ chatId: string; botId: string }>`
    SELECT id AS chat_id, bot_id FROM chats WHERE ${allOf(SILENT_BOT, isThis)} ORDER BY id`;
}

/** Events accepted from each bot in a time, counted per second; and until when bots are blocked. */
async function countBotEvents(db: Connection, { since, until }: { readonly since: number; readonly until: number }) {
  return {
    accepted: await db.all<{ botId: string; second: number; count: number }>`
      SELECT bot_id, at / 1000 AS second, count(*) AS count FROM bot_events WHERE direction = 'in' AND at > ${since} AND at <= ${until}
      GROUP BY bot_id, second ORDER BY second, bot_id`,
    blocks: await db.all<{ botId: string; until: number }>`SELECT bot_id, until FROM bot_blocks`,
  };
}

/** Bots that were asked at least once, and since when they have not answered. */
async function listBotReach(db: Connection) {
  return await db.all<{ botId: string; failingSince?: number }>`SELECT bot_id, failing_since FROM bot_reach`;
}

export const botTurnQueries = {
  /**
   * The newest page of a chat's inspector, or the page before an entry, oldest first within the page: events both ways,
   * lines about who has it. Coded error: not_found
   */
  'bots.turns': query({
    for: 'owner',
    input: { chatId: z.string(), before: z.string().optional(), limit: pageFields.limit },
    topics: ['botTurns'],
    read: async (db, page) => {
      const chatId = rowId(page.chatId);
      if (chatId === undefined || (await db.get`SELECT 1 FROM chats WHERE id = ${chatId}`) === undefined)
        throw notFound('chat');
      const before =
        page.before === undefined
          ? { at: Number.MAX_SAFE_INTEGER, kind: 0, id: 0 }
          : await positionOf(db, chatId, page.before);
      const rows = await db.all<TurnPosition>`
        SELECT kind, id, at, size FROM (
          SELECT 1 AS kind, id, at, octet_length(body) + coalesce(octet_length(CAST(log AS TEXT)), 0) AS size FROM bot_events WHERE chat_id = ${chatId}
          UNION ALL SELECT 2 AS kind, id, at, octet_length(CAST(event AS TEXT)) AS size FROM messages
            WHERE chat_id = ${chatId} AND author = 'system' AND event IS NOT NULL) AS turns
        WHERE (at, kind, id) < (${before.at}, ${before.kind}, ${before.id})
        ORDER BY at DESC, kind DESC, id DESC LIMIT ${page.limit + 1}`;
      const shown = fitting(rows, page.limit);
      const turns = await mapInOrder(shown, (row) => readTurn(db, row));
      return { turns: turns.reverse(), hasEarlier: rows.length > shown.length };
    },
  }),
} as const;

/** Position of a turn; `kind` is 1 for an event and 2 for a line of the chat. */
interface TurnPosition {
  readonly at: number;
  readonly kind: number;
  readonly id: string | number;
  /** in bytes */
  readonly size: number;
}

/** A turn's id is its table's letter and its row id. */
async function positionOf(db: Connection, chatId: number, turnId: string) {
  const id = rowId(turnId.slice(1)) ?? 0;
  const isEvent = turnId.startsWith('e');
  const table = isEvent ? sql`bot_events` : sql`messages`;
  const at = await db.value<number>`SELECT at FROM ${table} WHERE id = ${id} AND chat_id = ${chatId}`;
  return { at: required(at, 'line'), kind: isEvent ? 1 : 2, id };
}

interface EventRow {
  readonly direction: 'in' | 'out';
  readonly botId: string;
  readonly eventKind: string;
  readonly at: number;
  readonly body: string;
  readonly messageId?: string;
  readonly state: string;
  readonly status?: number;
  readonly log?: unknown;
  readonly note?: string;
}

async function readTurn(db: Connection, { kind, id }: TurnPosition): Promise<BotTurn | undefined> {
  if (kind === 2) {
    const line = await db.get<{ at: number; event: ChatEvent }>`SELECT at, event FROM messages WHERE id = ${id}`;
    return line && { direction: 'move', id: `m${id}`, at: line.at, move: readEvent(line.event) };
  }
  const row = await db.get<EventRow>`
    SELECT direction, bot_id, kind AS event_kind, at, body, message_id, state, status, note, log
    FROM bot_events WHERE id = ${id}`;
  if (row === undefined) return undefined;
  const { direction, botId, eventKind: event, at, body, messageId, state, status, note, log = [] } = row;
  const common = { direction, id: `e${id}`, botId, event, at, body };
  if (direction === 'out') return { ...common, state, attempts: log } as BotTurn;
  return omitUndefined({ ...common, outcome: state, status, messageId, note: note && noteOf(note) }) as BotTurn;
}

function noteOf(text: string): HeldBackReason | Phrase {
  return text.startsWith('{') ? storedPhrase.parse(JSON.parse(text)) : readHeldBack(text);
}

export const botQueries = {
  listSendingEvents,
  listSilentBotChats,
  countBotEvents,
  listBotReach,
} as const;
