import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startHost, type Host } from '../../fixtures/host.ts';
import { HELLO, named, newId, siteRequests, write, writer } from '../../fixtures/site-client.ts';
import { openVisitor } from '../../fixtures/visitor.ts';

let host: Host;
let url: string;

beforeAll(async () => {
  host = await startHost();
  url = host.listener;
  await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
});
afterAll(() => host.remove());

async function opened(): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/site/lamps/connect`);
  await once(socket, 'open');
  return socket;
}

/** The code with which the engine closes the connection after this. */
async function closedAfter(content: string | Buffer, binary = Buffer.isBuffer(content)): Promise<number> {
  const socket = await opened();
  const closed = once(socket, 'close');
  socket.send(content, { binary });
  const [code] = (await closed) as [number];
  return code;
}

const REQUIRED: Readonly<Record<string, object>> = {
  hello: { version: 1 },
  begin: {},
  message: { id: 'message-1', text: 'x' },
  typing: { on: true },
  page: { page: { url: 'https://shop.example/' } },
  got: { upTo: '1', seen: true },
  rate: { id: 'rating-01', message: '1', rate: 5 },
  end: { id: 'ending-01' },
  email: { id: 'email-001', email: 'anna@shop.example' },
  history: { before: '1' },
  identify: { identity: { id: '1', signature: 'x' } },
};
const WRONG: readonly unknown[] = [null, -1, 1e308, 1.5, '', 'x'.repeat(50_000), [], {}, true, [[[]]]];

/** Every frame with every field replaced by every wrong value that its schema could meet. */
const frames = Object.entries(REQUIRED).flatMap(([kind, fields]) =>
  Object.keys(fields).flatMap((field) => WRONG.map((wrong) => ({ kind, ...fields, [field]: wrong }))),
);

describe('frames that cannot be read', () => {
  test('of every kind, with every field wrong: the connection ends or the frame is refused, and the engine lives', async () => {
    const { post, hello } = siteRequests(url, 'lamps');
    const from = await hello();
    for (const frame of frames) {
      const { status } = await post('send', { ...from, frames: [frame] });
      expect([200, 400]).toContain(status);
    }
    const { visitor } = await writer(url, 'lamps', 'Still there?');
    await visitor.leave();
  });

  test.each([
    ['an unknown kind', '{"kind":"nonsense"}'],
    ['a kind of Object', '{"kind":"__proto__"}'],
    ['no object', '"hello"'],
    ['an array', '[{"kind":"hello","version":1}]'],
    ['null', 'null'],
    ['nothing', ''],
    ['no JSON', '{"kind":'],
    ['a message without an id', '{"kind":"message","text":"x"}'],
    ['a huge number', '{"kind":"got","upTo":"99999999999999999999","seen":true}'],
    ['deep JSON', `{"kind":${'['.repeat(40_000)}${']'.repeat(40_000)}}`],
    ['deep JSON beside a kind', `{"kind":"x","deep":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}`],
  ])('%s: 1008', async (_what, text) => {
    expect(await closedAfter(text)).toBe(1008);
  });

  test('a rating of 1e308 is refused by its id', async () => {
    const { visitor } = await named(url, 'lamps');
    visitor.send('{"kind":"rate","id":"rating-01","message":"1","rate":1e308}');
    expect(await visitor.next('refused')).toEqual({ kind: 'refused', id: 'rating-01', code: 'invalid' });
    await visitor.leave();
  });

  test('binary: 1008; invalid UTF-8: 1007; longer than allowed: 1009', async () => {
    expect(await closedAfter(Buffer.from(JSON.stringify(HELLO)))).toBe(1008);
    expect(await closedAfter(Buffer.from([0xff, 0xfe, 0xfd]), false)).toBe(1007);
    expect(await closedAfter(`{"kind":"begin","x":"${'x'.repeat(100 * 1024)}"}`)).toBe(1009);
  });

  test('deep JSON beside known fields is not read', async () => {
    const { visitor } = await named(url, 'lamps');
    visitor.send(`{"kind":"typing","on":true,"deep":${'['.repeat(40_000)}${']'.repeat(40_000)}}`);
    await write(visitor, 'After the depths');
    expect((await visitor.next('message')).message.text).toBe('After the depths');
    await visitor.leave();
  });

  test.each(['poll', 'send'])('%s with a body that is no object, or too long', async (path) => {
    const { post } = siteRequests(url, 'lamps');
    for (const body of ['', 'null', '[]', '"x"', '{', '{"hello":null}', '{"hello":{"kind":"begin"}}', '\u0000'])
      expect([400, 404]).toContain((await post(path, body)).status);
    expect((await post(path, `{"x":"${'x'.repeat(300 * 1024)}"}`)).status).toBe(413);
  });

  test('more frames in a request than a window sends', async () => {
    const { post, hello } = siteRequests(url, 'lamps');
    const body = { ...(await hello()), frames: Array.from({ length: 51 }, () => ({ kind: 'pong' })) };
    expect((await post('send', body)).status).toBe(400);
  });
});

describe('floods on one connection', () => {
  test(
    '10,000 messages at once: as many as can wait are stored in order, the others refused; each is answered',
    { tags: ['thorough'] },
    async () => {
      const { visitor, token } = await named(url, 'lamps');
      const ids = Array.from({ length: 10_000 }, newId);
      for (const [at, id] of ids.entries()) visitor.say({ kind: 'message', id, text: `flood ${at}` });
      const answers = new Map<string, string>();
      await expect
        .poll(
          () => {
            for (const frame of visitor.frames)
              if (frame.kind === 'accepted' || frame.kind === 'refused') answers.set(frame.id, frame.kind);
            return answers.size;
          },
          { timeout: 50_000, interval: 200 },
        )
        .toBe(10_000);
      const accepted = ids.flatMap((id, at) => (answers.get(id) === 'accepted' ? [`flood ${at}`] : []));
      expect(accepted.length).toBeGreaterThanOrEqual(64);
      await visitor.leave();
      const again = await openVisitor(url, 'lamps', { token });
      const { messages } = await again.next('welcome');
      expect(messages.map(({ text }) => text)).toEqual(accepted.slice(-50));
      await again.leave();
    },
  );

  test('frames that are answered without an id: the window is told to connect again', async () => {
    const { visitor } = await writer(url, 'lamps', 'History, please');
    for (let at = 0; at < 1000; at += 1) visitor.say({ kind: 'history', before: '1' });
    expect(await visitor.next('gone')).toEqual({ kind: 'gone', what: 'connection' });
    await visitor.leave();
  });

  test('a window that does not read is cut off when a megabyte waits for it', async () => {
    const { visitor, token } = await named(url, 'lamps');
    for (let at = 0; at < 20; at += 1) await write(visitor, `${at} ${'wide '.repeat(1900)}`);
    const slow = await opened();
    slow.pause();
    const ended = once(slow, 'close');
    slow.send(JSON.stringify({ ...HELLO, token }));
    const asks = { kind: 'history', before: '999999999' } as const;
    // As often as the other window is answered: neither is refused.
    for (let at = 0; at < 100; at += 1) {
      slow.send(JSON.stringify(asks));
      visitor.say(asks);
      await visitor.next('history');
    }
    slow.resume();
    const [code] = (await ended) as [number];
    expect(code).toBe(1006);
    await visitor.leave();
  });
});
