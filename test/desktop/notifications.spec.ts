import { shownWindows } from './customers.ts';
import { expect } from './fixtures.ts';
import { hideWindows, shownNotifications, startShop, test } from './notified-shop.ts';

test.skip(process.platform !== 'linux', 'notifications of other systems cannot be read from outside');

/** Longer than the interval between calls. */
const NEXT_CALL = { timeout: 20_000 };

test('a new chat is announced; its next message replaces the first notification', async ({ service, launch }) => {
  const { rpc, write } = await startShop(launch);
  await write('anna', 'Hello');
  await expect.poll(() => shownNotifications(service)).toEqual(['Anna is waiting: Hello']);
  await write('anna', 'Is the blue one in stock?');
  await expect
    .poll(() => shownNotifications(service), NEXT_CALL)
    .toEqual(['Anna is waiting: 2 messages: Is the blue one in stock?']);
  const [first, second] = service.asked;
  expect(second?.replaces).toBe(first?.id);
  expect(first).toMatchObject({
    replaces: 0,
    buttons: ['default', 'Open', 'answer', 'Reply'],
    hints: { urgency: 1, 'sound-name': 'message-new-instant' },
  });

  await rpc('chats.reply', { chatId: '1', text: 'Yes' });
  await write('ben', '<b>Hi</b> & <img src="https://shop.example/">');
  await expect.poll(() => service.asked, NEXT_CALL).toHaveLength(3);
  expect(service.asked[2]).toMatchObject({
    replaces: 0,
    title: 'Ben is waiting',
    body: '&lt;b&gt;Hi&lt;/b&gt; &amp; &lt;img src="https://shop.example/"&gt;',
  });
  expect(service.shownNotifications()).toHaveLength(1);
});

test('a burst is announced by one notification; a dismissed one stays away until one of its chats writes again', async ({
  service,
  launch,
}) => {
  const { app, console, write } = await startShop(launch);
  const customers = ['anna', 'ben', 'cleo', 'dora', 'emil', 'finn', 'gina'];
  await Promise.all(customers.map((customer) => write(customer, 'Hello')));
  await expect.poll(() => shownNotifications(service)).toEqual([expect.stringMatching(/^7 customers are waiting: /)]);
  service.dismiss(service.shownNotifications()[0]?.id ?? 0);
  // Once another one is called again, the dismissed ones would have been too.
  await write('hugo', 'Hello');
  await expect.poll(() => shownNotifications(service), { timeout: 90_000 }).toEqual(['Hugo is still waiting: Hello']);
  service.dismiss(service.shownNotifications()[0]?.id ?? 0);
  await write('cleo', 'Anybody there?');
  await expect
    .poll(() => shownNotifications(service), NEXT_CALL)
    .toEqual(['Cleo is waiting: 2 messages: Anybody there?']);
  service.press(service.shownNotifications()[0]?.id ?? 0, 'default');
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
  await expect(console.getByRole('region', { name: 'Chat with Cleo' })).toBeVisible();
  await expect(console.getByRole('textbox', { name: 'Message' })).toBeFocused();
});

test('a click opens the chat in the console', async ({ service, launch }) => {
  const { app, console, write } = await startShop(launch);
  await write('anna', 'Is the blue one in stock?');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  service.press(service.shownNotifications()[0]?.id ?? 0, 'default');
  await expect(console.getByRole('region', { name: 'Chat with Anna' })).toBeVisible();
  await expect.poll(() => shownWindows(app)).toEqual([expect.stringContaining('#/chat/1')]);
});

test('on Wayland a click passes the token to the app by a second start, and then opens the chat', async ({
  service,
  launch,
}) => {
  const { app, console, write } = await startShop(launch);
  await app.evaluate(({ app: main }) => {
    process.env['XDG_SESSION_TYPE'] = 'wayland';
    main.on('second-instance', (_event, argv) => Object.assign(globalThis, { second: argv }));
  });
  await write('anna', 'Is the blue one in stock?');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  service.press(service.shownNotifications()[0]?.id ?? 0, 'default', 'token-1');
  await expect(console.getByRole('region', { name: 'Chat with Anna' })).toBeVisible();
  expect(await app.evaluate(() => (globalThis as { second?: readonly string[] }).second)).toContainEqual(
    expect.stringMatching(/^--activation=/),
  );
});

test('the window requests attention while it lacks the focus, until nobody waits any more', async ({
  service,
  launch,
}) => {
  const { app, rpc, write } = await startShop(launch);
  await app.evaluate(({ BrowserWindow }) => {
    const asked: boolean[] = Object.assign(globalThis, { asked: [] as boolean[] }).asked;
    for (const window of BrowserWindow.getAllWindows()) {
      window.flashFrame = (flag) => void asked.push(flag);
      window.isFocused = () => false;
    }
  });
  const asked = () => app.evaluate(() => (globalThis as { asked?: readonly boolean[] }).asked);
  await write('anna', 'Hello');
  await expect.poll(asked).toEqual([true]);
  await rpc('chats.reply', { chatId: '1', text: 'Yes?' });
  await expect.poll(asked).toEqual([true, false]);
  expect(service.shownNotifications()).toEqual([]);
});

test('its button opens the reply window, in which the answer is sent by keyboard alone', async ({
  service,
  launch,
}) => {
  const { app, rpc, write } = await startShop(launch);
  await write('anna', 'Is the blue one in stock?');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  const opened = app.waitForEvent('window');
  service.press(service.shownNotifications()[0]?.id ?? 0, 'answer');
  const reply = await opened;
  await expect(reply.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await reply.keyboard.type('Yes, two are left.');
  await reply.keyboard.press('Enter');
  await expect
    .poll(async () => (await rpc('messages.list', { chatId: '1' })).messages.map(({ text }) => text))
    .toContain('Yes, two are left.');
  await expect.poll(() => shownWindows(app)).toEqual([expect.stringContaining('#/reply?chat=1')]);
});

test('nothing covers a console in view; waiting chats are announced when it no longer is', async ({
  service,
  launch,
}) => {
  const { app, console, write } = await startShop(launch);
  await write('anna', 'Hello');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  service.press(service.shownNotifications()[0]?.id ?? 0, 'default');
  const conversation = console.getByRole('region', { name: 'Chat with Anna' });
  await expect(conversation).toBeVisible();
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)).toBe(true);
  await console.getByRole('listbox').focus();
  await console.evaluate(
    'globalThis.rung = 0; AudioContext = new Proxy(AudioContext, { construct: (made, given) => { rung += 1; return new made(...given); } })',
  );
  await write('anna', 'Is the blue one in stock?');
  await expect(conversation.getByRole('article').filter({ hasText: 'Is the blue one in stock?' })).toBeVisible();
  await write('ben', 'Hi');
  // The bell rings instead.
  await expect.poll(() => console.evaluate<number>('rung'), NEXT_CALL).toBe(1);
  expect([service.asked.length, service.shownNotifications()]).toEqual([1, []]);
  await hideWindows({ app });
  await expect.poll(() => shownNotifications(service), { timeout: 60_000 }).toEqual(['Ben is still waiting: Hi']);
  service.press(service.shownNotifications()[0]?.id ?? 0, 'default');
  await expect(console.getByRole('textbox', { name: 'Message' })).toBeFocused();
});

test('it is withdrawn when the chat is answered elsewhere, and when the app quits', async ({ service, launch }) => {
  const { rpc, write, quit } = await startShop(launch);
  await write('anna', 'Hello');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  await rpc('chats.reply', { chatId: '1', text: 'Yes?' });
  await expect.poll(() => service.shownNotifications()).toEqual([]);
  await write('ben', 'Hi');
  await expect.poll(() => service.shownNotifications(), NEXT_CALL).toHaveLength(1);
  expect(await quit()).toBe(0);
  expect(service.shownNotifications()).toEqual([]);
});

test('it is repeated until someone opens the chat', async ({ service, launch }) => {
  const { rpc, write } = await startShop(launch);
  await write('anna', 'Hello');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  await expect.poll(() => shownNotifications(service), { timeout: 60_000 }).toEqual(['Anna is still waiting: Hello']);
  expect(service.asked[1]).toMatchObject({
    replaces: service.asked[0]?.id,
    hints: { 'sound-name': 'message-new-instant' },
  });
  await rpc('chats.markRead', { chatId: '1' });
  await expect.poll(() => service.shownNotifications()).toEqual([]);
});

test('do not disturb, a pause and quiet hours suppress it', async ({ service, launch }) => {
  const { console, rpc, write } = await startShop(launch);
  service.setDoNotDisturb(true);
  await write('anna', 'Hello');
  await console.evaluate(() => counterbell.desktop.call('change', { pausedUntil: Date.now() + 600_000 }));
  service.setDoNotDisturb(false);
  await write('anna', 'Anybody there?');
  const minute = Math.floor(Date.now() / 60_000) % 1440;
  const quietHours = { from: (minute + 1380) % 1440, to: (minute + 60) % 1440, zone: 'UTC' };
  await rpc('operators.update', { quietHours });
  await console.evaluate(() => counterbell.desktop.call('change', { pausedUntil: null }));
  await write('anna', 'Hello?');
  await rpc('operators.update', { quietHours: null });
  await write('ben', 'Hi');
  await expect.poll(() => shownNotifications(service), NEXT_CALL).toEqual(['2 customers are waiting: Anna and Ben']);
  expect(service.asked).toHaveLength(1);
});

test.describe('with a reply field in notifications', () => {
  test.use({ capabilities: ['actions', 'body', 'inline-reply'] });

  test('the answer is sent without a window', async ({ service, launch }) => {
    const { app, rpc, write } = await startShop(launch);
    await write('anna', 'Is the <b>blue</b> one in stock?');
    await expect.poll(() => service.shownNotifications()).toHaveLength(1);
    const [notification] = service.shownNotifications();
    // This service supports no markup, so nothing is escaped.
    expect(notification?.body).toBe('Is the <b>blue</b> one in stock?');
    expect(notification?.buttons).toEqual(['default', 'Open', 'inline-reply', 'Reply']);
    service.reply(notification?.id ?? 0, 'Yes, two are left.');
    await expect
      .poll(async () => (await rpc('messages.list', { chatId: '1' })).messages.map(({ text }) => text))
      .toContain('Yes, two are left.');
    expect(await shownWindows(app)).toEqual([]);
  });
});
