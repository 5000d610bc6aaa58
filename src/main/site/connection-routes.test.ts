import { once } from 'node:events';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type EngineFrame, PING_INTERVAL } from '#shared/site/frames.ts';
import { type ListenerOnItsOwn, startListenerOnItsOwn } from '../../../test/fixtures/listener-on-its-own.ts';
import { openRawConnection, type RawConnection } from '../../../test/fixtures/raw-connection.ts';
import { HELLO, siteRequests } from '../../../test/fixtures/site-client.ts';
import { createSiteWorld, type SiteWorld } from '../../../test/fixtures/site-world.ts';
import { createPolled } from './carriers.ts';
import type { Session } from './session.ts';
import type { Visitors } from './visitors.ts';

let world: SiteWorld;
let listener: ListenerOnItsOwn;
let requests: ReturnType<typeof siteRequests>;
/** those that are open, in order */
let sessions: Set<Session>;
beforeEach(async () => {
  world = await createSiteWorld();
  const { visitors } = world;
  sessions = new Set();
  const watched: Visitors = {
    ...visitors,
    open: (...of) => {
      const session = visitors.open(...of);
      sessions.add(session);
      return session;
    },
    close: (session) => {
      sessions.delete(session);
      visitors.close(session);
    },
  };
  listener = await startListenerOnItsOwn({}, '127.0.0.1', {
    clock: world.clock,
    log: pino({ level: 'silent' }),
    channels: { ofKindAt: () => world.channel },
    websites: { admit: () => true },
    visitors: watched,
  });
  requests = siteRequests(listener.url, 'shop');
});
afterEach(() => listener.stop());

const isOpen = (connection: string): boolean => [...sessions].some(({ id }) => id === connection);
const latest = (): string => [...sessions].at(-1)?.id ?? '';
/** An interval of pings, with what comes over the network meanwhile. */
const interval = (): Promise<void> => world.clock.advance(PING_INTERVAL);

/** A real connection whose other side takes nothing any more and says nothing, as one whose network is gone. */
async function halfOpen(): Promise<{ raw: RawConnection; connection: string }> {
  const raw = await openRawConnection(listener.url);
  const hello = Buffer.from(JSON.stringify(HELLO));
  raw.write(
    'GET /site/shop/connect HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  // A short frame, masked with zeros.
  raw.write(Buffer.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]));
  raw.write(hello);
  await raw.waitFor((text) => text.includes('"welcome"'));
  raw.socket.pause();
  return { raw, connection: latest() };
}

describe('a window that neither reads nor answers any more', () => {
  test('over a WebSocket: is cut at the second ping; one that answers stays', async () => {
    const silent = await halfOpen();
    const answering = new WebSocket(`${requests.base.replace('http', 'ws')}/connect`);
    await once(answering, 'open');
    answering.send(JSON.stringify(HELLO));
    await once(answering, 'message');
    const answeringId = latest();
    for (let round = 0; round < 3; round += 1) {
      expect(isOpen(silent.connection)).toBe(round < 2);
      const pinged = once(answering, 'message');
      await interval();
      expect(JSON.parse(String((await pinged)[0]))).toEqual({ kind: 'ping' });
      answering.send('{"kind":"pong"}');
      // Answered by the engine's socket, in its turn: the pong before it has arrived.
      answering.ping();
      await once(answering, 'pong');
    }
    expect(isOpen(answeringId)).toBe(true);
    silent.raw.socket.resume();
    await silent.raw.closed;
    answering.terminate();
  });

  test('by polls: is forgotten a minute after its last one, also if that is still waiting', async () => {
    const [silent, answering] = [await requests.hello(), await requests.hello()];
    const waiting = await openRawConnection(listener.url);
    const body = JSON.stringify(silent);
    waiting.write(`POST /site/shop/poll HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    waiting.socket.pause();
    for (let round = 0; round < 3; round += 1) {
      const poll = requests.post('poll', answering);
      const answered = poll.then((answer) => answer.json() as EngineFrame[]);
      let isAnswered = false;
      void answered.then(() => (isAnswered = true));
      while (!isAnswered) await world.clock.advance(1000);
      expect(await answered).toMatchObject([{ kind: 'read' }]);
    }
    await world.clock.advance(10_000);
    expect([silent, answering].map(({ connection }) => isOpen(connection))).toEqual([false, true]);
    waiting.destroy();
  });
});

test('of a window that polls, 1000 frames wait; with one more, its connection is over', () => {
  const closed = vi.fn<() => void>();
  const { send } = createPolled(world.clock, closed);
  for (let count = 0; count < 1000; count += 1) send({ kind: 'typing', on: count % 2 === 0 });
  expect(closed).not.toHaveBeenCalled();
  for (let count = 0; count < 2; count += 1) send({ kind: 'ping' });
  expect(closed).toHaveBeenCalledOnce();
  expect(world.clock.waiting()).toBe(0);
});

test('a window that has left frees its place', async () => {
  const { raw, connection } = await halfOpen();
  raw.destroy();
  await expect.poll(() => isOpen(connection)).toBe(false);
});

describe('a stop', () => {
  test('lets windows that read take what was sent, and tells them to connect again', async () => {
    const socket = new WebSocket(`${requests.base.replace('http', 'ws')}/connect`);
    await once(socket, 'open');
    socket.send(JSON.stringify(HELLO));
    await once(socket, 'message');
    const closed = once(socket, 'close');
    world.visitors.closeAll();
    expect((await closed)[0]).toBe(1013);
  });

  test('does not wait for one that does not answer', async () => {
    const { raw, connection } = await halfOpen();
    world.visitors.closeAll();
    expect(isOpen(connection)).toBe(true);
    await world.clock.advance(1000);
    expect(isOpen(connection)).toBe(false);
    raw.destroy();
  });
});
