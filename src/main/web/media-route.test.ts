import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { createKeyFileVault } from '#main/settings/vault.ts';
import { createFakeEngine, OLGA, type FakeEngine } from '../../../test/fixtures/fake-engine.ts';
import { startWebHost, type WebHost, REQUEST_LIMIT } from './web-host.ts';

const KEY = { authorization: `Bearer ${OLGA.accessKey}` };

let folder: string;
let clock: FakeClock;
let engine: FakeEngine;
let host: WebHost;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterbell-web-'));
  clock = createFakeClock();
  engine = createFakeEngine();
  const vault = await createKeyFileVault({ folder });
  host = await startWebHost({
    engine,
    vault,
    clock,
    log: pino({ level: 'silent' }),
    renderer: join(folder, 'renderer'),
    address: { host: '127.0.0.1', port: 0 },
    consoleHosts: [],
  });
});
afterEach(async () => {
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request whose body never completes; ignores its failure. */
function beginPost(path: string): ClientRequest {
  const sending = request(`${host.url}${path}`, {
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json', 'content-length': 1000 },
  });
  sending.on('error', () => undefined);
  sending.write('{');
  return sending;
}

test('passes the request to the engine and its file back', async () => {
  engine.serve = async ({ operatorId, method, url, range }) => ({
    status: 206,
    headers: { 'content-type': 'image/png', 'x-asked': `${operatorId} ${method} ${url} ${range}` },
    body: Readable.from([Buffer.from('bytes')]),
  });
  const answer = await fetch(`${host.url}/media/abc/lamp.png?save=1`, { headers: { ...KEY, range: 'bytes=0-4' } });
  expect([answer.status, answer.headers.get('x-asked'), await answer.text()]).toEqual([
    206,
    `${OLGA.id} GET /media/abc/lamp.png?save=1 bytes=0-4`,
    'bytes',
  ]);
});

test('streams an upload larger than any other request may be', async () => {
  let size = 0;
  engine.serve = async ({ body }) => {
    for await (const piece of body ?? []) size += piece.byteLength;
    return { status: 200, headers: {}, body: '{}' };
  };
  const answer = await fetch(`${host.url}/media/uploads?name=a`, {
    method: 'POST',
    headers: KEY,
    body: new Uint8Array(4 * 1024 * 1024),
  });
  expect([answer.status, size]).toEqual([200, 4 * 1024 * 1024]);
});

test('answers an upload that the engine refuses midway', async () => {
  engine.serve = async ({ body }) => {
    for await (const piece of body ?? []) if (piece.byteLength > 0) break;
    return { status: 413, headers: {}, body: '{}' };
  };
  for (let times = 0; times < 3; times += 1) {
    const answer = await fetch(`${host.url}/media/uploads?name=a`, {
      method: 'POST',
      headers: KEY,
      body: new Uint8Array(4 * 1024 * 1024),
    });
    expect([answer.status, await answer.text()]).toEqual([413, '{}']);
  }
});

test('tells the engine that an upload was broken off', async () => {
  const heard = Promise.withResolvers<boolean>();
  engine.serve = async ({ body, signal }) => {
    try {
      for await (const piece of body ?? []) if (piece.byteLength === 0) break;
    } catch {
      heard.resolve(signal.aborted);
    }
    return { status: 400, headers: {}, body: '' };
  };
  const sending = beginPost('/media/uploads?name=a');
  await once(sending, 'socket');
  await new Promise((resolve) => sending.write(' ', resolve));
  sending.destroy();
  expect(await heard.promise).toBe(true);
});

test('aborts a request that does not arrive, but gives an upload time', async () => {
  const asking = beginPost('/rpc/operators.me');
  await expect.poll(clock.waiting).toBe(1);
  const closed = once(asking, 'close').catch(() => undefined);
  const reached = Promise.withResolvers<void>();
  engine.serve = async ({ body }) => {
    reached.resolve();
    for await (const piece of body ?? []) if (piece.byteLength === 0) break;
    return { status: 200, headers: {}, body: 'all of it' };
  };
  const uploading = beginPost('/media/uploads?name=a');
  await reached.promise;
  await clock.advance(REQUEST_LIMIT);
  await closed;
  uploading.end('x'.repeat(999));
  const [answer] = await once(uploading, 'response');
  expect(answer.statusCode).toBe(200);
  answer.resume();
});
