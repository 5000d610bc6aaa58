import fastify from 'fastify';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/**
 * Baseline for headless's memory: customers, chats and messages stored durably by Fastify and SQLite only. Simultaneous
 * requests share a transaction. Prints its address; ends with SIGTERM. Argument: the file.
 */
const [, , file = ':memory:'] = process.argv;
const database = new DatabaseSync(file);
database.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE customers (id INTEGER PRIMARY KEY, external_id TEXT NOT NULL UNIQUE, name TEXT);
  CREATE TABLE chats (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL UNIQUE, last_activity_at INTEGER NOT NULL);
  CREATE TABLE messages (id INTEGER PRIMARY KEY, chat_id INTEGER NOT NULL, external_id TEXT, text TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE INDEX messages_by_chat ON messages (chat_id, id);
`);
const customer = database.prepare(
  'INSERT INTO customers (external_id, name) VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name RETURNING id',
);
const chat = database.prepare(
  'INSERT INTO chats (customer_id, last_activity_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET last_activity_at = excluded.last_activity_at RETURNING id',
);
const message = database.prepare('INSERT INTO messages (chat_id, external_id, text, at) VALUES (?, ?, ?, ?)');

const posted = z.object({
  sender: z.object({ id: z.string(), name: z.string() }),
  message: z.object({ type: z.literal('text'), id: z.string(), text: z.string() }),
});
const returnedId = z.object({ id: z.number() });
type Posted = z.infer<typeof posted>;

let waiting: { readonly body: Posted; readonly stored: () => void }[] = [];

function store({ sender, message: { id, text } }: Posted): void {
  const at = Date.now();
  const customerId = returnedId.parse(customer.get(sender.id, sender.name)).id;
  const chatId = returnedId.parse(chat.get(customerId, at)).id;
  message.run(chatId, id, text, at);
}

function storeWaiting(): void {
  const batch = waiting;
  waiting = [];
  database.exec('BEGIN');
  for (const { body } of batch) store(body);
  database.exec('COMMIT');
  for (const { stored } of batch) stored();
}

const server = fastify();
server.post('/secret/channel', async (request) => {
  const body = posted.parse(request.body);
  await new Promise<void>((stored) => {
    if (waiting.push({ body, stored }) === 1) setImmediate(storeWaiting);
  });
  return { result: 'ok' };
});
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
