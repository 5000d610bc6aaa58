import { graphemes } from '#shared/domain/graphemes.ts';
import { showDirections } from '#shared/domain/visible-text.ts';
import { expect, test } from '../running/fixtures.ts';
import { hideWindows } from '../running/notified.ts';
import { plain, sayAll } from './hostile-customers.ts';
import { hostileStrings } from './hostile-strings.ts';

test.setTimeout(240_000);

/** Line breaks, terminal control characters, and bidi controls. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

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
  desktop,
}) => {
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
  desktop,
}) => {
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
