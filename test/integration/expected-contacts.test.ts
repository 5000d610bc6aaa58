import { afterAll, beforeAll, expect, test } from 'vitest';
import { botConversation, startStage, type Stage } from '../fixtures/bots.ts';
import { openChannel } from '../fixtures/channels.ts';
import type { EventStream } from '../fixtures/event-stream.ts';
import type { Host } from '../fixtures/host.ts';
import { openVisitor } from '../fixtures/visitor.ts';

let stage: Stage;
let host: Host;
let events: EventStream;
beforeAll(async () => {
  stage = await startStage();
  host = stage.host;
  events = await host.events();
});
afterAll(async () => {
  await host.remove();
  await stage.stop();
});

/** A file says something of somebody who has not written yet. */
async function expectSomebody(name: string): Promise<string> {
  const email = `${name}@x.example`;
  const rows = [{ name, email, tags: ['from a file'] }];
  expect(await host.rpc('contacts.import', { rows })).toEqual({ completed: 0, unchanged: 0, expected: 1 });
  return email;
}
/** Their card has it, and every window is told. */
async function isMet(name: string, email: string): Promise<void> {
  const { data } = await events.waitFor('customer.changed', ({ customer }) => customer.name === name);
  const contact = await host.rpc('contacts.get', { customerId: data.customer.id });
  expect(contact).toMatchObject({ name, email, tags: ['from a file'] });
  expect(await host.rpc('contacts.expected', {})).toEqual({ people: 0 });
}

test('who writes with the email of a file has its name and tags', async () => {
  const email = await expectSomebody('Anna');
  const channel = await openChannel(host);
  await channel.post({ sender: { id: 1, email: email.toUpperCase() }, message: { type: 'text', text: 'Hello' } });
  await isMet('Anna', email.toUpperCase());
});

test('so has a customer of whom a bot or an operator says it', async () => {
  const { chat, send } = await botConversation(stage);
  const ofBot = await expectSomebody('Carla');
  const said = { client_id: chat.client_id, client: { email: ofBot } };
  expect((await send('CLIENT_INFO', chat, said)).status).toBe(200);
  await isMet('Carla', ofBot);

  const channel = await openChannel(host);
  const ofOperator = await expectSomebody('Dora');
  await channel.say('dora', 'Hello');
  const { id: customerId } = (await channel.chatOf('"dora"')).customer;
  await host.rpc('customers.update', { customerId, email: ofOperator });
  await isMet('Dora', ofOperator);
});

test('a visitor who says it only later has, too, after a restart', async () => {
  const site = await openChannel(host, { kind: 'site', name: 'Lamps' });
  const email = await expectSomebody('Boris');
  await host.stop();
  host = await host.restart();
  events = await host.events();
  const visitor = await openVisitor(host.listener, site.publicId, {});
  await visitor.next('welcome');
  visitor.say({ kind: 'begin' });
  await visitor.next('token');
  visitor.say({ kind: 'message', id: 'hello-0001', text: 'Hello' });
  await visitor.next('accepted');
  visitor.say({ kind: 'email', id: 'email-0001', email });
  await isMet('Boris', email);
  await visitor.leave();
});
