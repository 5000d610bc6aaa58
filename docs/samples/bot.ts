/**
 * A bot with a menu for Node.js 24, without packages.
 *
 *     export SERVICE='https://chat.example/webhooks/bot-4f1c/Rq3v…'   # service address, from the bot's page
 *     export SIGNING_KEY='…'                                          # signing key, from the bot's page
 *     node bot.ts                                                     # events come to http://127.0.0.1:3001/events
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

const { SERVICE = '', SIGNING_KEY = '', PORT = '3001' } = process.env;

interface Event {
  readonly id: string;
  readonly event: string;
  readonly client_id: string;
  readonly chat_id: string;
  readonly message?: { readonly text: string; readonly button_id?: string | number };
  readonly rate?: number;
  readonly comment?: string;
}

/** What the bot sends back: `event` and what it needs besides the chat. */
type Answer = Readonly<Record<string, unknown>>;

const say = (text: string): Answer => ({ event: 'BOT_MESSAGE', message: { type: 'TEXT', text } });

const MENU: Answer = {
  event: 'BOT_MESSAGE',
  message: {
    type: 'BUTTONS',
    title: 'What can I do for you?',
    // For channels without buttons, where the customer types the number.
    text: 'What can I do for you?\n1. Opening hours\n2. Talk to a person\n3. That was all',
    buttons: [
      { id: '1', text: 'Opening hours' },
      { id: '2', text: 'Talk to a person' },
      { id: '3', text: 'That was all' },
    ],
  },
};
const HOURS: Answer = {
  event: 'BOT_MESSAGE',
  message: {
    type: 'MARKDOWN',
    content: '**Opening hours**\n\n- Monday to Friday: 9:00 to 18:00\n- [Holidays](https://shop.example/holidays)',
    text: 'Opening hours\nMonday to Friday: 9:00 to 18:00\nHolidays: https://shop.example/holidays',
  },
};

/** The events that the bot sends back, in order. */
function answers({ event, message }: Event): readonly Answer[] {
  if (event === 'AGENT_UNAVAILABLE') return [say('Nobody is here now. Leave your email address, and we will write.')];
  if (event !== 'CLIENT_MESSAGE' || message === undefined) return [];
  const text = message.text.trim();
  const email = /[^\s@]+@[^\s@]+\.[^\s@]+/.exec(text)?.[0];
  if (email !== undefined)
    return [{ event: 'CLIENT_INFO', client: { email } }, say('Thank you, we will write to you.')];
  switch (message.button_id ?? text) {
    case '1':
      return [HOURS];
    case '2':
      return [say('A colleague is coming.'), { event: 'INVITE_AGENT' }];
    case '3':
      return [say('Thank you for writing!'), { event: 'INIT_RATE' }];
    default:
      return [MENU];
  }
}

/** False if the bot no longer has the chat, because an operator has taken it, for example. */
async function send({ chat_id, client_id }: Event, answer: Answer): Promise<boolean> {
  const body = JSON.stringify({ id: randomUUID(), chat_id, client_id, ...answer });
  const response = await fetch(SERVICE, { method: 'POST', body });
  if (!response.ok) console.log(`${String(answer['event'])}: ${response.status} ${await response.text()}`);
  return response.status !== 403;
}

function isFromCounterbell(timestamp: unknown, signature: unknown, body: Buffer): boolean {
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const digest = createHmac('sha256', SIGNING_KEY)
    .update(`${String(timestamp)}.`)
    .update(body)
    .digest('hex');
  const expected = Buffer.from(`v1=${digest}`);
  const given = Buffer.from(String(signature));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Ids of events; a real bot forgets the oldest. */
const handled = new Set<string>();

async function handle(event: Event): Promise<void> {
  if (handled.has(event.id)) return; // the answer to an earlier attempt was lost
  handled.add(event.id);
  if (event.event === 'CLIENT_RATED') console.log(`Rated ${event.rate}: ${event.comment ?? ''}`);
  for (const answer of answers(event)) if (!(await send(event, answer))) return;
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { 'x-counterbell-timestamp': timestamp, 'x-counterbell-signature': signature } = request.headers;
  const body = await buffer(request);
  response.setHeader('content-type', 'application/json');
  if (!isFromCounterbell(timestamp, signature, body)) {
    const error = { code: 'invalid_client', message: 'This is not from our Counterbell' };
    response.writeHead(401).end(JSON.stringify({ error }));
    return;
  }
  response.end('{"result":"ok"}'); // first of all: there are 3 seconds
  await handle(JSON.parse(body.toString('utf8')) as Event);
}

createServer((request, response) => {
  receive(request, response).catch((error: unknown) => console.error(error));
}).listen(Number(PORT), '127.0.0.1');
