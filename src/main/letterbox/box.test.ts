import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#main/clock/clock.ts';
import { BOX_KEY, noPhp, startWebsite, type Website } from '../../../test/fixtures/website.ts';
import { type Asked, createBoxClient } from './box-client.ts';
import { writeEnvelope } from './envelope.ts';
import { createSeal } from './seal.ts';

const seal = createSeal('path-secret');
const ADDRESS = createHash('sha256').update('path-secret/shop').digest('hex');

const asked = (more: Partial<Asked> = {}): Asked => ({
  ack: 0,
  of: 0,
  batch: crypto.randomUUID(),
  online: true,
  channels: { [ADDRESS]: { id: 'shop', status: 1 } },
  seal: seal.publicKey,
  replies: [],
  out: [],
  ...more,
});

const message = (text: string, id = 'anna'): string =>
  JSON.stringify({ sender: { id }, message: { type: 'text', text } });

describe.skipIf(noPhp !== undefined).each([
  ['a database above what is served', true],
  ['files below what is served', false],
])('a letterbox with %s', (_words, isApart) => {
  let website: Website;
  const client = () => createBoxClient({ url: website.url, key: BOX_KEY, clock: systemClock });
  const post = (body: string, path = '/path-secret/shop', headers: Record<string, string> = {}) =>
    fetch(`${website.url}/box.php${path}`, { method: 'POST', body, headers });
  const status = async () => (await fetch(`${website.url}/box.php/path-secret/shop/status`)).text();
  const wordsOf = (items: readonly { readonly body: string }[]) =>
    items.map(({ body }) => JSON.parse(seal.open(body)?.toString() ?? 'null')?.message.text as unknown);
  /** Everything that waits: an answer holds 200 at most. */
  const takeAll = async (box: ReturnType<typeof client>) => {
    const taken: { readonly body: string }[] = [];
    let answer = await box.exchange(asked());
    while (answer.items.length > 0) {
      taken.push(...answer.items);
      answer = await box.exchange(asked({ ack: answer.items.at(-1)?.n ?? 0, of: answer.of }));
    }
    return taken;
  };
  const empty = async () => {
    const box = client();
    await takeAll(box);
    return box;
  };

  beforeAll(async () => {
    website = await startWebsite({ isApart });
    await client().exchange(asked());
  });
  afterAll(() => website.remove());

  test('keeps messages until they are acknowledged, in order, and says that it was given something', async () => {
    const box = await empty();
    const before = await box.look();
    for (const text of ['one', 'two', 'three']) expect((await post(message(text))).status).toBe(200);
    expect(await box.look()).not.toBe(before);
    const first = await box.exchange(asked());
    expect(wordsOf(first.items)).toEqual(['one', 'two', 'three']);
    expect(first.store).toBe(isApart ? 'sqlite' : 'files');
    const second = await box.exchange(asked({ ack: first.items[1]?.n, of: first.of }));
    expect(wordsOf(second.items)).toEqual(['three']);
    // What an earlier exchange gave is not what is acknowledged now.
    const third = await box.exchange(asked({ ack: second.items[0]?.n, of: first.of }));
    expect(wordsOf(third.items)).toEqual(['three']);
    expect((await box.exchange(asked({ ack: third.items[0]?.n, of: third.of }))).items).toEqual([]);
  });

  test('keeps messages while nobody is there, and the status is 0 then', async () => {
    const box = await empty();
    expect(await status()).toBe('1');
    await box.exchange(asked({ online: false }));
    expect(await status()).toBe('0');
    expect(await (await post(message('at night'))).json()).toEqual({ result: 'ok' });
    const typing = JSON.stringify({ sender: { id: 'anna' }, message: { type: 'typein' } });
    expect((await post(typing)).status).toBe(200);
    expect(wordsOf((await box.exchange(asked())).items)).toEqual(['at night']);
  });

  test('knows whether what waits is sent to whoever asks for it', async () => {
    const box = await empty();
    expect(await box.isExposed()).toBe(false);
    if (isApart) {
      // As if the website's first page were above the folder that PHP takes for the top.
      const above = join(website.root, basename(website.data()));
      mkdirSync(above);
      copyFileSync(join(website.data(), 'box.db'), join(above, 'box.db'));
      expect(await box.isExposed()).toBe(true);
      rmSync(above, { recursive: true });
    }
  });

  test('survives a kill', async () => {
    await empty();
    await post(message('before the kill'));
    await website.kill();
    await website.start();
    expect(wordsOf((await client().exchange(asked())).items)).toEqual(['before the kill']);
  });

  test('with a renewed key, what waits stays, and the key before is refused', async () => {
    const key = `${BOX_KEY}.and another one`;
    const box = await empty();
    await post(message('in between'));
    writeFileSync(join(website.root, 'counterbell/box-key.php'), `<?php return '${key}';\n`);
    await expect(box.exchange(asked())).rejects.toThrow('otherKey');
    const renewed = createBoxClient({ url: website.url, key, clock: systemClock });
    const { items, isShared } = await renewed.exchange(asked());
    expect([wordsOf(items), isShared]).toEqual([['in between'], false]);
    writeFileSync(join(website.root, 'counterbell/box-key.php'), `<?php return '${BOX_KEY}';\n`);
  });

  test.each([
    ['no JSON', 'hello'],
    ['no object', '[]'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')],
    ['no sender', JSON.stringify({ message: { type: 'text', text: 'a' } })],
    ['an id that is none', JSON.stringify({ sender: { id: '' }, message: { type: 'text', text: 'a' } })],
    ['a broken number for an id', JSON.stringify({ sender: { id: 1.5 }, message: { type: 'text', text: 'a' } })],
    ['no text', JSON.stringify({ sender: { id: 'a' }, message: { type: 'text', text: '  ' } })],
    ['an unknown type', JSON.stringify({ sender: { id: 'a' }, message: { type: 'poke' } })],
    ['a file that is no address', JSON.stringify({ sender: { id: 'a' }, message: { type: 'photo', file: 'x' } })],
    [
      'a place that is none',
      JSON.stringify({ sender: { id: 'a' }, message: { type: 'location', latitude: 91, longitude: 0 } }),
    ],
    ['a key that means something', '{"sender":{"id":"a","__proto__":{}},"message":{"type":"text","text":"a"}}'],
    [
      'too many levels',
      `{"sender":{"id":"a"},"message":{"type":"text","text":"a"},"x":${'['.repeat(40)}${']'.repeat(40)}}`,
    ],
  ])('refuses %s with 400, and keeps nothing of it', async (_what, body) => {
    const box = await empty();
    const answer = await post(body);
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      400,
      'invalid_request',
    ]);
    expect((await box.exchange(asked())).items).toEqual([]);
  });

  test.each([
    ['a wrong secret', '/other/shop', 404],
    ['another channel', '/path-secret/other', 404],
    ['a path upwards', '?to=/path-secret/../../box-key.php', 404],
    ['an encoded path upwards', '/path-secret/%2e%2e%2fshop', 404],
    ['its own words', '/exchange', 400],
    ['nothing that it knows', '/a/b/c/d', 404],
  ])('has nothing at %s', async (_what, path, expected) => {
    expect((await post(message('x'), path)).status).toBe(expected);
  });

  test('says 405, 413 and 415 as the interface does', async () => {
    expect((await fetch(`${website.url}/box.php/path-secret/shop`)).status).toBe(405);
    expect((await post('x'.repeat(300_000))).status).toBe(413);
    expect((await post(message('x'), undefined, { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  test('refuses what is not signed with its key, altered, or said before', async () => {
    const url = `${website.url}/box.php?to=/exchange`;
    const say = async (body: string) => (await fetch(url, { method: 'POST', body })).status;
    const number = Date.now() + 60_000;
    const right = writeEnvelope(BOX_KEY, 'app', number, asked());
    expect(await say(writeEnvelope('another key of thirty-two characters', 'app', number, asked()))).toBe(403);
    expect(await say(writeEnvelope(BOX_KEY, 'box', number, asked()))).toBe(403);
    expect(await say(right.replace(/\.(\d+)\./, '.$10.'))).toBe(403);
    expect(await say(`${right}x`)).toBe(403);
    expect(await say(right)).toBe(200);
    expect(await say(right)).toBe(409);
    expect(await say(writeEnvelope(BOX_KEY, 'app', number + 3 * 86_400_000, asked()))).toBe(409);
    // Whoever has a clock that is behind goes on after what was said last.
    expect((await client().exchange(asked())).of).toBeGreaterThan(number);
  });

  test('sends none of what it keeps, and keeps it sealed', async () => {
    await empty();
    await post(message('a secret word'));
    const folder = website.data();
    const names = readdirSync(folder);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(readFileSync(join(folder, name), 'latin1')).not.toContain('a secret word');
    if (isApart) return;
    const below = `${website.url}/${folder.split('/').at(-1) ?? ''}`;
    for (const name of names.filter((each) => each.endsWith('.php')))
      expect(await (await fetch(`${below}/${name}`)).text()).toBe('');
  });

  const visit = (frames: readonly (readonly [isLasting: boolean, frame: string])[], more: object = {}) =>
    fetch(`${website.url}/box.php?to=/visit`, {
      method: 'POST',
      body: Buffer.from(
        JSON.stringify({ box: 'ab'.repeat(32), have: 0, hello: 'h', wire: 'w', frames, ...more }),
      ).toString('base64url'),
    });
  const withWindow = (more: object = {}) => ({ ...asked(), window: '{}', ...more }) as Asked;

  test('takes frames of a visitor’s window and keeps what it is answered, if the app serves windows', async () => {
    const box = await empty();
    expect((await visit([[true, '1']])).status).toBe(404);
    await box.exchange(withWindow({ online: false }));
    expect(
      await (
        await visit([
          [true, '{"a":{}}'],
          [false, 'typing'],
        ])
      ).json(),
    ).toEqual({ isThere: false, next: [], more: false });
    const { items, of } = await box.exchange(withWindow());
    expect(items.map(({ body }) => JSON.parse(seal.open(body)?.toString() ?? '') as unknown)).toEqual([
      { hello: 'h', wire: 'w', frames: ['{"a":{}}'] },
    ]);
    const out = [{ to: 'ab'.repeat(16), frames: ['{"x":{}}', 'two'] }];
    const said = withWindow({ ack: items[0]?.n, of, out });
    await box.exchange(said);
    // The answer got lost.
    await box.exchange(said);
    const shown = await (await fetch(`${website.url}/c/${'ab'.repeat(16)}.txt`)).text();
    const first = (await (await visit([])).json()) as { readonly next: readonly (readonly [number, string])[] };
    expect(first).toMatchObject({
      isThere: true,
      next: [
        [1, '{"x":{}}'],
        [2, 'two'],
      ],
    });
    expect(shown).toBe('2');
    expect(await (await visit([], { have: 1 })).json()).toMatchObject({ next: [[2, 'two']] });
    // Whoever knows the address alone gets nothing.
    expect((await visit([], { box: 'ab'.repeat(16) + 'cd'.repeat(16) })).status).toBe(403);
    expect((await visit([], { box: 'ab' })).status).toBe(400);
  });

  test('one visitor is refused after a while, others are not', async () => {
    const box = await empty();
    await box.exchange(withWindow());
    await visit([[true, 'first']]);
    // They are answered: from now on nobody else at their address counts.
    await box.exchange(withWindow({ out: [{ to: 'ab'.repeat(16), frames: ['hello'] }] }));
    const statuses = new Set<number>();
    // A new minute may begin meanwhile.
    for (let ordinal = 0; ordinal < 250 && !statuses.has(429); ordinal += 1)
      statuses.add((await visit([[true, String(ordinal)]])).status);
    expect(statuses).toEqual(new Set([200, 429]));
    expect((await visit([[true, 'another']], { box: 'cd'.repeat(32) })).status).toBe(200);
    expect((await post(message('an honest one'))).status).toBe(200);
    expect(wordsOf((await takeAll(box)).slice(-1))).toEqual(['an honest one']);
  });

  test('shows its pages what the app said of the window, and until when it is there', async () => {
    const box = await empty();
    const shown = async () => (await fetch(`${website.url}/c/window.txt`)).json() as Promise<{ until: number }>;
    const now = Math.floor(Date.now() / 1000);
    const { window } = await box.exchange(withWindow({ window: '{"id":"lamps","of":{}}' }));
    expect(window).toBe(createHash('sha256').update('{"id":"lamps","of":{}}').digest('hex'));
    expect(await shown()).toMatchObject({ window: { id: 'lamps', of: {} } });
    expect((await shown()).until).toBeGreaterThan(now + 60);
    // It is said once; that the app is there, each time.
    await box.exchange(asked({ online: false }));
    expect(await shown()).toMatchObject({ until: 0, window: { id: 'lamps' } });
    await box.exchange(asked());
    expect((await shown()).until).toBeGreaterThan(now + 60);
  });

  test('knows when another app speaks with it, and not when an answer got lost or it was emptied', async () => {
    const isShared = async (box: typeof one, more: Partial<Asked> = {}) => (await box.exchange(asked(more))).isShared;
    const one = await empty();
    expect([await isShared(one), await isShared(one)]).toEqual([false, false]);
    const other = client();
    // It has just begun: whoever spoke before may have been itself.
    expect(await isShared(other)).toBe(false);
    expect([await isShared(one), await isShared(one), await isShared(other)]).toEqual([true, false, true]);
    await website.kill();
    await expect(one.exchange(asked())).rejects.toThrow('unreachable');
    await website.start();
    expect(await isShared(other, { empty: true })).toBe(false);
  });

  test('is emptied when the app says so', async () => {
    const box = await empty();
    await box.exchange(withWindow());
    await visit([[true, 'a frame']]);
    await post(message('a message'));
    await box.exchange(asked({ empty: true, online: false }));
    expect((await visit([[true, 'later']])).status).toBe(404);
    expect((await post(message('later'))).status).toBe(404);
    expect((await fetch(`${website.url}/c/window.txt`)).status).toBe(404);
    const { items } = await box.exchange(asked());
    expect(items).toEqual([]);
  });
});
