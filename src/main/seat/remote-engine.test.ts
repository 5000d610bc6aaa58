import { once } from 'node:events';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { SeatConnection } from '#shared/contract/desktop.ts';
import type { HostAddress } from '#shared/domain/invitation.ts';
import { CONTRACT_VERSION, type EventFrame } from '#shared/contract/events.ts';
import { freePort } from '../../../test/fixtures/free-port.ts';
import { hostCertificate, startSeatHost, type SeatHost } from '../../../test/fixtures/seat-host.ts';
import { HostUnreachable } from './host-requests.ts';
import { startRemoteEngine, type RemoteEngine } from './remote-engine.ts';

let certificate: Awaited<ReturnType<typeof hostCertificate>>;
let other: typeof certificate;
beforeAll(async () => {
  certificate = await hostCertificate(Date.now());
  other = await hostCertificate(Date.now());
});

let clock: FakeClock;
let port: number;
let host: SeatHost;
let engine: RemoteEngine | undefined;
let connection: SeatConnection | undefined;
let connections: SeatConnection[];
let found: readonly HostAddress[][];
let known: boolean;
/** what the host says of its addresses, and is told of what is looked at */
let told: unknown[];
let looks: unknown[];
const start = async (): Promise<SeatHost> => {
  host = await startSeatHost({
    certificate,
    port,
    accepts: (authorization) => known && authorization === 'Bearer device-key',
    answer: (request, response) => {
      if (request.url === '/rpc/hang') return;
      if (request.url === '/rpc/operators.report') reports.push(request.url);
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        if (request.url === '/rpc/unknown')
          return response.writeHead(404).end('{"ok":false,"error":{"code":"unknown_route","message":"?"}}');
        if (request.url === '/rpc/chats.look') looks.push(JSON.parse(body));
        if (request.url === '/rpc/remoteAccess.addresses')
          return response.end(JSON.stringify({ ok: true, data: { addresses: told } }));
        if (request.url === '/rpc/team.get') return response.end(JSON.stringify({ ok: true, data: { shop: shopNow } }));
        response.end(JSON.stringify({ ok: true, data: { url: request.url, body, range: request.headers.range } }));
      });
    },
  });
  return host;
};
let reports: string[];
/** what the app is told of the shop's name */
let shops: string[];
/** what the host answers of it */
let shopNow: string | undefined;
const join = (addresses: readonly string[] = [`https://127.0.0.1:${port}`]): RemoteEngine => {
  engine = startRemoteEngine({
    seat: { operatorId: 'olga', deviceKey: 'device-key', pin: certificate.pin, addresses, shop: 'Lamps' },
    clock,
    log: pino({ level: 'silent' }),
    random: () => 0,
    onConnection: (now) => {
      connection = now;
      connections.push(now);
    },
    onShop: (name) => void shops.push(name),
    onAddresses: (those) => void (found = [...found, [...those]]),
  });
  return engine;
};
const becomes = (state: SeatConnection['state']) => vi.waitFor(() => expect(connection?.state).toBe(state), 5000);

beforeEach(async () => {
  clock = createFakeClock();
  connection = undefined;
  found = [];
  told = [];
  looks = [];
  connections = [];
  reports = [];
  shops = [];
  known = true;
  port = await freePort();
});
afterEach(async () => {
  engine?.stop();
  await host.stop().catch(() => undefined);
});

test('asks the host as its operator, and gets its files', async () => {
  await start();
  const seat = join();
  expect(await seat.request('chats.list', { filter: 'mine' })).toMatchObject({
    ok: true,
    data: { url: '/rpc/chats.list', body: '{"filter":"mine"}' },
  });
  const { status, body } = await seat.media({
    method: 'GET',
    url: '/media/abc?save=1',
    range: 'bytes=0-4',
    signal: new AbortController().signal,
  });
  let text = '';
  for await (const piece of typeof body === 'object' ? body : []) text += String(piece);
  expect([status, JSON.parse(text)]).toMatchObject([200, { data: { url: '/media/abc?save=1', range: 'bytes=0-4' } }]);
});

test('streams an upload', async () => {
  await start();
  const { body } = await join().media({
    method: 'POST',
    url: '/media/uploads?name=a',
    body: (async function* () {
      yield Buffer.from('one ');
      yield Buffer.from('two');
    })(),
    signal: new AbortController().signal,
  });
  let text = '';
  for await (const piece of typeof body === 'object' ? body : []) text += String(piece);
  expect(JSON.parse(text)).toMatchObject({ data: { body: 'one two' } });
});

test('one connection serves all windows; each gets a hello of its own, then every event once', async () => {
  await start();
  const seat = join();
  const first: EventFrame[] = [];
  seat.subscribe((frame) => first.push(frame));
  await becomes('connected');
  host.emit('chats.changed', {});
  await vi.waitFor(() => expect(first.flat()).toHaveLength(2));
  const second: EventFrame[] = [];
  const stop = seat.subscribe((frame) => second.push(frame));
  expect(second.flat()).toMatchObject([{ name: 'hello', seq: 1 }]);
  const heard: unknown[] = [];
  seat.bus.on('customers.erased', (data) => heard.push(data));
  host.emit('customers.erased', {});
  await vi.waitFor(() => expect(second.flat()).toHaveLength(2));
  stop();
  host.emit('chats.changed', {});
  await vi.waitFor(() => expect(first.flat()).toHaveLength(4));
  expect([second.flat().length, heard, host.windows.size]).toEqual([2, [{}], 1]);
});

test('the host’s addresses are learned at each connection: the good one first, bounded, without nonsense', async () => {
  await start();
  const here = `https://127.0.0.1:${port}`;
  const others = Array.from({ length: 12 }, (_each, index) => `https://10.0.0.${index}:8791`);
  told = [...others.slice(0, 2), here, 'ftp://10.0.0.1', 7, { u: 'https://desk.example' }];
  join(['https://10.9.9.9:1', here].toReversed());
  await vi.waitFor(() =>
    expect(found).toEqual([[here, ...others.slice(0, 2), { u: 'https://desk.example' }, 'https://10.9.9.9:1']]),
  );
  told = others;
  for (const window of host.windows) window.terminate();
  await becomes('reconnecting');
  engine?.wake();
  await vi.waitFor(() => expect(found.at(-1)).toEqual([here, ...others.slice(0, 7)]));
});

test('the host is told the chat that was looked at last, in whichever window, also after a reconnect', async () => {
  await start();
  const seat = join();
  const hellos: string[] = [];
  const note = (frame: EventFrame) =>
    frame.forEach((event) => {
      if (event.name === 'hello') hellos.push(event.windowId);
    });
  seat.subscribe(note);
  await becomes('connected');
  const close = seat.subscribe(note);
  const [first, second] = hellos;
  expect(new Set(hellos).size).toBe(2);
  const isSeen = (chatId: string | null, windowId = 'w1') =>
    vi.waitFor(() => expect(looks.at(-1)).toEqual({ windowId, chatId }));
  await seat.request('chats.look', { windowId: first, chatId: '1' });
  await isSeen('1');
  await seat.request('chats.look', { windowId: second, chatId: '2' });
  await isSeen('2');
  close();
  await isSeen('1');
  for (const window of host.windows) window.terminate();
  await becomes('reconnecting');
  seat.wake();
  await isSeen('1', 'w2');
  await seat.request('chats.look', { windowId: first, chatId: null });
  await isSeen(null, 'w2');
});

test('a host that comes back is found again; the windows get a hello, and parts of the app reload', async () => {
  await start();
  const seat = join();
  const frames: EventFrame[] = [];
  seat.subscribe((frame) => frames.push(frame));
  await becomes('connected');
  const reloads = vi.fn<() => void>();
  seat.bus.on('chats.changed', reloads);
  await host.stop();
  await becomes('reconnecting');
  await expect(seat.request('chats.reply', {})).rejects.toBeInstanceOf(HostUnreachable);
  await start();
  host.miss();
  await clock.advance(20_000);
  await becomes('connected');
  expect(frames.flat()).toMatchObject([
    { name: 'hello', seq: 0 },
    { name: 'hello', seq: 1 },
  ]);
  expect(reloads).toHaveBeenCalledOnce();
});

test('a request cut off by the end of the host fails and is not sent again', async () => {
  await start();
  const seat = join();
  await becomes('connected');
  const cut = seat.request('hang', {});
  await vi.waitFor(() => expect(host.requests).toContain('POST /rpc/hang'));
  await Promise.all([expect(cut).rejects.toBeInstanceOf(HostUnreachable), host.stop()]);
  await becomes('reconnecting');
  await start();
  seat.wake();
  await becomes('connected');
  expect(host.requests.filter((request) => request.includes('hang'))).toEqual([]);
});

test('a host that goes silent is given up after 45 seconds, but not one that sends its empty frames', async () => {
  await start();
  join();
  await becomes('connected');
  await clock.advance(40_000);
  const [window] = host.windows;
  window?.send('[]');
  // The frame has no visible effect; the request after it shows that it has arrived.
  await engine?.request('a', {});
  await vi.waitFor(async () => expect(window?.bufferedAmount).toBe(0));
  await clock.advance(40_000);
  expect(connection?.state).toBe('connected');
  const states = connections.length;
  await clock.advance(45_000);
  expect(connections.slice(states)).toContainEqual(expect.objectContaining({ state: 'reconnecting', why: 'silent' }));
});

test('several addresses are tried in turn, and the one that works is remembered', async () => {
  await start();
  join([`https://127.0.0.1:${await freePort()}`, `https://127.0.0.1:${port}`]);
  await becomes('connected');
  expect(found[0]?.[0]).toBe(`https://127.0.0.1:${port}`);
});

test('another computer at the host’s address gets nothing, and is said', async () => {
  host = await startSeatHost({ certificate: other, port });
  const seat = join();
  await becomes('reconnecting');
  expect(connection).toMatchObject({ why: 'otherKey' });
  await expect(seat.request('chats.list', {})).rejects.toBeInstanceOf(HostUnreachable);
  expect(host.requests).toEqual([]);
});

test.each(['before', 'while'] as const)(
  'a device that was removed %s it was connected is told, for good',
  async (when) => {
    known = when === 'while';
    await start();
    const seat = join();
    if (when === 'while') {
      await becomes('connected');
      known = false;
      for (const window of host.windows) window.close(4401);
    }
    await becomes('removed');
    await clock.advance(120_000);
    expect(host.requests.filter((request) => request.startsWith('UPGRADE'))).toHaveLength(when === 'while' ? 2 : 1);
    expect(await seat.request('chats.list', {})).toMatchObject({ ok: false, error: { code: 'not_signed_in' } });
  },
);

test('a connection that the host ends without removing the device comes back at once', async () => {
  await start();
  join();
  await becomes('connected');
  for (const window of host.windows) window.close(4401);
  await vi.waitFor(() => expect(host.requests.filter((request) => request.startsWith('UPGRADE'))).toHaveLength(2));
  await becomes('connected');
});

test('a newer host is not used, an older one as far as it can', async () => {
  await start();
  const seat = join();
  await becomes('connected');
  host.sendHello({ contract: CONTRACT_VERSION + 1 });
  await becomes('hostIsNewer');
  await expect(seat.request('chats.list', {})).rejects.toBeInstanceOf(HostUnreachable);
  host.sendHello({ contract: CONTRACT_VERSION - 1 });
  await becomes('connected');
  expect(connection).toEqual({ state: 'connected', hostIsOlder: true });
  expect(await seat.request('unknown', {})).toMatchObject({ error: { reason: { code: 'errors:seat.olderHost' } } });
});

test('the shop’s name is told when it is another one: with a hello, and when it changes', async () => {
  await start();
  join();
  await becomes('connected');
  host.sendHello({ shop: 'Lamps' });
  host.sendHello({ shop: 'x'.repeat(201) });
  host.sendHello({ shop: 'Lamps & more' });
  await vi.waitFor(() => expect(shops).toEqual(['Lamps & more']));
  shopNow = 'Light';
  host.emit('answers.stale', { answers: [{ route: 'hours.get' }, { route: 'team.get' }] });
  await vi.waitFor(() => expect(shops).toEqual(['Lamps & more', 'Light']));
});

test('the host is told whether somebody is here, again after each reconnect', async () => {
  await start();
  const seat = join();
  seat.setPresent(true);
  await becomes('connected');
  await vi.waitFor(() => expect(reports).toHaveLength(1));
  seat.setPresent(true);
  seat.setPresent(false);
  await vi.waitFor(() => expect(reports).toHaveLength(2));
  for (const window of host.windows) window.terminate();
  await becomes('reconnecting');
  seat.wake();
  await vi.waitFor(() => expect(reports).toHaveLength(3));
});

test('a host that is away at the start is found later, and the app’s parts load what they could not', async () => {
  const seat = join();
  const reloads = vi.fn<() => void>();
  seat.bus.on('chats.changed', reloads);
  await expect(seat.request('chats.list', {})).rejects.toBeInstanceOf(HostUnreachable);
  await start();
  seat.wake();
  await becomes('connected');
  expect(reloads).toHaveBeenCalledOnce();
});

test('stopped, it closes its connection and never reconnects', async () => {
  await start();
  join();
  await becomes('connected');
  const [window] = host.windows;
  if (window === undefined) return expect.unreachable();
  const closed = once(window, 'close');
  engine?.stop();
  await closed;
  await clock.advance(60_000);
  expect(host.windows.size).toBe(0);
});
