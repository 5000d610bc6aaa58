import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { allRoutes } from '#main/console/all-routes.ts';
import { type ApiRouteName, apiRoutes } from '#shared/contract/api.ts';
import type { Answer } from '#shared/contract/errors.ts';
import type { RouteName, RouteOutput } from '#shared/contract/routes.ts';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { connectEvents } from '../fixtures/event-stream.ts';
import { type Host, startHost } from '../fixtures/host.ts';
import { rpcRequest } from '../fixtures/rpc.ts';

let host: Host;
let channel: TestChannel;
let program: RouteOutput<'programs.add'>;

beforeAll(async () => {
  host = await startHost();
  channel = await openChannel(host);
  await channel.say('anna', 'Where is my parcel?');
  program = await host.rpc('programs.add', { name: 'Order script' });
});
afterAll(() => host.remove());

let asked = 0;
/** Ten requests at once are as many as one key has. */
async function ask(route: string, input: unknown = {}): Promise<Answer> {
  if (asked > 0 && asked % 10 === 0) program = await host.rpc('programs.add', { name: 'Order script' });
  asked += 1;
  return await rpcRequest(host.console, program.key, route, input);
}

async function done<R extends ApiRouteName>(route: R, input: unknown = {}): Promise<RouteOutput<R>> {
  const answer = await ask(route, input);
  if (!answer.ok) throw new Error(`${route}: ${answer.error.message}`);
  return answer.data as RouteOutput<R>;
}

const isPromised = (route: string): boolean => Object.hasOwn(apiRoutes, route);
const forbidden = { ok: false, error: { code: 'forbidden', reason: { code: 'errors:refusals.program.forbidden' } } };

describe('a program', () => {
  test.each((Object.keys(allRoutes) as RouteName[]).filter((route) => !isPromised(route)))(
    'may not ask for %s',
    async (route) => {
      expect(await ask(route, { nonsense: true })).toMatchObject(forbidden);
    },
  );

  test('gets what is promised of every answer', async () => {
    const { chats } = await done('chats.list');
    const { id: chatId, customer } = chats[0] ?? { id: '', customer: { id: '' } };
    const { operators } = await done('operators.list');
    const ofChat = { chatId };
    const ofCustomer = { customerId: customer.id };
    const inputs: { readonly [R in ApiRouteName]: object } = {
      'chats.list': {},
      'chats.get': ofChat,
      'messages.list': ofChat,
      'chats.reply': { ...ofChat, text: 'It is on its way' },
      'chats.note': { ...ofChat, text: 'Order 1024' },
      'chats.assign': { ...ofChat, operatorId: operators[0]?.id },
      'chats.close': ofChat,
      'chats.reopen': ofChat,
      'chats.setTags': { ...ofChat, tags: ['order'] },
      'tags.list': {},
      'contacts.list': { sort: 'activity' },
      'contacts.get': ofCustomer,
      'contacts.update': { ...ofCustomer, notes: 'Orders often' },
      'customers.update': { ...ofCustomer, email: 'anna@example.com' },
      'customers.chats': ofCustomer,
      'channels.list': {},
      'bots.list': {},
      'operators.list': {},
      'ratings.list': {},
      'reports.get': { days: 7, timeZone: 'Europe/Madrid' },
    };
    for (const [route, input] of Object.entries(inputs) as [ApiRouteName, object][]) {
      const promised: { readonly says: string; readonly answer?: z.ZodType } = apiRoutes[route];
      const answer = promised.answer ?? allRoutes[route].output;
      expect(answer?.safeParse(await done(route, input))).toMatchObject({ success: true });
    }
  });

  test('replies under its own name, and leaves the chat in Waiting with its customer', async () => {
    await channel.say('bob', 'Is anybody there?');
    const { id: chatId } = await channel.chatOf('"bob"');
    const before = await done('chats.get', { chatId });
    const { chat, messages } = await done('chats.reply', { chatId, text: 'We open at nine', clientId: 'the same one' });
    expect(messages).toMatchObject([{ from: 'operator', authorName: 'Order script', text: 'We open at nine' }]);
    expect(chat).toMatchObject({ state: 'waiting', waitingSince: before.waitingSince, unanswered: 1 });
    expect(chat.operatorId).toBeUndefined();
    await done('chats.reply', { chatId, text: 'We open at nine', clientId: 'the same one' });
    expect((await done('messages.list', { chatId })).messages.filter(({ from }) => from === 'operator')).toHaveLength(
      1,
    );
  });

  test('gives chats to people, not to itself, and what it reopens waits', async () => {
    const { id: chatId } = await channel.chatOf('"bob"');
    expect(await ask('chats.assign', { chatId, operatorId: program.id })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    await done('chats.close', { chatId });
    expect(await done('chats.reopen', { chatId })).toMatchObject({ state: 'waiting' });
    const olga = await host.rpc('operators.me', {});
    expect(await done('chats.assign', { chatId, operatorId: olga.id })).toMatchObject({
      state: 'active',
      operatorId: olga.id,
    });
    expect(await done('chats.reply', { chatId, text: 'Good morning' })).toMatchObject({
      chat: { operatorId: olga.id },
    });
  });

  test('is nobody at the desk: in no list of operators, in the list of programs with its last use', async () => {
    expect((await host.rpc('operators.list', {})).operators.map(({ name }) => name)).toEqual(['Olga']);
    const { id, key } = await host.rpc('programs.add', { name: 'CRM' });
    const listed = async () => (await host.rpc('programs.list', {})).programs.find((each) => each.id === id);
    expect(await listed()).toEqual({ id, name: 'CRM' });
    await rpcRequest(host.console, key, 'tags.list', {});
    await expect.poll(listed).toEqual({ id, name: 'CRM', usedAt: expect.any(Number) as number });
    const { entries } = await host.rpc('audit.list', { operatorId: id });
    expect(entries).toMatchObject([{ action: 'signedIn', operatorName: 'CRM' }]);
  });

  test('does not sign in, gets no events and no files', async () => {
    const session = await fetch(`${host.console}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accessKey: program.key }),
    });
    expect(session.status).toBe(401);
    const authorization = `Bearer ${program.key}`;
    await expect(connectEvents(host.console, { authorization })).rejects.toThrow('401');
    expect((await fetch(`${host.console}/media/transcripts`, { headers: { authorization } })).status).toBe(401);
  });

  test('asks ten times a second, and is told how long to wait', async () => {
    const { key } = await host.rpc('programs.add', { name: 'In a hurry' });
    const request = (): Promise<Response> =>
      fetch(`${host.console}/rpc/tags.list`, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
    const answers = await Promise.all(Array.from({ length: 15 }, request));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused?.json()).toMatchObject({ ok: false, error: { code: 'too_many_requests' } });
  });

  test('keeps its key over a restart, until it is removed', async () => {
    await host.stop();
    host = await host.restart();
    const { id, key } = program;
    const request = () => rpcRequest(host.console, key, 'tags.list', {});
    expect(await request()).toMatchObject({ ok: true });
    await host.rpc('programs.remove', { programId: id });
    expect(await request()).toMatchObject({ ok: false, error: { code: 'not_signed_in' } });
    expect((await host.rpc('programs.list', {})).programs.some((each) => each.id === id)).toBe(false);
    await expect(host.rpc('programs.remove', { programId: id })).rejects.toMatchObject({ code: 'not_found' });
  });
});
