import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineFrame, SiteMessage, VisitorFrame } from '#shared/site/frames.ts';
import { acting } from '../../fixtures/acts.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { type ListenerOnItsOwn, startListenerOnItsOwn } from '../../fixtures/listener-on-its-own.ts';
import { newId } from '../../fixtures/site-client.ts';
import { createSiteWorld, type SiteWorld } from '../../fixtures/site-world.ts';

let worlds: readonly [SiteWorld, SiteWorld];
let listeners: readonly ListenerOnItsOwn[];
/** number of requests that each of the processes got */
let requests: [number, number];
/** the process for a request */
let choose: (count: number) => 0 | 1;

/** In front of both: each request goes to one of them. */
const front = createServer((request, response) => {
  const chosen = choose(requests[0] + requests[1]);
  requests[chosen] += 1;
  void pass(request, listeners[chosen]?.url ?? '').then(
    ({ status, body }) => response.writeHead(status).end(body),
    () => response.destroy(),
  );
});
const pass = async (request: IncomingMessage, to: string) =>
  httpRequest(to + (request.url ?? ''), { method: request.method ?? 'POST', body: await buffer(request) });

beforeEach(async () => {
  const first = await createSiteWorld();
  worlds = [first, await createSiteWorld(first)];
  listeners = await Promise.all(
    worlds.map(({ clock, channel, visitors }) =>
      startListenerOnItsOwn({}, '127.0.0.1', {
        clock,
        log: pino({ level: 'silent' }),
        channels: { ofKindAt: () => channel },
        websites: { admit: () => true },
        visitors,
      }),
    ),
  );
  requests = [0, 0];
  await once(front.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
  await Promise.all(listeners.map((listener) => listener.stop()));
});

/** Of the project of the window, which has the types of a browser. */
const WIRES: string = '../../../src/widget/panel/connection/wires.ts';
type OpenPoll = (
  base: string,
  hello: () => VisitorFrame,
  listener: Readonly<Record<'onHeard' | 'onClosed', () => void>> & { readonly onFrame: (frame: EngineFrame) => void },
) => { readonly send: (frame: VisitorFrame) => void; readonly close: () => void };

/** A window that polls, and what it has. */
async function openWindow() {
  const { openPoll } = (await import(/* @vite-ignore */ WIRES)) as { readonly openPoll: OpenPoll };
  let token: string | undefined;
  const messages = new Map<string, SiteMessage>();
  const frames: EngineFrame[] = [];
  const waiting = new Set<() => void>();
  const hello = (): VisitorFrame => {
    const latest = [...messages.values()].at(-1);
    return { kind: 'hello', version: 1, token, ...(latest && { cursor: latest.id, cursorAt: latest.at }) };
  };
  const wire = openPoll(`http://127.0.0.1:${(front.address() as AddressInfo).port}/site/shop`, hello, {
    onFrame: (frame) => {
      frames.push(frame);
      if (frame.kind === 'token') ({ token } = frame);
      const more = frame.kind === 'welcome' ? frame.messages : frame.kind === 'message' ? [frame.message] : [];
      for (const message of more) messages.set(message.id, message);
      for (const look of waiting) look();
    },
    onHeard: () => undefined,
    onClosed: () => void frames.push({ kind: 'gone', what: 'connection' }),
  });
  const until = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isSo()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  const has = (kind: EngineFrame['kind'], id?: string) =>
    until(() =>
      frames.some((frame) => frame.kind === kind && (id === undefined || ('id' in frame && frame.id === id))),
    );
  return { wire, frames, messages, until, has };
}

test.each([
  ['each to the other than the one before', '01'],
  ['two by two', '0011'],
  ['without order', '011010001101'],
])('a window that polls is answered by any process: requests go %s', async (_how, order) => {
  choose = (count) => (order[count % order.length] === '0' ? 0 : 1);
  const { wire, frames, messages, until, has } = await openWindow();
  await has('welcome');
  wire.send({ kind: 'begin' });
  await has('token');
  const texts: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const id = newId();
    wire.send({ kind: 'message', id, text: `Question ${round}` });
    await has('accepted', id);
    await worlds[round % 2]?.reply(`Answer ${round}`);
    await until(() => [...messages.values()].some(({ text }) => text === `Answer ${round}`));
    texts.push(`Question ${round}`, `Answer ${round}`);
  }
  const inOrder = [...messages.values()].toSorted((a, b) => Number(a.id) - Number(b.id));
  expect(inOrder.map(({ text }) => text)).toEqual(texts);
  expect(frames.filter(({ kind }) => kind === 'token')).toHaveLength(1);
  expect(frames.filter(({ kind }) => kind === 'refused' || kind === 'gone')).toEqual([]);
  expect(Math.min(...requests)).toBeGreaterThan(5);
  const { chats } = await worlds[0].store.read('chats.list', { filter: 'open', limit: 50 }, acting('olga'));
  const { id: chatId = '' } = chats[0] ?? {};
  const stored = await worlds[0].store.read('messages.list', { chatId, limit: 50 }, acting('olga'));
  expect(stored.messages.filter(({ from }) => from === 'customer').map(({ text }) => text)).toEqual(
    texts.filter((text) => text.startsWith('Question')),
  );
  wire.close();
});
