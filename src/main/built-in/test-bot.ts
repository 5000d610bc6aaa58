import { shortened } from '#shared/domain/graphemes.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import { createLatest, openWebClient, postRoute, refuse, startWebServer, tryParse } from './web-side.ts';
import { z } from 'zod';
import type { BotMessage, ClientInfo, ServiceEventKind } from '#shared/protocol/bot-provider.ts';

const CHAT_LIMIT = 1_000;
const EVENT_LIMIT = 10_000;

interface TestBotOptions {
  /** `{listener}/webhooks/{provider_id}/{token}` for the bot with this token */
  readonly bots: { readonly localAddressOf: (token: string) => string | undefined };
  readonly clock: Clock;
  readonly log: Logger;
}

export type TestBot = Awaited<ReturnType<typeof startTestBot>>;

/**
 * Starts the built-in provider: a separate bot platform that speaks the bot provider interface over real HTTP. It
 * serves every bot without an address, and keeps the latest chats in memory only.
 */
export async function startTestBot({ bots, clock, log }: TestBotOptions) {
  const client = openWebClient(log);
  let stopped = false;
  const greeted = createLatest<true>(CHAT_LIMIT);
  const handled = createLatest<true>(EVENT_LIMIT);
  /** the pending answers of each chat, chained so that they follow the order of the events */
  const lanes = new Map<string, Promise<void>>();

  async function answer(token: string, event: ServiceEvent): Promise<void> {
    const chat = `${token} ${event.chat_id}`;
    const isFirst = event.event === 'CLIENT_MESSAGE' && greeted.get(chat) === undefined;
    if (isFirst) greeted.set(chat, true);
    if (event.event === 'CHAT_CLOSED') greeted.delete(chat);
    if (event.event === 'CLIENT_RATED')
      log.info({ chatId: event.chat_id, rate: event.rate }, 'the test bot got a rating');
    for (const output of respondTo(event, isFirst)) {
      if (!(await send(token, eventBody(output, event, clock.wall())))) return;
    }
  }

  /** Sends an event of the bot; false if the service did not accept it. */
  async function send(token: string, body: string): Promise<boolean> {
    const address = bots.localAddressOf(token);
    if (stopped || address === undefined) return false;
    const status = await client.post(address, body);
    if (status !== 200) log.info({ status }, 'the service did not take an event of the test bot');
    return status === 200;
  }

  function onAnswered(token: string, event: ServiceEvent): void {
    // The service repeats an event if it got no response.
    const key = `${token} ${event.id}`;
    if (handled.get(key) === true || stopped) return;
    handled.set(key, true);
    const lane = `${token} ${event.chat_id}`;
    const done = (lanes.get(lane) ?? Promise.resolve())
      .then(() => answer(token, event))
      .finally(() => {
        if (lanes.get(lane) === done) lanes.delete(lane);
      });
    lanes.set(lane, done);
  }

  function receive(token: string, body: string, reply: FastifyReply): unknown {
    if (bots.localAddressOf(token) === undefined) return refuse(reply, 401, 'invalid_client', 'No bot has this token');
    const value = tryParse(body);
    const named = z.object({ event: z.string() }).safeParse(value);
    if (!named.success) return refuse(reply, 400, 'invalid_request', 'A JSON object with an event is expected');
    const schema = Object.entries(events).find(([kind]) => kind === named.data.event)?.[1];
    if (schema === undefined) return refuse(reply, 405, 'invalid_request', 'This event is not supported');
    const { success, data: event, error } = schema.safeParse(value);
    if (!success) return refuse(reply, 400, 'invalid_request', z.prettifyError(error));
    reply.raw.once('close', () => onAnswered(token, event));
    return { result: 'ok' };
  }

  const server = await startWebServer((app) =>
    postRoute<{ token: string }>(app, '/bot/:token', ({ params, body, reply }) => receive(params.token, body, reply)),
  );
  return {
    /** receives the events of bots without an address: `<endpoint>/<token>` */
    endpoint: `${server.origin}/bot`,
    stop: async (): Promise<void> => {
      stopped = true;
      client.stop();
      await server.stop();
      await Promise.all(lanes.values());
    },
  };
}

/** An act as an event: adds its ID and chat, and for a message the time in seconds. */
function eventBody(output: BotOutput, { chat_id, client_id }: ServiceEvent, wall: number): string {
  const event = { id: randomUUID(), chat_id, client_id, ...output };
  if (event.event !== 'BOT_MESSAGE') return JSON.stringify(event);
  return JSON.stringify({ ...event, message: { ...event.message, timestamp: Math.floor(wall / 1000) } });
}

/** Fields of every event (bot provider interface, section 2). */
const addressed = { id: z.string().min(1), chat_id: z.string().min(1), client_id: z.string() } as const;

/** Events from the service, as far as this bot reads them; extra fields are allowed. */
const events = {
  CLIENT_MESSAGE: z.object({
    ...addressed,
    event: z.literal('CLIENT_MESSAGE'),
    agents_online: z.boolean(),
    sender: z.object({ name: z.string().optional(), has_contacts: z.boolean() }),
    message: z.object({ text: z.string() }),
  }),
  AGENT_UNAVAILABLE: z.object({ ...addressed, event: z.literal('AGENT_UNAVAILABLE') }),
  CHAT_CLOSED: z.object({ ...addressed, event: z.literal('CHAT_CLOSED') }),
  CLIENT_RATED: z.object({
    ...addressed,
    event: z.literal('CLIENT_RATED'),
    rate: z.number(),
    comment: z.string().optional(),
  }),
} satisfies Record<ServiceEventKind, z.ZodType>;
export type ServiceEvent = z.infer<(typeof events)[keyof typeof events]>;

/** Event that a bot can send, before IDs and times are added. */
export type BotOutput =
  | { readonly event: 'BOT_MESSAGE'; readonly message: BotMessage }
  | { readonly event: 'INVITE_AGENT' | 'INIT_RATE' }
  | { readonly event: 'CLIENT_INFO'; readonly client: ClientInfo };

/** The bot's reaction to an event: its own events, in sending order. */
export function respondTo(event: ServiceEvent, isFirst: boolean): readonly BotOutput[] {
  switch (event.event) {
    case 'CLIENT_MESSAGE': {
      // Greets a new customer and answers what they have already asked.
      const answers = recognizeRequest(event);
      if (!isFirst) return answers ?? [echo(event.message.text)];
      const { name } = event.sender;
      const hello = sendText(name === undefined ? 'Hello! I am the test bot.' : `Hello, ${name}! I am the test bot.`);
      return [hello, ...(answers ?? [choices])];
    }
    case 'AGENT_UNAVAILABLE':
      return [sendText('Nobody is here right now. Leave your email address, and we will write to you.')];
    case 'CHAT_CLOSED':
    case 'CLIENT_RATED':
      return [];
  }
}

/** undefined if the bot does not know it */
function recognizeRequest({
  message,
  sender,
  agents_online: agentsOnline,
}: Extract<ServiceEvent, { event: 'CLIENT_MESSAGE' }>): readonly BotOutput[] | undefined {
  const words = message.text.trim().toLowerCase();
  const contacts = findContacts(message.text);
  if (contacts !== undefined)
    return [{ event: 'CLIENT_INFO', client: contacts }, sendText('Thank you! I have noted that down.')];
  if (words === '1' || words === 'opening hours') return [openingHours];
  if (words === '2' || words === 'prices') return [prices];
  if (words === '3' || /\b(?:human|person|operator)\b/.test(words)) return invitation(agentsOnline);
  if (/\bcontacts?\b/.test(words)) {
    return [
      sendText(
        sender.has_contacts
          ? 'We have your contact data. To change it, write your email address or phone number.'
          : 'How can we reach you? Write your email address or phone number.',
      ),
    ];
  }
  if (/\b(?:good)?bye\b/.test(words)) return [sendText('Thank you for writing. Goodbye!'), { event: 'INIT_RATE' }];
  return undefined;
}

const choices = sendMessage({
  type: 'BUTTONS',
  title: 'What can I do for you?',
  // Channels without buttons show this text; without it they would show nothing.
  text: 'What can I do for you? Answer with a number:\n1. Opening hours\n2. Prices\n3. Talk to a human',
  buttons: [
    { id: '1', text: 'Opening hours' },
    { id: '2', text: 'Prices' },
    { id: '3', text: 'Talk to a human' },
  ],
});

const openingHours = sendMessage({
  type: 'MARKDOWN',
  content:
    '**Opening hours**\n\n- Monday to Friday: 9:00 to 18:00\n- Saturday: 10:00 to 14:00\n- Sunday: *closed*\n\n[How to find us](https://example.com/map)',
  text: 'Opening hours\nMonday to Friday: 9:00 to 18:00\nSaturday: 10:00 to 14:00\nSunday: closed\nHow to find us: https://example.com/map',
});

const prices = sendMessage({
  type: 'MARKDOWN',
  content:
    '**Prices**\n\n1. Repair: from **€20**\n2. Cleaning: **€15**\n3. Estimate: free\n\n[The whole list](https://example.com/prices)',
  text: 'Prices\n1. Repair: from €20\n2. Cleaning: €15\n3. Estimate: free\nThe whole list: https://example.com/prices',
});

/** Text first: once an operator has the chat, the bot may no longer write. */
function invitation(agentsOnline: boolean): readonly BotOutput[] {
  const words = agentsOnline
    ? 'A colleague is coming. One moment, please.'
    : 'I am asking for a colleague. One moment, please.';
  return [sendText(words), { event: 'INVITE_AGENT' }];
}

/** An email address or phone number in a customer's message; undefined if there is neither. */
function findContacts(text: string): ClientInfo | undefined {
  const email = /[^\s@<>,;:]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}/i.exec(text)?.[0];
  const phone = /\+?\d[\d ().-]{5,20}\d/.exec(text)?.[0];
  if (email === undefined && phone === undefined) return undefined;
  return { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
}

function echo(text: string): BotOutput {
  const quoted = shortened(text, 200);
  return sendText(
    `You wrote: “${quoted}”. I am only a test bot: I know about opening hours and prices, take down contact data, and fetch a human.`,
  );
}

function sendText(text: string): BotOutput {
  return sendMessage({ type: 'TEXT', text });
}

function sendMessage(message: BotMessage): BotOutput {
  return { event: 'BOT_MESSAGE', message };
}
