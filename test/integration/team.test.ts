import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Answer } from '#shared/contract/errors.ts';
import type { Operator, Chat } from '#shared/domain/entities.ts';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { connectEvents, type EventStream } from '../fixtures/event-stream.ts';
import { type Host, startHost } from '../fixtures/host.ts';
import { startIntegrator, type Endpoint, type Integrator } from '../fixtures/integrator.ts';
import { rpcRequest } from '../fixtures/rpc.ts';
import { naming, tellsOf } from '../fixtures/stale-answers.ts';

let host: Host;
let integrator: Integrator;
let endpoint: Endpoint;
let channel: TestChannel;

beforeAll(async () => {
  integrator = await startIntegrator();
  endpoint = integrator.endpoint('hook');
  host = await startHost();
  channel = await openChannel(host, { endpoint: endpoint.url });
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

interface Colleague extends Operator {
  readonly accessKey: string;
  readonly ask: (route: string, input: unknown) => Promise<Answer>;
  readonly events: () => Promise<EventStream>;
}

/** A newly added operator, with the key that was shown. */
async function newColleague(name: string): Promise<Colleague> {
  const { operator, accessKey } = await host.rpc('operators.add', { name });
  return {
    ...operator,
    accessKey,
    ask: (route, input) => rpcRequest(host.console, accessKey, route, input),
    events: () => connectEvents(host.console, { authorization: `Bearer ${accessKey}` }),
  };
}

async function newChat(customer: string): Promise<Chat> {
  await channel.say(customer, 'Hello');
  return channel.chatOf(JSON.stringify(customer));
}

/** Signs in as a browser does; returns the cookie. */
async function signedIn(accessKey: string): Promise<string> {
  const answer = await fetch(`${host.console}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accessKey }),
  });
  expect(answer.status).toBe(200);
  return cookieOf(answer) ?? '';
}

const cookieOf = (answer: Response): string | undefined => answer.headers.getSetCookie()[0]?.split(';', 1)[0];
const askWithCookie = (cookie: string, route: string, input: unknown) =>
  fetch(`${host.console}/rpc/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(input),
  });

describe('a new operator', () => {
  test('signs in with the key that was shown, and by the link; the key is never shown again', async () => {
    const ivan = await newColleague('Ivan');
    expect(await ivan.ask('operators.me', {})).toMatchObject({
      ok: true,
      data: { id: ivan.id, name: 'Ivan', presence: 'away' },
    });
    const link = await fetch(`${host.console}/?key=${encodeURIComponent(ivan.accessKey)}`, { redirect: 'manual' });
    expect([link.status, cookieOf(link)]).toEqual([303, expect.stringContaining('counterbell_')]);
    for (const route of ['operators.list', 'operators.me'] as const)
      expect(JSON.stringify(await host.rpc(route, {}))).not.toContain(ivan.accessKey);
  });

  test('can be changed by others, live in every window', async () => {
    const ivan = await newColleague('Ivan');
    const window = await host.events();
    expect(
      await host.rpc('operators.change', {
        operatorId: ivan.id,
        name: 'Ivan the second',
        photo: 'https://x.example/i.png',
      }),
    ).toMatchObject({ name: 'Ivan the second', photo: 'https://x.example/i.png' });
    await window.waitFor('answers.stale', naming('operators.list'));
    await ivan.ask('operators.setPresence', { presence: 'online' });
    expect((await host.rpc('operators.list', {})).operators.find(({ id }) => id === ivan.id)).toMatchObject({
      presence: 'online',
      available: true,
    });
    await ivan.ask('operators.setPresence', { presence: 'away' });
  });

  test('counts as connected while a window of theirs is open, and only owners know', async () => {
    const ivan = await newColleague('Ivan');
    const owners = await host.events();
    const isConnected = async (wanted: boolean): Promise<true | undefined> =>
      (await host.rpc('operators.connected', {})).operatorIds.includes(ivan.id) === wanted ? true : undefined;
    const windows = [await ivan.events(), await ivan.events()] as const;
    expect(await owners.until(() => isConnected(true))).toBe(true);
    windows[0].close();
    await windows[0].closed;
    expect(await isConnected(true)).toBe(true);
    windows[1].close();
    expect(await owners.until(() => isConnected(false))).toBe(true);
    expect(windows[1].received.filter(tellsOf('operators.connected'))).toEqual([]);
    expect(await ivan.ask('operators.connected', {})).toMatchObject({ error: { code: 'forbidden' } });
    owners.close();
  });

  test('whose key was copied leaves the others their places, however much is opened with it', async () => {
    const ivan = await newColleague('Ivan');
    const sockets = Array.from({ length: 1100 }, () => {
      const socket = new WebSocket(`${host.console.replace('http', 'ws')}/events`, {
        headers: { authorization: `Bearer ${ivan.accessKey}` },
      });
      socket.on('error', () => undefined);
      return socket;
    });
    const ends = ['open', 'error', 'unexpected-response'].map((end) => (socket: WebSocket) => once(socket, end));
    await Promise.all(sockets.map((socket) => Promise.race(ends.map((wait) => wait(socket).catch(() => undefined)))));
    const zoe = await newColleague('Zoe');
    const window = await zoe.events();
    expect(await zoe.ask('operators.me', {})).toMatchObject({ ok: true, data: { name: 'Zoe' } });
    window.close();
    expect(sockets.filter(({ readyState }) => readyState === WebSocket.OPEN)).toHaveLength(128);
    for (const socket of sockets) socket.terminate();
  });

  test('is there after a restart, while a removed one is not', async () => {
    const own = await startHost();
    const [stays, goes] = [
      await own.rpc('operators.add', { name: 'Stays' }),
      await own.rpc('operators.add', { name: 'Goes' }),
    ];
    await own.rpc('operators.remove', { operatorId: goes.operator.id });
    await own.stop();
    const again = await own.restart();
    try {
      expect((await again.rpc('operators.list', {})).operators.map(({ name }) => name)).toEqual(['Olga', 'Stays']);
      expect(await rpcRequest(again.console, stays.accessKey, 'operators.me', {})).toMatchObject({ ok: true });
      expect(await rpcRequest(again.console, goes.accessKey, 'operators.me', {})).toMatchObject({
        error: { code: 'not_signed_in' },
      });
    } finally {
      await again.remove();
    }
  });
});

describe('a new access key', () => {
  test('ends the old one, its sessions and its windows at once', async () => {
    const ivan = await newColleague('Ivan');
    const cookie = await signedIn(ivan.accessKey);
    const window = await ivan.events();
    const { accessKey } = await host.rpc('operators.renewKey', { operatorId: ivan.id });
    await window.closed;
    expect(await ivan.ask('operators.me', {})).toMatchObject({ error: { code: 'not_signed_in' } });
    expect((await askWithCookie(cookie, 'operators.me', {})).status).toBe(401);
    expect(await rpcRequest(host.console, accessKey, 'operators.me', {})).toMatchObject({ ok: true });
  });

  test('for oneself keeps only the browser signed in where it was made', async () => {
    const ivan = await newColleague('Ivan');
    const [here, elsewhere] = [await signedIn(ivan.accessKey), await signedIn(ivan.accessKey)];
    const renewed = await askWithCookie(here, 'operators.renewKey', { operatorId: ivan.id });
    expect(renewed.status).toBe(200);
    expect((await askWithCookie(cookieOf(renewed) ?? '', 'operators.me', {})).status).toBe(200);
    expect((await askWithCookie(elsewhere, 'operators.me', {})).status).toBe(401);
  });
});

describe('a removed operator', () => {
  test('is signed out, their chats return to Waiting, and their messages keep their name', async () => {
    const ivan = await newColleague('Ivan');
    const { id: chatId } = await newChat('of ivan');
    await ivan.ask('chats.reply', { chatId, text: 'written by Ivan' });
    const [window, mine] = [await ivan.events(), await host.events()];
    expect(await host.rpc('operators.remove', { operatorId: ivan.id })).toEqual({ queued: 1 });
    await window.closed;
    expect(await ivan.ask('operators.me', {})).toMatchObject({ error: { code: 'not_signed_in' } });
    await mine.waitFor(
      'message.added',
      ({ message, chat }) => message.event?.kind === 'operator_removed' && chat.id === chatId,
    );
    expect(await host.rpc('chats.get', { chatId })).toMatchObject({
      state: 'waiting',
      waitingSince: expect.any(Number) as number,
    });
    const feed = await channel.feed('"of ivan"');
    expect(feed.find(({ text }) => text === 'written by Ivan')).toMatchObject({ authorName: 'Ivan' });
    expect(feed.at(-1)?.event).toEqual({ kind: 'operator_removed', removedName: 'Ivan' });
  });

  test('cannot be oneself, nor removed by an operator', async () => {
    const ivan = await newColleague('Ivan');
    const { id: first } = await host.rpc('operators.me', {});
    expect(await host.ask('operators.remove', { operatorId: first })).toMatchObject({
      error: { code: 'not_removable' },
    });
    for (const operatorId of [ivan.id, first])
      expect(await ivan.ask('operators.remove', { operatorId })).toMatchObject({ error: { code: 'forbidden' } });
  });
});

describe('an assigned chat', () => {
  test('is the colleague’s, with a note that no customer ever gets, and returns by undo', async () => {
    const ivan = await newColleague('Ivan');
    const { id: chatId } = await newChat('assigned');
    const window = await ivan.events();
    expect(await host.rpc('chats.assign', { chatId, operatorId: ivan.id, note: 'private: pays late' })).toMatchObject({
      state: 'active',
      operatorId: ivan.id,
    });
    await window.waitFor(
      'message.added',
      ({ message }) => message.event?.kind === 'assigned' && message.event.toOperatorId === ivan.id,
    );
    await window.waitFor(
      'message.added',
      ({ message }) => message.from === 'note' && message.text === 'private: pays late',
    );
    expect(await host.rpc('chats.unassign', { chatId })).toMatchObject({ state: 'waiting' });
    await ivan.ask('chats.reply', { chatId, text: 'Good day' });
    await endpoint.waitFor(1, ({ raw }) => raw.includes('Good day'));
    expect(endpoint.received.some(({ raw }) => raw.includes('pays late'))).toBe(false);
    window.close();
  });

  test('follows the rules of taking over, and cannot go to an unknown operator', async () => {
    const [ivan, zoe] = [await newColleague('Ivan'), await newColleague('Zoe')];
    const { id: chatId } = await newChat('held');
    await ivan.ask('chats.take', { chatId });
    expect(await host.ask('chats.assign', { chatId, operatorId: zoe.id })).toMatchObject({
      error: { code: 'chat_taken' },
    });
    expect(await host.ask('chats.assign', { chatId, operatorId: zoe.id, over: true })).toMatchObject({
      ok: true,
      data: { operatorId: zoe.id },
    });
    expect(await zoe.ask('chats.assign', { chatId, operatorId: 'nobody' })).toMatchObject({
      error: { code: 'not_found' },
    });
    await zoe.ask('chats.close', { chatId });
    expect(await host.ask('chats.assign', { chatId, operatorId: ivan.id })).toMatchObject({
      error: { code: 'chat_closed' },
    });
  });
});

describe('who is at a chat', () => {
  test('is visible to colleagues while they look and type, and not after their window is gone', async () => {
    const ivan = await newColleague('Ivan');
    const { id: chatId } = await newChat('looked at');
    const [mine, his] = [await host.events(), await ivan.events()];
    expect(await ivan.ask('chats.look', { windowId: his.hello.windowId, chatId })).toMatchObject({ ok: true });
    await mine.waitFor('chat.attention', (at) => at.chatId === chatId && at.looking.includes(ivan.id));
    await ivan.ask('chats.typing', { chatId, typing: true });
    await mine.waitFor('chat.attention', (at) => at.chatId === chatId && at.typing.includes(ivan.id));
    expect(await host.rpc('chats.attention', {})).toEqual({
      chats: [{ chatId, looking: [ivan.id], typing: [ivan.id] }],
    });
    await ivan.ask('chats.typing', { chatId, typing: false });
    his.close();
    await mine.waitFor('chat.attention', (at) => at.chatId === chatId && at.looking.length + at.typing.length === 0);
    expect(await host.rpc('chats.attention', {})).toEqual({ chats: [] });
    expect(await ivan.ask('chats.look', { windowId: his.hello.windowId, chatId })).toMatchObject({
      error: { code: 'not_found' },
    });
  });
});
