import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '#main/engine/engine.ts';
import { startEngine } from '#main/engine/start-engine.ts';
import { computerFileAt } from '#main/settings/computer.ts';
import { createKeyFileVault } from '#main/settings/vault.ts';
import { Sql } from '#main/store/sql.ts';
import { Sqlite } from '#main/store/sqlite/sqlite.ts';
import { storeThreadsOf } from '#main/store/thread.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts';
import { httpRequest } from '../fixtures/http-request.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const out = (name: string): URL => new URL(`../../out/${name}`, import.meta.url);

let folder: string;
let clock: FakeClock;
let engine: Engine;

const start = async (): Promise<void> => {
  engine = await startEngine({
    dataDir: folder,
    listener: { host: '127.0.0.1', port: 0 },
    computer: computerFileAt(join(folder, 'computer.json')),
    vault: await createKeyFileVault({ folder }),
    storeThreads: storeThreadsOf(out('main/headless.js').href),
    siteFolder: fileURLToPath(out('site')),
    clock,
    log: pino({ level: 'silent' }),
    version: '0.0.0',
  });
  engine.remoteAccess.reportConsole('http://192.0.2.1:80');
};
const restart = async (): Promise<void> => {
  await engine.stop();
  await start();
};

async function ask<N extends RouteName>(route: N, input: RouteInput<N>): Promise<RouteOutput<N>> {
  const operatorId = engine.operators.first().id;
  const answer = await engine.request({ operatorId, from: undefined }, route, input);
  if (!answer.ok) throw new Error(`${route}: ${JSON.stringify(answer)}`);
  return answer.data as RouteOutput<N>;
}
const post = async (path: string, body: object): Promise<number> =>
  (await httpRequest(engine.listenerUrl + path, { method: 'POST', body: JSON.stringify(body) })).status;

/** What there is of everything that goes with time. */
function stored(): Readonly<Record<string, number>> {
  const count = (file: string, query: string): number => {
    using sqlite = new Sqlite(join(folder, file), { readOnly: true });
    return sqlite.value<number>`${new Sql(query)}` ?? 0;
  };
  const rows = (table: string, where = 'true'): number =>
    count('counterbell.db', `SELECT count(*) FROM ${table} WHERE ${where}`);
  return {
    devices: rows('devices'),
    invitations: rows('invitations'),
    uploads: rows('uploads'),
    files: rows('media_files'),
    botEvents: rows('bot_events', "direction = 'in'"),
    audit: rows('audit', "action = 'added' AND kind = 'channel'"),
    openChats: rows('chats', "state <> 'closed'"),
    journal: count('journal.db', 'SELECT count(*) FROM entries'),
  };
}

const textOf = (text: string) => ({ type: 'TEXT', text, timestamp: 1_790_000_000 });
let messagePath: string;
let servicePath: string;
let chatId: string;
/** With an id, so that the same again is a repeat. */
const customerSays = (text: string) =>
  post(messagePath, { sender: { id: 'c-1', name: 'Ada' }, message: { type: 'text', id: 'm-1', text } });
const botSays = (text: string) =>
  post(servicePath, { id: 'e-1', event: 'BOT_MESSAGE', chat_id: chatId, message: textOf(text) });
const textsOf = async (from: string): Promise<readonly unknown[]> =>
  (await ask('messages.list', { chatId })).messages.filter((message) => message.from === from).map(({ text }) => text);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterbell-clock-'));
  clock = createFakeClock(Date.now());
  await start();
  const channel = await ask('channels.create', { name: 'Shop', publicId: 'shop' });
  const bot = await ask('bots.create', { name: 'Bot', channelIds: [channel.id], endpoint: 'http://127.0.0.1:9/bot' });
  messagePath = new URL((await ask('channels.addresses', { channelId: channel.id })).message).pathname;
  servicePath = new URL((await ask('bots.addresses', { botId: bot.id })).service).pathname;
  await ask('hours.update', { autoClose: 24 });
  await customerSays('Hello');
  chatId = (await ask('chats.list', {})).chats[0]?.id ?? '';
  await botSays('Good day');
  await engine.devices.add({
    operatorId: engine.operators.first().id,
    kind: 'browser',
    name: 'Firefox',
    key: 'the key of a device',
    from: '192.0.2.1',
  });
  await ask('invitations.create', { name: 'Ivan', role: 'operator' });
  await engine.media({
    operatorId: engine.operators.first().id,
    from: undefined,
    method: 'POST',
    url: '/media/uploads?name=lamp.txt',
    body: Readable.from([Buffer.from('a lamp')]),
    signal: AbortSignal.timeout(30_000),
  });
  await ask('journal.list', {});
});

afterEach(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['31 days ahead', 31 * DAY],
  ['31 days behind', -31 * DAY],
])('a clock that is %s', (_name, jump) => {
  test('deletes nothing, while the program runs or over restarts, and all is well when it is set right', async () => {
    const before = stored();
    expect(before).toMatchObject({ devices: 1, invitations: 1, uploads: 1, files: 1, openChats: 1, audit: 1 });
    expect(Math.min(before['botEvents'] ?? 0, before['journal'] ?? 0)).toBeGreaterThan(0);
    clock.set(jump);
    await clock.advance(12 * MINUTE);
    expect(await customerSays('Are you there?')).toBe(200);
    // Another one is made, which tidies up.
    await ask('invitations.create', { name: 'Vera', role: 'operator' });
    await restart();
    await clock.advance(12 * MINUTE);
    expect(engine.devices.byKey('the key of a device')).toBeDefined();
    clock.set(-jump);
    await clock.advance(12 * MINUTE);
    await restart();
    await clock.advance(12 * MINUTE);
    const after = stored();
    for (const [name, count] of Object.entries(before))
      expect([name, after[name]]).toEqual([name, expect.toSatisfy((now: number) => now >= count)]);
    expect(engine.devices.byKey('the key of a device')).toBeDefined();
    const { invitations } = await ask('invitations.list', {});
    expect(invitations.map(({ name }) => name)).toContain('Ivan');
    // Made while the clock was wrong, it is not open for as long as that.
    expect(invitations.every(({ until }) => until <= clock.wall() + DAY)).toBe(true);
  });
});

test('after five weeks in which the computer was off, all goes a day later', { tags: ['thorough'] }, async () => {
  // Chats whose customer waits are not closed.
  await ask('chats.reply', { chatId, text: 'Good day' });
  await engine.stop();
  clock.set(35 * DAY);
  await start();
  await clock.advance(23 * HOUR);
  expect(stored()).toMatchObject({ devices: 1, uploads: 1, files: 1, openChats: 1 });
  expect(stored()['botEvents']).toBeGreaterThan(0);
  await clock.advance(26 * HOUR);
  await ask('invitations.create', { name: 'Vera', role: 'operator' });
  await expect
    .poll(stored)
    .toMatchObject({ devices: 0, invitations: 1, uploads: 0, files: 0, openChats: 0, botEvents: 0 });
  const { entries } = await ask('journal.list', {});
  expect(entries.filter(({ at }) => at < clock.wall() - 8 * DAY)).toEqual([]);
});

test('what is said again after the clock was set back is no repeat, and afterwards it is one', async () => {
  await restart();
  expect(await customerSays('Hello')).toBe(200);
  expect(await botSays('Good day')).toBe(200);
  expect([await textsOf('customer'), await textsOf('bot')]).toEqual([['Hello'], ['Good day']]);
  for (const back of [2 * HOUR, 31 * DAY]) {
    clock.set(-back);
    const [customers, bots] = [await textsOf('customer'), await textsOf('bot')];
    for (let time = 0; time < 2; time += 1) {
      expect(await customerSays('Hello')).toBe(200);
      expect(await botSays('Good day')).toBe(200);
    }
    expect([await textsOf('customer'), await textsOf('bot')]).toEqual([
      [...customers, 'Hello'],
      [...bots, 'Good day'],
    ]);
  }
});
