import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#shared/contract/errors.ts';
import { allRoutes, audienceOf, isRouteName } from '#main/console/all-routes.ts';
import type { RouteName } from '#shared/contract/routes.ts';
import { connectEvents, type EventStream } from '../fixtures/event-stream.ts';
import { ACCESS_KEY, type Host, refusalToStart, startHost } from '../fixtures/host.ts';
import { rpcRequest } from '../fixtures/rpc.ts';
import { naming, tellsOf } from '../fixtures/stale-answers.ts';

const IVANS_KEY = 'ivan-key-for-tests-0002';
const ENDPOINT = 'https://shop.example/hidden-hook';
const TOKEN = 'hidden-token-of-the-bot';

const OPERATORS = [
  { name: 'Olga', accessKey: ACCESS_KEY },
  { name: 'Ivan', accessKey: IVANS_KEY },
];

let host: Host;
let ivansId: string;

beforeAll(async () => {
  host = await startHost({
    provision: {
      operators: OPERATORS,
      channels: [{ name: 'Shop', publicId: 'shop', endpoint: ENDPOINT }],
      bots: [{ name: 'FAQ', providerId: 'faq', token: TOKEN, endpoint: ENDPOINT, channels: ['shop'] }],
    },
  });
  ivansId = (await host.rpc('operators.list', {})).operators.find(({ name }) => name === 'Ivan')?.id ?? '';
});

afterAll(() => host.remove());

const ivan = (route: string, input: unknown = {}): Promise<Answer> => rpcRequest(host.console, IVANS_KEY, route, input);
const ivansWindow = (): Promise<EventStream> => connectEvents(host.console, { authorization: `Bearer ${IVANS_KEY}` });
const forbidden = { ok: false, error: { code: 'forbidden' } };
const namesOf = (audience: ReturnType<typeof audienceOf>): readonly RouteName[] =>
  (Object.keys(allRoutes) as RouteName[]).filter((route) => audienceOf(route) === audience);

describe('a provision file', () => {
  test('makes the first operator an owner, the others operators', async () => {
    expect(await host.rpc('operators.list', {})).toMatchObject({
      operators: [
        { name: 'Olga', role: 'owner' },
        { name: 'Ivan', role: 'operator' },
      ],
    });
    expect(await ivan('operators.me')).toMatchObject({ ok: true, data: { role: 'operator' } });
  });

  test('says who is an owner', async () => {
    const [olga, boris] = OPERATORS.map((each) => ({ ...each, role: 'operator' }));
    const other = await startHost({ provision: { operators: [olga, { ...boris, role: 'owner' }] } });
    expect((await other.rpc('operators.list', {})).operators.map(({ role }) => role)).toEqual(['operator', 'owner']);
    // The printed link is the owner's.
    expect(new URL(other.accessUrl).searchParams.get('key')).toBe(IVANS_KEY);
    await other.remove();
  });

  test.each([
    ['nobody is an owner', OPERATORS.map((each) => ({ ...each, role: 'operator' })), 'owner'],
    ['a role is unknown', [{ ...OPERATORS[0], role: 'admin' }], 'role'],
  ])('is refused if %s', async (_case, operators, word) => {
    expect(await refusalToStart({ provision: { operators } })).toContain(word);
  });
});

describe('an operator', () => {
  test.each(namesOf('owner'))('may not call %s', async (route) => {
    // Before its input is read: what is expected there is not said.
    expect(await ivan(route, { nonsense: true })).toMatchObject(forbidden);
  });

  test.each(namesOf(undefined))('may call %s', async (route) => {
    const answer = await ivan(route, route === 'operators.setPresence' ? { presence: 'away' } : {});
    expect(answer.ok ? 'ok' : answer.error.code).not.toBe('forbidden');
  });

  test.each(namesOf('owner or self'))('may call %s for themselves only', async (route) => {
    const { id } = await host.rpc('operators.me', {});
    for (const operatorId of [id, 'nobody', undefined, null, [ivansId]])
      expect(await ivan(route, { operatorId, jpeg: null })).toMatchObject(forbidden);
    // The key stays valid for the other tests.
    if (route !== 'operators.renewKey')
      expect(await ivan(route, { operatorId: ivansId, jpeg: null })).toMatchObject({ ok: true });
  });

  test('sees reports if the team’s settings let them', async () => {
    const range = { days: 1, timeZone: 'UTC' };
    for (const reports of [false, true]) {
      await host.rpc('team.change', { reports });
      expect(await ivan('team.get')).toMatchObject({ ok: true, data: { reports } });
      expect(await ivan('reports.get', range)).toMatchObject(reports ? { ok: true } : forbidden);
      expect(await ivan('reports.chats', { ...range, behind: { kind: 'all' } })).toMatchObject(
        reports ? { ok: true } : forbidden,
      );
    }
  });

  test('sees neither addresses nor tokens', async () => {
    expect(await ivan('setup.get')).toMatchObject({ data: { listenerUrl: '', publicUrl: null } });
    expect(await ivan('channels.list')).toMatchObject({ data: { channels: [{ name: 'Shop', endpoint: '' }] } });
    expect(await ivan('bots.list')).toMatchObject({ data: { bots: [{ name: 'FAQ', endpoint: '', maskedToken: '' }] } });
    const window = await ivansWindow();
    const [channel] = (await host.rpc('channels.list', {})).channels;
    const [bot] = (await host.rpc('bots.list', {})).bots;
    await host.rpc('channels.update', { channelId: channel?.id ?? '', name: 'Shop on the corner' });
    await host.rpc('bots.update', { botId: bot?.id ?? '', name: 'Questions' });
    await window.waitFor('answers.stale', naming('channels.list'));
    await window.waitFor('answers.stale', naming('bots.list'));
    expect(JSON.stringify(window.received)).not.toMatch(/hidden/);
    window.close();
  });

  test('gets only the events of what they may see, without a gap in the numbers', async () => {
    const [olgas, ivans] = await Promise.all([host.events(), ivansWindow()]);
    await host.rpc('connection.change', { network: { port: 8791 } });
    await host.rpc('team.change', { reports: true });
    await Promise.all([olgas, ivans].map((window) => window.waitFor('answers.stale', naming('team.get'))));
    const ofOwners = (window: EventStream): readonly string[] =>
      window.received
        .flatMap((event) => (event.name === 'answers.stale' ? event.data.answers.map(({ route }) => route) : []))
        .filter((route) => isRouteName(route) && audienceOf(route) === 'owner');
    expect(ofOwners(olgas)).toContain('connection.get');
    expect(ofOwners(ivans)).toEqual([]);
    expect(ivans.received.map(({ seq }) => seq)).toEqual(ivans.received.map((_, at) => ivans.hello.seq + 1 + at));
    ivans.close();
  });

  test.each([
    ['POST', '/media/backups'],
    ['GET', '/media/backups/counterbell.zip'],
    ['GET', '/media/exports/7d1c1a5e-0b55-4c53-9b5a-2a7a1b2f3c4d/customer-1.zip'],
    ['GET', '/media/contacts'],
    ['GET', '/media/wordpress/shop/counterbell.zip'],
    ['GET', '/media/%62ackups/counterbell.zip'],
  ])('may not %s %s', async (method, path) => {
    const headers = (key: string) => ({ authorization: `Bearer ${key}` });
    const response = await fetch(`${host.console}${path}`, {
      method,
      headers: headers(IVANS_KEY),
      ...(method === 'POST' && { body: 'PK' }),
    });
    expect([403, 404]).toContain(response.status);
    if (response.status === 404) expect(path).toMatch(/wordpress|%62/);
  });
});

describe('roles', () => {
  test('change while windows are open, which get another hello', async () => {
    const window = await ivansWindow();
    expect(await host.rpc('operators.change', { operatorId: ivansId, role: 'owner' })).toMatchObject({ role: 'owner' });
    expect(await ivan('connection.get')).toMatchObject({ ok: true });
    await host.rpc('connection.change', { network: { port: 8792 } });
    await window.waitFor('answers.stale', naming('connection.get'));
    await host.rpc('operators.change', { operatorId: ivansId, role: 'operator' });
    expect(await ivan('connection.get')).toMatchObject(forbidden);
    const heard = (route: RouteName) => window.received.filter(tellsOf(route)).length;
    await host.rpc('team.change', { reports: false });
    await window.waitFor('answers.stale', naming('team.get'));
    const [teams, connections] = [heard('team.get'), heard('connection.get')];
    await host.rpc('connection.change', { network: { port: 8793 } });
    await host.rpc('team.change', { reports: true });
    await window.until(async () => heard('team.get') > teams || undefined);
    expect(heard('connection.get')).toBe(connections);
    window.close();
  });

  test('leave an owner, whatever the order of changes', async () => {
    const { id: olgasId } = await host.rpc('operators.me', {});
    await expect(host.rpc('operators.change', { operatorId: olgasId, role: 'operator' })).rejects.toMatchObject({
      code: 'last_owner',
    });
    await host.rpc('operators.change', { operatorId: ivansId, role: 'owner' });
    // Both at once: one of them stays.
    const answers = await Promise.all([
      host.ask('operators.change', { operatorId: ivansId, role: 'operator' }),
      ivan('operators.change', { operatorId: olgasId, role: 'operator' }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const [first] = answers;
    const asOwner = first.ok ? host.ask : ivan;
    await asOwner('operators.change', { operatorId: olgasId, role: 'owner' });
    await host.rpc('operators.change', { operatorId: ivansId, role: 'operator' });
  });

  test('survive a restart', async () => {
    await host.stop();
    host = await host.restart();
    expect(await ivan('operators.me')).toMatchObject({ data: { role: 'operator' } });
    expect(await ivan('connection.get')).toMatchObject(forbidden);
  });
});
