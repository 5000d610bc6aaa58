import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ended, unmistakable } from '../../fixtures/archive.ts';
import { openChannel } from '../../fixtures/channels.ts';
import { startHost } from '../../fixtures/host.ts';

test('erases the selected chats, and customers without other chats; those with others stay', async () => {
  const host = await startHost();
  onTestFinished(() => host.remove());
  const channel = await openChannel(host);
  await channel.say('known', 'An older chat');
  const { id: olderId, customer } = await channel.chatOf('"known"');
  await host.rpc('chats.close', { chatId: olderId });
  const secret = unmistakable('flood');
  for (let ordinal = 0; ordinal < 120; ordinal += 1) await channel.say(`${secret}-${ordinal}`, `buy ${secret}`);
  await channel.say('known', `a newer chat ${secret}`);
  const { chats } = await host.rpc('chats.list', { filter: 'open', limit: 200 });
  const selection = { chatIds: chats.map(({ id }) => id) };
  expect(await host.rpc('bulk.preview', selection)).toMatchObject({ chats: 121, open: 121, customers: 120 });
  const window = await host.events();
  expect(await ended(host, await host.rpc('bulk.erase', selection))).toMatchObject({
    kind: 'erase_chats',
    state: 'done',
  });
  expect(window.received.filter(({ name }) => name === 'customers.erased')).toHaveLength(1);
  expect((await host.rpc('chats.list', { filter: 'open', limit: 10 })).chats).toEqual([]);
  expect((await host.rpc('contacts.get', { customerId: customer.id })).customers).toHaveLength(1);
  expect((await channel.receivedBy('"known"')).map(({ text }) => text)).toEqual(['An older chat']);
  expect((await host.rpc('search.messages', { text: secret, limit: 10 })).chats).toEqual([]);
  await channel.say('somebody', 'afterwards');
  await host.stop();
  const holding: string[] = [];
  for (const each of await readdir(host.dataDir, { withFileTypes: true })) {
    if (each.isFile() && (await readFile(join(host.dataDir, each.name))).includes(secret)) holding.push(each.name);
  }
  expect(holding).toEqual([]);
});
