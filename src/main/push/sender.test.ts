import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { PushedNotice } from '#shared/contract/service-worker.ts';
import { certificate } from '../../../test/fixtures/certificates.ts';
import { type PushedBrowser, type PushService, startPushService } from '../../../test/fixtures/push-service.ts';
import { type Alert, type AlertReason, kindOf } from '#shared/domain/alerts.ts';
import type { Message } from '#shared/domain/message.ts';
import { LANGUAGES } from '#shared/locales/languages.ts';
import { derivePushKey } from './push-key.ts';
import { createPushTexts } from './push-texts.ts';
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
    contact: () => undefined,
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

const send = (browser: PushedBrowser, change: Partial<PushedNotice> = {}, validFor = Infinity): void =>
  sender.send('phone', { ...browser.target, language: 'en', withWords: true }, { ...notice, ...change }, validFor);
/** the sender waits for the time of its next attempt */
const waiting = (): Promise<void> => vi.waitFor(() => expect(clock.waiting()).toBe(1), { timeout: 10_000 });
/** A browser whose push service answers so, and to which the first attempt has been made. */
const turnedAway = async (...statuses: number[]): Promise<PushedBrowser> => {
  const browser = service.subscribe();
  browser.answerWith(...statuses);
  send(browser);
  await browser.next();
  await waiting();
  return browser;
};

test('a busy push service is tried again, later and later, three times in all', async () => {
  const browser = await turnedAway(503, 500, 503);
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
  const browser = await turnedAway(429);
  send(browser, { title: 'Nobody is waiting', silent: true });
  expect((await browser.next()).notice.title).toBe('Nobody is waiting');
  await clock.advance(600_000);
  expect(browser.received).toHaveLength(2);
  expect(warn).not.toHaveBeenCalled();
});

test.each([
  [Infinity, '3600'],
  [3_600_001, '3600'],
  [1_200_999, '1200'],
  [999, '0'],
])('what may be shown for %i ms is kept by the push service for %s s', async (validFor, ttl) => {
  const browser = service.subscribe();
  send(browser, {}, validFor);
  expect((await browser.next()).headers['ttl']).toBe(ttl);
});

test('tried again it is kept for the rest, and it is given up when that is over', async () => {
  const browser = service.subscribe();
  browser.answerWith(503, 503);
  send(browser, {}, 30_000);
  expect((await browser.next()).headers['ttl']).toBe('30');
  await waiting();
  await clock.advance(5000);
  expect((await browser.next()).headers['ttl']).toBe('25');
  await waiting();
  await clock.advance(600_000);
  send(browser, { title: 'Ben is waiting' }, 1000);
  expect((await browser.next()).notice.title).toBe('Ben is waiting');
  expect([browser.received.length, warn.mock.calls.length, clock.waiting()]).toEqual([3, 0, 0]);
});

test.each([401, 403, 404, 410])('%i ends the subscription', async (status) => {
  const browser = service.subscribe();
  browser.answerWith(status);
  send(browser);
  await vi.waitFor(() => expect(gone).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect([warn.mock.calls.length, clock.waiting()]).toEqual([0, 0]);
});

/** Names and messages in which each character takes as much as it can. */
const LONGEST = {
  'four bytes': '\u{10ffff}',
  emoji: '👩🏽‍🚒',
  'right to left': 'שָּׁ',
  escaped: '"\\',
  combining: 'e\u{1d165}\u0301',
  invisible: '\u{e0041}\u200d',
} as const;
const KINDS: Readonly<Record<AlertReason, Partial<Message>>> = {
  newChat: {},
  ownChat: {},
  askedForPerson: {},
  assigned: { from: 'system' },
  mentioned: { from: 'note' },
  failedReply: { from: 'operator', operatorId: 'olga' },
};

test.each(Object.entries(LONGEST))(
  'however long names and messages are, push services take it: %s',
  async (_what, one) => {
    const long = one.repeat(10_000);
    const alertFor = (reason: AlertReason, id: string): Alert => {
      const event = { kind: 'assigned', operatorId: 'i', operatorName: long, toOperatorId: 'o', toOperatorName: long };
      const message = { id: '1', chatId: id, from: 'customer', type: 'text', text: long, at: 1, ...KINDS[reason] };
      const said = { ...message, ...(reason === 'assigned' && { event }) };
      const chat = {
        id,
        customer: { name: long },
        unanswered: 1_000_000,
        lastMessage: { ...message, from: 'customer' },
      };
      return { reason, message: said, chat } as unknown as Alert;
    };
    const textsIn = createPushTexts();
    const texts = await Promise.all(LANGUAGES.map(({ code }) => textsIn(code)));
    const sizeOf = (words: object): number => Buffer.byteLength(JSON.stringify(words));
    const browser = service.subscribe();
    for (const reason of Object.keys(KINDS) as AlertReason[]) {
      const kind = kindOf(reason);
      const said = texts.flatMap(({ callText, settledText }) =>
        [1, 2, 100].flatMap((count) => {
          const alerts = Array.from({ length: count }, (_, at) => alertFor(reason, String(at)));
          const calls = [true, false].map((isRepeat) =>
            callText(alerts, { operatorId: 'olga', isRepeat, withWords: true }),
          );
          return [...calls, settledText(kind)].flatMap((words) => words ?? []);
        }),
      );
      expect(said.every(({ title, body }) => title.isWellFormed() && body.isWellFormed())).toBe(true);
      // Encryption adds the same to all.
      const [longest] = said.toSorted((first, second) => sizeOf(second) - sizeOf(first));
      const whole = { title: '', body: '', ...longest, kind, chatId: '9'.repeat(19), silent: false };
      send(browser, whole);
      const { body, notice: shown } = await browser.next();
      expect(shown).toEqual(whole);
      expect(body.length).toBeGreaterThan(sizeOf(whole));
      expect(body.length).toBeLessThanOrEqual(4096);
    }
    expect(warn).not.toHaveBeenCalled();
  },
);

test('what the push service refuses for good is a line in the log', async () => {
  const browser = service.subscribe();
  browser.answerWith(413);
  send(browser);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ attempts: 1, problem: 'status 413' });
});

test('a device that is signed out meanwhile gets nothing any more', async () => {
  const browser = await turnedAway(503);
  sender.keepOnly((deviceId) => deviceId !== 'phone');
  expect(clock.waiting()).toBe(0);
  await clock.advance(600_000);
  expect([browser.received.length, warn.mock.calls.length]).toEqual([1, 0]);
});

test('stopped, it gives up what it had not handed over', async () => {
  await turnedAway(503);
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
