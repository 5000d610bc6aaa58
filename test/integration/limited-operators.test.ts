import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allRoutes, audienceOf } from '#main/console/all-routes.ts';
import { ID_FIELDS } from '#main/console/limits.ts';
import type { Answer } from '#shared/contract/errors.ts';
import type { RouteName } from '#shared/contract/routes.ts';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { connectEvents } from '../fixtures/event-stream.ts';
import { type Host, startHost } from '../fixtures/host.ts';
import { openRatingPage, ratingLink } from '../fixtures/rating-page.ts';
import { rpcRequest } from '../fixtures/rpc.ts';
import { valuesOf } from '../fixtures/schema-values.ts';
import { openVisitor } from '../fixtures/visitor.ts';

/** A word in every text of the channels that Ivan does not work on. */
const MARK = 'Zebrafink';
const NOBODYS = '999999';

let host: Host;
let shop: TestChannel;
let other: TestChannel;
let ivansKey: string;
let ivansId: string;
/** what Ivan sees, and what he does not, by the name of the field that takes it */
let seen: Record<string, string>;
let unseen: Record<string, string>;

const ivan = (route: string, input: unknown = {}): Promise<Answer> => rpcRequest(host.console, ivansKey, route, input);
const ivansWindow = () => connectEvents(host.console, { authorization: `Bearer ${ivansKey}` });

/** A chat with a note, a scheduled reply, tags and a rating; the ids of all that. */
async function fill(channel: TestChannel, word: string): Promise<Record<string, string>> {
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
  const { message } = await host.rpc('chats.requestRating', { chatId });
  await (await openRatingPage(ratingLink(message.text))).rate(5, `Says ${word}`);
  const { messages } = await host.rpc('messages.list', { chatId });
  const messageId = messages.find(({ type }) => type === 'document')?.id ?? '';
  return {
    ...{ chatId, customerId, otherId: customerId, messageId, channelId: channel.id, replyId, mailId: NOBODYS },
    ...{ 'media.get id': messageId, 'media.fetch id': messageId, 'replies.cancel replyId': replyId },
  };
}

beforeAll(async () => {
  host = await startHost();
  shop = await openChannel(host, { name: 'Shop' });
  other = await openChannel(host, { name: MARK });
  const { operator, accessKey } = await host.rpc('operators.add', { name: 'Ivan' });
  [ivansKey, ivansId] = [accessKey, operator.id];
  seen = await fill(shop, 'Anna');
  unseen = await fill(other, MARK);
  expect(await host.rpc('operators.change', { operatorId: ivansId, channels: [shop.id] })).toMatchObject({
    channels: [shop.id],
  });
});

afterAll(() => host.remove());

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

test.each(forOperators.flatMap((route) => ownedFields(route).map((name) => [route, name] as const)))(
  '%s answers to the %s of another channel as to one that does not exist',
  async (route, name) => {
    const others = Object.fromEntries(ownedFields(route).map((each) => [each, seen[`${route} ${each}`] ?? seen[each]]));
    const needed = inputOf(route, others as Record<string, string>);
    const optional = ownedFields(route).filter((each) => each !== name && allowsNone(route, each));
    for (const each of optional) delete needed[each];
    const answers = [];
    for (const id of [NOBODYS, unseen[`${route} ${name}`] ?? unseen[name]])
      answers.push(shape(await ivan(route, { ...needed, [name]: id })));
    expect(answers[1]).toBe(answers[0]);
    expect(answers[0]).not.toContain('invalid_input');
  },
);

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
    expect(await ivan('chats.counts')).toMatchObject({ data: { open: 1 } });
    expect(await ivan('reports.get', { days: 7, timeZone: 'UTC' })).toMatchObject({ data: { figures: { chats: 1 } } });
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
