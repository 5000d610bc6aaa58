import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import { skipWithoutRuntime, startDesktop } from '../desktop/fixtures.ts';
import { chatRow, composer, conversation, openChat, reply } from '../e2e/conversation.ts';
import { bodyOf } from '../fixtures/integrator.ts';
import { expect, test } from './fixtures.ts';

test('the app as a colleague’s window and a browser elsewhere work at one chat; the app’s cable is pulled for ten seconds while both send', async ({
  office,
}) => {
  skipWithoutRuntime();
  test.setTimeout(240_000);
  const { host, network, endpoint, channel, say } = office;
  await say('Anna', 'My boat leaks');
  const { page: olga } = await office.olga();
  const { app: link } = await host().rpc('invitations.create', { name: 'Ivan', role: 'operator' });
  const folder = await mkdtemp(path.join(tmpdir(), 'counterbell-window-'));
  const first = await startDesktop(folder);
  // The test starts the app again itself.
  await first.app.evaluate(({ app }) => void (app.relaunch = () => undefined));
  const joined = once(first.app.process(), 'exit');
  await first.console.getByRole('link', { name: 'Join a colleague’s computer instead' }).click();
  await first.console.getByRole('textbox', { name: 'Invitation' }).fill(link);
  await first.console.keyboard.press('Enter');
  await first.console.getByRole('button', { name: 'Join', exact: true }).click({ timeout: 60_000 });
  await joined;
  const seat = await startDesktop(folder);
  const ivan = seat.console;
  const status = () => ivan.evaluate(() => counterbell.desktop.call('status'));
  await expect.poll(async () => (await status()).seat?.connection.state).toBe('connected');
  expect(new URL((await status()).seat?.address ?? '')).toMatchObject({
    protocol: 'https:',
    hostname: network.host.line.there,
  });

  const [olgas, ivans] = [await openChat(olga, 'Anna'), await openChat(ivan, 'Anna')];
  await expect(chatRow(ivan, 'Anna').getByRole('img', { name: 'Olga is looking at this chat' })).toBeVisible();
  await composer(ivan).pressSequentially('Good day');
  await expect(olga.getByText('Ivan is typing a reply').last()).toBeVisible();
  await composer(ivan).clear();
  await reply(ivan, 'Where does it leak?');
  await expect(olgas.getByText('Where does it leak?')).toBeVisible();

  network.host.line.unplug();
  const pulled = passing(10_000);
  await reply(ivan, 'At the keel?');
  await olga.getByRole('button', { name: 'Take over' }).click();
  await expect(olgas.getByText('Olga took over the chat from Ivan')).toBeVisible();
  await expect(ivans.getByText('Olga took over')).toHaveCount(0);
  await pulled;
  expect((await olgas.getByRole('article').allInnerTexts()).join()).not.toContain('At the keel?');
  network.host.line.plug();

  await expect(ivans.getByText('Olga took over the chat from Ivan')).toBeVisible({ timeout: 60_000 });
  await reply(olga, 'I know this one');
  await expect(ivans.getByText('I know this one')).toBeVisible();
  await endpoint.waitFor(2, ({ raw }) => raw.includes('"text"'));
  const sent = endpoint.replies().map((received) => bodyOf(received).message.text);
  // A reply to a chat that somebody else has meanwhile is the operator's to send or to take back.
  expect([...new Set(sent)]).toEqual(sent);
  expect(sent.filter((text) => text !== 'At the keel?')).toEqual(['Where does it leak?', 'I know this one']);
  expect((await channel.chatOf('"Anna"')).state).toBe('active');
  await expect(conversation(ivan, 'Anna').getByText('My boat leaks')).toHaveCount(1);
  await seat.quit();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});
