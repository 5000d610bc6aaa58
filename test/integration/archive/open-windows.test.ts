import { afterEach, expect, test } from 'vitest';
import { backUp, restore } from '../../fixtures/archive.ts';
import { openChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { write, writer } from '../../fixtures/site-client.ts';
import { openVisitor } from '../../fixtures/visitor.ts';

let host: Host;
afterEach(() => host.remove());

test('after a restore, windows that were open show what is new, and no id names anything else than before', async () => {
  host = await startHost();
  await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
  const channel = await openChannel(host);
  const { visitor, token } = await writer(host.listener, 'lamps', 'Kept');
  const [{ id: chatId } = { id: '' }] = (await host.rpc('chats.list', {})).chats;
  const { name } = await backUp(host);
  await write(visitor, 'Lost');
  await channel.say('ben', 'Lost, too');
  const lostChat = await channel.chatOf('"ben"');
  const { message: newest } = await visitor.next('message', ({ message }) => message.text === 'Lost');
  await restore(host, { name });

  const events = await host.events();
  const again = await openVisitor(host.listener, 'lamps', { token, cursor: newest.id, cursorAt: newest.at });
  const welcome = await again.next('welcome');
  expect([welcome.anew, welcome.messages.map(({ text }) => text)]).toEqual([true, ['Kept']]);
  await host.rpc('chats.reply', { chatId, text: 'Are you still there?' });
  const { message } = await again.next('message', (frame) => frame.message.text === 'Are you still there?');
  expect(Number(message.id)).toBeGreaterThan(Number(newest.id));
  await events.waitFor('message.added', (added) => added.message.text === 'Are you still there?');

  await channel.say('carla', 'A new chat');
  expect(Number((await channel.chatOf('"carla"')).id)).toBeGreaterThan(Number(lostChat.id));
  expect(await host.ask('chats.reply', { chatId: lostChat.id, text: 'For Ben' })).toMatchObject({
    error: { code: 'not_found' },
  });
  events.close();
});
