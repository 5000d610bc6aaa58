/**
 * A chat client for Node.js 24, without packages.
 *
 *     export CHAT='https://chat.example/k3yV…/shop-1'    # message address, from the channel's page
 *     export SIGNING_KEY='…'                             # signing key, from the channel's page
 *     node chat.ts receive                               # replies come to http://127.0.0.1:3000/replies
 *     node chat.ts status
 *     node chat.ts say customer-42 'Is it in stock?'
 *     node chat.ts photo customer-42 https://cdn.example/lamp.jpg 'It arrived like this'
 *     node chat.ts typing customer-42
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const { CHAT = '', SIGNING_KEY = '', PORT = '3000' } = process.env;

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly text?: string;
  readonly file?: string;
  readonly file_name?: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

interface Reply {
  readonly sender: { readonly name: string; readonly photo?: string };
  readonly recipient: { readonly id: string | number };
  readonly message: Message;
}

/** 1 while somebody is there: show your chat window then. */
async function status(): Promise<unknown> {
  return (await fetch(`${CHAT}/status`)).json();
}

/** One customer's messages appear in the order in which they were accepted, so wait for each answer. */
async function send(customerId: string, message: Message): Promise<void> {
  const body = JSON.stringify({ sender: { id: customerId, name: 'Anna' }, message: { id: randomUUID(), ...message } });
  for (const seconds of [1, 5, 25, undefined]) {
    // Whether it arrived may be unknown: the same message with the same id is shown once.
    const answer = await fetch(CHAT, { method: 'POST', body }).catch(() => undefined);
    if (answer?.ok === true) return;
    const mayRepeat = answer === undefined || answer.status === 429 || answer.status === 503;
    if (seconds === undefined || !mayRepeat) throw new Error(`${answer?.status} ${await answer?.text()}`);
    await sleep(1000 * Number(answer?.headers.get('retry-after') ?? seconds));
  }
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

/** Ids of replies; a real app keeps them in its database. */
const shown = new Set<string>();

function show({ sender: operator, recipient, message }: Reply): void {
  const { type, id = '', text = '' } = message;
  if (type === 'typein' || type === 'typeout') {
    console.log(`${operator.name} ${type === 'typein' ? 'is typing' : 'stopped typing'}`);
    return;
  }
  if (shown.has(id)) return; // the answer to an earlier attempt was lost
  shown.add(id);
  const words =
    type === 'text'
      ? text
      : type === 'location'
        ? `[location] ${message.latitude}, ${message.longitude}`
        : `[${type}] ${message.file} ${text}`.trimEnd();
  console.log(`${operator.name} to ${recipient.id}: ${words}`);
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { 'x-counterbell-timestamp': timestamp, 'x-counterbell-signature': signature } = request.headers;
  const body = await buffer(request);
  response.setHeader('content-type', 'application/json');
  if (!isFromCounterbell(timestamp, signature, body)) {
    const error = { code: 'bad_signature', message: 'This is not from our Counterbell' };
    response.writeHead(401).end(JSON.stringify({ error }));
    return;
  }
  show(JSON.parse(body.toString('utf8')) as Reply);
  response.end('{"result":"ok"}');
}

const [command, customerId = '', words = '', caption = ''] = process.argv.slice(2);
if (command === 'receive')
  createServer((request, response) => {
    receive(request, response).catch((error: unknown) => console.error(error));
  }).listen(Number(PORT), '127.0.0.1');
if (command === 'status') console.log(await status());
if (command === 'say') await send(customerId, { type: 'text', text: words });
// Send file_name and file_size where you know them.
if (command === 'photo')
  await send(customerId, { type: 'photo', file: words, file_name: words.split('/').at(-1) ?? '', text: caption });
// Again every few seconds while they type.
if (command === 'typing') await send(customerId, { type: 'typein' });
