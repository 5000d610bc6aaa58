import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { allRoutes, audienceOf, auditedOf } from '#main/console/all-routes.ts';
import type { AuditedRoute, RouteName } from '#shared/contract/routes.ts';
import { backUp, ended, restore } from '../fixtures/archive.ts';
import { auditedActs, SECRET_WORDS, type World } from '../fixtures/audited-acts.ts';
import { openChannel } from '../fixtures/channels.ts';
import { connectEvents } from '../fixtures/event-stream.ts';
import { ACCESS_KEY, startHost, type Host } from '../fixtures/host.ts';
import { rpcRequest } from '../fixtures/rpc.ts';
import { naming, tellsOf } from '../fixtures/stale-answers.ts';

const IVANS_KEY = 'ivan-key-for-tests-0002';
const OPERATORS = [
  { name: 'Olga', accessKey: ACCESS_KEY },
  { name: 'Ivan', accessKey: IVANS_KEY },
];

let host: Host;
afterAll(() => host.remove());

const entries = async (of: Host = host): Promise<readonly AuditEntry[]> =>
  (await of.rpc('audit.list', { limit: 200 })).entries;
const operatorNamed = async (name: string): Promise<string> =>
  (await host.rpc('operators.list', {})).operators.find((operator) => operator.name === name)?.id ?? '';

describe('the list of changes', () => {
  let world: World;
  beforeAll(async () => {
    host = await startHost();
    world = { host, ids: new Map() };
  });

  test.each(Object.keys(auditedActs) as AuditedRoute[])(
    'tells of %s',
    async (route) => {
      const { act, entry = {} } = auditedActs[route];
      const { times: before } = await toldOf(route);
      await act(world);
      const { found, times } = await toldOf(route);
      expect(found).toMatchObject({
        operatorName: expect.stringMatching(/^Olga/) as string,
        from: '127.0.0.1',
        ...(typeof entry === 'function' ? entry(world) : entry),
      });
      expect(times - before).toBe(1);
      if (route === 'privacy.eraseCustomer') expect(found).not.toHaveProperty('about');
    },
    60_000,
  );

  /** The latest entry of what the route does, and how often that was done. A restore interrupts the list, and is in it. */
  async function toldOf(route: AuditedRoute): Promise<{ readonly found?: AuditEntry; readonly times: number }> {
    for (;;) {
      const answer = await host.ask('audit.list', { limit: 200 }).catch(() => undefined);
      const list = (answer?.ok === true ? answer.data : undefined) as { entries: AuditEntry[] } | undefined;
      if (list === undefined) continue;
      const found = list.entries.filter(({ action, kind }) => `${action} ${kind}` === auditedOf(route));
      return { found: found[0], times: found.reduce((sum, { count }) => sum + count, 0) };
    }
  }

  test('tells of it once, with neither values nor secrets, and forgets erased names', async () => {
    const told = JSON.stringify(await entries());
    for (const word of SECRET_WORDS) expect(told).not.toContain(word);
    const files = await readdir(host.dataDir);
    for (const name of files.filter((file) => file.startsWith('counterbell.db')))
      expect((await readFile(join(host.dataDir, name))).includes('Anna Hidden')).toBe(false);
  });

  const quiet = (Object.keys(allRoutes) as RouteName[]).filter((route) => auditedOf(route) === undefined);

  test('says nothing of routes that read, and of what operators do with customers', async () => {
    const before = await entries();
    for (const route of quiet) await host.ask(route, {});
    expect(await entries()).toEqual(before);
  });

  test('leaves no owner route out that changes something', () => {
    const silent = quiet.filter((route) => audienceOf(route) === 'owner');
    const reads =
      /\.(?:list|get|seen|connected|people|turns|latest|preview\w*|check|key|run|test|tools|authority|addresses|link|sendSample|find|try|look|expected)$/;
    expect(silent.filter((route) => !reads.test(route) && !route.startsWith('test'))).toEqual([
      // Notices, and lines of jobs.
      'connection.dismissFormerUrl',
      'connection.dismissMovedPort',
      'jobs.cancel',
      'jobs.dismiss',
    ]);
  });

  test('survives a restart', async () => {
    // The provision file undoes what was changed of its operators, and the test signs in again: both count as another time.
    const isRepeated = ({ action, operatorId }: AuditEntry) => action === 'signedIn' || operatorId === undefined;
    const ofPeople = async () => (await entries()).filter((entry) => !isRepeated(entry));
    const before = await ofPeople();
    await host.stop();
    host = await host.restart();
    expect((await ofPeople()).slice(-before.length)).toEqual(before);
  });

  test('is not given to operators, nor the event', async () => {
    const { operator, accessKey } = await host.rpc('operators.add', { name: 'Mia' });
    const [olgas, mias] = await Promise.all([
      host.events(),
      connectEvents(host.console, { authorization: `Bearer ${accessKey}` }),
    ]);
    for (const route of ['audit.list', 'audit.people', 'team.renewAddresses'])
      expect(await rpcRequest(host.console, accessKey, route, { operatorId: operator.id })).toMatchObject({
        error: { code: 'forbidden' },
      });
    await rpcRequest(host.console, accessKey, 'operators.update', { name: 'Mia M' });
    await olgas.waitFor('answers.stale', naming('audit.list'));
    await mias.waitFor('answers.stale', naming('operators.list'));
    expect(mias.received.some(tellsOf('audit.list'))).toBe(false);
    expect((await entries())[0]).toMatchObject({
      operatorId: operator.id,
      action: 'changed',
      kind: 'operator',
    });
    mias.close();
  });

  test('is read page by page, and by person', async () => {
    const all = await entries();
    const paged: AuditEntry[] = [];
    let cursor: string | undefined;
    do {
      const page = await host.rpc('audit.list', { limit: 7, cursor });
      paged.push(...page.entries);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(all);
    const olga = await operatorNamed('Olga Berg');
    const { entries: ofOlga } = await host.rpc('audit.list', { limit: 200, operatorId: olga });
    expect(ofOlga).toEqual(all.filter(({ operatorId }) => operatorId === olga));
    expect(await host.ask('audit.list', { cursor: '../etc' })).toMatchObject({ error: { code: 'invalid_input' } });
  });

  test('cannot be edited, not even in the database, before a year is over', async () => {
    await host.stop();
    const database = new DatabaseSync(join(host.dataDir, 'counterbell.db'));
    for (const sql of [
      'DELETE FROM audit',
      "UPDATE audit SET about = 'nothing'",
      'UPDATE audit SET count = count - 1',
      'UPDATE audit SET at = 0, count = count + 1',
    ])
      expect(() => database.exec(sql)).toThrow(/stay|kept/);
    database.close();
    host = await host.restart();
  });
});

describe('sign-ins', () => {
  beforeAll(async () => {
    await host.remove();
    host = await startHost({ provision: { operators: OPERATORS } });
  });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${host.console}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

  test('by key, by link and of programs are told once each, sessions and renewals are not', async () => {
    const cookie = cookieOf(await post('/session', { accessKey: IVANS_KEY }));
    for (let visit = 0; visit < 3; visit += 1) await post('/rpc/operators.me', {}, { cookie });
    const link = cookieOf(await fetch(`${host.console}/?key=${IVANS_KEY}`, { redirect: 'manual' }));
    await Promise.all([1, 2, 3].map(() => post('/rpc/operators.me', {}, { cookie: link })));
    await rpcRequest(host.console, IVANS_KEY, 'operators.me', {});
    await rpcRequest(host.console, IVANS_KEY, 'operators.me', {});
    const ivansId = await operatorNamed('Ivan');
    const told = async () => {
      const { entries: found } = await host.rpc('audit.list', { operatorId: ivansId });
      return found.map(({ action, from, count }) => [action, from, count]);
    };
    // Signing in does not wait for the list.
    await expect.poll(told).toEqual([['signedIn', '127.0.0.1', 3]]);
  });

  test('that fail are counted by address and hour, whoever tries', async () => {
    for (let attempt = 0; attempt < 30; attempt += 1) await post('/session', { accessKey: `guess-number-${attempt}` });
    await host.stop();
    host = await host.restart();
    const failed = (await entries()).filter(({ action }) => action === 'signInFailed');
    expect(failed.length).toBeLessThanOrEqual(2);
    expect(failed.reduce((sum, { count }) => sum + count, 0)).toBe(30);
    for (const entry of failed) expect(entry).not.toHaveProperty('operatorId');
    expect(failed[0]).toMatchObject({ from: '127.0.0.1' });
    expect(JSON.stringify(failed)).not.toContain('guess');
  });

  test('the provision file is told of when it changes something', async () => {
    const applied = async () =>
      (await entries())
        .filter(({ kind, operatorId }) => kind === 'settings' && operatorId === undefined)
        .reduce((sum, { count }) => sum + count, 0);
    const before = await applied();
    await host.stop();
    host = await host.restart({
      provision: { operators: OPERATORS, settings: { connection: { journal: { enabled: false } } } },
    });
    expect(await applied()).toBe(before + 1);
    await host.stop();
    host = await host.restart();
    expect(await applied()).toBe(before + 1);
  });

  test('repeats within a minute are one entry with a count', async () => {
    const { id: channelId } = await host.rpc('channels.create', { name: 'Repeated' });
    for (let time = 0; time < 5; time += 1) await host.rpc('channels.update', { channelId, name: 'Repeated' });
    const told = (await entries()).filter(({ action, aboutId }) => action === 'changed' && aboutId === channelId);
    expect(told.map(({ count }) => count)).toEqual([5]);
  });

  test('downloads of exports, transcripts and backups are told of', async () => {
    const channel = await openChannel(host);
    await channel.say('anna', 'Hello');
    const { customer } = await channel.chatOf('"anna"');
    const job = await ended(host, await host.rpc('privacy.exportCustomer', { customerId: customer.id }));
    const { name } = await backUp(host);
    const get = (path: string, method = 'GET') =>
      fetch(`${host.console}${path}`, { method, headers: { authorization: `Bearer ${ACCESS_KEY}` } }).then((response) =>
        response.arrayBuffer(),
      );
    await get(job.file?.url ?? '', 'HEAD');
    await get(`/media/backups/none.zip`);
    await get(job.file?.url ?? '');
    await get('/media/transcripts?days=7&format=text&timeZone=UTC');
    await get(`/media/backups/${name}`);
    const told = await entries();
    expect(told.slice(0, 3)).toMatchObject([
      { action: 'exported', kind: 'backup', about: name, count: 1 },
      { action: 'exported', kind: 'chats', count: 1 },
      { action: 'added', kind: 'backup', count: 1 },
    ]);
    expect(told[3]).toMatchObject({ action: 'exported', kind: 'customer', aboutId: customer.id, count: 2 });
  });
});

describe('a restore', () => {
  test('erases nothing from the list, and is in it', async () => {
    const { name } = await backUp(host);
    const { id: channelId } = await host.rpc('channels.create', { name: 'Made afterwards' });
    const before = await entries();
    await restore(host, { name });
    const after = await entries();
    expect(after[0]).toMatchObject({ action: 'restored', kind: 'backup', about: name, operatorName: 'Olga' });
    // A program's sign-in is counted once more after the restart.
    const uncounted = (list: readonly AuditEntry[]) => list.map(({ count: _count, ...entry }) => entry);
    expect(uncounted(after.slice(1))).toEqual(uncounted(before));
    expect((await host.rpc('channels.list', {})).channels.map(({ id }) => id)).not.toContain(channelId);
  });
});

describe('a removed colleague', () => {
  const asMia = (key: string, route: RouteName, input: unknown) => rpcRequest(host.console, key, route, input);

  test('may have kept addresses, keys and tokens, which one call renews', async () => {
    const { operator } = await host.rpc('operators.add', { name: 'Mia', role: 'owner' });
    const shop = await openChannel(host, { name: 'Shop' });
    const { id: channelId } = await host.rpc('channels.create', { name: 'Website', kind: 'site' });
    const { id: botId } = await host.rpc('bots.create', { name: 'FAQ', token: 'token-of-the-faq-bot' });
    const { identityKey } = await host.rpc('sites.addresses', { channelId });
    const signingKeys = async () => [
      (await host.rpc('channels.addresses', { channelId: shop.id })).signingKey,
      (await host.rpc('bots.addresses', { botId })).signingKey,
    ];
    const [ofShop, ofBot] = await signingKeys();
    await host.rpc('operators.remove', { operatorId: operator.id });
    await host.rpc('team.renewAddresses', {});
    expect((await shop.post({ sender: { id: 'a' }, message: { type: 'text', text: 'Hi' } })).status).toBe(404);
    expect((await host.rpc('bots.addresses', { botId })).token).not.toBe('token-of-the-faq-bot');
    expect((await host.rpc('sites.addresses', { channelId })).identityKey).not.toBe(identityKey);
    for (const key of await signingKeys()) expect([ofShop, ofBot]).not.toContain(key);
    expect((await host.rpc('audit.people', {})).people.find(({ id }) => id === operator.id)).toMatchObject({
      name: 'Mia',
      removedAt: expect.any(Number) as number,
    });
  });

  test('loses sessions, sockets and links at once, even while typing', async () => {
    const { operator, accessKey } = await host.rpc('operators.add', { name: 'Ben' });
    const channel = await openChannel(host);
    await channel.say('anna', 'Hello');
    const { id: chatId } = await channel.chatOf('"anna"');
    const signedIn = await fetch(`${host.console}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accessKey }),
    });
    const link = await fetch(`${host.console}/?key=${accessKey}`, { redirect: 'manual' });
    const [cookie = '', sealed = ''] = [signedIn, link].map(
      (response) => (response.headers.get('set-cookie') ?? '').split(';')[0],
    );
    const window = await connectEvents(host.console, { cookie });
    const olgas = await host.events();
    await asMia(accessKey, 'chats.take', { chatId });
    await asMia(accessKey, 'chats.typing', { chatId, typing: true });
    await olgas.waitFor('chat.attention', (at) => at.chatId === chatId && at.typing.includes(operator.id));
    const closed = window.closed;
    await host.rpc('operators.remove', { operatorId: operator.id });
    expect(await closed).toBe(4401);
    for (const each of [cookie, sealed])
      expect(
        (
          await fetch(`${host.console}/rpc/chats.reply`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', cookie: each },
            body: JSON.stringify({ chatId, text: 'One more thing' }),
          })
        ).status,
      ).toBe(401);
    expect(await asMia(accessKey, 'chats.typing', { chatId, typing: true })).toMatchObject({
      error: { code: 'not_signed_in' },
    });
    const { chats } = await host.rpc('chats.attention', {});
    expect(chats.flatMap(({ typing }) => typing)).not.toContain(operator.id);
    expect(await host.rpc('chats.get', { chatId })).toMatchObject({ state: 'waiting' });
  });
});
