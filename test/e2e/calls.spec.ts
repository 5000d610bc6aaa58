import type { Page } from '@playwright/test';
import { answer } from '../fixtures/integrator.ts';
import { composer, conversation } from './conversation.ts';
import { expect, test, timed } from './fixtures.ts';

/** Runs in the page: records the browser's notifications, and each ring of the bell. */
const WATCH = `
  globalThis.rung = 0;
  const begin = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) { if (this.frequency.value < 1400) rung += 1; begin.call(this, when); };
  globalThis.notices = [];
  globalThis.Notification = class extends EventTarget {
    static permission = 'granted';
    isShown = true;
    constructor(title, options) { super(); this.title = title; this.body = options.body; notices.push(this); }
    close() { this.isShown = false; this.dispatchEvent(new Event('close')); }
  };
`;

async function openWatched(openConsole: () => Promise<Page>) {
  const page = await openConsole();
  await page.clock.install();
  await page.addInitScript({ content: WATCH });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  return {
    page,
    rung: () => page.evaluate<number>('rung'),
    /** of all notifications shown, closed or not */
    titles: () => page.evaluate<readonly string[]>('notices.map(({ title }) => title)'),
    shownNotifications: () =>
      page.evaluate<readonly string[]>('notices.filter((each) => each.isShown).map(({ title }) => title)'),
    leave: () => page.evaluate("document.hasFocus = () => false; dispatchEvent(new Event('blur'))"),
  };
}

/** What `ask` finds as the page's clock goes on, by a second each time. */
const inTime =
  <Found>(page: Page, ask: () => Promise<Found>) =>
  async (): Promise<Found> => {
    await page.clock.runFor(1000);
    return ask();
  };

test('an inbox in view gets no notification: the bell rings, ten seconds apart; behind other windows, a burst is one notification and one sound; a dismissed one stays away until someone writes again', async ({
  shop,
  host,
  openConsole,
}) => {
  const { page, rung, titles, shownNotifications, leave } = await openWatched(openConsole);
  await shop.channel.say('1', 'Hello');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.clock.runFor(1500);
  await expect.poll(rung).toBe(1);
  for (const customer of ['2', '3', '4']) await shop.channel.say(customer, 'Hello');
  await expect(page.getByRole('option')).toHaveCount(4);
  await page.clock.runFor(5000);
  expect(await rung()).toBe(1);
  await page.clock.runFor(6000);
  await expect.poll(rung).toBe(2);
  expect(await titles()).toEqual([]);

  for (const { id: chatId } of (await host.rpc('chats.list', { filter: 'open' })).chats)
    await host.rpc('chats.close', { chatId });
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Nobody is waiting.')).toBeVisible();
  await leave();
  const names = ['Anna', 'Ben', 'Cleo', 'Dora', 'Emil', 'Finn', 'Gina'];
  const write = (name: string, text: string) =>
    shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text } });
  await Promise.all(names.map((name) => write(name, 'Hello')));
  await expect(page.getByRole('option')).toHaveCount(7);
  await page.clock.runFor(1500);
  await expect.poll(shownNotifications).toEqual(['7 customers are waiting']);
  expect(await rung()).toBe(1);

  await page.evaluate('notices[0].close()');
  await page.clock.runFor(3_600_000);
  expect([await titles(), await rung()]).toEqual([['7 customers are waiting'], 1]);
  await page.reload();
  await expect(page.getByRole('option')).toHaveCount(7);
  await leave();
  await page.clock.runFor(600_000);
  expect([await titles(), await rung()]).toEqual([[], 0]);

  await write('Cleo', 'Anybody there?');
  // The page may still be connecting again: hours have passed for it.
  const cleos = () => page.getByRole('option', { name: /Cleo/ }).textContent();
  await expect.poll(inTime(page, cleos)).toContain('Anybody there?');
  await page.clock.runFor(15_000);
  await expect.poll(shownNotifications).toEqual(['Cleo is waiting']);
  expect(await rung()).toBe(1);
  await page.evaluate("notices[0].dispatchEvent(new Event('click'))");
  await expect(conversation(page, 'Cleo')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  // Clicking the notification of the open chat also moves the caret there.
  expect(await shownNotifications()).toEqual([]);
});

test(
  'a notification names nobody if the operator wishes, and goes when a colleague answers; in quiet hours, set for all devices, nothing rings or shows until they end',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    const { page, rung, shownNotifications, titles, leave } = await openWatched(openConsole);
    await page.goto(`${host.console}/#/settings/notifications`);
    const words = page.getByRole('switch', { name: 'Show name and message' });
    await words.click();
    await leave();
    await shop.channel.post({ sender: { id: 'a', name: 'Anna' }, message: { type: 'text', text: 'The red kettle?' } });
    await expect(page.getByRole('link', { name: /^Inbox, 1 waiting/ })).toBeVisible();
    await page.clock.runFor(1500);
    await expect.poll(shownNotifications).toEqual(['1 customer is waiting']);
    expect(await page.evaluate('notices[0].body')).toBe('');
    const { id: chatId } = await shop.channel.chatOf('"a"');
    await host.rpc('chats.reply', { chatId, text: 'In stock.', clientId: 'from-a-colleague' });
    await expect.poll(shownNotifications).toEqual([]);
    expect(await titles()).toEqual(['1 customer is waiting']);

    await words.click();
    const choice = page.getByRole('switch', { name: 'Quiet hours every day' });
    const saved = async () => (await host.rpc('operators.me', {})).quietHours;
    await choice.click();
    await expect.poll(saved).toEqual({ from: 1320, to: 420, zone: 'UTC' });
    await page.getByLabel('From').fill('21:30');
    await page.getByLabel('From').blur();
    await expect.poll(saved).toEqual({ from: 1290, to: 420, zone: 'UTC' });
    await choice.click();
    await expect.poll(saved).toBe(undefined);
    const minute = Math.floor(Date.now() / 60_000) % 1440;
    await host.rpc('operators.update', {
      quietHours: { from: (minute + 1380) % 1440, to: (minute + 60) % 1440, zone: 'UTC' },
    });
    await expect(choice).toBeChecked();
    const before = [await titles(), await rung()];
    await shop.channel.post({ sender: { id: 'b', name: 'Ben' }, message: { type: 'text', text: 'Hello' } });
    await expect(page.getByRole('link', { name: /^Inbox, 1 waiting/ })).toBeVisible();
    await page.clock.runFor(120_000);
    expect([await titles(), await rung()]).toEqual(before);
    // From elsewhere: a call would only ring in a window that is looked at, and later say that Ben still waits.
    await host.rpc('operators.update', { quietHours: null });
    // The page knows it too: it would otherwise hold the call once more.
    await expect(choice).not.toBeChecked();
    await page.clock.runFor(30_000);
    await expect.poll(shownNotifications).toEqual(['Ben is waiting']);
  },
);

test(
  'a chat that a colleague gives is notified although its customer has an answer, until somebody closes it',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await shop.channel.post({ sender: { id: 'a', name: 'Anna' }, message: { type: 'text', text: 'The red kettle?' } });
    const { id: chatId } = await shop.channel.chatOf('"a"');
    await host.rpc('chats.reply', { chatId, text: 'In stock.', clientId: 'in-stock-for-anna' });
    const { operator, accessKey } = await host.rpc('operators.add', { name: 'Ivan' });
    const { page, shownNotifications, titles, leave } = await openWatched(() => openConsole(accessKey));
    await leave();
    await host.rpc('chats.assign', { chatId, operatorId: operator.id });
    await expect(page.getByText('Olga assigned you the chat with Anna.')).toBeVisible();
    await expect.poll(inTime(page, shownNotifications)).toEqual(['Olga assigned you the chat with Anna']);
    await host.rpc('chats.close', { chatId });
    await expect.poll(shownNotifications).toEqual([]);
    await page.clock.runFor(600_000);
    expect(await titles()).toHaveLength(1);
  },
);

timed(
  'a reply that was not delivered is notified, also by a page that was loaded later, until it is settled elsewhere',
  { tag: '@thorough' },
  async ({ shop, host, clock, openConsole }) => {
    shop.endpoint.react(answer.error('blocked', 'This customer has left'));
    const { page, shownNotifications, leave } = await openWatched(openConsole);
    await leave();
    await shop.channel.post({ sender: { id: 'a', name: 'Anna' }, message: { type: 'text', text: 'The red kettle?' } });
    const { id: chatId } = await shop.channel.chatOf('"a"');
    await host.rpc('chats.reply', { chatId, text: 'In stock.', clientId: 'in-stock-for-anna' });
    const failed = 'Not delivered: Anna hasn’t seen your reply';
    const shownInTime = inTime(page, shownNotifications);
    // A refused reply is attempted for some time.
    await expect
      .poll(async () => {
        await clock.advance(1000);
        return shownInTime();
      })
      .toEqual([failed]);
    expect(await page.evaluate('notices.at(-1).body')).toBe('In stock.');
    await page.reload();
    await leave();
    await expect.poll(shownInTime).toEqual([failed]);
    const { messages } = await host.rpc('messages.list', { chatId });
    await host.rpc('messages.dismissFailure', {
      messageId: messages.find(({ from }) => from === 'operator')?.id ?? '',
    });
    await expect.poll(shownNotifications).toEqual([]);
  },
);

test('a browser that blocks notifications is told what to do, and only a press asks for them', async ({
  host,
  openConsole,
}) => {
  const page = await openConsole();
  await page.addInitScript({
    content: `
      globalThis.asked = 0;
      globalThis.Notification = class extends EventTarget {
        static permission = 'default';
        static async requestPermission() { asked += 1; return 'denied'; }
      };
    `,
  });
  await page.goto(`${host.console}/#/settings/notifications`);
  await page.reload();
  const choice = page.getByRole('switch', { name: 'Show notifications' });
  await expect(choice).not.toBeChecked();
  expect(await page.evaluate('asked')).toBe(0);
  await choice.click();
  await expect(page.getByText('Your browser blocks them.')).toBeVisible();
  await expect(choice).toBeDisabled();
  expect(await page.evaluate('asked')).toBe(1);
});
