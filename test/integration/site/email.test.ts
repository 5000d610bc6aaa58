import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineFrame, SiteState } from '#shared/site/frames.ts';
import type { EventStream } from '../../fixtures/event-stream.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { addMailbox } from '../../fixtures/mailbox.ts';
import { named, newId, siteRequests, write, writer } from '../../fixtures/site-client.ts';
import { openVisitor, type TestVisitor } from '../../fixtures/visitor.ts';

let host: Host;
let events: EventStream;
let channelId: string;
let mailbox: string;

beforeAll(async () => {
  host = await startHost();
  channelId = (await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' })).id;
  mailbox = await addMailbox(host);
  events = await host.events();
});
afterAll(() => host.remove());

const wants = (state: SiteState): boolean => state.wantsEmail === true;
const told = (visitor: TestVisitor, wanted: boolean) =>
  visitor.next('state', ({ state }) => state.chat !== 'none' && wants(state) === wanted);
const give = async (visitor: TestVisitor, email: string, id = newId()): Promise<EngineFrame> => {
  visitor.say({ kind: 'email', id, email });
  return Promise.race([
    visitor.next('accepted', (frame) => frame.id === id),
    visitor.next('refused', (frame) => frame.id === id),
  ]);
};
const customerOf = async (text: string) =>
  (await events.waitFor('message.added', ({ message }) => message.text === text)).data.chat.customer;
const contactOf = (customerId: string) => host.rpc('contacts.get', { customerId });

test('every window of a visitor is told that an address is wanted, and that it is no more, but not the address', async () => {
  const { visitor, token } = await writer(host.listener, 'lamps', 'Is it in stock?');
  const customer = await customerOf('Is it in stock?');
  await told(visitor, true);
  const other = await openVisitor(host.listener, 'lamps', { token });
  expect(wants((await other.next('welcome')).state)).toBe(true);
  const id = newId();
  for (const window of [visitor, other, visitor])
    expect(await give(window, 'anna@shop.example', id)).toMatchObject({ kind: 'accepted' });
  await Promise.all([told(visitor, false), told(other, false)]);
  const changed = events.waitFor('customer.changed', (is) => is.customer.id === customer.id);
  expect((await changed).data.customer).toMatchObject({ email: 'anna@shop.example' });
  expect(await contactOf(customer.id)).toMatchObject({ email: 'anna@shop.example' });
  await host.rpc('customers.update', { customerId: customer.id, email: '' });
  await told(other, true);
  expect(JSON.stringify([visitor.frames, other.frames])).not.toContain('anna@');
  await Promise.all([visitor.leave(), other.leave()]);
});

test('it is wanted only as long as a mailbox answers those who have left', async () => {
  const { visitor } = await writer(host.listener, 'lamps', 'Anybody there?');
  await told(visitor, true);
  for (const answersLeft of [false, true]) {
    await host.rpc('channels.update', { channelId: mailbox, email: { answersLeft } });
    expect(wants((await visitor.next('state')).state)).toBe(answersLeft);
  }
  await visitor.leave();
});

test('it is given by polling, too', async () => {
  const { post, hello } = siteRequests(host.listener, 'lamps');
  const { token, visitor } = await writer(host.listener, 'lamps', 'By polling');
  const customer = await customerOf('By polling');
  await visitor.leave();
  const from = { ...(await hello()), hello: { kind: 'hello', version: 1, token } };
  const { connection: _new, ...anew } = from;
  await post('poll', anew);
  const id = newId();
  const sent = await post('send', { ...anew, frames: [{ kind: 'email', id, email: 'poll@shop.example' }] });
  expect(sent.status).toBe(200);
  await events.waitFor('customer.changed', (is) => is.customer.email === 'poll@shop.example');
  expect(await contactOf(customer.id)).toMatchObject({ email: 'poll@shop.example' });
});

test('a blocked visitor is answered like others, and nothing of theirs is kept', async () => {
  const { visitor } = await writer(host.listener, 'lamps', 'Buy now');
  const customer = await customerOf('Buy now');
  await host.rpc('customers.block', { customerId: customer.id });
  expect(await give(visitor, 'spam@shop.example')).toMatchObject({ kind: 'accepted' });
  expect(await contactOf(customer.id)).not.toHaveProperty('email');
  await visitor.leave();
});

test('somebody signed in, whose address the website has proven, is not asked, and cannot change it', async () => {
  const { identityKey } = await host.rpc('sites.addresses', { channelId });
  const [id, name, email] = ['7', 'Anna', 'anna@work.example'];
  const signature = createHmac('sha256', identityKey).update(`${id}\n${name}\n${email}`).digest('hex');
  const visitor = await openVisitor(host.listener, 'lamps', { identity: { id, name, email, signature } });
  await write(visitor, 'It is me');
  const customer = await customerOf('It is me');
  await told(visitor, false);
  expect(await give(visitor, 'other@shop.example')).toMatchObject({ kind: 'refused', code: 'over' });
  expect(await contactOf(customer.id)).toMatchObject({ email });
  await visitor.leave();
});

test('whoever has not written yet is asked nothing, and gives nothing', async () => {
  const { visitor } = await named(host.listener, 'lamps');
  expect((await visitor.next('welcome')).state).not.toHaveProperty('wantsEmail');
  expect(await give(visitor, 'nobody@shop.example')).toMatchObject({ kind: 'refused', code: 'over' });
  await visitor.leave();
});
