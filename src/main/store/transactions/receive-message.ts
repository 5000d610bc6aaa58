import { customerWrote, opened, type Standing } from '#shared/domain/chat-rules.ts';
import type { Chat, Customer, Message } from '#shared/domain/entities.ts';
import type { ContentType, MediaFields, SenderFields } from '#shared/protocol/chat-channel.ts';
import type { Connection, Row } from '../connection.ts';
import { readChat, readCustomer } from '../rows.ts';
import { insertMessage } from './messages.ts';

export interface ReceivedMessage {
  readonly channelId: string;
  /** `sender.id` as JSON text */
  readonly externalId: string;
  readonly sender: SenderFields;
  readonly type: ContentType;
  /** one message each; a caption, or nothing, for other types than text */
  readonly texts: readonly (string | undefined)[];
  readonly fields: MediaFields;
  readonly messageExternalId: string | undefined;
  /** of the whole message; undefined: has no id, so nothing is a repeat */
  readonly digest: Uint8Array | undefined;
  readonly at: number;
  /** an equal message accepted after this time makes this one a repeat */
  readonly repeatsSince: number;
}

export type Received =
  | { readonly repeat: true }
  | { readonly repeat: false; readonly messages: readonly Message[]; readonly chat: Chat; readonly isNewChat: boolean; readonly changedCustomer: Customer | undefined };

/** Stores a customer's message with its customer and chat, unless it is a repeat. */
export function receiveMessage(connection: Connection, received: ReceivedMessage): Received {
  const customer = recogniseCustomer(connection, received);
  if (received.digest !== undefined && isRepeat(connection, customer.id, received.digest, received)) return { repeat: true };
  const { chatId, isNewChat } = openChat(connection, customer.id, received);
  const messages = received.texts.map((text) =>
    insertMessage(connection, {
      chatId,
      from: 'customer',
      type: received.type,
      text,
      fields: received.fields,
      externalId: received.messageExternalId,
      at: received.at,
    }),
  );
  connection.run(
    'UPDATE chats SET unread = unread + ?, last_activity_at = ?, last_message_id = ? WHERE id = ?',
    messages.length,
    received.at,
    Number(messages.at(-1)?.id),
    chatId,
  );
  const chat = readChat(connection, chatId);
  if (chat === undefined) throw new Error(`chat ${chatId} is gone within its own transaction`);
  return { repeat: false, messages, chat, isNewChat, changedCustomer: customer.changed ? readCustomer(connection, customer.id) : undefined };
}

function recogniseCustomer(connection: Connection, received: ReceivedMessage): { readonly id: number; readonly changed: boolean } {
  const row = connection.get('SELECT id, given FROM customers WHERE channel_id = ? AND external_id = ?', received.channelId, received.externalId);
  if (row !== undefined) return { id: Number(row['id']), changed: updateCustomer(connection, row, received.sender) };
  const { name = null, phone = null, email = null, photo = null, url = null, invite = null } = received.sender;
  const id = connection.insert(
    `INSERT INTO customers (channel_id, external_id, name, phone, email, photo, url, invite, given, first_seen_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[received.channelId, received.externalId, name, phone, email, photo, url, invite, JSON.stringify(received.sender), received.at],
  );
  return { id, changed: false };
}

/** Only what the integrator gives anew counts, so that what an operator corrected is not undone by the next message. */
function updateCustomer(connection: Connection, row: Row, sender: SenderFields): boolean {
  const given = JSON.parse(String(row['given'])) as SenderFields;
  const news = Object.entries(sender).filter(([field, value]) => value !== given[field as keyof SenderFields]);
  if (news.length === 0) return false;
  const assignments = news.map(([field]) => `${SENDER_COLUMNS[field as keyof SenderFields]} = ?`).join(', ');
  connection.run(
    `UPDATE customers SET ${assignments}, given = ? WHERE id = ?`,
    ...news.map(([, value]) => value),
    JSON.stringify({ ...given, ...Object.fromEntries(news) }),
    Number(row['id']),
  );
  return true;
}

const SENDER_COLUMNS = { name: 'name', phone: 'phone', email: 'email', photo: 'photo', url: 'url', invite: 'invite' } as const satisfies Record<
  keyof SenderFields,
  string
>;

function isRepeat(connection: Connection, customerId: number, digest: Uint8Array, times: { at: number; repeatsSince: number }): boolean {
  const row = connection.get('SELECT at FROM accepted_posts WHERE customer_id = ? AND digest = ?', customerId, digest);
  if (row !== undefined && Number(row['at']) > times.repeatsSince) return true;
  connection.run('INSERT OR REPLACE INTO accepted_posts (customer_id, digest, at) VALUES (?, ?, ?)', customerId, digest, times.at);
  return false;
}

function openChat(connection: Connection, customerId: number, received: ReceivedMessage): { readonly chatId: number; readonly isNewChat: boolean } {
  const row = connection.get("SELECT id, state, operator_id, waiting_since FROM chats WHERE customer_id = ? AND state <> 'closed'", customerId);
  if (row === undefined) {
    const standing = opened(received.at);
    const chatId = connection.insert(
      'INSERT INTO chats (customer_id, channel_id, state, waiting_since, opened_at, last_activity_at) VALUES (?, ?, ?, ?, ?, ?)',
      ...[customerId, received.channelId, standing.state, standing.waitingSince ?? null, received.at, received.at],
    );
    return { chatId, isNewChat: true };
  }
  const chatId = Number(row['id']);
  const waitingSince = row['waiting_since'] == null ? undefined : Number(row['waiting_since']);
  const before: Standing = { state: row['state'] as Standing['state'], waitingSince };
  const standing = customerWrote(before, received.at);
  if (standing.waitingSince !== waitingSince) connection.run('UPDATE chats SET waiting_since = ? WHERE id = ?', standing.waitingSince ?? null, chatId);
  return { chatId, isNewChat: false };
}

/** Forgets accepted posts that no longer make a repeat; returns how many. */
export function forgetAcceptedPosts(connection: Connection, { before }: { readonly before: number }): number {
  return connection.run('DELETE FROM accepted_posts WHERE at <= ?', before);
}
