import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as passing } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { askOf } from '#main/desktop/ask-engine.ts';
import { invitationOf } from '#main/seat/join.ts';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany } from './load.ts';
import type { Measure } from './measures.ts';
import { hasProcFileSystem, processorTimeOf } from './processes.ts';
import { startSeat } from './seats.ts';
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

/**
 * Twenty-five seats at one host, each with a window and a tray: from a customer's message to all their screens,
 * compared with one, alternating; the host's processor time; and how long one that was away needs.
 */
export async function measureTeam(): Promise<readonly Measure[]> {
  if (!hasProcFileSystem) return [];
  const operators = Array.from({ length: SEATS }, (_, seat) => ({ name: `Colleague ${seat}`, accessKey: keyOf(seat) }));
  const host = await startHeadless({ provision: { operators }, args: ['--team', '127.0.0.1:0'] });
  const remoteAccess = host.team ?? '';
  const pid = host.process.pid ?? 0;
  try {
    const channel = await openChannel(host);
    const { pin } = invitationOf((await host.rpc('invitations.create', { name: 'Nobody', role: 'operator' })).app);
    const round = async (seats: number) => {
      const windows = await openSeats(
        remoteAccess,
        pin,
        Array.from({ length: seats }, (_, seat) => keyOf(seat)),
      );
      const before = processorTimeOf([pid]);
      const sent = await writeSteadily(channel);
      const shown = await windows.shown;
      const processor = processorTimeOf([pid]) - before;
      windows.close();
      const took = [...sent].map(([text, at]) => (shown[text] ?? Number.NaN) - at);
      return { latency: percentile(took, 0.95), processor };
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
    const away = await measureReturn(remoteAccess, pin, channel);
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

interface Seats {
  /** by text: when it was in the last window, in monotonic milliseconds; resolves when all texts are in all windows */
  readonly shown: Promise<Readonly<Record<string, number>>>;
  readonly close: () => void;
}

/** In a process of their own: what twenty-five computers do shouldn't delay the requests that are measured. */
async function openSeats(remoteAccess: string, pin: string, accessKeys: readonly string[]): Promise<Seats> {
  const script = fileURLToPath(new URL('team-seats.ts', import.meta.url));
  const child = fork(script, [remoteAccess, pin, String(SECONDS * PER_SECOND), ...accessKeys]);
  await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
  return {
    shown: once(child, 'message', { signal: AbortSignal.timeout(60_000) }).then(
      ([times]) => times as Readonly<Record<string, number>>,
    ),
    close: () => child.disconnect(),
  };
}

let written = 0;

/** When each text was sent, in monotonic milliseconds. */
async function writeSteadily(channel: TestChannel): Promise<ReadonlyMap<string, number>> {
  const sent = new Map<string, number>();
  const posted: Promise<void>[] = [];
  const begun = performance.now();
  for (let count = 0; count < SECONDS * PER_SECOND; count += 1) {
    await passing(Math.max(0, begun + (count * 1000) / PER_SECOND - performance.now()));
    written += 1;
    sent.set(`bench-${written}`, Number(process.hrtime.bigint()) / 1e6);
    posted.push(channel.say(`customer-${written % CUSTOMERS}`, `bench-${written}`));
  }
  await Promise.all(posted);
  return sent;
}

/** Milliseconds from the reconnect of a colleague who was away to their list and the open chat being as they are now. */
async function measureReturn(remoteAccess: string, pin: string, channel: TestChannel): Promise<number> {
  await postMany({
    url: channel.messageUrl,
    connections: 8,
    amount: MISSED,
    body: customerMessages(CUSTOMERS, 'while away'),
  });
  const begun = performance.now();
  const seat = startSeat(remoteAccess, pin, keyOf(1));
  const ask = askOf(seat);
  const { chats } = await ask('chats.list', {});
  const chatId = chats[0]?.id ?? '';
  await Promise.all([ask('chats.get', { chatId }), ask('messages.list', { chatId }), ask('chats.counts', {})]);
  const took = performance.now() - begun;
  seat.stop();
  return took;
}
