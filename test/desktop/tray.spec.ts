import { startTrayHost, type TrayHost } from '../fixtures/dbus/tray-host.ts';
import { endingThreadAsked } from '../fixtures/end-thread.ts';
import { expect, skipWithoutRuntime, test as base, type Desktop, type StartOptions } from './fixtures.ts';
import { openChannel, shownWindows } from './customers.ts';
import { badgePoints } from './tray-badge.ts';

const test = base.extend<{ readonly host: TrayHost }>({
  host: async ({}, use) => {
    skipWithoutRuntime();
    const host = await startTrayHost();
    await use(host);
    await host.stop();
  },
});
test.skip(process.platform !== 'linux', 'trays of other systems cannot be read from outside');

const labels = async (host: TrayHost) => (await host.menu()).map(({ label }) => label);
const chosenPresence = async (host: TrayHost) => (await host.menu()).find(({ checked }) => checked === true)?.label;

const onlyHere = 'Only this computer can reach Counterbell';

/** The app with its tray icon, an operator online, and a channel to write to. */
async function startInTray(
  host: TrayHost,
  launch: (options?: StartOptions) => Promise<Desktop>,
  options?: StartOptions,
) {
  const desktop = await launch(options);
  await desktop.rpc('setup.finish', {});
  await desktop.rpc('operators.setPresence', { presence: 'online' });
  await expect.poll(() => host.items()).toHaveLength(1);
  return { ...desktop, write: await openChannel(desktop) };
}

test('it shows waiting chats in icon, text and menu, and their number on the launcher', async ({ host, launch }) => {
  const { rpc, write } = await startInTray(host, launch);
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

test('its menu sets the presence, and reflects it', async ({ host, launch }) => {
  const { rpc } = await startInTray(host, launch);
  await expect.poll(() => chosenPresence(host)).toBe('Online');
  await host.choose('Away');
  await expect.poll(async () => (await rpc('operators.me', {})).presence).toBe('away');
  await expect.poll(() => host.tooltip()).toBe(`Counterbell: nobody is waiting, you’re away\n${onlyHere}`);
  await rpc('operators.setPresence', { presence: 'online' });
  await expect.poll(() => chosenPresence(host)).toBe('Online');
});

test('its menu pauses and resumes the notifications', async ({ host, launch }) => {
  const { console } = await startInTray(host, launch);
  const pausedUntil = () =>
    console.evaluate(async () => (await counterbell.desktop.call('status')).preferences.pausedUntil);
  await host.choose('For 1 hour');
  await expect.poll(pausedUntil).toBeGreaterThan(Date.now() + 3_500_000);
  await expect.poll(() => host.tooltip()).toBe(`Counterbell: nobody is waiting, notifications paused\n${onlyHere}`);
  const resume = (await labels(host)).find((label) => label.startsWith('Resume notifications (paused until'));
  await host.choose(resume ?? 'Resume notifications');
  await expect.poll(pausedUntil).toBeNull();
});

test('a chat in its menu opens in the reply window; a click opens the console', async ({ host, launch }) => {
  const { app, write } = await startInTray(host, launch);
  await write('anna', 'Is the blue one in stock?');
  await expect.poll(() => labels(host)).toContain('Anna · now · Is the blue one in stock?');
  const opened = app.waitForEvent('window');
  await host.choose('Anna · now · Is the blue one in stock?');
  expect((await opened).url()).toContain('#/reply?chat=1');

  // Each window appears once it is rendered.
  await expect.poll(() => shownWindows(app)).toHaveLength(2);
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.hide();
  });
  await host.click();
  await expect.poll(() => shownWindows(app)).toEqual([expect.not.stringContaining('/reply')]);
});

test('an item opens its chat, even where an identical one was before', async ({ host, launch }) => {
  const { app, rpc, write } = await startInTray(host, launch);
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

test('of several identical items, each opens its own chat', async ({ host, launch }) => {
  const { app, rpc, write } = await startInTray(host, launch);
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

test('its menu quits', async ({ host, launch }) => {
  const { app, quit } = await startInTray(host, launch);
  const ended = app.waitForEvent('close');
  await host.choose('Quit');
  await ended;
  expect(await quit()).toBe(0);
});

test('it appears when a panel starts, disappears with it, and returns', async ({ launch }) => {
  skipWithoutRuntime();
  const { console } = await launch();
  const hasTray = () => console.evaluate(async () => (await counterbell.desktop.call('status')).hasTray);
  expect(await hasTray()).toBe(false);
  for (let panel = 0; panel < 2; panel += 1) {
    const host = await startTrayHost();
    await expect.poll(() => host.items()).toHaveLength(1);
    expect(await hasTray()).toBe(true);
    await host.stop();
    await expect.poll(hasTray).toBe(false);
  }
});

test('a restarted panel gets the icon again, without opening the window', async ({ host, launch }) => {
  const { app } = await startInTray(host, launch);
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await host.stop();
  const next = await startTrayHost();
  await expect.poll(() => next.items()).toHaveLength(1);
  expect(await next.tooltip()).toContain('Counterbell');
  expect(await shownWindows(app)).toEqual([]);
  await next.stop();
});

test('if the store ends soon after such a start, the app stays: tray, window and listener show that customers are refused', async ({
  host,
  launch,
}) => {
  const { app, console: page, rpc, write } = await startInTray(host, launch, { args: [`--after-fault=${Date.now()}`] });
  await write('anna', 'Is the blue one in stock?');
  const { listenerUrl } = await rpc('setup.get', {});
  await app.evaluate(endingThreadAsked('checkWritable'));
  expect((await fetch(`${listenerUrl}/health`)).status).toBe(503);
  await expect
    .poll(() => host.tooltip())
    .toBe('Counterbell: Customers can’t get through: quit Counterbell and start it again');
  expect(await labels(host)).toContain('Customers can’t get through: quit Counterbell and start it again');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Customers have been unable to reach you since' }),
  ).toContainText('Messages can’t be stored. Check that the disk isn’t full. If it isn’t, restart Counterbell.');
  // Stored data can still be read.
  await expect(page.getByRole('option').filter({ hasText: 'Is the blue one in stock?' })).toBeVisible();
  expect((await rpc('connection.get', {})).reach).toMatchObject({
    state: 'unreachable',
    problem: { what: { code: 'findings:reach.storage.text' } },
  });
});
