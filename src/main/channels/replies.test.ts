import type { Events } from '#shared/contract/events.ts';
import { createPerform, createPublisher } from '#main/engine/perform.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { receiveNew } from '../../../test/fixtures/received-message.ts';
import { type Delivery, parseOutcome, startDelivery } from './replies.ts';
import type { AttemptOutcome } from '#main/delivery/lanes.ts';
import { changeOf, standing, textParts } from '../../../test/fixtures/acts.ts';

const OK: AttemptOutcome = { ok: true };
const DOWN: AttemptOutcome = { ok: false, error: { kind: 'unreachable' } };

let store: MemoryStore;
let clock: FakeClock;
let delivery: Delivery | undefined;
beforeEach(async () => {
  store = await openUsualStore();
  clock = createFakeClock();
});
afterEach(async () => {
  await delivery?.stop();
});

const attempts: string[] = [];
const changes: string[] = [];

/** Responses by reply text: one per attempt, the last one repeated. */
async function start(answers: Record<string, AttemptOutcome[] | 'hangs'>): Promise<Delivery> {
  attempts.length = 0;
  changes.length = 0;
  const { publish } = createPublisher({
    emit: (name, data) => {
      if (name !== 'message.changed') return;
      const { text, delivery: now } = (data as Events['message.changed']).message;
      changes.push(`${text} ${now?.state} ${now?.error?.kind ?? ''} at ${clock.monotonic()}`.replace(/ +/g, ' '));
    },
    touch: () => undefined,
  });
  delivery = startDelivery({
    store,
    clock,
    log: pino({ level: 'silent' }),
    attempt: async ({ body }, signal) => {
      const { text } = (JSON.parse(body) as { message: { text: string } }).message;
      attempts.push(`${text} at ${clock.monotonic()}`);
      const answer = answers[text] ?? [OK];
      if (answer !== 'hangs') return (answer.length > 1 ? answer.shift() : answer[0]) ?? OK;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { ok: false, error: { kind: 'timeout' } };
    },
    perform: createPerform({ store, publish, circumstances: () => standing(clock.wall()) }),
  });
  delivery.enqueue(await store.read('listSending'));
  return delivery;
}

async function reply(externalId: string, ...texts: string[]) {
  const chatId = await receiveNew(store, { externalId });
  return (
    await changeOf(store.write('replies.store', { chatId, operatorId: 'olga', parts: textParts(texts) }, standing(0)))
  ).sending;
}

/** Advances the held clock, letting the real storage finish its work before each step. */
async function passUntil(total: number): Promise<void> {
  for (let passed = 0; passed <= total; passed += 500) {
    for (let round = 0; round < 4; round += 1) {
      await store.write('forgetBotEvents', { before: 0 });
      await clock.advance(0);
    }
    if (passed < total) await clock.advance(500);
  }
}

test('sends an accepted reply once', async () => {
  (await start({})).enqueue(await reply('1', 'hi'));
  await passUntil(10_000);
  expect(attempts).toEqual(['hi at 0']);
  expect(changes).toEqual(['hi delivered at 0']);
});

test('starts attempts at 0, 3 and 6 seconds and decides at 9', async () => {
  (await start({ hi: [DOWN] })).enqueue(await reply('1', 'hi'));
  await passUntil(12_000);
  expect(attempts).toEqual(['hi at 0', 'hi at 3000', 'hi at 6000']);
  expect(changes).toEqual(['hi failed unreachable at 9000']);
});

test('shows the channel’s error at once and continues the attempts', async () => {
  (await start({ hi: [{ ok: false, error: { kind: 'refused', code: 'busy' } }, OK] })).enqueue(await reply('1', 'hi'));
  await passUntil(6000);
  expect(changes).toEqual(['hi sending refused at 0', 'hi delivered at 3000']);
});

test('does not retry what cannot be sent at all', async () => {
  (await start({ hi: [{ ok: false, error: { kind: 'not_sent' } }] })).enqueue(await reply('1', 'hi'));
  await passUntil(12_000);
  expect(attempts).toHaveLength(1);
  expect(changes).toEqual(['hi failed not_sent at 0']);
});

test('holds back a later reply in the same chat until the verdict, but not in another chat', async () => {
  const queue = await start({ one: [DOWN] });
  queue.enqueue(await reply('1', 'one', 'two'));
  queue.enqueue(await reply('2', 'other'));
  await passUntil(12_000);
  expect(attempts).toEqual(['one at 0', 'other at 0', 'one at 3000', 'one at 6000', 'two at 9000']);
});

test('makes only the remaining attempts after a crash', async () => {
  const sending = await reply('1', 'hi');
  await store.write('beginAttempt', { messageId: sending[0]?.messageId ?? '' });
  await start({ hi: [DOWN] });
  await passUntil(12_000);
  expect(attempts).toEqual(['hi at 0', 'hi at 3000']);
  expect(changes).toEqual(['hi failed unreachable at 6000']);
});

test('warns that a reply may have arrived after a crash in the last attempt', async () => {
  const sending = await reply('1', 'hi');
  for (let attempt = 0; attempt < 3; attempt += 1)
    await store.write('beginAttempt', { messageId: sending[0]?.messageId ?? '' });
  await start({});
  await passUntil(1000);
  expect(attempts).toEqual([]);
  expect(changes).toEqual(['hi failed interrupted at 0']);
});

test('leaves undecided replies for the next start when stopped', async () => {
  const queue = await start({ hi: [DOWN] });
  queue.enqueue(await reply('1', 'hi'));
  await passUntil(1000);
  await queue.stop();
  expect(changes).toEqual([]);
  expect(await store.read('listSending')).toMatchObject([{ attempts: 1 }]);
});

describe('a channel’s response', () => {
  test.each([
    ['the agreed answer', 200, '{"result":"ok"}'],
    ['the agreed answer with more in it', 200, '{"result":"ok","error":null,"x":1}'],
    ['the agreed answer as a JSON string', 200, '"{\\"result\\":\\"ok\\"}"'],
  ])('means success: %s', (_what, status, text) => {
    expect(parseOutcome(status, text)).toEqual({ ok: true });
  });

  test.each([
    [
      'an error',
      200,
      '{"error":{"code":"busy","message":"Later"}}',
      { kind: 'refused', code: 'busy', message: 'Later' },
    ],
    ['an error with a number as code', 200, '{"error":{"code":7}}', { kind: 'refused', code: '7' }],
    [
      'an error of more than people read',
      200,
      JSON.stringify({ error: { message: `${'x'.repeat(999)}👍🏽y` } }),
      { kind: 'refused', message: `${'x'.repeat(999)}…` },
    ],
    ['an error as a JSON string', 200, '"{\\"error\\":{\\"code\\":\\"busy\\"}}"', { kind: 'refused', code: 'busy' }],
    [
      'an error under another status',
      500,
      '{"error":{"message":"Oh"}}',
      { kind: 'refused', status: 500, message: 'Oh' },
    ],
    ['another status', 500, 'oops', { kind: 'status', status: 500 }],
    ['the agreed answer under another status', 201, '{"result":"ok"}', { kind: 'status', status: 201 }],
    ['a redirect', 302, '{"result":"ok"}', { kind: 'redirect', status: 302 }],
    ['HTML', 200, '<html>ok</html>', { kind: 'invalid_answer' }],
    ['nothing', 200, '', { kind: 'invalid_answer' }],
    ['null', 200, 'null', { kind: 'invalid_answer' }],
    ['another result', 200, '{"result":"OK"}', { kind: 'invalid_answer' }],
    ['a list', 200, '[{"result":"ok"}]', { kind: 'invalid_answer' }],
    ['a string twice wrapped', 200, JSON.stringify(JSON.stringify('{"result":"ok"}')), { kind: 'invalid_answer' }],
    ['more than is read', 200, undefined, { kind: 'invalid_answer' }],
  ])('means failure: %s', (_what, status, text, error) => {
    expect(parseOutcome(status, text)).toEqual({ ok: false, error });
  });
});
