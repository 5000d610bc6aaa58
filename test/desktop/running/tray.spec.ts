import type { TrayHost } from '../../fixtures/dbus/tray-host.ts';
import { shownWindows } from '../customers.ts';
import { badgePoints } from '../tray-badge.ts';
import { expect, test } from './fixtures.ts';

const labels = async (host: TrayHost) => (await host.menu()).map(({ label }) => label);
const chosenPresence = async (host: TrayHost) => (await host.menu()).find(({ checked }) => checked === true)?.label;

const onlyHere = 'Only this computer can reach Counterbell';

test('it shows waiting chats in icon, text and menu, and their number on the launcher', async ({
  host,
  desktop: { rpc },
  write,
}) => {
  await expect.poll(() => host.tooltip()).toBe(`Counterbell: nobody is waiting\n${onlyHere}`);
  expect(await labels(host)).toEqual([
    onlyHere,
    'Online',
    'Away',
    'Nobody is waiting',
    'Open Counterbell',
    'Pause notifications',
    'Quit',
  ]);
  expect(badgePoints(await host.picture()).red).toBe(0);

  await write('anna', 'Is the blue one in stock?');
  await expect.poll(() => host.tooltip()).toBe(`Counterbell: 1 waiting\n${onlyHere}`);
  expect(badgePoints(await host.picture()).red).toBeGreaterThan(100);
  expect(await labels(host)).toContain('Anna · now · Is the blue one in stock?');
  await write('ben', 'Hi');
  await expect.poll(() => labels(host)).toContain('Ben · now · Hi');
  expect(host.launcherCount()).toBe(2);

  for (const { id } of (await rpc('chats.list', { filter: 'waiting' })).chats)
    await rpc('chats.reply', { chatId: id, text: 'Yes.' });
  await expect.poll(() => host.tooltip()).toBe(`Counterbell: nobody is waiting\n${onlyHere}`);
  expect(badgePoints(await host.picture()).red).toBe(0);
  expect(host.launcherCount()).toBe(0);
});

test('its menu sets the presence, and reflects it', async ({ host, desktop: { rpc } }) => {
  await expect.poll(() => chosenPresence(host)).toBe('Online');
  await host.choose('Away');
  await expect.poll(async () => (await rpc('operators.me', {})).presence).toBe('away');
  await expect.poll(() => host.tooltip()).toBe(`Counterbell: nobody is waiting, you’re away\n${onlyHere}`);
  await rpc('operators.setPresence', { presence: 'online' });
  await expect.poll(() => chosenPresence(host)).toBe('Online');
});

test('its menu pauses and resumes the notifications', async ({ host, desktop: { console } }) => {
  const pausedUntil = () =>
    console.evaluate(async () => (await counterbell.desktop.call('status')).preferences.pausedUntil);
  await host.choose('For 1 hour');
  await expect.poll(pausedUntil).toBeGreaterThan(Date.now() + 3_500_000);
  await expect.poll(() => host.tooltip()).toBe(`Counterbell: nobody is waiting, notifications paused\n${onlyHere}`);
  const resume = (await labels(host)).find((label) => label.startsWith('Resume notifications (paused until'));
  await host.choose(resume ?? 'Resume notifications');
  await expect.poll(pausedUntil).toBeNull();
});

test('a chat in its menu opens in the reply window; a click opens the console', async ({
  host,
  desktop: { app, rpc },
  write,
}) => {
  await write('anna', 'Is the blue one in stock?');
  await expect.poll(() => labels(host)).toContain('Anna · now · Is the blue one in stock?');
  const opened = app.waitForEvent('window');
  await host.choose('Anna · now · Is the blue one in stock?');
  const [chat] = (await rpc('chats.list', { filter: 'waiting' })).chats;
  expect((await opened).url()).toContain(`#/reply?chat=${chat?.id}`);

  // Each window appears once it is rendered.
  await expect.poll(() => shownWindows(app)).toHaveLength(2);
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.hide();
  });
  await host.click();
  await expect.poll(() => shownWindows(app)).toEqual([expect.not.stringContaining('/reply')]);
});

test('an item opens its chat, even where an identical one was before', async ({
  host,
  desktop: { app, rpc },
  write,
}) => {
  const waiting = async () => (await rpc('chats.list', { filter: 'waiting' })).chats.map(({ id }) => id);
  const replying = (chatId: string) => expect.stringMatching(new RegExp(`#/reply\\?chat=${chatId}$`));
  for (let guest = 1; guest <= 12; guest += 1) {
    // One is answered as the next one arrives: the texts of the menu are unchanged.
    const [before] = await waiting();
    await Promise.all([
      write(`guest-${guest}`, 'Hi', 'Guest'),
      before === undefined ? undefined : rpc('chats.reply', { chatId: before, text: 'Hello' }),
    ]);
    const [chatId = ''] = await waiting();
    await expect(async () => {
      await host.choose('Guest · now · Hi');
      expect(await shownWindows(app)).toContainEqual(replying(chatId));
    }).toPass({ timeout: 15_000 });
  }
});

test('of several identical items, each opens its own chat', async ({ host, desktop: { app, rpc }, write }) => {
  for (const guest of [1, 2, 3]) await write(`guest-${guest}`, 'Hi', 'Guest');
  const label = 'Guest · now · Hi';
  await expect.poll(async () => (await labels(host)).filter((each) => each === label)).toHaveLength(3);
  const { chats } = await rpc('chats.list', { filter: 'waiting' });
  for (const [index, { id }] of chats.entries()) {
    await host.choose(label, index);
    await expect
      .poll(() => shownWindows(app))
      .toContainEqual(expect.stringMatching(new RegExp(`#/reply\\?chat=${id}$`)));
  }
});
