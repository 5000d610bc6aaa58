import type { WebhookEvent } from '#shared/contract/webhooks.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { ChatEvent, Message } from '#shared/domain/message.ts';
import type { Change } from '../command.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows.ts';
import type { Circumstances } from '../thread.ts';

/** Something that a webhook is still to be told. */
export interface WaitingEvent {
  readonly sequence: string;
  readonly chatId: string;
  /** JSON */
  readonly body: string;
  readonly at: number;
}

const CLOSING: ReadonlySet<ChatEvent['kind']> = new Set([
  'closed',
  'ended_by_customer',
  'closed_by_silence',
  'channel_removed',
  'customer_blocked',
]);

/** Queues what a command did for the webhooks that want it, in its own transaction. */
export async function queueForWebhooks(
  db: Connection,
  change: Pick<Change<unknown>, 'chats' | 'happened'>,
  { webhooks = [] }: Pick<Circumstances, 'webhooks'>,
): Promise<void> {
  if (webhooks.length === 0) return;
  const added = addedBy(change);
  for (const [index, { message, chat }] of added.entries()) {
    const isFirst = added.findIndex((other) => other.chat.id === chat.id) === index;
    const opened =
      isFirst && !(await hasEarlier(db, message)) ? [{ event: 'chat.opened', body: { chat } } as const] : [];
    for (const { event, body } of [...opened, ...toldOf(message, chat)]) {
      const { chatId, at } = message;
      const text = JSON.stringify({ id: `${event}-${message.id}`, event, at, ...body });
      for (const { id: webhookId, events } of webhooks)
        if (events.includes(event)) await db.insert('webhook_events', { webhookId, chatId, body: text, at });
    }
  }
}

interface Added {
  readonly message: Message;
  readonly chat: Chat;
}

function addedBy({ chats = [], happened = [] }: Pick<Change<unknown>, 'chats' | 'happened'>): readonly Added[] {
  return [
    ...chats.flatMap(({ chat, changed, added }) => (changed ? added.map((message) => ({ message, chat })) : [])),
    ...happened.flatMap((event) => (event.name === 'message.added' ? [event.data] : [])),
  ];
}

async function hasEarlier(db: Connection, { id, chatId }: Message): Promise<boolean> {
  return (await db.get`SELECT 1 FROM messages WHERE chat_id = ${chatId} AND id < ${rowId(id)} LIMIT 1`) !== undefined;
}

interface Told {
  readonly event: WebhookEvent;
  readonly body: { readonly chat: Chat; readonly message?: Message; readonly rating?: Chat['rating'] };
}

function toldOf(message: Message, chat: Chat): readonly Told[] {
  const { from, event, heldBack } = message;
  if (event?.kind === 'rated') return [{ event: 'chat.rated', body: { chat, rating: chat.rating } }];
  if (event !== undefined) return CLOSING.has(event.kind) ? [{ event: 'chat.closed', body: { chat } }] : [];
  if (from === 'note' || heldBack !== undefined) return [];
  return [{ event: 'message.added', body: { chat, message } }];
}

async function endWebhookEvent(db: Connection, { sequence }: Pick<WaitingEvent, 'sequence'>) {
  await db.run`DELETE FROM webhook_events WHERE sequence = ${rowId(sequence)}`;
}

async function dropWebhookEvents(db: Connection, { webhookId }: { readonly webhookId: string }) {
  await db.run`DELETE FROM webhook_events WHERE webhook_id = ${webhookId}`;
}

/** The oldest; undefined: it has been told everything. */
function nextWebhookEvent(db: Connection, { webhookId }: { readonly webhookId: string }) {
  return db.get<WaitingEvent>`
    SELECT CAST(sequence AS TEXT) AS sequence, chat_id, body, at FROM webhook_events
    WHERE webhook_id = ${webhookId} ORDER BY webhook_events.sequence LIMIT 1`;
}

function countWebhookEvents(db: Connection) {
  return db.all<{ readonly webhookId: string; readonly waiting: number; readonly waitingSince: number }>`
    SELECT webhook_id, count(*) AS waiting, min(at) AS waiting_since FROM webhook_events
    GROUP BY webhook_id ORDER BY webhook_id`;
}

export const webhookQueries = { nextWebhookEvent, countWebhookEvents } as const;

export const webhookTransactions = { endWebhookEvent, dropWebhookEvents } as const;
