import { setTimeout as passing } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { attached, choose } from '../e2e/attaching.ts';
import { chatRow, conversation, openChat, reply } from '../e2e/conversation.ts';
import type { TestChannel } from '../fixtures/channels.ts';
import { bodyOf, type Endpoint } from '../fixtures/integrator.ts';
import { expect, test } from './fixtures.ts';

const SECOND = 1000;

const notice = (page: Page, words: string) => page.getByText(words, { exact: true });
const OFFLINE = 'No network connection.';
const SILENT = 'Counterbell isn’t responding.';

/** The texts of Anna's chat, in the host's order. */
const stored = async (channel: TestChannel): Promise<readonly string[]> =>
  (await channel.feed('"Anna"')).flatMap((message) =>
    ['customer', 'operator'].includes(message.from) && typeof message.text === 'string' ? [message.text] : [],
  );

/** The same texts as a window shows them. */
const shown = async (page: Page, words: readonly string[]): Promise<readonly string[]> => {
  const rows = await conversation(page, 'Anna').getByRole('article').allInnerTexts();
  return rows.flatMap((row) => words.filter((word) => row.includes(word)));
};

const arrived = (endpoint: Endpoint): readonly (string | undefined)[] =>
  endpoint.replies().map((received) => bodyOf(received).message.text);

/** Waits until the host has it. */
const isStored = (channel: TestChannel, words: string) =>
  expect.poll(() => stored(channel), { timeout: 30 * SECOND }).toContain(words);

test('a colleague’s cable is pulled for ten seconds while they send: they are told, nobody else is disturbed, and nothing is lost, doubled or reordered', async ({
  office,
}) => {
  const { channel, endpoint, say } = office;
  await say('Anna', 'Hello');
  const [{ page: olga }, { page: ivan, computer }] = await Promise.all([office.olga(), office.join('Ivan')]);
  for (const page of [olga, ivan]) await openChat(page, 'Anna');
  await reply(ivan, 'Before');
  await endpoint.waitFor(1);

  computer.unplug();
  const pulled = passing(10 * SECOND);
  await expect(notice(ivan, OFFLINE)).toBeVisible();
  await expect(ivan.getByRole('button', { name: /^Ivan: presence unknown/ })).toBeVisible();
  await reply(ivan, 'During');
  await say('Anna', 'First meanwhile');
  await say('Anna', 'Second meanwhile');
  for (const words of ['First meanwhile', 'Second meanwhile'])
    await expect(conversation(olga, 'Anna').getByText(words)).toBeVisible();
  await expect(notice(olga, OFFLINE)).toHaveCount(0);
  await pulled;
  expect(await stored(channel)).not.toContain('During');
  await expect(conversation(ivan, 'Anna').getByText('meanwhile')).toHaveCount(0);
  computer.plug();

  await expect(notice(ivan, OFFLINE)).toHaveCount(0);
  await isStored(channel, 'During');
  await reply(ivan, 'After');
  await isStored(channel, 'After');
  await say('Anna', 'Last');
  const words = ['Hello', 'Before', 'First meanwhile', 'Second meanwhile', 'During', 'After', 'Last'];
  for (const page of [olga, ivan]) await expect.poll(() => shown(page, words)).toEqual(words);
  expect(await stored(channel)).toEqual(words);
  await endpoint.waitFor(3, ({ raw }) => raw.includes('"text"'));
  expect(arrived(endpoint)).toEqual(['Before', 'During', 'After']);
});

test('the host is silent for two minutes, during a send and an upload: both sides say so, customers go on, and everything arrives once', async ({
  office,
}) => {
  test.setTimeout(300 * SECOND);
  const { host, network, channel, endpoint, say } = office;
  await say('Anna', 'Hello');
  await say('Ben', 'Hello too');
  const [{ page: olga }, { page: ivan }] = await Promise.all([office.olga(), office.join('Ivan')]);
  await openChat(olga, 'Anna');
  await openChat(ivan, 'Ben');
  await expect(chatRow(olga, 'Ben').getByRole('img', { name: 'Ivan is looking at this chat' })).toBeVisible();

  // A slow line, so that the file is on its way when the network falls silent.
  const line = await ivan.context().newCDPSession(ivan);
  const slowly = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await line.send('Network.emulateNetworkConditions', slowly);
  await choose(ivan, { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.alloc(3_000_000, 'lamp ') });
  await expect(attached(ivan, 'plan.txt')).toContainText(/[1-9]\d?%/);
  network.host.silence();
  const silent = passing(120 * SECOND);
  await line.send('Network.emulateNetworkConditions', { ...slowly, uploadThroughput: -1 });
  await reply(olga, 'During');
  await say('Anna', 'Meanwhile');

  for (const page of [olga, ivan]) await expect(notice(page, SILENT)).toBeVisible({ timeout: 60 * SECOND });
  const waiting = /^Not uploaded yet: Counterbell isn’t responding/;
  await expect(attached(ivan, 'plan.txt').getByText(waiting)).toBeVisible({ timeout: 60 * SECOND });
  // The host knows as well that nobody is there.
  const present = async () => (await host().rpc('devices.list', {})).devices.filter(({ isOnline }) => isOnline);
  await expect.poll(present, { timeout: 60 * SECOND }).toEqual([]);
  await silent;
  expect(await stored(channel)).toEqual(['Hello', 'Meanwhile']);
  network.host.unsilence();

  for (const page of [olga, ivan]) await expect(notice(page, SILENT)).toHaveCount(0, { timeout: 30 * SECOND });
  await expect(conversation(olga, 'Anna').getByText('Meanwhile')).toBeVisible();
  await isStored(channel, 'During');
  await reply(olga, 'After');
  // A window shows what it is still sending, too.
  await isStored(channel, 'After');
  const words = ['Hello', 'Meanwhile', 'During', 'After'];
  await expect.poll(() => shown(olga, words)).toEqual(words);
  expect(await stored(channel)).toEqual(words);
  // The upload goes on without being asked to.
  await expect(attached(ivan, 'plan.txt').getByText(waiting)).toHaveCount(0);
  await expect(attached(ivan, 'plan.txt')).toContainText(/MB/);
  await endpoint.waitFor(2, ({ raw }) => raw.includes('"text"'));
  expect(arrived(endpoint)).toEqual(['During', 'After']);
  await expect(chatRow(olga, 'Ben').getByRole('img', { name: 'Ivan is looking at this chat' })).toBeVisible();
});
