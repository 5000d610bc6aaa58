import { startTrayHost, type TrayHost } from '../../fixtures/dbus/tray-host.ts';
import { graphemes } from '#shared/domain/graphemes.ts';
import { showDirections } from '#shared/domain/visible-text.ts';
import { expect, skipWithoutRuntime, type Desktop } from '../fixtures.ts';
import { hideWindows, test as base } from '../notified-shop.ts';
import { plain, sayAll, showChat, writeAll } from './hostile-customers.ts';
import { hostileStrings } from './hostile-strings.ts';
import { strangeElements, watchPage } from './page-watch.ts';

const test = base.extend<{ readonly host: TrayHost }>({
  host: async ({}, use) => {
    skipWithoutRuntime();
    const host = await startTrayHost();
    await use(host);
    await host.stop();
  },
});
test.skip(process.platform !== 'linux', 'notifications and trays of other systems cannot be read from outside');
test.setTimeout(240_000);

/** Line breaks, terminal control characters, and bidi controls. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

async function launchOnline(launch: () => Promise<Desktop>): Promise<Desktop> {
  const desktop = await launch();
  await desktop.rpc('setup.finish', {});
  await desktop.rpc('operators.setPresence', { presence: 'online' });
  return desktop;
}

/** Fails unless a line is a prefix of this text, of at most `length` characters. */
function expectBeginning(line: string, text: string, length: number): void {
  expect(line).not.toMatch(UNSEEN);
  expect([...graphemes(line)].length).toBeLessThanOrEqual(length);
  const shown = plain(line.replace(/…$/, ''));
  const whole = plain(showDirections(text));
  expect(whole.slice(0, shown.length)).toBe(shown);
  if (!line.endsWith('…')) expect(shown).toBe(whole);
}

const decoded = (markup: string): string =>
  markup.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

test('hostile customers in notifications are one line of limited plain text each: alone, and 300 together', async ({
  service,
  launch,
}) => {
  const desktop = await launchOnline(launch);
  await desktop.console.evaluate(() => counterbell.desktop.call('change', { notifications: { repeat: false } }));
  await hideWindows(desktop);
  const asked = async (isIt: (title: string) => boolean) => {
    await expect.poll(() => service.asked.some(({ title }) => isIt(title)), { timeout: 60_000 }).toBe(true);
    return service.asked.findLast(({ title }) => isIt(title));
  };
  // Two calls are ten seconds apart, so only these come alone; notice-text.test.ts covers the others.
  for (const kind of [/</, /&/, /\u202e/u]) {
    const index = hostileStrings.findIndex((each) => kind.test(each));
    const text = hostileStrings[index] ?? 'missing';
    await sayAll(desktop, [index]);
    const notification = await asked((title) => title.startsWith(`${index} `));
    expect(notification?.title).toMatch(/ is waiting$/);
    expectBeginning(notification?.title.replace(/ is waiting$/, '') ?? '', `${index} ${text}`, 60);
    expect(notification?.body).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    expectBeginning(decoded(notification?.body ?? ''), text, 200);
    expect(notification?.buttons).toEqual(['default', 'Open', 'answer', 'Reply']);
    for (const { id: chatId } of (await desktop.rpc('chats.list', { filter: 'waiting' })).chats)
      await desktop.rpc('chats.close', { chatId });
  }
  await sayAll(desktop);
  await asked((title) => title === '300 customers are waiting');
  for (const { title, body } of service.asked) {
    expect(title).not.toMatch(UNSEEN);
    expect(body).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    expect(decoded(body)).not.toMatch(UNSEEN);
    expect([...graphemes(decoded(body))].length).toBeLessThanOrEqual(200);
  }
});

test('300 hostile customers in the tray’s menu are one line of limited plain text each, as they wrote it', async ({
  host,
  launch,
}) => {
  const desktop = await launchOnline(launch);
  await sayAll(desktop);
  const seen = new Set<number>();
  while (seen.size < 300) {
    const chats = (await desktop.rpc('chats.list', { filter: 'waiting', limit: 8 })).chats;
    const first = `${chats[0]?.customer.name?.split(' ')[0]} `;
    await expect
      .poll(async () => (await host.menu()).find(({ label }) => label.includes(' · '))?.label)
      .toMatch(new RegExp(`^${first}`));
    const lines = (await host.menu()).filter(({ label }) => label.includes(' · '));
    expect(lines).toHaveLength(chats.length);
    for (const { label } of lines) {
      const [name = '', age = '', words = ''] = label.split(' · ');
      const index = Number.parseInt(name, 10);
      expect(age).toMatch(/^(now|\d+ min)$/);
      expectBeginning(name, `${index} ${hostileStrings[index]}`, 24);
      expectBeginning(words, hostileStrings[index] ?? 'missing', 40);
      seen.add(index);
    }
    for (const { id: chatId } of chats) await desktop.rpc('chats.close', { chatId });
  }
  expect((await desktop.rpc('chats.counts', {})).waiting).toBe(0);
});

test('300 hostile customers in the reply window are text: nothing runs, navigates or is requested', async ({
  host,
  launch,
}) => {
  const desktop = await launchOnline(launch);
  const { app, rpc } = desktop;
  await writeAll(desktop);
  await expect.poll(async () => (await host.menu()).map(({ label }) => label)).toContain('292 more');
  const opened = app.waitForEvent('window');
  await host.choose((await host.menu()).find(({ label }) => label.includes(' · '))?.label ?? 'nobody');
  const page = await opened;
  await expect(page).toHaveURL(/#\/reply\?chat=/);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  const { happened } = await watchPage(app, page);

  // The watch itself works.
  await page.evaluate(`fetch('https://hostile.example/seen').catch(() => undefined)`);
  await expect.poll(async () => (await happened()).some((each) => each.startsWith('blocked'))).toBe(true);
  const before = (await happened()).length;

  let shown = 0;
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const { chats, nextCursor } = await rpc('chats.list', { limit: 100, cursor });
    for (const { id, customer } of chats) {
      const index = Number.parseInt(customer.name ?? '', 10);
      expect(plain(await showChat(page, `/reply?chat=${id}`, `Written ${index}.`))).toContain(
        plain(hostileStrings[index] ?? 'missing'),
      );
      shown += 1;
    }
    cursor = nextCursor;
  }
  expect(shown).toBe(300);
  expect((await happened()).slice(before)).toEqual([]);
  expect(await page.evaluate('globalThis.hostile')).toBeUndefined();
  expect(await strangeElements(page)).toBe(0);
  expect(app.windows()).toHaveLength(2);
});
