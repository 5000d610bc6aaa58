import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { encodeQR } from 'qr';
import { encodeInvitation, readInvitation } from '#shared/domain/invitation.ts';
import { openChannel } from '../fixtures/channels.ts';
import type { Host } from '../fixtures/host.ts';
import { ending, inviteIvan, launchJoined, openShop } from './colleagues.ts';
import { expect, test as base } from './fixtures.ts';

const test = base.extend<{ readonly lamps: Host }>({
  /** another computer's shop, which lets colleagues in */
  lamps: async ({}, use) => {
    const host = await openShop('Lamps');
    await use(host);
    await host.remove();
  },
});

/** An invitation for another device of his. */
const inviteIvanAgain = async (host: Host): Promise<string> => {
  const { operators } = await host.rpc('operators.list', {});
  const operatorId = operators.find(({ name }) => name === 'Ivan')?.id ?? '';
  return (await host.rpc('invitations.create', { operatorId })).app;
};

/** Every screen has one main heading, which names it, whatever could be loaded, in a wide window and a narrow one. */
async function expectHeadings(window: Page): Promise<void> {
  const path = await window.evaluate<string>('location.hash');
  const screens = [
    ['#/', 'Inbox'],
    [path, 'Chat'],
    ['#/reports', 'Reports'],
    ['#/search', 'Search'],
    ['#/customers', 'Customers'],
    ['#/visitors', 'Visitors'],
    ['#/settings/profile', 'Settings'],
    ['#/join', 'Join a colleague’s computer'],
    ['#/reply', 'Reply'],
  ] as const;
  for (const width of [1280, 760]) {
    await window.setViewportSize({ width, height: 800 });
    for (const [hash, name] of screens) {
      await window.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await expect(window.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
      await expect(window.getByRole('heading', { level: 1 })).toHaveCount(1);
    }
  }
  await window.setViewportSize({ width: 1280, height: 800 });
  await window.evaluate(`location.hash = '#/reports'`);
  await expect(window.getByText('Couldn’t load the report.')).toBeVisible();
  // Whose settings may be seen is not known, but this computer's are.
  await window.evaluate(`location.hash = '#/settings/operators'`);
  await expect(window.getByRole('button', { name: 'Try again' })).toBeVisible();
  await window.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'You' }).click();
  await window.getByRole('link', { name: 'This computer' }).click();
  await expect(window.getByRole('button', { name: 'Leave this shop' })).toBeVisible();
  await window.evaluate(`location.hash = ${JSON.stringify(path)}`);
}

test('an app joins with a link or a picture of it, and is then a window of its host, which opens neither a database nor the engine', async ({
  launch,
  dataDir,
  lamps,
}) => {
  const link = await inviteIvan(lamps);
  const first = await launch();
  const { console: window } = first;
  await window.evaluate(() => localStorage.setItem('kept', 'by this computer’s own installation'));
  await window.getByRole('link', { name: 'Join a colleague’s computer instead' }).click();
  for (const [given, words] of [
    ['', 'Paste an invitation link first.'],
    ['https://192.0.2.7:8790/?key=ivan-key', 'This link is for a browser'],
    ['192.0.2.7:8790', 'ask an owner to create one under Settings > Team'],
    ['https://example.com/join#no-code', 'This is not an invitation'],
  ] as const) {
    await window.getByRole('textbox', { name: 'Invitation' }).fill(given);
    await window.getByRole('button', { name: 'Continue' }).click();
    await expect(window.getByText(words, { exact: false })).toBeVisible();
  }
  const chooser = window.locator('input[type="file"]');
  const picture = (bytes: Uint8Array) => ({ name: 'code.gif', mimeType: 'image/gif', buffer: Buffer.from(bytes) });
  await chooser.setInputFiles(picture(Buffer.from('no picture')));
  await expect(window.getByText('No QR code could be read in this picture.', { exact: false })).toBeVisible();
  await chooser.setInputFiles(picture(encodeQR(link, 'gif', { scale: 3 })));
  await expect(window.getByText('You’ll work there as Ivan.', { exact: false })).toBeVisible();
  await ending(first, () => window.getByRole('button', { name: 'Join', exact: true }).click());
  expect(await readFile(join(dataDir, 'seat.json'), 'utf8')).not.toContain(link);

  const seat = await launch();
  expect(await seat.rpc('operators.me', {})).toMatchObject({ name: 'Ivan', role: 'operator' });
  const loaded = await seat.app.evaluate(async () => {
    const { Session } = process.getBuiltinModule('node:inspector');
    const session = new Session();
    session.connect();
    const urls: string[] = [];
    session.on('Debugger.scriptParsed', ({ params }) => void urls.push(params.url));
    await new Promise((resolve) => {
      session.post('Debugger.enable', () => resolve(undefined));
    });
    session.disconnect();
    return urls.filter((url) => url.includes('/out/main/'));
  });
  expect(loaded.length).toBeGreaterThan(0);
  expect(
    loaded.filter((url) => /start-engine|own-installation|\/store|threads|apply-restore|remote-access/.test(url)),
  ).toEqual([]);
  await expect(seat.console.getByRole('navigation').first()).toBeVisible();
  expect(seat.console.url()).toMatch(/^app:\/\/shop-[0-9a-f]{32}\/index\.html/);
  expect(await seat.console.evaluate(() => localStorage.getItem('kept'))).toBeNull();
  expect(await seat.console.evaluate(() => counterbell.desktop.call('status'))).toMatchObject({
    seat: { connection: { state: 'connected' } },
  });
  const channel = await openChannel(lamps);
  await channel.say('anna', 'Is it in stock?');
  await seat.console.getByRole('option').filter({ hasText: 'Is it in stock?' }).click();
  await expect(seat.console.getByRole('article').filter({ hasText: 'Is it in stock?' })).toBeVisible();
});

test(
  'a seat keeps what is written while its host is away, recovers when it starts before the host, and joins another shop only after it has left its own',
  { tag: '@thorough' },
  async ({ launch, startAgain }) => {
    const [lamps, chairs] = [await openShop('Lamps'), await openShop('Chairs')];
    const seat = await launchJoined(launch, await inviteIvan(lamps));
    const channel = await openChannel(lamps);
    await channel.say('anna', 'Is it in stock?');
    await seat.console.getByRole('option').filter({ hasText: 'Is it in stock?' }).click();
    await expect(seat.console.getByRole('article').filter({ hasText: 'Is it in stock?' })).toBeVisible();
    await lamps.stop();
    await expect
      .poll(() => seat.console.evaluate(async () => (await counterbell.desktop.call('status')).seat?.connection.state))
      .toBe('reconnecting');
    await expect(seat.console.getByText('hasn’t been reachable since', { exact: false })).toBeVisible();
    const field = seat.console.getByRole('textbox', { name: 'Message' });
    for (const text of ['Two are left.', 'Shall I keep one?']) {
      await field.fill(text);
      await field.press('Enter');
    }
    await expect(seat.console.getByText('Waiting for the connection.')).toHaveCount(2);
    await expect(seat.console.getByText('2 messages are waiting to be sent.', { exact: false })).toBeVisible();
    // What the app keeps goes out at its next start.
    await seat.quit();
    const next = await launch();
    const { console: window } = next;
    await expect(window.getByText('hasn’t been reachable since', { exact: false })).toBeVisible();
    // The frame stays, and leads to where the shop can be left; what was asked has failed by then.
    await expect(window.getByText('Couldn’t load the chats.')).toBeVisible();
    await expect(window.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
    await expectHeadings(window);
    const again = await lamps.restart({ args: ['--team', new URL(lamps.team ?? '').host] });
    await expect(window.getByText('Couldn’t load the chats.')).toHaveCount(0);
    await expect(window.getByRole('article').filter({ hasText: 'Is it in stock?' })).toBeVisible();
    const sent = async (): Promise<readonly (string | undefined)[]> =>
      (await next.rpc('messages.list', { chatId: (await again.rpc('chats.list', {})).chats[0]?.id ?? '' })).messages
        .filter(({ from }) => from === 'operator')
        .map(({ text }) => text);
    await expect.poll(sent).toEqual(['Two are left.', 'Shall I keep one?']);
    await expect(window.getByText('Waiting for the connection.')).toHaveCount(0);

    const link = await inviteIvan(chairs);
    expect(await startAgain(link)).toBe(0);
    await window.getByRole('button', { name: 'Continue' }).click();
    await expect(window.getByText('This app has joined Lamps already.', { exact: false })).toBeVisible();
    await window.getByRole('button', { name: 'Back to Lamps' }).click();
    await window.getByRole('link', { name: 'Settings', exact: true }).click();
    await window.getByRole('link', { name: 'This computer' }).click();
    await window.getByRole('button', { name: 'Leave this shop' }).click();
    await ending(next, () => window.getByRole('alertdialog').getByRole('button', { name: 'Leave this shop' }).click());
    expect((await again.rpc('devices.list', {})).devices).toEqual([]);
    const joined = await launchJoined(launch, link);
    expect(await joined.rpc('team.get', {})).toMatchObject({ name: 'Chairs' });
    await joined.quit();
    await again.remove();
    await chairs.remove();
  },
);

test(
  'a link of an invitation opens the running app, which calls nobody before that is confirmed, and says why it can’t join while customers write to it',
  { tag: '@thorough' },
  async ({ launch, startAgain, lamps }) => {
    const link = await inviteIvan(lamps);
    const { console: window, rpc } = await launch();
    // Anybody can have made a link.
    const calls: unknown[] = [];
    const listener = createServer((socket) => {
      calls.push(socket.remotePort);
      socket.destroy();
    });
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const elsewhere = `https://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const invitation = readInvitation(link);
    if (typeof invitation === 'string') throw new Error(`the invitation is ${invitation}`);
    const foreign = `counterbell://join/${encodeInvitation({ ...invitation, addresses: [elsewhere] })}`;
    const next = window.getByRole('button', { name: 'Continue' });
    expect(await startAgain(foreign)).toBe(0);
    await expect(window.getByText(elsewhere)).toBeVisible();
    expect(await startAgain(link)).toBe(0);
    await expect(window.getByText(new URL(lamps.team ?? '').origin)).toBeVisible();
    expect(calls).toEqual([]);
    expect(await startAgain(foreign)).toBe(0);
    await expect(window.getByText(elsewhere)).toBeVisible();
    await next.click();
    await expect.poll(() => calls.length).toBeGreaterThan(0);
    listener.close();
    expect(await startAgain(link)).toBe(0);
    await next.click();
    await expect(window.getByText('You’ll work there as Ivan.', { exact: false })).toBeVisible();
    // By keyboard the question is met before its answers.
    await expect(window.getByRole('heading', { name: /^Join / })).toBeFocused();
    await window.keyboard.press('Tab');
    await expect(window.getByRole('button', { name: 'Another link' })).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(window.getByRole('textbox', { name: 'Invitation' })).toBeFocused();
    await window.getByRole('button', { name: 'Set up Counterbell on this computer instead' }).click();
    await rpc('channels.create', { name: 'Shop app' });
    await rpc('setup.finish', {});
    await expect(window.getByRole('navigation').first()).toBeVisible();
    expect(await startAgain(link)).toBe(0);
    await next.click();
    await expect(
      window.getByText('Customers already write to the shop on this computer.', { exact: false }),
    ).toBeVisible();
    await window.getByRole('button', { name: 'Back to the inbox' }).click();
    await expect(window.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  },
);

test(
  'an app whose key was lost says so, works again once it can be read, and has what was written after joining anew',
  { tag: '@thorough' },
  async ({ launch, dataDir, lamps }) => {
    const seat = await launchJoined(launch, await inviteIvan(lamps));
    await seat.console.evaluate(() => localStorage.setItem('draft', 'It is.'));
    const { host } = new URL(seat.console.url());
    await seat.quit();
    const keyFile = join(dataDir, 'vault.key');
    test.skip(!existsSync(keyFile), 'this system has a keyring, and no test may touch it');
    const key = await readFile(keyFile);
    await writeFile(keyFile, randomBytes(32).toString('base64'));

    const lost = await launch();
    const tryAgain = lost.console.getByRole('button', { name: 'Try again' });
    await expect(
      lost.console.getByRole('heading', { name: 'This computer can’t read its key to Lamps' }),
    ).toBeVisible();
    await tryAgain.click();
    await expect(lost.console.getByText('It still can’t be read.')).toBeVisible();
    await writeFile(keyFile, key);
    await ending(lost, () => tryAgain.click());
    const found = await launch();
    await expect(found.console.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    await found.quit();

    await writeFile(keyFile, randomBytes(32).toString('base64'));
    const anew = await launch();
    const { console: window } = anew;
    await window.getByRole('link', { name: 'Join again' }).click();
    await window.getByRole('textbox', { name: 'Invitation' }).fill(await inviteIvanAgain(lamps));
    await window.keyboard.press('Enter');
    await ending(anew, () => window.getByRole('button', { name: 'Join', exact: true }).click());
    const again = await launch();
    expect(new URL(again.console.url()).host).toBe(host);
    await expect(again.console.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    expect(await again.console.evaluate(() => localStorage.getItem('draft'))).toBe('It is.');
  },
);

test(
  'an app that its shop has removed shows what was being written, and starts over with nothing of it',
  { tag: '@thorough' },
  async ({ launch, lamps }) => {
    const channel = await openChannel(lamps);
    await channel.say('anna', 'Is it in stock?');
    const seat = await launchJoined(launch, await inviteIvan(lamps));
    const { console: window } = seat;
    const { host } = new URL(window.url());
    await window.getByRole('option').filter({ hasText: 'Is it in stock?' }).click();
    await window.getByRole('textbox', { name: 'Message' }).fill('Shall I keep one?');
    const { devices } = await lamps.rpc('devices.list', {});
    await lamps.rpc('devices.remove', { deviceId: devices[0]?.id ?? '' });
    await expect(window.getByRole('heading', { name: 'This computer was removed from Lamps' })).toBeVisible();
    const unsent = window.getByRole('region', { name: '1 message you wrote wasn’t sent' });
    await expect(unsent.getByRole('listitem')).toHaveText('Shall I keep one?');
    await ending(seat, () => window.getByRole('button', { name: 'Start over' }).click());

    const over = await launch();
    await expect(over.console.getByRole('heading', { name: 'Welcome to Counterbell' })).toBeVisible();
    expect(over.console.url()).toMatch(/^app:\/\/counterbell\//);
    const again = await launchJoined(launch, await inviteIvanAgain(lamps), over);
    expect(new URL(again.console.url()).host).toBe(host);
    expect(await again.console.evaluate(() => localStorage.getItem('counterbell.drafts') ?? '')).not.toContain(
      'Shall I',
    );
  },
);
