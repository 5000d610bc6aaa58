import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { setTimeout as passing } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany } from './load.ts';
import type { Measure } from './measures.ts';
import { hasProcFileSystem, processorTimeOf } from './processes.ts';
import { median, percentile } from './statistics.ts';

const SEATS = 25;
const ROUNDS = 3;
const SECONDS = 10;
const PER_SECOND = 50;
/** Customers who write at the same time. */
const CUSTOMERS = 40;
/** Messages that a colleague misses in an hour. */
const MISSED = 3600;
/** Milliseconds within which they see all of it. */
const UP_TO_DATE = 1000;

const keyOf = (seat: number): string => `seat-${seat}-key-for-the-bench`;
/** The door's certificate is the installation's own. */
const tls = { rejectUnauthorized: false } as const;

/**
 * Twenty-five colleagues at one door: from a customer's message to all their screens, compared with one screen,
 * alternating; the host's processor time; and how long one who was away needs.
 */
export async function measureTeam(): Promise<readonly Measure[]> {
  if (!hasProcFileSystem) return [];
  const operators = Array.from({ length: SEATS }, (_, seat) => ({ name: `Colleague ${seat}`, accessKey: keyOf(seat) }));
  const host = await startHeadless({ provision: { operators }, args: ['--team', '127.0.0.1:0'] });
  const door = host.team ?? '';
  const pid = host.process.pid ?? 0;
  try {
    const channel = await openChannel(host);
    const round = async (seats: number) => {
      const screens = await Promise.all(Array.from({ length: seats }, (_, seat) => openScreen(door, keyOf(seat))));
      const before = processorTimeOf([pid]);
      const latency = percentile(await writeSteadily(channel, screens), 0.95);
      const processor = processorTimeOf([pid]) - before;
      for (const { close } of screens) close();
      return { latency, processor };
    };
    await round(1);
    const one: { readonly latency: number; readonly processor: number }[] = [];
    const all: typeof one = [];
    for (let count = 0; count < ROUNDS; count += 1) {
      one.push(await round(1));
      all.push(await round(SEATS));
    }
    const compared = (of: 'latency' | 'processor') => ({
      ours: median(all.map((each) => each[of])),
      base: median(one.map((each) => each[of])),
      ratio: median(all.map((each, at) => each[of] / (one[at]?.[of] ?? Number.NaN))),
    });
    const [latency, processor] = [compared('latency'), compared('processor')];
    const away = await measureReturn(door, channel);
    return [
      {
        name: `${PER_SECOND} messages a second to the screens of ${SEATS} colleagues, 95th percentile to the last`,
        ours: `${latency.ours.toFixed(2)} ms`,
        base: `one screen ${latency.base.toFixed(2)} ms`,
        ratio: latency.ratio,
        bound: { atMost: 2 },
      },
      {
        name: `the host’s processor time with ${SEATS} colleagues`,
        ours: `${processor.ours.toFixed(2)} s`,
        base: `one colleague ${processor.base.toFixed(2)} s`,
        ratio: processor.ratio,
        bound: { atMost: 2.5 },
      },
      {
        name: `a colleague who missed ${MISSED} messages is up to date`,
        ours: `${away.toFixed(0)} ms`,
        base: `${UP_TO_DATE} ms`,
        ratio: away / UP_TO_DATE,
        bound: { atMost: 1 },
      },
    ];
  } finally {
    await host.remove();
  }
}

interface Screen {
  /** resolves with the monotonic time at which an event with this text arrives */
  readonly arrival: (text: string) => Promise<number>;
  readonly close: () => void;
}

async function openScreen(door: string, accessKey: string): Promise<Screen> {
  const socket = new WebSocket(`${door.replace(/^http/, 'ws')}/events`, {
    headers: { authorization: `Bearer ${accessKey}` },
    ...tls,
  });
  const waiting = new Map<string, (at: number) => void>();
  socket.on('message', (bytes: Buffer) => {
    const at = performance.now();
    // Cheaper than parsing it on every screen of this one process.
    for (const [, text = ''] of bytes.toString('latin1').matchAll(/"text":"(bench-\d+)"/g)) {
      waiting.get(text)?.(at);
      waiting.delete(text);
    }
  });
  await once(socket, 'message');
  return {
    arrival: (text) => new Promise((resolve) => waiting.set(text, resolve)),
    close: () => socket.close(),
  };
}

let written = 0;

/** Milliseconds from each message's request to the last screen. */
async function writeSteadily(channel: TestChannel, screens: readonly Screen[]): Promise<readonly number[]> {
  const took: Promise<number>[] = [];
  const begun = performance.now();
  for (let count = 0; count < SECONDS * PER_SECOND; count += 1) {
    await passing(Math.max(0, begun + (count * 1000) / PER_SECOND - performance.now()));
    written += 1;
    const text = `bench-${written}`;
    const sent = performance.now();
    const arrivals = screens.map(({ arrival }) => arrival(text));
    const posted = channel.say(`customer-${written % CUSTOMERS}`, text);
    took.push(Promise.all([...arrivals, posted.then(() => 0)]).then((times) => Math.max(...times) - sent));
  }
  return Promise.all(took);
}

/** Milliseconds from the reconnect of a colleague who was away to their list and the open chat being as they are now. */
async function measureReturn(door: string, channel: TestChannel): Promise<number> {
  const seat = keyOf(1);
  const agent = new Agent({ keepAlive: true, ...tls });
  await postMany({
    url: channel.messageUrl,
    connections: 8,
    amount: MISSED,
    body: customerMessages(CUSTOMERS, 'while away'),
  });
  const begun = performance.now();
  const screen = await openScreen(door, seat);
  const { chats } = (await ask(agent, door, seat, 'chats.list', {})) as { readonly chats: readonly { id: string }[] };
  const chatId = chats[0]?.id ?? '';
  await Promise.all([
    ask(agent, door, seat, 'chats.get', { chatId }),
    ask(agent, door, seat, 'messages.list', { chatId }),
  ]);
  const took = performance.now() - begun;
  screen.close();
  agent.destroy();
  return took;
}

async function ask(agent: Agent, door: string, accessKey: string, route: string, input: unknown): Promise<unknown> {
  const asked = request(`${door}/rpc/${route}`, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessKey}` },
  });
  asked.end(JSON.stringify(input));
  const [response] = (await once(asked, 'response')) as [AsyncIterable<Buffer>];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  const answer = JSON.parse(Buffer.concat(pieces).toString()) as { readonly ok: boolean; readonly data: unknown };
  if (!answer.ok) throw new Error(`${route} was refused`);
  return answer.data;
}
