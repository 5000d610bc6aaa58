import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { type Asked, BoxTrouble, type Given } from './box-client.ts';
import { type Letterbox, startLetterbox } from './letterbox.ts';
import { createSeal } from './seal.ts';

const GIVEN: Given = {
  items: [],
  more: false,
  counter: '',
  php: '8.2.1',
  store: 'sqlite',
  sealed: true,
  of: 1,
  isShared: false,
};
const item = (n: number) => ({ n, at: n, kind: 'post', body: `p.${Buffer.from(`hello ${n}`).toString('base64url')}` });

let clock: ReturnType<typeof createFakeClock>;
let answer: () => Given;
let asked: Asked[];
let taken: string[];
let told: number;
let letterbox: Letterbox;

beforeEach(() => {
  clock = createFakeClock();
  answer = () => GIVEN;
  [asked, taken, told] = [[], [], 0];
  letterbox = startLetterbox({
    client: {
      exchange: async (said) => {
        asked.push(said);
        return answer();
      },
      look: async () => '1',
      isExposed: async () => false,
    },
    seal: createSeal('secret'),
    take: async (_item, body) => void taken.push(body.toString()),
    say: async () => ({ channels: {}, replies: [], out: [] }),
    hasNews: () => false,
    onSaid: () => undefined,
    onStatus: () => (told += 1),
    clock,
    log: pino({ level: 'silent' }),
  });
});
afterEach(() => letterbox.stop());

const fails = (code: 'unreachable' | 'notThere', status?: number) => (): never => {
  throw new BoxTrouble(code, status);
};

test('a status says what the website answered and since when, and is told once as long as it stays', async () => {
  await clock.advance(60_000);
  expect(told).toBe(1);
  answer = fails('notThere', 404);
  await letterbox.look();
  const began = clock.wall();
  expect(letterbox.status()).toMatchObject({ state: 'broken', trouble: 'notThere', httpStatus: 404, since: began });
  await letterbox.look();
  expect(told).toBe(2);
  answer = fails('notThere', 503);
  await letterbox.look();
  expect(letterbox.status()).toMatchObject({ httpStatus: 503, since: began });
  answer = fails('unreachable');
  await letterbox.look();
  expect(letterbox.status()).toMatchObject({ trouble: 'unreachable', httpStatus: undefined, since: began });
  answer = () => GIVEN;
  await letterbox.look();
  expect(letterbox.status()).toEqual({
    state: 'open',
    since: clock.wall(),
    server: { php: '8.2.1', store: 'sqlite', sealed: true, exposed: false },
  });
  expect(told).toBe(5);
});

test('a look does not wait for its turn, and ends when the letterbox does', async () => {
  await clock.advance(0);
  const before = asked.length;
  await letterbox.look();
  expect(asked.length).toBe(before + 1);
  await letterbox.stop();
  await letterbox.look();
  expect(asked.at(-1)).toMatchObject({ online: false });
});

test('what waits is taken before a website is told to empty itself', async () => {
  await clock.advance(0);
  const waiting = [[item(1), item(2)], [item(3)]];
  answer = () => ({ ...GIVEN, items: waiting.shift() ?? [], more: waiting.length > 0 });
  expect(await letterbox.stop(true)).toBe(true);
  expect(taken).toEqual(['hello 1', 'hello 2', 'hello 3']);
  expect(asked.slice(-3).map(({ online, empty, ack }) => [online, empty, ack])).toEqual([
    [true, undefined, 0],
    [true, undefined, 2],
    [false, true, 3],
  ]);
});

test('a website that does not answer is not told, and one that is only left is not emptied', async () => {
  await clock.advance(0);
  answer = fails('unreachable');
  await letterbox.look();
  expect(await letterbox.stop(true)).toBe(false);
  expect(asked.some(({ empty }) => empty)).toBe(false);
});

test('another app that speaks with it is told of until it has been quiet for a while; what waits is taken all the same', async () => {
  await clock.advance(0);
  answer = () => ({ ...GIVEN, isShared: true, items: [item(1)] });
  await letterbox.look();
  expect([letterbox.status().state, letterbox.status().trouble, taken]).toEqual(['broken', 'shared', ['hello 1']]);
  answer = () => GIVEN;
  await clock.advance(60_000);
  expect(letterbox.status().trouble).toBe('shared');
  await clock.advance(90_000);
  expect([letterbox.status().state, letterbox.status().trouble]).toEqual(['open', undefined]);
});
