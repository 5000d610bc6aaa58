import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type NetworkEdge, SYSTEM_EDGE } from '#main/outgoing/address-guard.ts';
import type { PushTarget } from '../../src/shared/contract/joining.ts';
import { ALWAYS_OPEN } from '../../src/shared/domain/working-hours.ts';
import { trustCertificate } from '../fixtures/certificates.ts';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { ACCESS_KEY, type Host, startHost } from '../fixtures/host.ts';
import { answer, startIntegrator } from '../fixtures/integrator.ts';
import { createQuickClock } from '../fixtures/quick-clock.ts';
import { type PushedBrowser, type PushService, startPushService } from '../fixtures/push-service.ts';
import { type SignedIn, signIn } from '../fixtures/signed-in.ts';

const WISH = { language: 'en', withWords: true } as const;

let service: PushService;
let distrust: () => void;
let host: Host;
let channel: TestChannel;

beforeAll(async () => {
  service = await startPushService();
  distrust = trustCertificate();
  // Its push service, on this computer, is on the internet; the seconds between two calls are two.
  const pushEdge: NetworkEdge = { ...SYSTEM_EDGE, kindOf: () => 'public' };
  host = await startHost({ pushEdge, clock: createQuickClock(5) });
  channel = await openChannel(host);
});

afterAll(async () => {
  await host.remove();
  await service.stop();
  distrust();
});

afterEach(async () => {
  const { chats } = await host.rpc('chats.list', { filter: 'open' });
  for (const { id: chatId } of chats) await host.rpc('chats.close', { chatId });
});

/** A new operator's access key: whoever was called a moment ago is called again only after a while. */
const join = async (name: string): Promise<string> => (await host.rpc('operators.add', { name })).accessKey;

interface Phone extends SignedIn, PushedBrowser {}

async function openPhone(accessKey: string, wish: Partial<PushTarget> = {}): Promise<Phone> {
  const signedIn = await signIn(host.console, accessKey);
  const browser = service.subscribe();
  await signedIn.rpc('push.subscribe', { ...browser.target, ...WISH, ...wish });
  return { ...signedIn, ...browser };
}

const write = async (id: string, text: string): Promise<string> => {
  await channel.post({ sender: { id, name: id }, message: { type: 'text', text } });
  return (await channel.chatOf(JSON.stringify(id))).id;
};
const close = async (...chatIds: readonly string[]): Promise<void> => {
  for (const chatId of chatIds) await host.rpc('chats.close', { chatId });
};

test('it is encrypted for the browser, signed by the installation, and replaced by a silent note once somebody answers', async () => {
  const olga = await join('Maria');
  const phone = await openPhone(olga);
  const { key } = await phone.rpc('push.get', {});
  const chatId = await write('Anna', 'Is the red kettle in stock?');
  const { headers, body, notice, claims } = await phone.next();
  expect(notice).toEqual({
    title: 'Anna is waiting',
    body: 'Is the red kettle in stock?',
    kind: 'waiting',
    chatId,
    silent: false,
  });
  expect(body.includes('kettle') || body.includes('Anna')).toBe(false);
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '3600',
    urgency: 'high',
    topic: 'counterbell-waiting',
  });
  const { aud, exp } = claims(key);
  expect(aud).toBe(new URL(phone.target.endpoint).origin);
  expect(Number(exp)).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 60 * 60);

  await host.rpc('chats.reply', { chatId, text: 'Yes.', clientId: 'yes-to-anna' });
  const settled = await phone.next();
  expect(settled.notice).toEqual({
    title: 'No customer is waiting for you any more',
    body: '',
    kind: 'waiting',
    silent: true,
  });
  expect(settled.headers).toMatchObject({ urgency: 'normal', topic: 'counterbell-waiting' });
  await close(chatId);
  await phone.signOut();
});

test('Apple’s push service is told whom it can write to, and is not used before somebody is known', async () => {
  const phone = await signIn(host.console, await join('Maria'));
  const { target } = service.subscribe();
  const iphone = { ...target, ...WISH, endpoint: 'https://web.push.apple.com/QO3' };
  await expect(phone.rpc('push.subscribe', iphone)).rejects.toThrow('Settings > Team');
  expect(await host.rpc('team.get', {})).toMatchObject({ contact: '', needsContact: true });
  await expect(host.rpc('team.change', { contact: 'olga@shop.local' })).rejects.toThrow('Enter an email address');
  await host.rpc('team.change', { contact: 'olga@shop.example' });
  await phone.rpc('push.subscribe', iphone);
  expect(await phone.rpc('push.get', {})).toMatchObject({ isOn: true });
  await phone.signOut();

  const other = await openPhone(await join('Maria'));
  const { key } = await other.rpc('push.get', {});
  const chatId = await write('Bea', 'Hello?');
  const { claims } = await other.next();
  expect(claims(key)).toMatchObject({ sub: 'mailto:olga@shop.example' });
  await host.rpc('team.change', { contact: '' });
  await close(chatId);
  await other.signOut();
});

test('in the device’s language, and without name and words if it wishes so', async () => {
  const olga = await join('Maria');
  const german = await openPhone(olga, { language: 'de' });
  const discreet = await openPhone(olga, { withWords: false });
  const unknown = await openPhone(olga, { language: 'tlh' });
  const chatId = await write('Ben', 'A secret');
  expect((await german.next()).notice).toMatchObject({ title: 'Ben wartet', body: 'A secret' });
  expect((await discreet.next()).notice).toMatchObject({ title: '1 customer is waiting', body: '' });
  expect((await unknown.next()).notice.title).toBe('Ben is waiting');
  await close(chatId);
  for (const phone of [german, discreet, unknown]) await phone.signOut();
});

test('a chat of one operator is none of the others’ business, the owner’s neither', async () => {
  const olga = await join('Maria');
  const ivan = await join('Ivan');
  const [hers, his, owners] = [await openPhone(olga), await openPhone(ivan), await openPhone(ACCESS_KEY)];
  const chatId = await write('Cleo', 'Hello');
  await hers.rpc('chats.take', { chatId });
  await write('Cleo', 'And the blue one?');
  expect((await hers.next()).notice).toMatchObject({ title: 'Cleo', chatId });
  // A chat for both, which comes after it.
  const next = await write('Dora', 'Hi');
  for (const other of [his, owners]) {
    expect((await other.next()).notice).toMatchObject({ title: 'Dora is waiting', chatId: next });
    expect(other.received).toHaveLength(1);
  }
  for (const phone of [hers, his, owners]) await phone.signOut();
});

test('a chat that a colleague gives is called out although its customer has an answer, until it is seen', async () => {
  const [olga, ivan] = [await openPhone(await join('Maria')), await openPhone(await join('Ivan'))];
  const chatId = await write('Otto', 'Hello');
  await ivan.next();
  await olga.next();
  await ivan.rpc('chats.reply', { chatId, text: 'One moment', clientId: 'one-moment-otto' });
  for (const phone of [olga, ivan]) expect((await phone.next()).notice.silent).toBe(true);
  const { id: toOperatorId } = await olga.rpc('operators.me', {});
  await ivan.rpc('chats.assign', { chatId, operatorId: toOperatorId });
  expect((await olga.next()).notice).toMatchObject({ title: 'Ivan assigned you the chat with Otto', chatId });
  await olga.rpc('chats.markRead', { chatId });
  expect((await olga.next()).notice.silent).toBe(true);
  expect(ivan.received).toHaveLength(2);
  await close(chatId);
  await olga.signOut();
  await ivan.signOut();
});

test('a reply that was not delivered is called out with its words, until it is seen', async () => {
  const integrator = await startIntegrator();
  const endpoint = integrator.endpoint('replies');
  endpoint.react(answer.error('blocked', 'This customer has left'));
  const phone = await openPhone(await join('Maria'));
  const refusing = await openChannel(host, { endpoint: endpoint.url, allowPlainHttp: true });
  await refusing.say('otis', 'Hello');
  await phone.next();
  const { id: chatId } = await refusing.chatOf('"otis"');
  await phone.rpc('chats.reply', { chatId, text: 'One moment', clientId: 'one-moment-otis' });
  expect((await phone.next()).notice.silent).toBe(true);
  const { notice } = await phone.next();
  expect(notice).toMatchObject({ kind: 'failed', body: 'One moment', chatId });
  await phone.rpc('chats.markRead', { chatId });
  expect((await phone.next()).notice).toMatchObject({ kind: 'failed', silent: true });
  await close(chatId);
  await phone.signOut();
  await integrator.stop();
});

test('names and messages of any length are shown as far as a push service takes them', async () => {
  for (const one of ['\u{10ffff}', '👩🏽‍🚒', '"', 'שָּׁ']) {
    const phone = await openPhone(await join('Maria'));
    const name = one.repeat(Math.floor(255 / one.length));
    await channel.post({ sender: { id: one, name }, message: { type: 'text', text: one.repeat(10_000) } });
    const { body, notice } = await phone.next();
    expect(body.length).toBeLessThanOrEqual(4096);
    expect(Array.from(notice.body).length).toBeGreaterThan(150);
    await close(notice.chatId ?? '');
    await phone.signOut();
  }
});

test('a device that was revoked or signed out, and one whose operator renewed the key, get nothing more', async () => {
  const olga = await join('Maria');
  const ivan = await join('Ivan');
  const [stays, revoked, left, other] = [
    await openPhone(olga),
    await openPhone(olga),
    await openPhone(olga),
    await openPhone(ivan),
  ];
  const { devices } = await revoked.rpc('devices.list', {});
  await host.rpc('devices.remove', { deviceId: devices.find(({ isThis }) => isThis)?.id ?? '' });
  await left.signOut();
  const { id: operatorId } = await other.rpc('operators.me', {});
  await host.rpc('operators.renewKey', { operatorId });
  const chatId = await write('Emil', 'Hello');
  await stays.next();
  await close(chatId);
  await stays.next();
  expect([revoked, left, other].map(({ received }) => received.length)).toEqual([0, 0, 0]);
  await stays.signOut();
});

test('a device that is signed out while its push service turns it away is not tried again', async () => {
  const olga = await join('Maria');
  const [left, stays] = [await openPhone(olga), await openPhone(olga)];
  for (const each of [left, stays]) each.answerWith(503, 503);
  await write('Gina', 'Hello');
  await left.next();
  await left.signOut();
  for (let turn = 0; turn < 3; turn += 1) await stays.next();
  expect(left.received).toHaveLength(1);
  await stays.signOut();
});

test('a push service that knows the subscription no more ends it; the others are told', async () => {
  const olga = await join('Maria');
  const [gone, stays] = [await openPhone(olga), await openPhone(olga)];
  const events = await host.events();
  gone.answerWith(410);
  const chatId = await write('Finn', 'Hello');
  await gone.next();
  await stays.next();
  await events.until(async () => ((await gone.rpc('push.get', {})).isOn ? undefined : true));
  await close(chatId);
  await stays.next();
  expect(gone.received).toHaveLength(1);
  // The page subscribes again when it is opened.
  await gone.rpc('push.subscribe', { ...gone.target, ...WISH });
  expect((await gone.rpc('push.get', {})).isOn).toBe(true);
  await gone.signOut();
  await stays.signOut();
});

test('a device with a visible window notifies by itself; hidden and closed ones are pushed to', async () => {
  const olga = await join('Maria');
  const [watched, hidden] = [await openPhone(olga), await openPhone(olga)];
  const [front, behind] = [await watched.events(), await hidden.events()];
  await watched.rpc('push.look', { windowId: front.hello.windowId, visible: true });
  await hidden.rpc('push.look', { windowId: behind.hello.windowId, visible: true });
  await hidden.rpc('push.look', { windowId: behind.hello.windowId, visible: false });
  const first = await write('Gina', 'Hello');
  await hidden.next();
  await close(first);
  await hidden.next();
  front.close();
  await front.closed;
  const second = await write('Hugo', 'Hello');
  expect((await watched.next()).notice.chatId).toBe(second);
  expect(watched.received).toHaveLength(1);
  await expect(watched.rpc('push.look', { windowId: front.hello.windowId, visible: true })).rejects.toMatchObject({
    code: 'not_found',
  });
  await close(second);
  behind.close();
  await watched.signOut();
  await hidden.signOut();
});

test('nobody is disturbed in their quiet hours; the others are', async () => {
  const olga = await join('Maria');
  const { accessKey } = await host.rpc('operators.add', { name: 'Nora' });
  const [asleep, awake] = [await openPhone(accessKey), await openPhone(olga)];
  const minute = Math.floor(Date.now() / 60_000) % (24 * 60);
  const quietHours = { from: (minute + 24 * 60 - 60) % (24 * 60), to: (minute + 60) % (24 * 60), zone: 'UTC' };
  expect((await asleep.rpc('operators.update', { quietHours })).quietHours).toEqual(quietHours);
  const chatId = await write('Ida', 'Hello');
  await awake.next();
  await close(chatId);
  await awake.next();
  expect(asleep.received).toEqual([]);
  expect(await asleep.rpc('operators.update', { quietHours: null })).not.toHaveProperty('quietHours');
  const next = await write('Jens', 'Hello');
  expect((await asleep.next()).notice.title).toBe('Jens is waiting');
  await close(next);
  await asleep.signOut();
  await awake.signOut();
});

test('nobody is called to a channel that they do not work on', async () => {
  const { operator, accessKey } = await host.rpc('operators.add', { name: 'Nils' });
  const operatorId = operator.id;
  const [elsewhere, awake] = [await openPhone(accessKey), await openPhone(await join('Maria'))];
  await host.rpc('operators.change', { operatorId, channels: [] });
  const chatId = await write('Kai', 'Hello');
  await awake.next();
  await close(chatId);
  await awake.next();
  expect(elsewhere.received).toEqual([]);
  await host.rpc('operators.change', { operatorId, channels: null });
  const next = await write('Lea', 'Hello');
  expect((await elsewhere.next()).notice.title).toBe('Lea is waiting');
  await close(next);
  await elsewhere.signOut();
  await awake.signOut();
});

test('what is pushed before the quiet hours is kept by the push service only until they begin', async () => {
  const phone = await openPhone(await join('Maria'));
  const minute = Math.floor(Date.now() / 60_000) % (24 * 60);
  const quietHours = { from: (minute + 20) % (24 * 60), to: (minute + 40) % (24 * 60), zone: 'UTC' };
  await phone.rpc('operators.update', { quietHours });
  const chatId = await write('Ines', 'Hello');
  const seconds = Number((await phone.next()).headers['ttl']);
  expect(seconds).toBeGreaterThan(17 * 60);
  expect(seconds).toBeLessThanOrEqual(20 * 60);
  await close(chatId);
  // What tells that nobody waits rings nowhere.
  expect((await phone.next()).headers['ttl']).toBe('3600');
  await phone.signOut();
});

test('what is pushed to somebody away is kept only until everything closes', async () => {
  const phone = await openPhone(await join('Maria'));
  const minute = Math.floor(Date.now() / 60_000) % (24 * 60);
  const end = minute + 20;
  const spans =
    end <= 24 * 60
      ? [{ from: 0, to: end }]
      : [
          { from: 0, to: end - 24 * 60 },
          { from: minute, to: 24 * 60 },
        ];
  await host.rpc('hours.update', {
    hours: { always: false, zone: 'UTC', week: Array.from({ length: 7 }, () => spans), holidays: [] },
  });
  const chatId = await write('Jule', 'Hello');
  const seconds = Number((await phone.next()).headers['ttl']);
  expect(seconds).toBeGreaterThan(17 * 60);
  expect(seconds).toBeLessThanOrEqual(20 * 60);
  await host.rpc('hours.update', { hours: ALWAYS_OPEN });
  await close(chatId);
  await phone.next();
  await phone.signOut();
});

test('what was dismissed stays dismissed until the customer writes again', async () => {
  const olga = await join('Maria');
  const phone = await openPhone(olga);
  const chatId = await write('Kim', 'Hello');
  await phone.next();
  await phone.rpc('push.dismiss', { kind: 'waiting' });
  await write('Kim', 'Anybody there?');
  expect((await phone.next()).notice).toMatchObject({ title: 'Kim is waiting', body: '2 messages: Anybody there?' });
  await close(chatId);
  // Nothing replaced the one that was dismissed.
  expect((await phone.next()).notice.silent).toBe(true);
  expect(phone.received).toHaveLength(3);
  await phone.signOut();
});

test('it survives a restart, with the same key', async () => {
  const olga = await join('Maria');
  const phone = await openPhone(olga);
  const { key } = await phone.rpc('push.get', {});
  await host.stop();
  host = await host.restart();
  channel = await openChannel(host);
  const chatId = await write('Lars', 'Hello');
  expect((await phone.next()).claims(key)).toHaveProperty('aud');
  await close(chatId);
});

test('only devices subscribe, and only at addresses on the internet', async () => {
  const built = await startHost();
  const { target } = service.subscribe();
  await expect(built.rpc('push.subscribe', { ...target, ...WISH })).rejects.toMatchObject({ code: 'not_found' });
  await expect(built.rpc('push.get', {})).rejects.toMatchObject({ code: 'not_found' });
  const phone = await signIn(built.console, ACCESS_KEY);
  const wrong: readonly Partial<PushTarget>[] = [
    { endpoint: target.endpoint.replace('https:', 'http:') },
    { endpoint: 'https://127.0.0.1/push' },
    { endpoint: 'https://[::1]/push' },
    { endpoint: 'https://192.168.1.9/push' },
    { endpoint: 'https://169.254.169.254/latest' },
    { endpoint: 'https://[fe80::1]/push' },
    { endpoint: `https://push.example/${'x'.repeat(1024)}` },
    { endpoint: 'javascript:alert(1)' },
    { p256dh: `BA${'A'.repeat(85)}` },
    { p256dh: '' },
    { auth: 'short' },
    { language: 'x'.repeat(21) },
  ];
  for (const part of wrong)
    await expect(phone.rpc('push.subscribe', { ...target, ...WISH, ...part })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  // A name may lead anywhere: it is looked up when something is sent, and then refused.
  await phone.rpc('push.subscribe', { ...target, ...WISH });
  const shop = await openChannel(built);
  await shop.post({ sender: { id: 'a' }, message: { type: 'text', text: 'Hello' } });
  await expect.poll(() => built.log(), { timeout: 20_000 }).toMatch(/network that may not be accessed/);
  await built.remove();
});
