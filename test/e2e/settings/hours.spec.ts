import type { Page } from '@playwright/test';
import { ALWAYS_OPEN, type WorkingHours } from '#shared/domain/working-hours.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import { expectAccessible } from '../axe.ts';
import { openChat } from '../conversation.ts';
import { holdBack } from '../watched.ts';
import { expect, test } from '../fixtures.ts';

const NEVER: WorkingHours = { ...ALWAYS_OPEN, always: false, week: Array.from({ length: 7 }, () => []) };
const ROUND_THE_CLOCK: WorkingHours = { ...NEVER, week: Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }]) };

const saved = (page: Page, what: string) => expect(page.getByText(`Saved: ${what}`)).toBeVisible();

test("input in a day survives while its change is being saved; a colleague's change replaces it; days changed meanwhile are all saved, and each is undone separately", async ({
  host,
  openConsole,
}) => {
  await host.rpc('hours.update', { hours: { ...(await host.rpc('hours.get', {})).settings.hours, always: false } });
  const page = await openConsole();
  const answers = await holdBack(page, 'hours.update');
  await page.goto(`${host.console}/#/settings/hours`);
  const [closes, opens] = [page.getByLabel('Monday, closing time 1'), page.getByLabel('Monday, opening time 1')];
  await closes.fill('12:00');
  await closes.blur();
  await expect.poll(() => answers.length).toBe(1);
  await opens.fill('08:30');
  answers[0]?.();
  await expect(page.getByText('Opening hours saved')).toBeVisible();
  await expect(opens).toHaveValue('08:30');
  await opens.blur();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await expect
    .poll(async () => (await host.rpc('hours.get', {})).settings.hours.week[0])
    .toEqual([{ from: 510, to: 720 }]);
  const { hours } = (await host.rpc('hours.get', {})).settings;
  await host.rpc('hours.update', { hours: { ...hours, week: hours.week.with(0, [{ from: 600, to: 660 }]) } });
  await expect(opens).toHaveValue('10:00');
  await expect(closes).toHaveValue('11:00');

  const week = async () => (await host.rpc('hours.get', {})).settings.hours.week;
  const before = await week();
  await closes.fill('12:00');
  await closes.blur();
  await page.getByRole('button', { name: 'Remove hours 1 on Friday' }).click();
  for (const at of [2, 3]) {
    await expect.poll(() => answers.length).toBe(at + 1);
    answers[at]?.();
  }
  const changed = before.with(0, [{ from: 600, to: 720 }]);
  await expect.poll(week).toEqual(changed.with(4, []));
  await expect(page.getByText('Opening hours saved')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(week).toEqual(changed);
});

test('an owner sets the week, the time zone and a holiday; the status follows, and every place shows why', async ({
  host,
  shop,
  openConsole,
}) => {
  await host.rpc('operators.setPresence', { presence: 'online' });
  const page = await openConsole();
  await page.goto(`${host.console}/#/settings/hours`);
  await expect(page.getByText('Open now', { exact: true })).toBeVisible();
  expect((await shop.channel.status()).body).toBe('1');

  await page.getByRole('radio', { name: 'Weekly schedule' }).click();
  await expect(page.getByText('Opening hours saved')).toBeVisible();
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('new york');
  await page.getByRole('option', { name: 'America/New York' }).click();
  await saved(page, 'Time zone');
  await page.getByLabel('Monday, closing time 1').fill('12:00');
  await page.getByLabel('Monday, closing time 1').blur();
  await expect(page.getByText('Opening hours saved')).toBeVisible();
  await page.getByRole('button', { name: 'Add hours on Monday' }).click();
  await page.getByLabel('Monday, opening time 2').fill('11:00');
  await page.getByLabel('Monday, opening time 2').blur();
  await expect(page.getByRole('alert').filter({ hasText: 'These hours overlap.' })).toBeVisible();
  await page.getByLabel('Monday, opening time 2').fill('14:00');
  await page.getByLabel('Monday, opening time 2').blur();
  await expect(page.getByText('These hours overlap')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove hours 1 on Friday' }).click();
  await expect
    .poll(async () => (await host.rpc('hours.get', {})).settings.hours)
    .toMatchObject({
      always: false,
      zone: 'America/New_York',
      week: [
        [
          { from: 540, to: 720 },
          { from: 840, to: 1020 },
        ],
        {},
        {},
        {},
        [],
        [],
        [],
      ],
    });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByLabel('Friday, opening time 1')).toHaveValue('09:00');
  await zone.fill('lisb');
  await expect(page.getByRole('option', { name: 'Europe/Lisbon' })).toBeVisible();
  // Everything behind the open list is hidden.
  await expectAccessible(page, 'time zones', ['region', 'aria-hidden-focus', 'page-has-heading-one']);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add holiday' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add holiday' });
  await expectAccessible(page, 'a holiday');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Long winter');
  await dialog.getByLabel('First day').fill('2026-01-01');
  await dialog.getByLabel('Last day').fill('2026-12-31');
  await dialog.getByRole('checkbox', { name: 'Every year' }).check();
  await dialog.getByRole('button', { name: 'Add holiday' }).click();
  await expect(page.getByText('Long winter added.')).toBeVisible();
  await expect(page.getByText('Closed: Long winter', { exact: true })).toBeVisible();
  expect((await shop.channel.status()).body).toBe('0');

  await page.getByRole('button', { name: /Change presence/ }).click();
  await expect(page.getByRole('menu')).toContainText('Closed: Long winter');
  await expect(page.getByRole('menu')).toContainText('whatever you choose');
  await expectAccessible(page, 'hours, closed', ['region']);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await expect(page.getByText('Closed: Long winter')).toBeVisible();

  await page.goto(`${host.console}/#/settings/channels/${shop.channel.id}/hours`);
  await page.getByRole('radio', { name: 'Own hours' }).click();
  await page.getByRole('radio', { name: 'Always open' }).click();
  await expect.poll(async () => (await shop.channel.status()).body).toBe('1');
  await page.getByRole('radio', { name: 'Same as everywhere' }).click();
  await expect.poll(async () => (await shop.channel.status()).body).toBe('0');
  await expectAccessible(page, 'hours of a channel');
});

test('a channel announces once that it is closed, and the conversation shows it', async ({
  host,
  shop,
  openConsole,
}) => {
  const page = await openConsole();
  await page.goto(`${host.console}/#/settings/channels/${shop.channel.id}/hours`);
  await page.getByRole('switch', { name: 'Away message' }).click();
  const text = page.getByRole('textbox', { name: 'Away message' });
  await expect(text).toHaveValue(/Nobody is here right now/);
  await text.fill('{channel} is closed, {customer}.');
  await text.blur();
  await expect
    .poll(async () => (await host.rpc('channels.list', {})).channels[0]?.away?.text)
    .toBe('{channel} is closed, {customer}.');

  await host.rpc('hours.update', { hours: NEVER });
  await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
  await shop.channel.say('anna', 'Hello?');
  const received = (await shop.endpoint.waitFor(1)).map(bodyOf);
  expect(received.map(({ message }) => message.text)).toEqual(['Shop website is closed, Anna.']);

  await page.getByRole('heading', { name: 'Automatic messages' }).scrollIntoViewIfNeeded();
  await expectAccessible(page, 'automatic messages of a channel');
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await expect(page.getByRole('option', { name: /Anna/ })).toContainText('waiting');
  const feed = await openChat(page, 'Anna');
  const away = feed.getByRole('article', { name: /^Shop website, automatic away message/ });
  await expect(away).toHaveCount(1);
  await expect(away).toContainText('Shop website is closed, Anna.');
  await expect(away.getByRole('img', { name: 'Delivered' })).toBeVisible();
  await host.rpc('hours.update', {
    hours: { ...NEVER, week: NEVER.week.with((new Date().getUTCDay() + 1) % 7, [{ from: 540, to: 1020 }]) },
  });
  await expect(page.getByText(/^Closed now, opens/)).toBeVisible();
  await expectAccessible(page, 'closed inbox');
});

test(
  'waiting chats stand out by the configured limits, the bell rings until someone opens the chat, and the page says if nobody is online',
  { tag: '@thorough' },
  async ({ host, shop, openConsole }) => {
    const page = await openConsole();
    await page.clock.install();
    // The lowest of a bell's tones.
    await page.addInitScript({
      content:
        'globalThis.rung = 0; const begin = OscillatorNode.prototype.start; OscillatorNode.prototype.start = function (when) { if (this.frequency.value < 1400) rung += 1; begin.call(this, when); };',
    });
    const rung = (): Promise<number> => page.evaluate<number>('rung');
    await host.rpc('hours.update', { hours: ROUND_THE_CLOCK });
    await page.goto(`${host.console}/#/settings/hours`);
    await page.reload();
    const line = page.getByRole('status').filter({ hasText: 'Nobody is online during opening hours.' });
    await expect(line).toBeVisible();
    await page.setViewportSize({ width: 760, height: 800 });
    await expectAccessible(page, 'nobody is online, narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    await line.getByRole('button', { name: 'Go online' }).click();
    await expect(line).toHaveCount(0);

    await page.getByRole('textbox', { name: 'Red after' }).fill('1');
    await page.getByRole('textbox', { name: 'Red after' }).blur();
    await expect(page.getByText('Red must come after amber')).toBeVisible();
    await page.getByRole('textbox', { name: 'Red after' }).fill('3');
    await page.getByRole('textbox', { name: 'Red after' }).blur();
    await saved(page, 'Red after');
    await page.goto(`${host.console}/#/settings/notifications`);
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(rung).toBe(1);

    await shop.channel.say('anna', 'Hello');
    await expect(page).toHaveTitle('(1) Counterbell');
    await page.clock.runFor(1500);
    await expect.poll(rung).toBe(2);
    await page.clock.runFor(31_000);
    await expect.poll(rung).toBe(3);
    // Behind another window, the title calls until someone comes: it alternates, which is motion.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.evaluate("document.hasFocus = () => false; dispatchEvent(new Event('blur'))");
    await expect(page).toHaveTitle('● A customer is waiting');
    await page.evaluate("delete document.hasFocus; dispatchEvent(new Event('focus'))");
    await expect(page).toHaveTitle('(1) Counterbell');
    await page.getByRole('link', { name: /^Inbox/ }).click();
    const row = page.getByRole('option', { name: /Visitor/ });
    await expect(row.locator('.text-urgent')).toHaveCount(0);
    await page.clock.runFor(181_000);
    await expect(row.locator('.text-urgent')).toHaveCount(1);
    const events = await host.events();
    /** the latest counts sent to the page */
    const unseen = (): number | undefined =>
      events.received
        .flatMap((event) => (event.name === 'chats.counted' ? [event.data] : []))
        .at(-1)
        ?.counted.reduce((sum, { counts }) => sum + counts.needsMe.unseen, 0);
    /** Waits until the page knows that the chat was seen: from its row at once, in its counts soon after. */
    const isSeen = async (): Promise<void> => {
      await expect.poll(async () => (await shop.channel.chatOf('"anna"')).unread).toBe(0);
      await expect(row.getByRole('img', { name: /unread/ })).toHaveCount(0);
      await expect.poll(unseen).toBe(0);
    };
    const feed = await openChat(page, 'Visitor');
    await isSeen();
    // Seen isn't answered: the customer still waits, without a sound.
    await expect(page).toHaveTitle('(1) Counterbell');
    const heard = await rung();
    await shop.channel.say('anna', 'I am being looked at');
    await expect(feed.getByText('I am being looked at')).toBeVisible();
    await isSeen();
    await expect(page).toHaveTitle('(1) Counterbell');
    await page.clock.runFor(31_000);
    expect(await rung()).toBe(heard);
  },
);
