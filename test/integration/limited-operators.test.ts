import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allRoutes, audienceOf } from '#main/console/all-routes.ts';
import { ID_FIELDS } from '#main/console/limits.ts';
import type { Answer } from '#shared/contract/errors.ts';
import type { RouteName } from '#shared/contract/routes.ts';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { connectEvents, type EventStream } from '../fixtures/event-stream.ts';
import { type Host, startHost } from '../fixtures/host.ts';
import { answer as reaction, type Integrator, startIntegrator } from '../fixtures/integrator.ts';
import { FILES, sendMedia } from '../fixtures/media-replies.ts';
import { openRatingPage, ratingLink } from '../fixtures/rating-page.ts';
import { rpcRequest } from '../fixtures/rpc.ts';
import { valuesOf } from '../fixtures/schema-values.ts';
import { upload } from '../fixtures/uploads.ts';
import { openVisitor } from '../fixtures/visitor.ts';

/** A word in every text of the channels that Ivan does not work on. */
const MARK = 'Zebrafink';
const NOBODYS = '999999';

let host: Host;
let integrator: Integrator;
let shop: TestChannel;
let other: TestChannel;
let ivansKey: string;
let ivansId: string;
/** By the name of the field that takes it, or by the route and the field. */
type Ids = Readonly<Record<string, string>>;
/** what Ivan sees, what he does not, and what an owner tries out that Ivan does not see either */
let seen: Ids;
let unseen: Ids;
let tried: Ids;
let olgasWindow: EventStream;

const ivan = (route: string, input: unknown = {}): Promise<Answer> => rpcRequest(host.console, ivansKey, route, input);
const ivansWindow = () => connectEvents(host.console, { authorization: `Bearer ${ivansKey}` });

/** Refuses what says so. */
const REFUSED = 'No thanks';
async function openOwn(name: string): Promise<TestChannel> {
  const endpoint = integrator.endpoint(name);
  endpoint.react((response, request, raw) =>
    (raw.includes(REFUSED) ? reaction.error(400, 'no') : reaction.ok)(response, request, raw),
  );
  return await openChannel(host, { name, endpoint: endpoint.url });
}

/** A chat with everything that a route can be asked about; the ids of all that. */
async function fill(channel: TestChannel, word: string, noted: typeof ivan): Promise<Ids> {
  const sender = { id: word, name: word, email: `${word}@x.example` };
  const file = { type: 'document', file: 'https://x.example/a.pdf', file_name: `${word}.pdf`, file_size: 99_000_000 };
  for (const message of [{ type: 'text', text: `Hello from ${word}` }, file])
    expect((await channel.post({ sender, message })).status).toBe(200);
  const chat = await channel.chatOf(JSON.stringify(word));
  const [chatId, customerId] = [chat.id, chat.customer.id];
  await host.rpc('chats.take', { chatId });
  await host.rpc('chats.reply', { chatId, text: `Dear ${word}`, clientId: `reply to ${word}` });
  await host.rpc('chats.note', { chatId, text: `${word} never pays` });
  await host.rpc('contacts.update', { customerId, notes: word });
  const later = { chatId, text: `${word}, later`, sendAt: Date.now() + 86_400_000, clientId: `later to ${word}` };
  const replyId = (await host.rpc('replies.schedule', later)).replies[0]?.id ?? '';
  await host.rpc('chats.reply', { chatId, text: REFUSED, clientId: `refused to ${word}` });
  const { uploadId } = await upload(host, 'hello.png', FILES['hello.png']);
  const [photo] = await sendMedia(host, { chatId }, { type: 'photo', uploadId });
  const note = (await noted('chats.note', { chatId, text: `${word} was here` })) as { data: { id: string } };
  const { message } = await host.rpc('chats.requestRating', { chatId });
  await (await openRatingPage(ratingLink(message.text))).rate(5, `Says ${word}`);
  const failed = await olgasWindow.waitFor(
    'message.changed',
    ({ message: { chatId: of, delivery } }) => of === chatId && delivery?.state === 'failed',
  );
  const second = { ...sender, id: `${word} too` };
  expect((await channel.post({ sender: second, message: { type: 'text', text: 'Me again' } })).status).toBe(200);
  const otherId = (await channel.chatOf(JSON.stringify(second.id))).customer.id;
  const keep = { name: 'into', phone: 'into', email: 'into' } as const;
  await host.rpc('contacts.merge', { customerId, otherId, keep });
  const { messages } = await host.rpc('messages.list', { chatId });
  const messageId = messages.find(({ type }) => type === 'document')?.id ?? '';
  const [failedId, photoId] = [failed.data.message.id, photo?.id ?? ''];
  return {
    ...{ chatId, customerId, otherId: customerId, messageId, channelId: channel.id, replyId, mailId: NOBODYS },
    ...{ 'media.get id': photoId, 'media.fetch id': photoId, 'replies.cancel replyId': replyId },
    ...{ 'messages.resend messageId': failedId, 'messages.dismissFailure messageId': failedId },
    ...{ 'chats.editNote messageId': note.data.id, 'contacts.separate customerId': otherId },
  };
}

beforeAll(async () => {
  [host, integrator] = await Promise.all([startHost(), startIntegrator()]);
  olgasWindow = await host.events();
  [shop, other] = [await openOwn('Shop'), await openOwn(MARK)];
  const { operator, accessKey } = await host.rpc('operators.add', { name: 'Ivan' });
  [ivansKey, ivansId] = [accessKey, operator.id];
  const trial = await openOwn('Trial');
  [seen, unseen, tried] = await Promise.all([
    fill(shop, 'Anna', ivan),
    fill(other, MARK, ivan),
    fill(trial, 'Eva', host.ask),
  ]);
  await host.rpc('operators.change', { operatorId: ivansId, channels: [shop.id] });
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

const forOperators = (Object.keys(allRoutes) as RouteName[]).filter((route) => audienceOf(route) !== 'owner');
/** The fields of its input that hold ids of what belongs to a channel. */
const ownedFields = (route: RouteName): readonly string[] => {
  const { input } = allRoutes[route];
  return input instanceof z.ZodObject
    ? Object.keys(input.shape).filter((name) => (ID_FIELDS[`${route} ${name}`] ?? ID_FIELDS[name] ?? 'all') !== 'all')
    : [];
};

/** An input that the route takes: of its fields, only those that it needs, and `ids`. */
function inputOf(route: RouteName, ids: Readonly<Record<string, string>>): Record<string, unknown> {
  const { input } = allRoutes[route];
  if (!(input instanceof z.ZodObject)) throw new Error(`${route} takes no object`);
  const needed = Object.entries(input.shape).filter(([, field]) => !field.safeParse(undefined).success);
  const ownId = 'operatorId' in input.shape && route.startsWith('operators.') && { operatorId: ivansId };
  const text = fc.constantFrom('UTC', 'https://x.example/', `Some ${MARK}`, '7');
  const values = valuesOf(z.object(Object.fromEntries(needed)), { text, undefinedFields: false });
  const found = fc
    .sample(values, { numRuns: 2000, seed: 1 })
    .map((value) => ({ ...(value as object), ...ownId, ...ids }))
    .find((value) => input.safeParse(value).success);
  if (found === undefined) throw new Error(`no input was found for ${route}`);
  return found;
}

/** How it was answered, without when. */
const shape = (answer: Answer): string => JSON.stringify(answer).replaceAll(/\b1[78]\d{11}\b/g, 'now');

/** What a route has to be asked for, for an answer that says something. */
const ASKED: Readonly<Record<string, object>> = {
  'media.get': { part: 'file' },
  'media.fetch': { part: 'file' },
  'chats.replyMedia': { parts: [{ type: 'location', latitude: 1, longitude: 2 }] },
  'reports.chats': { days: 7, behind: { kind: 'all' } },
  'search.messages': { text: 'Hello' },
  'search.customers': { text: 'x.example' },
};

/** What a look does is not in its answer, and visitors are not of these channels: tested below. Mails: in `mails.test.ts`. */
const NOT_SHOWN_HERE: ReadonlySet<string> = new Set(['chats.look', 'visitors.find', 'mails.whole']);

/** Lists first: what others do to a chat empties some. */
const cases = forOperators
  .flatMap((route) => ownedFields(route).map((name) => [route, name] as const))
  .toSorted(([a], [b]) => Number(b.endsWith('.list')) - Number(a.endsWith('.list')));

test.each(cases)('%s answers to the %s of another channel as to one that does not exist', async (route, name) => {
  const idIn = (ids: Ids, field: string): string => ids[`${route} ${field}`] ?? ids[field] ?? '';
  const answersOf = async (ask: typeof ivan, { windowId }: EventStream['hello'], own: Ids, ids: readonly string[]) => {
    const others = Object.fromEntries(ownedFields(route).map((field) => [field, idIn(own, field)]));
    const needed: Record<string, unknown> = { ...inputOf(route, others), ...ASKED[route] };
    if ('windowId' in needed) needed['windowId'] = windowId;
    for (const field of ownedFields(route)) if (field !== name && allowsNone(route, field)) delete needed[field];
    const answers = [];
    for (const id of ids) answers.push(shape(await ask(route, { ...needed, [name]: id })));
    return answers;
  };
  const window = await ivansWindow();
  const [nobodys, unseens] = await answersOf(ivan, window.hello, seen, [NOBODYS, idIn(unseen, name)]);
  window.close();
  expect(unseens).toBe(nobodys);
  expect(nobodys).not.toContain('invalid_input');
  // To an owner, who sees them all, it is not the same.
  const [none, found] = await answersOf(host.ask, olgasWindow.hello, tried, [NOBODYS, idIn(tried, name)]);
  if (!NOT_SHOWN_HERE.has(route)) expect(found).not.toBe(none);
});

function allowsNone(route: RouteName, name: string): boolean {
  const { input } = allRoutes[route];
  return input instanceof z.ZodObject && (input.shape[name] as z.ZodType).safeParse(undefined).success;
}

const WITHOUT_INPUT = /^(?:operators\.(?:renewKey|setPicture)|devices\.remove|push\.|visitors\.invite)/;

describe('whatever lists something', () => {
  const lists = forOperators.filter((route) => ownedFields(route).every((name) => allowsNone(route, name)));
  const reads = lists.filter((route) => !WITHOUT_INPUT.test(route));

  test('has nothing of another channel, which an owner is shown', async () => {
    const leaks: string[] = [];
    const shownToOwner: string[] = [];
    for (const route of reads) {
      const input = inputOf(route, {});
      if (JSON.stringify(await host.ask(route, input)).includes(unseen['channelId'] ?? MARK)) shownToOwner.push(route);
      const answer = JSON.stringify(await ivan(route, input));
      if (Object.values(unseen).some((id) => id.length > 20 && answer.includes(id)) || names(answer)) leaks.push(route);
    }
    expect(leaks).toEqual([]);
    expect(shownToOwner).toEqual(
      expect.arrayContaining([
        'channels.list',
        'chats.list',
        'contacts.list',
        'hours.get',
        'ratings.list',
        'reports.get',
      ]),
    );
  });

  test('finds nothing of it, and counts without it', async () => {
    for (const route of ['search.messages', 'search.customers'] as const) {
      const found = async (text: string): Promise<string> => JSON.stringify(await ivan(route, { text }));
      expect(await found(MARK)).not.toContain('"channelId"');
      expect(await found('Anna')).toContain(shop.id);
    }
    expect(await ivan('chats.counts')).toMatchObject({ data: { open: 2 } });
    expect(await ivan('reports.get', { days: 7, timeZone: 'UTC' })).toMatchObject({ data: { figures: { chats: 2 } } });
    expect(await ivan('ratings.list')).toMatchObject({ data: { count: 1 } });
  });
});

/** Names something of another channel by its word. */
function names(answer: string): boolean {
  return answer.replaceAll(`Some ${MARK}`, '').includes(MARK);
}

test('a transcript is of their channels, too', async () => {
  const transcript = async (query: string) => {
    const address = `${host.console}/media/transcripts?format=text&timeZone=UTC&notes=1&${query}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${ivansKey}` } });
    return { status: answer.status, text: await answer.text() };
  };
  const [unseenChat, nobodys] = [await transcript(`chat=${unseen['chatId']}`), await transcript(`chat=${NOBODYS}`)];
  expect(unseenChat).toEqual(nobodys);
  expect(unseenChat.status).toBe(404);
  const period = await transcript('days=7');
  expect([period.text.includes('Anna'), names(period.text)]).toEqual([true, false]);
  expect(names((await transcript(`days=7&channel=${other.id}`)).text)).toBe(false);
});

test('a window is told nothing of another channel, whatever happens there', async () => {
  const window = await ivansWindow();
  await ivan('chats.counts', { since: 0 });
  const chatId = unseen['chatId'] ?? '';
  await ivan('chats.look', { chatId, windowId: window.hello.windowId });
  expect((await host.rpc('chats.attention', {})).chats.filter((each) => each.chatId === chatId)).toEqual([]);
  const [customerId, messageId] = [unseen['customerId'] ?? '', unseen['messageId'] ?? ''];
  await other.say(MARK, 'More');
  await other.post({ sender: { id: MARK }, message: { type: 'typein' } });
  await host.rpc('chats.typing', { chatId, typing: true });
  await host.rpc('chats.reply', { chatId, text: MARK, clientId: 'another reply' });
  await host.rpc('customers.update', { customerId, name: `${MARK} the second` });
  await host.rpc('chats.pin', { chatId, pinned: true });
  await host.rpc('messages.dismissFailure', { messageId }).catch(() => undefined);
  await host.rpc('chats.close', { chatId });
  await other.say(`${MARK} 2`, 'Another');
  await shop.say('Anna', 'The end');
  const isLast = (text: string | undefined): boolean => text === 'The end';
  const { seq } = await window.waitFor('message.added', ({ message }) => isLast(message.text));
  const told = window.received.filter((event) => event.seq <= seq);
  expect(told.map(({ seq: number }) => number)).toEqual(told.map((_event, at) => (told[0]?.seq ?? 0) + at));
  const about = told.filter(({ data }) => names(JSON.stringify(data)) || JSON.stringify(data).includes(other.id));
  expect(about).toEqual([]);
  const ofChat = told.filter(
    ({ name, data }) => name !== 'answers.stale' && JSON.stringify(data).includes(`"chatId":"${chatId}"`),
  );
  expect(ofChat).toEqual([]);
  const { counted } = (await window.waitFor('chats.counted', () => true)).data;
  expect(counted.filter(({ operatorId }) => operatorId !== ivansId)).toEqual([]);
  window.close();
});

test('visitors of other websites are not there, and cannot be invited', async () => {
  const site = await openChannel(host, { kind: 'site', name: MARK });
  const visitor = await openVisitor(host.listener, site.publicId, { page: { url: 'https://x.example/', title: MARK } });
  await visitor.next('welcome');
  const window = await host.events();
  const [found] = await window.until(async () => {
    const { visitors } = await host.rpc('visitors.list', {});
    return visitors.length === 0 ? undefined : visitors;
  });
  expect(await ivan('visitors.list')).toMatchObject({ data: { visitors: [], here: 0 } });
  const invited = await ivan('visitors.invite', { visitorId: found?.id, text: 'Hello' });
  expect(invited).toEqual(await ivan('visitors.invite', { visitorId: 'nobody', text: 'Hello' }));
  visitor.say({ kind: 'begin' });
  await visitor.next('token');
  visitor.say({ kind: 'message', id: 'hello-0001', text: 'Hello' });
  await visitor.next('accepted');
  const { chats } = await host.rpc('chats.list', {});
  const customerId = chats.find(({ channelId }) => channelId === site.id)?.customer.id ?? '';
  expect(await host.rpc('visitors.find', { customerId })).toHaveProperty('visitor');
  expect(await ivan('visitors.find', { customerId })).toEqual({ ok: true, data: {} });
  await visitor.leave();
});

test('nobody is there for a channel on which only others work', async () => {
  await host.rpc('operators.setPresence', { presence: 'away' });
  await ivan('operators.setPresence', { presence: 'online' });
  expect([await shop.status(), await other.status()]).toMatchObject([{ body: '1' }, { body: '0' }]);
});

test('a chat is assigned to those only who work on its channel, and leaves them with it', async () => {
  const refused = await host.ask('chats.assign', { chatId: unseen['chatId'], operatorId: ivansId, over: true });
  expect(refused).toMatchObject({ ok: false });
  const chatId = seen['chatId'] ?? '';
  expect(await host.rpc('chats.assign', { chatId, operatorId: ivansId, over: true })).toMatchObject({
    state: 'active',
  });
  const window = await ivansWindow();
  expect(await ivan('chats.get', { chatId })).toMatchObject({ ok: true });
  await host.rpc('operators.change', { operatorId: ivansId, channels: [] });
  expect(await host.rpc('chats.get', { chatId })).toMatchObject({ state: 'waiting' });
  expect(await ivan('chats.get', { chatId })).toMatchObject({ ok: false, error: { code: 'not_found' } });
  await host.rpc('operators.change', { operatorId: ivansId, channels: null });
  expect(await ivan('chats.get', { chatId })).toMatchObject({ ok: true });
  expect(await ivan('chats.get', { chatId: unseen['chatId'] })).toMatchObject({ ok: true });
  window.close();
});
