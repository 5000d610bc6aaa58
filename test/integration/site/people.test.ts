import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { EventStream } from '../../fixtures/event-stream.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { HELLO, named, newId, newWire, write, writer } from '../../fixtures/site-client.ts';
import { openVisitor } from '../../fixtures/visitor.ts';
import { tellsOf } from '../../fixtures/stale-answers.ts';

let host: Host;
let url: string;
let channelId: string;
let events: EventStream;

beforeAll(async () => {
  host = await startHost();
  url = host.listener;
  channelId = (await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' })).id;
  events = await host.events();
});
afterAll(() => host.remove());

async function chatWith(text: string): Promise<RouteOutput<'chats.list'>['chats'][number]> {
  const { chats } = await host.rpc('chats.list', { limit: 200 });
  const found = chats.find(({ lastMessage }) => lastMessage?.text === text);
  if (found === undefined) throw new Error(`no chat ends with "${text}"`);
  return found;
}

describe('one visitor and another', () => {
  test('neither sees, rates, ends or marks the chat of the other, nor hears of it', async () => {
    const one = await writer(url, 'lamps', 'The secret of one');
    const chat = await chatWith('The secret of one');
    await host.rpc('chats.reply', { chatId: chat.id, text: 'An answer for one' });
    const { message } = await one.visitor.next('message', (frame) => frame.message.text === 'An answer for one');
    const other = await writer(url, 'lamps', 'I am another');
    other.visitor.say({ kind: 'history', before: '999999999' });
    expect((await other.visitor.next('history')).messages.map(({ text }) => text)).toEqual(['I am another']);
    other.visitor.say({ kind: 'rate', id: newId(), message: message.id, rate: 1 });
    expect((await other.visitor.next('refused')).code).toBe('over');
    other.visitor.say({ kind: 'got', upTo: '999999999', seen: true });
    other.visitor.say({ kind: 'end', id: newId() });
    await other.visitor.next('accepted');
    expect((await host.rpc('chats.get', { chatId: chat.id })).state).toBe('active');
    const { messages } = await host.rpc('messages.list', { chatId: chat.id });
    expect(messages.find(({ id }) => id === message.id)?.delivery?.state).toBe('sending');
    await host.rpc('chats.typing', { chatId: chat.id, typing: true });
    await one.visitor.next('typing');
    expect(JSON.stringify(other.visitor.frames)).not.toMatch(/for one|of one|typing/);
    await Promise.all([one.visitor.leave(), other.visitor.leave()]);
  });

  test('tokens that were changed, cut or made up are refused, and tell nothing about visitors', async () => {
    const { visitor, token } = await writer(url, 'lamps', 'Mine');
    await visitor.leave();
    const [kind = '', id = '', mark = ''] = token.split('.');
    const forged = [
      token.slice(0, -1),
      `${token}A`,
      `i.${id}.${mark}`,
      `${kind}.${randomBytes(16).toString('base64url')}.${mark}`,
      `${kind}.${id}.${'A'.repeat(43)}`,
      `${kind}.${id}`,
      `${kind}..${mark}`,
      `${token}\u0000`,
      ` ${token}`,
      'A'.repeat(2000),
    ];
    for (const each of forged) {
      const liar = await openVisitor(url, 'lamps', { token: each });
      expect(await liar.next('gone')).toEqual({ kind: 'gone', what: 'token' });
      expect(liar.frames).toHaveLength(1);
      await liar.leave();
    }
  });

  test('many wrong signatures fill neither Activity nor the log', async () => {
    const identity = { id: '42', name: 'Anna', signature: 'ab'.repeat(32) };
    const liar = await openVisitor(url, 'lamps', { identity });
    for (let at = 0; at < 200; at += 1) {
      liar.say({ kind: 'identify', identity: { ...identity, id: String(at) } });
      if (at % 20 === 0) await write((await named(url, 'lamps')).visitor, `between ${at}`);
    }
    liar.say({ kind: 'history', before: '1' });
    await liar.next('history');
    const { entries } = await host.rpc('journal.list', { channelId, limit: 200 });
    expect(entries.filter(({ kind }) => kind === 'identify')).toHaveLength(1);
    expect(liar.frames.map(({ kind }) => kind)).not.toContain('token');
    await liar.leave();
  });

  test('a signature for somebody else’s id, or in another form of it, is none', async () => {
    const { identityKey } = await host.rpc('sites.addresses', { channelId });
    const signature = createHmac('sha256', identityKey).update('7').digest('hex');
    for (const identity of [
      { id: '70', signature },
      { id: ' 7', signature },
      { id: '7', signature: `${signature}0` },
      { id: '7', signature: signature.slice(0, 32) },
      { id: '7', signature: '' },
      { id: '7', signature: createHmac('sha256', '').update('7').digest('hex') },
    ]) {
      const liar = await openVisitor(url, 'lamps', { identity });
      await liar.next('welcome');
      liar.say({ kind: 'message', id: newId(), text: 'It is me' });
      expect((await liar.next('refused')).code).toBe('invalid');
      await liar.leave();
    }
  });
});

describe('customers who are not welcome, or gone', () => {
  test('an erased one is told so, begins anew, and finds nothing of before, connected or not', async () => {
    const there = await writer(url, 'lamps', 'Forget me');
    const away = await openVisitor(url, 'lamps', { token: there.token });
    const cursor = (await away.next('welcome')).messages.at(-1)?.id ?? '';
    await away.leave();
    const { customer } = await chatWith('Forget me');
    const { name } = await host.rpc('privacy.previewErase', { customerId: customer.id });
    await host.rpc('privacy.eraseCustomer', { customerId: customer.id, confirmation: name });
    expect(await there.visitor.next('gone')).toEqual({ kind: 'gone', what: 'token' });
    there.visitor.say({ kind: 'history', before: '999999999' });
    expect((await there.visitor.next('history')).messages).toEqual([]);
    there.visitor.say({ kind: 'begin' });
    expect((await there.visitor.next('token')).token).not.toBe(there.token);
    await write(there.visitor, 'I am new here');
    const back = await openVisitor(url, 'lamps', { token: there.token, cursor });
    expect(await back.next('welcome')).toMatchObject({ messages: [], anew: true });
    await Promise.all([there.visitor.leave(), back.leave()]);
  });
});

describe('a channel that changes while visitors are connected', () => {
  test('paused: the window stays; removed: its connections end, and nothing can be opened', async () => {
    const { id } = await host.rpc('channels.create', { name: 'Short', kind: 'site', publicId: 'short' });
    const { visitor, token } = await writer(url, 'short', 'Before the pause');
    await host.rpc('channels.pause', { channelId: id });
    await write(visitor, 'During the pause');
    await host.rpc('channels.remove', { channelId: id });
    await visitor.closed;
    for (const path of ['/site/short.js', '/site/short/status', '/chat/short'])
      expect((await httpRequest(`${url}${path}`)).status).toBe(404);
    await expect(openVisitor(url, 'short', { token })).rejects.toThrow('404');
  });
});

describe('websites', () => {
  test.each([
    ['null', 403],
    ['https://thief.example', 403],
    ['https://bella.example', 200],
    [`https://${'a'.repeat(5000)}.example`, 403],
  ])('Origin: %.40s is answered with %i', async (origin, wanted) => {
    const publicId = `origin-${newId()}`;
    const site = { sites: ['bella.example'] };
    const { id } = await host.rpc('channels.create', { name: 'Origins', kind: 'site', publicId, site });
    const { status } = await httpRequest(`${url}/site/${publicId}/poll`, {
      method: 'POST',
      headers: { origin },
      body: JSON.stringify({ hello: HELLO, wire: newWire() }),
    });
    expect(status).toBe(wanted);
    await host.rpc('channels.remove', { channelId: id });
  });

  test('a thousand made-up ones are not a thousand writes', { tags: ['thorough'] }, async () => {
    const site = { sites: ['bella.example'] };
    const { id } = await host.rpc('channels.create', { name: 'Made up', kind: 'site', publicId: 'made-up', site });
    const before = events.received.filter(tellsOf('channels.list')).length;
    const begun = performance.now();
    for (let at = 0; at < 1000; at += 1)
      await httpRequest(`${url}/site/made-up/status`, { headers: { origin: `https://shop-${at}.example` } });
    const seconds = Math.ceil((performance.now() - begun) / 1000);
    await host.rpc('channels.update', { channelId: id, name: 'Made up by thieves' });
    const changed = events.received.filter(tellsOf('channels.list')).length - before;
    expect(changed).toBeLessThanOrEqual(seconds + 3);
    await host.rpc('channels.remove', { channelId: id });
  });
});
