import { beforeEach, describe, expect, test } from 'vitest';
import { PING_INTERVAL } from '#shared/site/frames.ts';
import { createSiteWorld, type SiteWorld } from '../../../test/fixtures/site-world.ts';

const MINUTE = 60_000;

let world: SiteWorld;
beforeEach(async () => {
  world = await createSiteWorld();
});

const listed = () => world.visitors.list(1000);
const tokenOf = async (address?: string) => (await world.named(address)).token;

describe('pings', () => {
  test('reach every window once in an interval, a few at a time', async () => {
    const windows = Array.from({ length: 100 }, () => world.connect());
    const pinged = (): number => windows.reduce((sum, window) => sum + window.all('ping').length, 0);
    const each: number[] = [];
    for (let at = 0; at < 25; at += 1) {
      const before = pinged();
      await world.clock.advance(PING_INTERVAL / 25);
      each.push(pinged() - before);
    }
    expect(each).toEqual(Array.from({ length: 25 }, () => 4));
    expect(windows.every((window) => window.all('ping').length === 1)).toBe(true);
  });

  test('that are not answered cut the connection at the next round; any frame is an answer', async () => {
    const [silent, answers, speaks] = [world.connect(), world.connect(), world.connect()];
    for (let round = 0; round < 5; round += 1) {
      await world.clock.advance(PING_INTERVAL);
      await answers.say({ kind: 'pong' });
      await speaks.say(round % 2 === 0 ? { kind: 'typing', on: true } : { kind: 'unknown', id: 'client-id-1' });
    }
    expect([silent, answers, speaks].map(({ ends }) => ends)).toEqual([['cut'], [], []]);
    expect([silent, answers, speaks].map((window) => window.all('ping').length)).toEqual([1, 5, 5]);
  });

  test('are not sent to windows that ask by themselves, and no timer runs when nobody is there', async () => {
    const window = world.connect('192.0.2.1', false);
    await world.clock.advance(10 * PING_INTERVAL);
    expect([window.all('ping'), window.ends]).toEqual([[], []]);
    world.visitors.close(window.session);
    await world.clock.advance(10 * PING_INTERVAL);
    expect(world.clock.waiting()).toBe(0);
  });

  test('end with the engine', async () => {
    const window = world.connect();
    world.visitors.stop();
    expect([window.ends, world.clock.waiting()]).toEqual([['closed'], 0]);
  });
});

describe('room', () => {
  test('only to be listed is for 1000 windows of a channel, and for 16 of one client while requests are counted', () => {
    const isRoom = (address: string, isLimited = true) => world.visitors.listsOneMore('shop', address, isLimited);
    const windows = Array.from({ length: 16 }, () => world.connect('192.0.2.1'));
    expect([isRoom('192.0.2.1'), isRoom('192.0.2.1', false), isRoom('192.0.2.2')]).toEqual([false, true, true]);
    windows.push(...Array.from({ length: 984 }, (_, at) => world.connect(`198.51.${at % 256}.${at >> 8}`)));
    expect([isRoom('192.0.2.2'), isRoom('192.0.2.2', false)]).toEqual([false, false]);
    expect(world.visitors.listsOneMore('another', '192.0.2.2', true)).toBe(true);
    // Who writes has room.
    expect(world.visitors.hasRoom('192.0.2.1', true)).toBe(true);
    for (const { session } of windows) world.visitors.close(session);
    expect(isRoom('192.0.2.1')).toBe(true);
  });

  test('is for 64 windows of one client while requests are counted, whichever of its IPv6 addresses it uses', () => {
    const windows = Array.from({ length: 64 }, (_, at) => world.connect(`2001:db8::${at.toString(16)}`));
    expect(world.visitors.hasRoom('2001:db8::ffff', true)).toBe(false);
    expect(world.visitors.hasRoom('2001:db8::ffff', false)).toBe(true);
    expect(world.visitors.hasRoom('2001:db8:0:1::1', true)).toBe(true);
    const [first] = windows;
    if (first !== undefined) world.visitors.close(first.session);
    expect(world.visitors.hasRoom('2001:db8::ffff', true)).toBe(true);
  });

  test('is for 20,000 in all, and a window that ends twice gives back one place', () => {
    const windows = Array.from({ length: 20_000 }, () => world.connect());
    expect(world.visitors.hasRoom('192.0.2.2', false)).toBe(false);
    const [first] = windows;
    for (let times = 0; times < 2; times += 1) if (first !== undefined) world.visitors.close(first.session);
    expect(world.visitors.hasRoom('192.0.2.2', false)).toBe(true);
    world.connect();
    expect(world.visitors.hasRoom('192.0.2.2', false)).toBe(false);
  });
});

describe('a visit', () => {
  test('goes on over a reload, and ends five seconds after the last window', async () => {
    const one = await world.named();
    const other = world.connect();
    await other.say({ kind: 'hello', version: 1, token: one.token });
    const [visit] = listed().visitors;
    world.visitors.close(one.session);
    await world.clock.advance(20_000);
    expect(listed()).toMatchObject({ here: 1, visitors: [{ id: visit?.id, since: visit?.since }] });
    world.visitors.close(other.session);
    await world.clock.advance(4000);
    expect(listed()).toMatchObject({ here: 1 });
    expect(listed().visitors[0]).not.toHaveProperty('leftAt');
    await world.clock.advance(2000);
    expect(listed()).toMatchObject({ here: 0, visitors: [{ id: visit?.id }] });
    expect(listed().visitors[0]?.leftAt).toBe(world.clock.wall() - 6000);
  });

  test('of somebody who comes back after a minute is another one', async () => {
    const visitor = await world.named();
    const [first] = listed().visitors;
    world.visitors.close(visitor.session);
    await world.clock.advance(59_000);
    const again = world.connect();
    await again.say({ kind: 'hello', version: 1, token: visitor.token });
    expect(listed().visitors.map(({ since }) => since)).toEqual([first?.since]);
    world.visitors.close(again.session);
    await world.clock.advance(MINUTE);
    await world.connect().say({ kind: 'hello', version: 1, token: visitor.token });
    expect(listed().visitors.map(({ since }) => since)).toEqual([world.clock.wall()]);
  });

  test('is one per visitor: another tab that signs in as somebody else takes its own', async () => {
    const one = await world.named();
    const tab = world.connect();
    await tab.say({ kind: 'hello', version: 1, token: one.token });
    await tab.say({ kind: 'hello', version: 1, token: await tokenOf() });
    const { visitors } = listed();
    expect(new Set(visitors.map(({ id }) => id)).size).toBe(visitors.length);
    await world.visitors.invite(
      visitors.find(({ id }) => id === one.session.id)?.id ?? '',
      undefined,
      { name: 'Olga' },
      'Hello',
    );
    expect([one, tab].map((window) => window.all('invite').length)).toEqual([1, 0]);
  });

  test('is not revived by what its window was still waiting for when it left', async () => {
    const visitor = await world.named();
    await visitor.say({ kind: 'message', id: 'client-id-1', text: 'Hello' });
    const window = world.connect();
    const said = window.say({ kind: 'hello', version: 1, token: visitor.token });
    world.visitors.close(visitor.session);
    await Promise.resolve();
    world.visitors.close(window.session);
    await said;
    await world.clock.advance(6000);
    expect(listed().here).toBe(0);
  });

  test('is forgotten after half an hour, and the oldest of more than 500 who left', async () => {
    const windows = [];
    for (let at = 0; at < 520; at += 1) {
      const window = world.connect();
      await window.say({ kind: 'hello', version: 1, page: { url: `https://shop.example/${at}` } });
      windows.push(window);
    }
    for (const { session } of windows) world.visitors.close(session);
    await world.clock.advance(10_000);
    const { visitors, here } = listed();
    expect([visitors.length, here]).toEqual([500, 0]);
    expect(visitors.map(({ page }) => page?.url)).not.toContain('https://shop.example/19');
    expect(visitors.map(({ page }) => page?.url)).toContain('https://shop.example/20');
    await world.clock.advance(30 * MINUTE);
    expect(listed()).toEqual({ visitors: [], here: 0 });
  });

  test.each([31, -31])('ends as it would if the clock is set by %i days meanwhile', async (days) => {
    const visitor = await world.named();
    world.visitors.close(visitor.session);
    world.clock.set(days * 24 * 60 * MINUTE);
    await world.clock.advance(4000);
    expect(listed()).toMatchObject({ here: 1 });
    await world.clock.advance(2000);
    expect(listed()).toMatchObject({ here: 0, visitors: [{}] });
    await world.clock.advance(30 * MINUTE);
    expect(listed()).toEqual({ visitors: [], here: 0 });
  });

  test('is told at most once a second', async () => {
    let told = 0;
    world.bus.onTouched(['visitors'], () => (told += 1));
    for (let at = 0; at < 100; at += 1) await world.connect().say({ kind: 'hello', version: 1 });
    await world.clock.advance(1000);
    expect(told).toBe(1);
  });
});
