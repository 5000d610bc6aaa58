/** @module-tag thorough */
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Chat } from '#shared/domain/entities.ts';
import { allMessages } from '../fixtures/channels.ts';
import { startHeadless, type Headless } from '../fixtures/headless.ts';
import { answer, bodyOf, startIntegrator, type Integrator } from '../fixtures/integrator.ts';
import { seeded } from '../fixtures/seeded.ts';
import { integrityOf } from '../fixtures/store-file.ts';

const ROUNDS = 20;
const CONNECTIONS = 64;
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);

let integrator: Integrator;

beforeAll(async () => {
  integrator = await startIntegrator();
});

afterAll(() => integrator.stop());

/** State of one connection: its customer, and which of its messages were answered with 200. */
interface Poster {
  readonly customer: string;
  readonly acknowledged: Set<number>;
  /** posted, but the connection broke before an answer */
  unanswered?: number;
}

interface Round {
  readonly posters: readonly Poster[];
  /** ids of the replies acknowledged by the console */
  readonly replies: Set<string>;
}

test(
  `killed ${ROUNDS} times while ${CONNECTIONS} connections post and replies are under way (CRASH_SEED=${SEED})`,
  { timeout: 240_000 },
  async () => {
    const random = seeded(SEED);
    const good = integrator.endpoint('good');
    const bad = integrator.endpoint('bad');
    bad.react(answer.body('', 500));
    const provision = {
      channels: [
        { name: 'Good', publicId: 'good', secret: 'good-secret-0001', endpoint: good.url },
        { name: 'Bad', publicId: 'bad', secret: 'bad-secret-00001', endpoint: bad.url },
      ],
    };
    let host = await startHeadless({ provision });
    const replies = new Set<string>();
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const killAfter = 80 + random(600);
        const played = await play(host, round, killAfter);
        expect(await integrityOf(host.dataDir), `round ${round}`).toBe('ok');
        host = await host.restart();
        await repeatUnanswered(host, played);
        await expectAllKept(host, played, round);
        for (const id of played.replies) replies.add(id);
      }
      const delivered = await expectAllEnded(host, replies);
      expectDeliveredOnce(
        delivered,
        good.received.map((received) => bodyOf(received).message.id ?? ''),
      );
      expect(await host.stop()).toBe(0);
      expect(await integrityOf(host.dataDir)).toBe('ok');
    } finally {
      await host.remove();
    }
  },
);

const channelPath = (publicId: 'good' | 'bad'): string =>
  publicId === 'good' ? '/good-secret-0001/good' : '/bad-secret-00001/bad';
/** Every eighth connection writes to the channel whose endpoint always fails. */
const channelOf = (index: number): 'good' | 'bad' => (index % 8 === 7 ? 'bad' : 'good');

function messageBody(customer: string, ordinal: number): string {
  const text = `${ordinal} ${'x'.repeat(150)}`;
  return JSON.stringify({
    sender: { id: customer, name: customer },
    message: { type: 'text', id: `${customer}-${ordinal}`, text },
  });
}

/** Posts and replies until this many messages are acknowledged, then kills the host in the middle. */
async function play(host: Headless, round: number, killAfter: number): Promise<Round> {
  const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const posters = Array.from({ length: CONNECTIONS }, (_, index): Poster => ({
    customer: `r${round}-c${index}`,
    acknowledged: new Set(),
  }));
  const replies = new Set<string>();
  let acknowledged = 0;
  let killed: Promise<void> | undefined;
  const posting = posters.map(async (poster, index) => {
    for (let ordinal = 0; killed === undefined; ordinal += 1) {
      if (!(await isAccepted(host, dispatcher, channelOf(index), messageBody(poster.customer, ordinal)))) {
        poster.unanswered = ordinal;
        return;
      }
      poster.acknowledged.add(ordinal);
      acknowledged += 1;
      if (acknowledged === killAfter) killed = host.kill();
    }
  });
  const replying = replyToAll(host, replies);
  await Promise.all([...posting, replying]);
  await killed;
  await dispatcher.destroy();
  return { posters, replies };
}

async function isAccepted(host: Headless, dispatcher: Agent, publicId: 'good' | 'bad', body: string): Promise<boolean> {
  try {
    const { statusCode, body: answered } = await dispatcher.request({
      origin: host.listener,
      path: channelPath(publicId),
      method: 'POST',
      body,
    });
    await answered.dump();
    if (statusCode !== 200) throw new Error(`answered with ${statusCode}`);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('answered')) throw error;
    return false;
  }
}

/** Keeps replying once to each waiting chat until the host is gone. */
async function replyToAll(host: Headless, replies: Set<string>): Promise<void> {
  try {
    for (;;) {
      const { chats } = await host.rpc('chats.list', { state: 'waiting', limit: 20 });
      const answers = await Promise.all(
        chats.map(({ id }) => host.rpc('chats.reply', { chatId: id, text: `Good day, chat ${id}` })),
      );
      for (const { messages } of answers) for (const { id } of messages) replies.add(id);
    }
  } catch {
    // The host was killed: unacknowledged messages may be lost.
  }
}

/** An integration repeats unanswered messages; it is the same message, whether or not it was stored. */
async function repeatUnanswered(host: Headless, { posters }: Round): Promise<void> {
  const dispatcher = new Agent({ connections: CONNECTIONS });
  await Promise.all(
    posters.map(async ({ customer, acknowledged, unanswered }, index) => {
      if (unanswered === undefined) return;
      expect(await isAccepted(host, dispatcher, channelOf(index), messageBody(customer, unanswered))).toBe(true);
      acknowledged.add(unanswered);
    }),
  );
  await dispatcher.destroy();
}

/** Checks that every message answered with 200 is stored once, and each chat is in order. */
async function expectAllKept(host: Headless, { posters }: Round, round: number): Promise<void> {
  const chats = await chatsByCustomer(host);
  for (const { customer, acknowledged } of posters) {
    const chat = chats.get(JSON.stringify(customer));
    const heard =
      chat === undefined ? [] : (await allMessages(host, chat.id)).filter(({ from }) => from === 'customer');
    const ordinals = heard.map(({ text }) => Number.parseInt(text ?? '', 10));
    expect(ordinals, `round ${round}, ${customer}`).toEqual([...acknowledged].toSorted((a, b) => a - b));
  }
}

async function chatsByCustomer(host: Headless): Promise<Map<string, Chat>> {
  const chats = new Map<string, Chat>();
  let cursor: string | undefined;
  do {
    const page = await host.rpc('chats.list', { cursor, limit: 200 });
    for (const chat of page.chats) {
      expect(chats.has(chat.customer.externalId), `two chats of ${chat.customer.externalId}`).toBe(false);
      chats.set(chat.customer.externalId, chat);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return chats;
}

/** Waits until no reply is pending; returns the ids of the delivered ones. All acknowledged ones must be there. */
async function expectAllEnded(host: Headless, replies: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const events = await host.events();
  const states = new Map<string, string>();
  for (const chat of (await chatsByCustomer(host)).values()) {
    for (const message of await allMessages(host, chat.id)) {
      if (message.from === 'operator') states.set(message.id, message.delivery?.state ?? 'none');
    }
  }
  for (const id of replies) expect(states.has(id), `reply ${id}`).toBe(true);
  for (const [id, state] of states) {
    if (state !== 'sending') continue;
    const ended = await events.waitFor(
      'message.changed',
      ({ message }) => message.id === id && message.delivery?.state !== 'sending',
    );
    states.set(id, ended.data.message.delivery?.state ?? 'none');
  }
  expect([...new Set(states.values())].toSorted()).toEqual(['delivered', 'failed']);
  return new Set([...states].flatMap(([id, state]) => (state === 'delivered' ? [id] : [])));
}

/** Checks that a delivered reply reached the integration, always under the same id, and at most once more per kill. */
function expectDeliveredOnce(delivered: ReadonlySet<string>, received: readonly string[]): void {
  const times = new Map<string, number>();
  for (const id of received) times.set(id, (times.get(id) ?? 0) + 1);
  for (const id of delivered) expect(times.get(id) ?? 0, `reply ${id}`).toBeGreaterThanOrEqual(1);
  for (const [id, count] of times) expect(count, `reply ${id}`).toBeLessThanOrEqual(3);
}
