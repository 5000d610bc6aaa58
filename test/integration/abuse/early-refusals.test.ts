import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HeadlessOptions, startHeadless } from '../../fixtures/headless.ts';
import { type Host, startHost } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { openRawConnection } from '../../fixtures/raw-connection.ts';
import { credentialsOf, named, siteRequests, write } from '../../fixtures/site-client.ts';
import { SMALL_DISK } from '../../fixtures/small-disk.ts';
import type { TestVisitor } from '../../fixtures/visitor.ts';

const provision = {
  channels: [
    { name: 'Shop', publicId: 'shop', secret: 'shop-secret-0001' },
    { name: 'Site', kind: 'site', publicId: 'site' },
  ],
};
const MEGABYTE = 1024 * 1024;

let host: Host;
let visitor: TestVisitor;
let token: string;

async function open(disk?: HeadlessOptions): Promise<void> {
  host = await (disk === undefined ? startHost({ provision }) : startHeadless({ provision, ...disk }));
  ({ visitor, token } = await named(host.listener, 'site'));
}

/** The host is the same one, others are served, and nothing of this was a fault. */
async function expectUnharmed(): Promise<void> {
  expect((await httpRequest(`${host.listener}/health`)).status).toBe(200);
  await write(visitor, 'still here');
  await host.rpc('chats.counts', {});
  expect(host.log()).not.toMatch(/uncaught|"stack"|fault/);
}

interface Target {
  readonly on: 'listener' | 'console';
  readonly path: () => string;
  readonly method?: string;
  /** lines of its head */
  readonly head?: () => string;
  /** it reads what comes up to this many bytes */
  readonly most: number;
}

const authorized = (by: string): string => `Authorization: ${credentialsOf(by).authorization}\r\n`;
const TARGETS: Readonly<Record<string, Target>> = {
  'a message': { on: 'listener', path: () => '/shop-secret-0001/shop', most: 256 * 1024 },
  'an unknown channel': { on: 'listener', path: () => '/wrong-secret/shop', most: 0 },
  'a wrong method': { on: 'listener', path: () => '/shop-secret-0001/shop', method: 'PUT', most: 0 },
  'a bot’s event': { on: 'listener', path: () => '/webhooks/provider/token', most: 0 },
  'a rating': { on: 'listener', path: () => '/rating/unknown', most: 256 * 1024 },
  'a poll': { on: 'listener', path: () => '/site/site/poll', most: 96 * 1024 },
  'a frame': { on: 'listener', path: () => '/site/site/send', most: 192 * 1024 },
  'an upload': { on: 'listener', path: () => '/site/site/files', head: () => authorized(token), most: 50 * MEGABYTE },
  'an upload of nobody': { on: 'listener', path: () => '/site/site/files', head: () => authorized('none'), most: 0 },
  'an upload to no channel': { on: 'listener', path: () => '/site/none/files', most: 0 },
  'a sign-in': { on: 'console', path: () => '/session', most: MEGABYTE },
  'a request': { on: 'console', path: () => '/rpc/chats.counts', most: MEGABYTE },
  'an operator’s upload': { on: 'console', path: () => '/media/uploads?name=a.bin', most: 0 },
  'a backup': { on: 'console', path: () => '/media/backups', most: 0 },
  'no address': { on: 'console', path: () => '/nothing', most: MEGABYTE },
};

const begin = async (target: Target, head: string) => {
  const raw = await openRawConnection(host[target.on]);
  const { host: name } = new URL(host[target.on]);
  raw.write(
    `${target.method ?? 'POST'} ${target.path()} HTTP/1.1\r\nHost: ${name}\r\n${target.head?.() ?? ''}${head}\r\n`,
  );
  return raw;
};
const CHUNK = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]);

/** Sends a body without an end until it is answered or cut; resolves with what was answered. */
async function sendEndlessly(target: Target, head: string): Promise<string> {
  const raw = await begin(target, head);
  for (let sent = 0; sent < target.most + 16 * MEGABYTE && !raw.socket.destroyed; sent += 0x10000) {
    const isTaken = raw.socket.write(CHUNK);
    if (raw.statuses().length > 0) break;
    if (!isTaken)
      await new Promise((resolve) => void Promise.race([raw.closed.then(resolve), drained(raw.socket, resolve)]));
  }
  return raw.closed;
}
const drained = (socket: { readonly once: (name: 'drain', then: () => void) => unknown }, then: (_: unknown) => void) =>
  new Promise<void>((resolve) => socket.once('drain', () => (then(undefined), resolve())));

describe('while a body is arriving', () => {
  beforeAll(async () => {
    await open();
  });
  afterAll(() => host.remove());

  /** One target of each kind; the others are thorough. */
  const USUAL = ['a message', 'an upload', 'a request'];
  const testEach = (name: string, run: (target: Target) => Promise<void>): void => {
    for (const [what, target] of Object.entries(TARGETS))
      test(`${what} ${name}`, { tags: USUAL.includes(what) ? [] : ['thorough'] }, async () => {
        await run(target);
        await expectUnharmed();
      });
  };

  async function expectEndRefused(target: Target): Promise<void> {
    expect(await sendEndlessly(target, 'Transfer-Encoding: chunked\r\n')).toMatch(/^HTTP\/1\.1 4\d\d /);
  }
  testEach('without an end is refused, and hurts nobody', expectEndRefused);

  async function expectLengthRefused(target: Target): Promise<void> {
    const raw = await begin(target, 'Content-Length: 99999999999\r\n');
    raw.write('x'.repeat(1000));
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 4\d\d /);
  }
  testEach('that announces too much is refused, and hurts nobody', expectLengthRefused);

  testEach('in another encoding hurts nobody', async (target) => {
    const raw = await begin(target, 'Content-Encoding: gzip\r\nContent-Length: 5\r\n');
    raw.write('xxxxx');
    await raw.waitFor((text) => text.startsWith('HTTP/1.1 '));
    raw.destroy();
  });

  const ENDINGS = {
    'by its client’s reset': (raw: Awaited<ReturnType<typeof begin>>) => raw.socket.resetAndDestroy(),
    'by its client’s end': (raw: Awaited<ReturnType<typeof begin>>) => raw.socket.end(),
    'by broken chunks': (raw: Awaited<ReturnType<typeof begin>>) => raw.write('no chunk\r\n'),
  };
  for (const [how, end] of Object.entries(ENDINGS))
    testEach(`ended ${how} hurts nobody, and is no fault`, async (target) => {
      const raw = await begin(target, 'Transfer-Encoding: chunked\r\n');
      raw.write(CHUNK);
      end(raw);
      await raw.closed;
      raw.destroy();
    });

  test('an upload whose visitor leaves, or whose channel is paused or removed, hurts nobody', async () => {
    for (const change of ['leave', 'pause', 'remove'] as const) {
      const { id } = await host.rpc('channels.create', { name: change, kind: 'site', publicId: change });
      const other = await named(host.listener, change);
      const raw = await openRawConnection(host.listener);
      raw.write(
        `POST /site/${change}/files HTTP/1.1\r\nHost: a\r\n${authorized(other.token)}Transfer-Encoding: chunked\r\n\r\n`,
      );
      raw.write(CHUNK);
      if (change === 'leave') await other.visitor.leave();
      else await host.rpc(`channels.${change}`, { channelId: id });
      raw.write('0\r\n\r\n');
      await raw.waitFor((text) => text.startsWith('HTTP/1.1 '));
      raw.destroy();
      await expectUnharmed();
    }
  });

  test('more bodies than allowed are refused, and others are served', async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, () => siteRequests(host.listener, 'site').upload(token, 'a.txt', 'x'.repeat(1000))),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 429]));
    await expectUnharmed();
  });
});

test.skipIf(process.platform === 'win32')(
  'a file for which the disk has no room is refused with 507, and hurts nobody',
  { tags: ['thorough'] },
  async () => {
    await open(SMALL_DISK);
    for (const head of ['Transfer-Encoding: chunked\r\n', 'Content-Length: 9000000\r\n']) {
      const target = TARGETS['an upload'];
      if (target === undefined) throw new Error('no target');
      expect(await sendEndlessly({ ...target, most: 4 * MEGABYTE }, head)).toMatch(/^HTTP\/1\.1 507 /);
      await expectUnharmed();
    }
    await host.remove();
  },
);

/** Bodies that would be stored if the host could; the others are refused in any case. */
const WELCOME: Readonly<Record<string, string>> = {
  'a message': JSON.stringify({ sender: { id: 'anna' }, message: { type: 'text', text: 'Hello' } }),
};
const bodyFor = (what: string): string => WELCOME[what] ?? 'x'.repeat(10);

/** Sends all but the end of a body, once the host waits for it or has answered. */
async function beginBody(what: string, target: Target) {
  const body = bodyFor(what);
  const raw = await begin(target, `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n`);
  await raw.waitFor((text) => text.startsWith('HTTP/1.1 '));
  raw.write(body.slice(0, -1));
  return { what, raw, end: () => raw.write(body.slice(-1)) };
}

/** The last status: after "100 Continue", if that came. */
const statusIn = (text: string): string => text.match(/(?<=^HTTP\/1\.1 )\d{3}/gm)?.at(-1) ?? '';

/** What each is answered while nothing can be stored, if not that it is refused anyway. The row of an upload is small, and may still fit. */
const EXPECTED: Readonly<Record<string, RegExp>> = { 'a message': /: 503$/, 'an upload': /: (?:200|503|507)$/ };

test.skipIf(process.platform === 'win32')(
  'a body that arrives while nothing can be stored is answered with 503 where it would be stored, and hurts nobody',
  { tags: ['thorough'] },
  async () => {
    await open(SMALL_DISK);
    const fill = () =>
      httpRequest(`${host.listener}/shop-secret-0001/shop`, {
        method: 'POST',
        body: JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'x'.repeat(15_000) } }),
      });
    await expect.poll(async () => (await fill()).status, { interval: 1, timeout: 60_000 }).toBe(503);
    for (const [what, target] of Object.entries(TARGETS)) {
      const { raw, end } = await beginBody(what, target);
      end();
      const answered = await raw.waitFor((text) => /^[2-5]/.test(statusIn(text)));
      expect(`${what}: ${statusIn(answered)}`).toMatch(EXPECTED[what] ?? /: 4\d\d$/);
      raw.destroy();
    }
    expect((await httpRequest(`${host.listener}/shop-secret-0001/shop`, { method: 'GET' })).status).toBeLessThan(500);
    expect(host.log()).not.toMatch(/uncaught|fault/);
    await host.remove();
  },
);
