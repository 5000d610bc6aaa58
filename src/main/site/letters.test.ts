import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startedDueWork } from '../../../test/fixtures/due-work.ts';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import type { Events } from '#shared/contract/events.ts';
import type { Carrier } from './carriers.ts';
import { createLetterPieces } from './letter-pieces.ts';
import { createLetters } from './letters.ts';
import type { Session } from './session.ts';
import type { Uploads } from './uploads.ts';

const DAY = 24 * 60 * 60_000;
const ANNA = 'ab'.repeat(16);
const BEN = 'cd'.repeat(16);
const CHANNEL = {
  id: 'shop',
  kind: 'site',
  publicId: 'lamps',
  secret: 'path-secret',
  site: { files: true },
  box: { url: 'https://shop.example/counterbell', allowPlainHttp: false },
} as unknown as ChannelRecord;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterbell-letters-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function start() {
  const clock = createFakeClock();
  const handled: { readonly from: string; readonly frame: object; readonly at: number | undefined }[] = [];
  const carriers = new Map<string, Carrier>();
  const closed: string[] = [];
  const added: { readonly owner: string; readonly name: string | undefined; readonly bytes: string }[] = [];
  let answer: ((carrier: Carrier) => void) | undefined;
  let tell: ((data: Events['message.added']) => void) | undefined;
  const uploads = {
    add: async (owner: string, name: string | undefined, source: AsyncIterable<Uint8Array>) => {
      const pieces = await Array.fromAsync(source);
      added.push({ owner, name, bytes: Buffer.concat(pieces).toString() });
      return { upload: 'of-the-engine' };
    },
  } as unknown as Uploads;
  const letters = createLetters({
    visitors: {
      open: (channel, { address }, carrier) => {
        carriers.set(address, carrier);
        const session = {
          channel,
          client: { address },
          facts: { externalId: JSON.stringify(address) },
          handle: async (frame: object, _bytes: number, at?: number) => {
            handled.push({ from: address, frame, at });
            answer?.(carrier);
          },
        };
        return session as unknown as Session;
      },
      close: ({ client }) => void closed.push(client.address),
    },
    pieces: createLetterPieces({ folder, uploads, clock, due: startedDueWork(clock) }),
    on: (name, listener) => {
      if (name === 'message.added') tell = listener as typeof tell;
      return () => undefined;
    },
    findChannel: () => CHANNEL,
    clock,
    log: { warn: vi.fn<() => void>() },
  });
  const take = (from: string, frames: readonly object[], { at = clock.wall(), wire = 'w' } = {}) => {
    const hello = JSON.stringify({ kind: 'hello', version: 1 });
    const body = Buffer.from(JSON.stringify({ hello, wire, frames: frames.map((frame) => JSON.stringify(frame)) }));
    return letters.take(CHANNEL, { from, body, at });
  };
  return {
    clock,
    letters,
    take,
    handled,
    closed,
    added,
    kinds: () => handled.map(({ frame }) => (frame as { readonly kind: string }).kind),
    send: (from: string, frame: Parameters<Carrier['send']>[0]) => carriers.get(from)?.send(frame),
    answerWith: (next: typeof answer) => (answer = next),
    tell: (data: object) => tell?.(data as Events['message.added']),
  };
}

const message = (id: string, more: object = {}) => ({ kind: 'message', id, text: id, ...more });

test('a connection begins with its hello, once, as the visitor of its address; another one begins anew', async () => {
  const { take, handled, kinds, closed } = start();
  await take(ANNA, [{ kind: 'pong' }]);
  await take(ANNA, [message('message-1'), { kind: 'typing', on: true }]);
  expect(kinds()).toEqual(['hello', 'pong', 'message', 'typing']);
  expect(handled[0]?.frame).toMatchObject({ token: expect.stringMatching(new RegExp(`^v\\.${ANNA}\\.`)) as string });
  await take(ANNA, [{ kind: 'pong' }], { wire: 'of another page' });
  expect([kinds().slice(4), closed]).toEqual([['hello', 'pong'], [ANNA]]);
});

test('what is for a window that can open it is sealed for that one', async () => {
  const { letters, send } = start();
  const secret = Buffer.alloc(32, 'a').toString('base64url');
  const body = {
    hello: JSON.stringify({ kind: 'hello', version: 1, seal: secret }),
    wire: 'w',
    frames: ['{"kind":"pong"}'],
  };
  await letters.take(CHANNEL, { from: ANNA, body: Buffer.from(JSON.stringify(body)), at: 0 });
  send(ANNA, { kind: 'typing', on: true });
  const [letter] = letters.next('shop');
  expect(letter?.frames).toEqual([expect.stringMatching(/^e\.[\w-]+$/)]);
});

test('whoever gives no sign has left; with the next one they are there again', async () => {
  const { take, clock, closed, kinds } = start();
  await take(ANNA, [{ kind: 'pong' }]);
  await clock.advance(140_000);
  await take(ANNA, [{ kind: 'pong' }]);
  await clock.advance(140_000);
  expect(closed).toEqual([]);
  await clock.advance(20_000);
  expect(closed).toEqual([ANNA]);
  await take(ANNA, [message('message-1')]);
  expect(kinds().slice(-2)).toEqual(['hello', 'message']);
});

test('what waited has the time at which it was written; what has just come, or claims an absurd time, has none', async () => {
  const { take, clock, handled } = start();
  for (const age of [3 * 60 * 60_000, 2000, -60_000, 90 * 24 * 60 * 60_000])
    await take(ANNA, [message(`message-${age}`)], { at: clock.wall() - age });
  const written = handled.filter(({ frame }) => 'id' in frame).map(({ at }) => at);
  expect(written).toEqual([clock.wall() - 3 * 60 * 60_000, undefined, undefined, undefined]);
});

test('what cannot be stored now is rejected, so that the website keeps it; the window is told nothing of it', async () => {
  const { take, letters, answerWith } = start();
  answerWith((carrier) => carrier.send({ kind: 'refused', id: 'message-1', code: 'unavailable' }));
  await expect(take(ANNA, [message('message-1')])).rejects.toThrow('unavailable');
  answerWith(undefined);
  await take(ANNA, [message('message-1')]);
  answerWith((carrier) => carrier.send({ kind: 'refused', id: 'message-2', code: 'file' }));
  await take(ANNA, [message('message-2')]);
  expect(letters.next('shop').flatMap(({ frames }) => frames)).toEqual([expect.stringContaining('"file"')]);
});

test('frames go in their order; what the window knows already waits for more, but not for long', async () => {
  const { take, send, letters, clock } = start();
  await take(ANNA, [{ kind: 'pong' }]);
  await take(BEN, [{ kind: 'pong' }]);
  send(ANNA, { kind: 'accepted', id: 'message-1' });
  expect(letters.isDue('shop')).toBe(false);
  send(BEN, { kind: 'typing', on: true });
  send(ANNA, { kind: 'typing', on: false });
  expect(letters.isDue('shop')).toBe(true);
  const said = letters.next('shop');
  expect(said.map(({ to, frames }) => [to, frames.length])).toEqual([
    [ANNA, 2],
    [BEN, 1],
  ]);
  // It came while the others were being said.
  send(BEN, { kind: 'accepted', id: 'message-2' });
  letters.said('shop', said);
  expect([letters.isDue('shop'), letters.next('shop')]).toEqual([
    false,
    [{ to: BEN, frames: [JSON.stringify({ kind: 'accepted', id: 'message-2' })] }],
  ]);
  await clock.advance(5000);
  expect(letters.isDue('shop')).toBe(true);
});

test('a reply for somebody who has left calls their window back; for others, and for a customer, nothing is said', async () => {
  const { tell, letters, take } = start();
  const chat = (externalId: string) => ({ customer: { channelId: 'shop', externalId } });
  const said = () => letters.next('shop').flatMap(({ to, frames }) => frames.map((frame) => [to, frame]));
  tell({ message: { from: 'operator' }, chat: chat('"user:7"') });
  tell({ message: { from: 'customer' }, chat: chat(`"${ANNA}"`) });
  expect(said()).toEqual([]);
  tell({ message: { from: 'operator' }, chat: chat(`"${ANNA}"`) });
  expect(said()).toEqual([[ANNA, '{"kind":"ping"}']]);
  await take(BEN, [{ kind: 'pong' }]);
  tell({ message: { from: 'operator' }, chat: chat(`"${BEN}"`) });
  expect(said()).toHaveLength(1);
});

test('a file comes in pieces, also twice and in any order, and is complete when its message names it', async () => {
  const { take, added, handled } = start();
  const piece = (part: number, text: string) => ({
    ...{ kind: 'piece', upload: 'upload-of-the-window', part, name: 'lamp.txt' },
    data: Buffer.from(text).toString('base64url'),
  });
  await take(ANNA, [piece(0, 'one '), piece(2, 'three')]);
  await take(ANNA, [piece(0, 'one '), piece(1, 'two ')]);
  // Of somebody else, by the same name.
  await take(BEN, [piece(0, 'other')]);
  await take(ANNA, [message('message-1', { upload: 'upload-of-the-window' })]);
  expect(added).toEqual([{ owner: JSON.stringify(ANNA), name: 'lamp.txt', bytes: 'one two three' }]);
  expect(handled.at(-1)?.frame).toMatchObject({ upload: 'of-the-engine' });
  expect(await readdir(folder)).toEqual([`${BEN}-upload-of-the-window`]);
});

test('pieces that no message names in three days are removed, however long the app has been running', async () => {
  const { take, clock } = start();
  for (const upload of ['upload-forgotten', 'upload-of-today'])
    await take(ANNA, [{ kind: 'piece', upload, part: 0, data: 'eA' }]);
  const [longAgo, today] = [new Date(clock.wall()), new Date(clock.wall() + 300 * DAY)];
  await utimes(join(folder, `${ANNA}-upload-forgotten`), longAgo, longAgo);
  await utimes(join(folder, `${ANNA}-upload-of-today`), today, today);
  await clock.advance(3 * DAY);
  expect(await readdir(folder)).toHaveLength(2);
  await expect.poll(() => clock.advance(DAY).then(() => readdir(folder))).toEqual([`${ANNA}-upload-of-today`]);
});

test('what a website makes up reaches no folder, and stops nothing', async () => {
  const { take, letters, handled } = start();
  const piece = { kind: 'piece', upload: '../../outside', part: 0, data: 'eA' };
  for (const from of ['../../outside', '', ANNA.toUpperCase(), `${ANNA}/x`])
    await take(from, [{ ...piece, upload: 'upload-of-the-window' }, message('message-1')]);
  await take(ANNA, [piece, { ...piece, upload: 'upload-1', part: 1e9 }, { kind: 'unheard of' }, [], 'x' as never]);
  await letters.take(CHANNEL, { from: ANNA, body: Buffer.from('{"frames":1}'), at: 0 });
  await letters.take(CHANNEL, { from: ANNA, body: Buffer.from([0xff, 0x00]), at: 0 });
  expect([await readdir(folder), handled]).toEqual([[], []]);
});
