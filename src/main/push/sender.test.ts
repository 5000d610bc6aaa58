import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock, type FakeClock } from '#main/clock/fake-clock.ts';
import type { PushedNotice } from '#shared/contract/service-worker.ts';
import { certificate } from '../../../test/fixtures/certificates.ts';
import { type PushedBrowser, type PushService, startPushService } from '../../../test/fixtures/push-service.ts';
import { derivePushKey } from './push-key.ts';
import { createSender } from './sender.ts';

const trusted = getCACertificates();
const notice: PushedNotice = { kind: 'waiting', chatId: '1', title: 'Anna is waiting', body: '', silent: false };

let service: PushService;
let clock: FakeClock;
let sender: ReturnType<typeof createSender>;
const warn = vi.fn<(about: object) => void>();
const gone = vi.fn<(deviceId: string) => void>();

beforeAll(async () => {
  setDefaultCACertificates([...trusted, certificate('trusted').cert]);
  service = await startPushService();
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await service.stop();
});
beforeEach(async () => {
  clock = createFakeClock();
  sender = createSender({
    key: await derivePushKey({ deriveKey: async () => Buffer.alloc(32, 7) }),
    edge: { resolve: async () => [{ address: '127.0.0.1', family: 4 }], kindOf: () => 'public' },
    clock,
    log: { warn },
    onGone: gone,
  });
});
afterEach(() => {
  sender.stop();
  vi.resetAllMocks();
});

const send = (browser: PushedBrowser, change: Partial<PushedNotice> = {}): void =>
  sender.send('phone', { ...browser.target, language: 'en', withWords: true }, { ...notice, ...change });
/** the sender waits for the time of its next attempt */
const waiting = (): Promise<void> => vi.waitFor(() => expect(clock.waiting()).toBe(1), { timeout: 10_000 });

test('a busy push service is tried again, later and later, three times in all', async () => {
  const browser = service.subscribe();
  browser.answerWith(503, 500, 503);
  send(browser);
  await browser.next();
  await waiting();
  await clock.advance(4999);
  expect(browser.received).toHaveLength(1);
  await clock.advance(1);
  await browser.next();
  await waiting();
  await clock.advance(60_000);
  await browser.next();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ deviceId: 'phone', attempts: 3, problem: 'status 503' });
  expect(JSON.stringify(warn.mock.calls)).not.toContain(new URL(browser.target.endpoint).pathname);
  expect(clock.waiting()).toBe(0);
});

test('a newer notice takes the place of one that waits', async () => {
  const browser = service.subscribe();
  browser.answerWith(429);
  send(browser);
  await browser.next();
  await waiting();
  send(browser, { title: 'Nobody is waiting', silent: true });
  expect((await browser.next()).notice.title).toBe('Nobody is waiting');
  await clock.advance(600_000);
  expect(browser.received).toHaveLength(2);
  expect(warn).not.toHaveBeenCalled();
});

test.each([401, 403, 404, 410])('%i ends the subscription', async (status) => {
  const browser = service.subscribe();
  browser.answerWith(status);
  send(browser);
  await vi.waitFor(() => expect(gone).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect([warn.mock.calls.length, clock.waiting()]).toEqual([0, 0]);
});

test('what the push service refuses for good is a line in the log', async () => {
  const browser = service.subscribe();
  browser.answerWith(413);
  send(browser);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ attempts: 1, problem: 'status 413' });
});

test('a device that is signed out meanwhile gets nothing any more', async () => {
  const browser = service.subscribe();
  browser.answerWith(503);
  send(browser);
  await browser.next();
  await waiting();
  sender.keepOnly((deviceId) => deviceId !== 'phone');
  expect(clock.waiting()).toBe(0);
  await clock.advance(600_000);
  expect([browser.received.length, warn.mock.calls.length]).toEqual([1, 0]);
});

test('stopped, it gives up what it had not handed over', async () => {
  const browser = service.subscribe();
  browser.answerWith(503);
  send(browser);
  await browser.next();
  await waiting();
  sender.stop();
  expect(clock.waiting()).toBe(0);
});

test('the key of an installation comes from its vault, the same each time', async () => {
  const purposes: string[] = [];
  const vault = (first: Buffer) => ({
    deriveKey: async (purpose: string) => (purposes.push(purpose) === 1 ? first : Buffer.alloc(32, 9)),
  });
  const key = await derivePushKey(vault(Buffer.alloc(32, 7)));
  expect(Buffer.from(key.publicKey, 'base64url')).toHaveLength(65);
  expect([key.privateKey, purposes]).toEqual([
    Buffer.alloc(32, 7).toString('base64url'),
    ['signing of notifications 1'],
  ]);
  // Beyond the curve's order, the next one is taken.
  purposes.length = 0;
  const next = await derivePushKey(vault(Buffer.alloc(32, 255)));
  expect(next.privateKey).toBe(Buffer.alloc(32, 9).toString('base64url'));
  expect(purposes).toEqual(['signing of notifications 1', 'signing of notifications 2']);
});
