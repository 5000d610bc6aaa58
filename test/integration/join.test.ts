import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect as connectTls, createServer as createTlsServer, type Server } from 'node:tls';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAuthority, makeServerCertificate } from '#main/exposure/authority.ts';
import { encodeInvitation, invitationId } from '#shared/domain/invitation.ts';
import { backUp, restore } from '../fixtures/archive.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { type Host, startHost } from '../fixtures/host.ts';
import { answerOf, ask, codeOf, ForeignKeyError, joinAsApp, joinRequestOf } from '../fixtures/join.ts';

const REMOTE = { args: ['--team', '127.0.0.1:0'] };

let host: Host;
beforeAll(async () => {
  host = await startHost(REMOTE);
  await host.rpc('team.change', { name: 'Shop' });
});
afterAll(() => host.remove());

const remoteAccess = (): string => host.team ?? '';
const invite = (name = 'Ivan', role: 'owner' | 'operator' = 'operator') =>
  host.rpc('invitations.create', { name, role });
const rpcAs = async (headers: Record<string, string>, route = 'operators.me', base = remoteAccess()) =>
  answerOf(await ask(`${base}/rpc/${route}`, { headers, body: {}, pin: undefined }));
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const namesHere = async (): Promise<readonly string[]> =>
  (await host.rpc('operators.list', {})).operators.map(({ name }) => name);
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(`${remoteAccess()}${path}`, { headers, body, pin: undefined });
const REFUSED = { ok: false } as const;

describe('an app', () => {
  test('joins with an invitation, and signs in with the key that both agreed on', async () => {
    const { web, app, pin, invitation } = await invite();
    expect(invitation).toMatchObject({ name: 'Ivan', role: 'operator' });
    expect(web).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/join#[\w-]+$/);
    expect(codeOf(app)).toEqual(codeOf(web));
    expect(codeOf(app)).toMatchObject({ pin, addresses: [host.team] });
    expect(answerOf(await post('/join/look', { invitation: await invitationId(codeOf(app).secret) }))).toMatchObject({
      data: { shop: 'Shop', name: 'Ivan', role: 'operator', isFurther: false },
    });
    const joined = await joinAsApp(web);
    expect(joined).toMatchObject({ addresses: [host.team], shop: 'Shop' });
    expect(await rpcAs(bearer(joined.key))).toMatchObject({ ok: true, data: { name: 'Ivan', role: 'operator' } });
    expect(await rpcAs(bearer(joined.key), 'invitations.list')).toMatchObject({ error: { code: 'forbidden' } });
    expect(await host.rpc('invitations.list', {})).toEqual({ invitations: [] });
    expect((await host.rpc('devices.list', {})).devices).toMatchObject([
      { id: joined.deviceId, kind: 'app', name: 'Reception', operatorId: joined.operatorId, isThis: false },
    ]);
  });

  test('joins as an operator of the channels for which they were invited, and sees no others', async () => {
    const { id } = await host.rpc('channels.create', { name: 'Lamps' });
    await host.rpc('channels.create', { name: 'Rugs' });
    const wish = { name: 'Lena', role: 'operator' as const, channels: [id] };
    const { key } = await joinAsApp((await host.rpc('invitations.create', wish)).web);
    expect(await rpcAs(bearer(key))).toMatchObject({ data: { name: 'Lena', channels: [id] } });
    expect(await rpcAs(bearer(key), 'channels.list')).toMatchObject({ data: { channels: [{ id, name: 'Lamps' }] } });
    const { accessKey } = await host.rpc('operators.add', wish);
    expect(await rpcAs(bearer(accessKey))).toMatchObject({ data: { channels: [id] } });
  });

  test('joins the operator who invites it as a further device', async () => {
    const { web } = await host.rpc('devices.invite', {});
    const { key } = await joinAsApp(web);
    expect(await rpcAs(bearer(key))).toMatchObject({ data: { name: 'Olga', role: 'owner' } });
    expect(await rpcAs(bearer(key), 'devices.list')).toMatchObject({
      data: { devices: expect.arrayContaining([expect.objectContaining({ isThis: true })]) },
    });
  });

  test.each([
    [
      'used',
      'invitation_used',
      async (link: string) => {
        await joinAsApp(link);
        return link;
      },
    ],
    [
      'withdrawn',
      'invitation_unknown',
      async (link: string) => {
        const [open] = (await host.rpc('invitations.list', {})).invitations;
        await host.rpc('invitations.withdraw', { invitationId: open?.id ?? '' });
        return link;
      },
    ],
    [
      'altered by one bit',
      'invitation_unknown',
      async (link: string) => {
        const code = codeOf(link);
        const secret = Buffer.from(code.secret, 'base64url');
        secret[7] = (secret[7] ?? 0) ^ 1;
        return `counterbell://join/${encodeInvitation({ ...code, secret: secret.toString('base64url') })}`;
      },
    ],
    [
      'of another installation',
      'invitation_unknown',
      async (link: string) => {
        const secret = randomBytes(16).toString('base64url');
        return `counterbell://join/${encodeInvitation({ ...codeOf(link), secret })}`;
      },
    ],
  ])('is refused with an invitation that is %s', async (_what, code, spoil) => {
    const link = await spoil((await invite('Mallory')).web);
    const before = await namesHere();
    await expect(joinAsApp(link)).rejects.toMatchObject({ code });
    const look = await post('/join/look', { secret: codeOf(link).secret });
    expect(answerOf(look)).toMatchObject({ ...REFUSED, error: { code } });
    const browser = await post('/join/browser', { secret: codeOf(link).secret });
    expect([answerOf(browser), browser.headers['set-cookie']]).toMatchObject([{ error: { code } }, undefined]);
    expect(await namesHere()).toEqual(before);
  });

  test('is let in once, however many try at the same time', async () => {
    const { web } = await invite('Twin');
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => joinAsApp(web)));
    const refusals = tries.flatMap((attempt) =>
      attempt.status === 'rejected' ? [attempt.reason as { code: string }] : [],
    );
    expect(refusals.map(({ code }) => code)).toEqual(Array.from({ length: 7 }, () => 'invitation_used'));
    expect((await namesHere()).filter((name) => name === 'Twin')).toHaveLength(1);
  });

  test('cannot be imitated by a replay of its exchange', async () => {
    const code = codeOf((await invite('Echo')).web);
    const request = await joinRequestOf(code, code.pin);
    expect(answerOf(await post('/join', request)).ok).toBe(true);
    expect(answerOf(await post('/join', request))).toMatchObject({ error: { code: 'invitation_used' } });
  });

  test.each([
    ['another nonce', (request: object) => ({ ...request, nonce: randomBytes(16).toString('base64url') })],
    ['another name', (request: object) => ({ ...request, device: { name: 'Mallory' } })],
  ])('cannot be imitated by its proof with %s, which leaves the invitation open', async (_what, change) => {
    const { web } = await invite('Carol');
    const code = codeOf(web);
    const altered = change(await joinRequestOf(code, code.pin));
    expect(answerOf(await post('/join', altered))).toMatchObject({ error: { code: 'invitation_unknown' } });
    expect((await joinAsApp(web)).operatorId).not.toBe('');
  });

  test.each(['public', 'plain'])('cannot say that it saw no key (%s) where the host shows one', async (word) => {
    const code = codeOf((await invite('Downgrade')).web);
    expect(answerOf(await post('/join', await joinRequestOf(code, word)))).toMatchObject({
      error: { code: 'invitation_unknown' },
    });
  });
});

describe('somebody in between, with a certificate of their own', () => {
  let proxy: Server;
  let url: string;
  let passed = 0;
  beforeAll(async () => {
    const authority = await makeAuthority('mallory', Date.now());
    const { certificate, key } = await makeServerCertificate(authority, ['127.0.0.1'], Date.now());
    proxy = createTlsServer({ cert: certificate, key }, (socket) => {
      const onward = connectTls({
        host: '127.0.0.1',
        port: Number(new URL(remoteAccess()).port),
        rejectUnauthorized: false,
      });
      socket.on('data', (piece) => (passed += piece.length));
      socket.pipe(onward).pipe(socket);
      for (const each of [socket, onward]) each.on('error', () => undefined);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    url = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterAll(() => void proxy.close());

  test('is noticed before anything is sent', async () => {
    const { web } = await invite('Bob');
    await expect(joinAsApp(web, { base: url })).rejects.toThrow(ForeignKeyError);
    expect(passed).toBe(0);
    await joinAsApp(web);
  });

  test('is refused by the host where an app does not look, and cannot use what it heard', async () => {
    const { web } = await invite('Careless');
    const code = codeOf(web);
    const { pin: seen } = await ask(`${url}/join/look`, {
      body: { invitation: await invitationId(code.secret) },
      pin: undefined,
    });
    expect(seen).not.toBe(code.pin);
    const request = await joinRequestOf(code, seen);
    expect(answerOf(await ask(`${url}/join`, { body: request, pin: undefined }))).toMatchObject({
      error: { code: 'invitation_unknown' },
    });
    expect(answerOf(await post('/join', request))).toMatchObject({ error: { code: 'invitation_unknown' } });
    expect((await joinAsApp(web)).operatorId).not.toBe('');
  });
});

describe('a browser', () => {
  const joinBrowser = async (link: string) =>
    post(
      '/join/browser',
      { secret: codeOf(link).secret },
      { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
    );
  const cookieOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string =>
    (headers['set-cookie'] as readonly string[] | undefined)?.[0] ?? '';

  test('joins, and is signed in with a cookie that goes over HTTPS only', async () => {
    const { web } = await invite('Nina');
    const joined = await joinBrowser(web);
    const cookie = cookieOf(joined);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/Secure/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(cookie).not.toContain(codeOf(web).secret);
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect(await rpcAs(headers)).toMatchObject({ data: { name: 'Nina' } });
    expect(await rpcAs(headers, 'devices.list')).toMatchObject({
      data: { devices: [{ kind: 'browser', name: 'Firefox, Windows', isThis: true }] },
    });
    const page = await ask(`${remoteAccess()}/join`, { method: 'GET', pin: undefined });
    expect([page.status, page.text.includes('<div id="root">')]).toEqual([200, true]);
  });

  test('that signs out is no device any more', async () => {
    const cookie = cookieOf(await joinBrowser((await invite('Otto')).web)).split(';')[0] ?? '';
    expect(await rpcAs({ cookie })).toMatchObject({ ok: true });
    await post('/sign-out', {}, { cookie });
    expect(await rpcAs({ cookie })).toMatchObject({ error: { code: 'not_signed_in' } });
  });

  test.each([
    ['a page of another website', { origin: 'https://shop.example' }, 403],
    ['another name of this computer (rebinding)', { host: 'shop.example' }, 421],
    ['a form', { 'content-type': 'text/plain' }, 415],
  ])('cannot be made to join by %s', async (_what, headers: Record<string, string>, status) => {
    const { web } = await invite('Forged');
    const { secret, pin } = codeOf(web);
    for (const [path, body] of [
      ['/join', await joinRequestOf(codeOf(web), pin)],
      ['/join/browser', { secret }],
      ['/join/look', { secret }],
    ] as const)
      expect((await post(path, body, headers)).status).toBe(status);
    expect(await namesHere()).not.toContain('Forged');
  });
});

describe('a device that was signed out', () => {
  test('is refused at once, and what it was doing ends', async () => {
    const { key, deviceId } = await joinAsApp((await invite('Gone')).web);
    const socket = new WebSocket(`${remoteAccess().replace('https', 'wss')}/events`, {
      rejectUnauthorized: false,
      headers: bearer(key),
    });
    await once(socket, 'message');
    const closed = once(socket, 'close') as Promise<[number]>;
    // An upload whose end is never sent.
    const { port } = new URL(remoteAccess());
    const upload = connectTls({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false });
    await once(upload, 'secureConnect');
    const cut = once(upload, 'close');
    upload.on('error', () => undefined).resume();
    upload.write(
      `POST /media/uploads?name=a.txt&type=text%2Fplain&size=1000000 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
        `Authorization: Bearer ${key}\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000000\r\n\r\nbegin`,
    );
    expect((await host.rpc('devices.list', {})).devices.find(({ id }) => id === deviceId)?.isOnline).toBe(true);
    await host.rpc('devices.remove', { deviceId });
    expect((await closed)[0]).toBe(4401);
    await cut;
    expect(await rpcAs(bearer(key))).toMatchObject({ error: { code: 'not_signed_in' } });
    const media = await ask(`${remoteAccess()}/media/none`, { method: 'GET', headers: bearer(key), pin: undefined });
    expect(media.status).toBe(401);
  });

  test('is one of an operator whose key was renewed, or who was removed', async () => {
    const renewed = await joinAsApp((await invite('Renewed')).web);
    await host.rpc('operators.renewKey', { operatorId: renewed.operatorId });
    const removed = await joinAsApp((await invite('Removed')).web);
    await host.rpc('operators.remove', { operatorId: removed.operatorId });
    for (const { key } of [renewed, removed])
      expect(await rpcAs(bearer(key))).toMatchObject({ error: { code: 'not_signed_in' } });
    const ids = (await host.rpc('devices.list', {})).devices.map(({ id }) => id);
    expect(ids).not.toContain(renewed.deviceId);
    expect(ids).not.toContain(removed.deviceId);
  });

  test('belongs to the caller, or the caller is an owner', async () => {
    const [one, other] = [await joinAsApp((await invite('One')).web), await joinAsApp((await invite('Other')).web)];
    const remove = async (deviceId: string) =>
      answerOf(
        await ask(`${remoteAccess()}/rpc/devices.remove`, {
          headers: bearer(one.key),
          body: { deviceId },
          pin: undefined,
        }),
      );
    expect(await remove(other.deviceId)).toMatchObject({ error: { code: 'not_found' } });
    expect(await rpcAs(bearer(other.key))).toMatchObject({ ok: true });
    expect(await remove(one.deviceId)).toMatchObject({ ok: true });
    expect(await rpcAs(bearer(one.key))).toMatchObject({ error: { code: 'not_signed_in' } });
  });
});

test('an owner who is one no more leaves no open invitation behind', async () => {
  const { key, operatorId } = await joinAsApp((await invite('Former', 'owner')).web);
  const theirs = answerOf(
    await ask(`${remoteAccess()}/rpc/invitations.create`, {
      headers: bearer(key),
      body: { name: 'Accomplice', role: 'owner' },
      pin: undefined,
    }),
  );
  const { web } = (theirs as { readonly data: { readonly web: string } }).data;
  await host.rpc('operators.remove', { operatorId });
  await expect(joinAsApp(web)).rejects.toMatchObject({ code: 'invitation_unknown' });
});

test('a thousand wrong tries lock nobody out who has a right one, and who had one hears what became of it', async () => {
  const [{ web }, used] = [await invite('Right'), await invite('Used')];
  await joinAsApp(used.web);
  // One connection, so that this is about the host and not about handshakes.
  const socket: Socket = connect(Number(new URL(host.console).port), '127.0.0.1');
  await once(socket, 'connect');
  const body = JSON.stringify({ secret: randomBytes(16).toString('base64url') });
  const one = `POST /join/browser HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  let text = '';
  const answered = new Promise<void>((resolve) =>
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.split('HTTP/1.1 ').length > 1000) resolve();
    }),
  );
  socket.write(one.repeat(1000));
  await answered;
  socket.destroy();
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(new Set(statuses.slice(10))).toEqual(new Set(['429']));
  await expect(joinAsApp(used.web)).rejects.toMatchObject({ code: 'invitation_used' });
  expect((await joinAsApp(web)).operatorId).not.toBe('');
});

describe('after a restart', () => {
  test('devices stay signed in, and invitations that expired are refused as such', async () => {
    const joined = await joinAsApp((await invite('Stays')).web);
    const { web } = await invite('Late');
    await host.stop();
    const database = new DatabaseSync(join(host.dataDir, 'counterbell.db'));
    database.exec('UPDATE invitations SET until = 1 WHERE used_at IS NULL');
    database.close();
    host = await host.restart();
    expect(await rpcAs(bearer(joined.key))).toMatchObject({ data: { name: 'Stays' } });
    await expect(joinAsApp(web, { base: remoteAccess() })).rejects.toMatchObject({ code: 'invitation_expired' });
  });

  test(
    'after being killed in the middle of it, somebody has joined entirely or not at all',
    { tags: ['thorough'] },
    async () => {
      const usual = host;
      let killed = await startHeadless(REMOTE);
      for (let round = 0; round < 5; round += 1) {
        host = killed;
        const name = `Killed ${round}`;
        const { web } = await invite(name);
        const code = codeOf(web);
        const asked = ask(`${remoteAccess()}/join`, { body: await joinRequestOf(code, code.pin), pin: code.pin }).catch(
          () => undefined,
        );
        for (let turn = 0; turn < round * 2; turn += 1)
          await ask(`${host.console}/`, { method: 'GET', pin: undefined });
        await killed.kill();
        await asked;
        killed = await killed.restart();
        host = killed;
        const operator = (await host.rpc('operators.list', {})).operators.find((each) => each.name === name);
        const { devices } = await host.rpc('devices.list', {});
        const outcome = await joinAsApp(web, { base: remoteAccess() }).then(
          () => 'open',
          (error: { readonly code: string }) => error.code,
        );
        expect([outcome, devices.some(({ operatorId }) => operatorId === operator?.id)]).toEqual(
          operator === undefined ? ['open', false] : ['invitation_used', true],
        );
      }
      await killed.remove();
      host = usual;
    },
  );
});

describe('the host’s key', () => {
  const seenAt = async (pin?: string) => (await ask(`${remoteAccess()}/join/look`, { body: { secret: 'x' }, pin })).pin;
  const renewed = async (
    route: 'connection.renewAuthority' | 'remoteAccess.renewKey',
    headers?: Record<string, string>,
  ) => {
    const window = await host.events();
    const { certificate } = await host.rpc('remoteAccess.get', {});
    if (headers === undefined) await host.rpc(route, {});
    else expect(await rpcAs(headers, route)).toMatchObject({ ok: true });
    await window.until(async () => {
      const now = await host.rpc('remoteAccess.get', {});
      return now.certificate?.fingerprint === certificate?.fingerprint ? undefined : true;
    });
    return certificate?.fingerprint;
  };

  test('stays when only the authority is replaced, whose certificate remote access shows at once', async () => {
    const { pin } = await invite('Same key');
    await renewed('connection.renewAuthority');
    expect(await seenAt()).toBe(pin);
    expect((await invite('Same key, again')).pin).toBe(pin);
  });

  test('that was stolen is replaced: who knew the old one is signed out and sends nothing to the new one', async () => {
    const owner = await joinAsApp((await host.rpc('devices.invite', {})).web);
    const app = await joinAsApp((await invite('App')).web);
    const cookie = ((await post('/join/browser', { secret: codeOf((await invite('Browser')).web).secret })).headers[
      'set-cookie'
    ] ?? [''])[0] as string;
    const open = await invite('Open');
    await renewed('remoteAccess.renewKey', bearer(owner.key));
    await expect(seenAt(open.pin)).rejects.toBeInstanceOf(ForeignKeyError);
    for (const headers of [bearer(app.key), { cookie: cookie.split(';')[0] ?? '' }])
      expect(await rpcAs(headers)).toMatchObject({ error: { code: 'not_signed_in' } });
    expect(await rpcAs(bearer(owner.key), 'devices.list')).toMatchObject({
      data: { devices: [{ id: owner.deviceId, isThis: true }] },
    });
    expect(await host.rpc('invitations.list', {})).toEqual({ invitations: [] });
    expect(answerOf(await post('/join/browser', { secret: codeOf(open.web).secret }))).toMatchObject({
      error: { code: 'invitation_unknown' },
    });
    const anew = await invite('Anew');
    expect(anew.pin).not.toBe(open.pin);
    const joined = await joinAsApp(anew.web);
    await host.stop();
    host = await host.restart();
    expect((await invite('After a restart')).pin).toBe(anew.pin);
    expect(await rpcAs(bearer(joined.key))).toMatchObject({ data: { name: 'Anew' } });
    expect(await rpcAs(bearer(app.key))).toMatchObject({ error: { code: 'not_signed_in' } });
  });
});

test('a restored backup keeps the pin and the devices of now, and withdraws what was open', async () => {
  const before = await joinAsApp((await invite('Before')).web);
  const stolen = await joinAsApp((await invite('Stolen')).web);
  const open = await invite('Open');
  const { name } = await backUp(host);
  await host.rpc('devices.remove', { deviceId: stolen.deviceId });
  await restore(host, { name });
  expect(await rpcAs(bearer(before.key), 'operators.me', host.console)).toMatchObject({ data: { name: 'Before' } });
  expect(await rpcAs(bearer(stolen.key), 'operators.me', host.console)).toMatchObject({
    error: { code: 'not_signed_in' },
  });
  expect((await invite('After')).pin).toBe(open.pin);
  await expect(joinAsApp(open.web)).rejects.toMatchObject({ code: 'invitation_unknown' });
});

test('an address from outside comes before remote access that only this computer reaches', async () => {
  await host.rpc('remoteAccess.change', { outside: 'https://chat.example' });
  const { web } = await invite('Ivan');
  expect(codeOf(web).addresses).toEqual([{ u: 'https://chat.example' }, host.team]);
  expect(web).toMatch(/^https:\/\/chat\.example\/join#/);
  await host.rpc('remoteAccess.change', { outside: '' });
});

test('a host without remote access invites to its own computer, or to the address of its proxy', async () => {
  const alone = await startHost();
  const wish = { name: 'Ivan', role: 'operator' } as const;
  const near = await alone.rpc('invitations.create', wish);
  expect(codeOf(near.web).addresses).toEqual([alone.console]);
  expect((await joinAsApp(near.web)).addresses).toEqual([alone.console]);
  await alone.rpc('remoteAccess.change', { outside: 'https://chat.example/' });
  const far = await alone.rpc('invitations.create', wish);
  expect(far.web).toMatch(/^https:\/\/chat\.example\/join#/);
  expect(codeOf(far.web).addresses).toEqual([{ u: 'https://chat.example' }]);
  // The proxy passes the name on.
  const code = codeOf(far.web);
  const through = await ask(`${alone.console}/join`, {
    headers: { host: 'chat.example' },
    body: await joinRequestOf(code, 'public'),
    pin: undefined,
  });
  expect(answerOf(through)).toMatchObject({ ok: true });
  expect(await alone.ask('remoteAccess.change', { outside: 'http://chat.example' })).toMatchObject({
    error: { code: 'invalid_input' },
  });
  await alone.remove();
});
