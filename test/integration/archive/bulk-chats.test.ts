import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Job } from '#shared/contract/jobs.ts';
import { ended, unmistakable } from '../../fixtures/archive.ts';
import { botConversation, startStage, type Stage } from '../../fixtures/bots.ts';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHeadless, type Headless } from '../../fixtures/headless.ts';

let host: Headless;
let stage: Stage | undefined;
afterEach(async () => {
  await stage?.stop();
  if (stage === undefined) await host.remove();
  stage = undefined;
});

/** This many new customers write one message each; returns the time range in which their chats began. */
async function crowd(
  channel: TestChannel,
  amount: number,
  name: string,
  text = 'Hello?',
): Promise<{ readonly from: number; readonly to: number }> {
  const from = Date.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let ordinal = next++; ordinal < amount; ordinal = next++) await channel.say(`${name}-${ordinal}`, text);
    }),
  );
  const to = Date.now() + 1;
  // Later customers come after the range.
  while (Date.now() < to);
  return { from, to };
}

const openCount = async (channel: TestChannel): Promise<number> => {
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await host.rpc('chats.list', { filter: 'open', cursor, limit: 200 });
    count += page.chats.filter(({ channelId }) => channelId === channel.id).length;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return count;
};

test('closes the chats of a channel that began within a range, but no others, and can undo it', async () => {
  host = await startHeadless();
  const [attacked, other] = [await openChannel(host), await openChannel(host)];
  await attacked.say('before', 'I was here first');
  const span = await crowd(attacked, 230, 'flooder');
  await crowd(other, 5, 'elsewhere');
  const taken = await attacked.chatOf('"flooder-7"');
  await host.rpc('chats.take', { chatId: taken.id });
  const selection = { ...span, channelId: attacked.id };
  expect(await host.rpc('bulk.preview', { ...selection, which: 'waiting' })).toMatchObject({
    chats: 229,
    open: 229,
    messages: 229,
    customers: 229,
  });
  expect(await host.rpc('bulk.preview', { ...span, which: 'open' })).toMatchObject({ chats: 230 });

  const window = await host.events();
  const closed = await ended(host, await host.rpc('bulk.close', { ...selection, which: 'waiting' }));
  expect(closed).toMatchObject({ kind: 'close_chats', state: 'done', undoable: true });
  expect([await openCount(attacked), await openCount(other)]).toEqual([2, 5]);
  const told = window.received.filter(
    ({ name }) => name === 'chats.changed' || name === 'chat.changed' || name === 'message.added',
  );
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThan(20);
  expect((await attacked.feed('"flooder-3"')).at(-1)?.event).toMatchObject({ kind: 'closed', operatorName: 'Olga' });

  await attacked.say('flooder-3', 'me again');
  const reopened = await ended(host, await host.rpc('bulk.reopen', { jobId: closed.id }));
  expect(reopened).toMatchObject({
    state: 'done',
    problem: { code: 'errors:refusals.chat.stayedClosed', params: { count: 1 } },
  });
  expect(await openCount(attacked)).toBe(231);
  expect((await attacked.receivedBy('"flooder-3"')).map(({ text }) => text)).toEqual(['me again']);
  await expect(host.rpc('bulk.reopen', { jobId: closed.id })).rejects.toMatchObject({ code: 'not_found' });
});

test('tells the bot of each chat, as a single close does', async () => {
  stage = await startStage();
  host = stage.host;
  const from = Date.now() - 1;
  const conversation = await botConversation(stage);
  await ended(host, await host.rpc('bulk.close', { from, to: Date.now() + 1, which: 'open' }));
  expect((await conversation.address.next('CHAT_CLOSED')).seen).toMatchObject({
    event: 'CHAT_CLOSED',
    chat_id: conversation.chatId,
  });
});

test('erases the chats of the range, and customers without other chats; those with others stay', async () => {
  host = await startHeadless();
  const channel = await openChannel(host);
  await channel.say('known', 'An older chat');
  const { id: olderId, customer } = await channel.chatOf('"known"');
  await host.rpc('chats.close', { chatId: olderId });
  const secret = unmistakable('flood');
  const span = await crowd(channel, 120, secret, `buy ${secret}`);
  await channel.say('known', `a newer chat ${secret}`);
  const selection = { from: span.from, to: Date.now() + 1, which: 'all' as const };
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

test.each(['bulk.close', 'bulk.erase'] as const)(
  '%s interrupted by a kill continues at the next start',
  async (route) => {
    host = await startHeadless();
    const channel = await openChannel(host);
    const span = await crowd(channel, 1500, 'flooder');
    await channel.say('later', 'Hello?');
    const events = await host.events();
    const { id } = await host.rpc(route, { ...span, which: 'all' });
    const isHalfWay = ({ state, step, part = 0 }: Job): boolean =>
      state !== 'running' || (part > 0 && step === (route === 'bulk.close' ? 'closing' : 'deleting'));
    const seen = await events.until(async () =>
      (await host.rpc('jobs.list', {})).jobs.find((job) => job.id === id && isHalfWay(job)),
    );
    expect(seen.state).toBe('running');
    await host.kill();
    host = await host.restart();
    const again = await host.events();
    await again.until(async () => {
      const { jobs } = await host.rpc('jobs.list', {});
      return jobs.length > 0 && jobs.every(({ state }) => state === 'done') ? true : undefined;
    });
    const left = await host.rpc('bulk.preview', { from: 0, to: Date.now() + 1, which: 'all' });
    expect(left).toMatchObject(route === 'bulk.close' ? { chats: 1501, open: 1 } : { chats: 1, open: 1 });
  },
);

test('can be cancelled between two steps, and what was done stays done', async () => {
  host = await startHeadless();
  const channel = await openChannel(host);
  const span = await crowd(channel, 1500, 'flooder');
  const { id } = await host.rpc('bulk.close', { ...span, which: 'all' });
  expect((await host.rpc('jobs.cancel', { jobId: id })).state).toBe('cancelled');
  const { open } = await host.rpc('bulk.preview', { ...span, which: 'all' });
  expect(open).toBeGreaterThan(0);
  await host.stop();
  host = await host.restart();
  expect(await host.rpc('bulk.preview', { ...span, which: 'all' })).toMatchObject({ open });
});
