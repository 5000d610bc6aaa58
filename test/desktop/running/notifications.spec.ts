import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answer, startIntegrator } from '../../fixtures/integrator.ts';
import { shownWindows } from '../customers.ts';
import { answerBoxes } from '../system-boxes.ts';
import { expect, test, type Running } from './fixtures.ts';
import { hideWindows, shownNotifications } from './notified.ts';

const chatIds = async ({ rpc }: Running): Promise<readonly string[]> =>
  (await rpc('chats.list', { filter: 'open' })).chats.map(({ id }) => id);

test('a new chat is announced, its next message replaces the notification, and a reply withdraws it', async ({
  service,
  desktop,
  write,
}) => {
  await hideWindows(desktop);
  await write('anna', 'Hello');
  await expect.poll(() => shownNotifications(service)).toEqual(['Anna is waiting: Hello']);
  await desktop.passCallGap();
  await write('anna', 'Is the blue one in stock?');
  await expect
    .poll(() => shownNotifications(service))
    .toEqual(['Anna is waiting: 2 messages: Is the blue one in stock?']);
  const [first, second] = service.asked;
  expect(second?.replaces).toBe(first?.id);
  expect(first).toMatchObject({
    replaces: 0,
    buttons: ['default', 'Open', 'answer', 'Reply'],
    hints: { urgency: 1, 'sound-name': 'message-new-instant' },
  });

  const [anna = ''] = await chatIds(desktop);
  await desktop.rpc('chats.reply', { chatId: anna, text: 'Yes' });
  await expect.poll(() => service.shownNotifications()).toEqual([]);
  await desktop.passCallGap();
  await write('ben', '<b>Hi</b> & <img src="https://shop.example/">');
  await expect.poll(() => service.asked).toHaveLength(3);
  expect(service.asked[2]).toMatchObject({
    replaces: 0,
    title: 'Ben is waiting',
    body: '&lt;b&gt;Hi&lt;/b&gt; &amp; &lt;img src="https://shop.example/"&gt;',
  });
  expect(service.shownNotifications()).toHaveLength(1);
});

test(
  'a burst is announced by one notification; a dismissed one stays away until one of its chats writes again',
  { tag: '@thorough' },
  async ({ service, desktop, write }) => {
    const { app, console } = desktop;
    await hideWindows(desktop);
    const customers = ['anna', 'ben', 'cleo', 'dora', 'emil', 'finn', 'gina'];
    await Promise.all(customers.map((customer) => write(customer, 'Hello')));
    await expect.poll(() => shownNotifications(service)).toEqual([expect.stringMatching(/^7 customers are waiting: /)]);
    service.dismiss(service.shownNotifications()[0]?.id ?? 0);
    // Once another one is called again, the dismissed ones would have been too.
    await write('hugo', 'Hello');
    await expect.poll(() => shownNotifications(service), { timeout: 90_000 }).toEqual(['Hugo is still waiting: Hello']);
    service.dismiss(service.shownNotifications()[0]?.id ?? 0);
    await desktop.passCallGap();
    await write('cleo', 'Anybody there?');
    await expect.poll(() => shownNotifications(service)).toEqual(['Cleo is waiting: 2 messages: Anybody there?']);
    service.press(service.shownNotifications()[0]?.id ?? 0, 'default');
    await expect.poll(() => shownWindows(app)).toHaveLength(1);
    await expect(console.getByRole('region', { name: 'Chat with Cleo' })).toBeVisible();
    await expect(console.getByRole('textbox', { name: 'Message' })).toBeFocused();
  },
);

test('a click opens the chat in the console; on Wayland it first passes the token to the app by a second start', async ({
  service,
  desktop,
  write,
}) => {
  const { app, console } = desktop;
  await hideWindows(desktop);
  await write('anna', 'Is the blue one in stock?');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  service.press(service.shownNotifications()[0]?.id ?? 0, 'default');
  await expect(console.getByRole('region', { name: 'Chat with Anna' })).toBeVisible();
  const [anna = ''] = await chatIds(desktop);
  await expect.poll(() => shownWindows(app)).toEqual([expect.stringContaining(`#/chat/${anna}`)]);

  await hideWindows(desktop);
  await app.evaluate(({ app: main }) => {
    process.env['XDG_SESSION_TYPE'] = 'wayland';
    main.once('second-instance', (_event, argv) => {
      delete process.env['XDG_SESSION_TYPE'];
      Object.assign(globalThis, { second: argv });
    });
  });
  await desktop.passCallGap();
  await write('ben', 'Hi');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  service.press(service.shownNotifications()[0]?.id ?? 0, 'default', 'token-1');
  await expect(console.getByRole('region', { name: 'Chat with Ben' })).toBeVisible();
  // A slow second start may arrive after the window, which waits two seconds for it.
  await expect
    .poll(() => app.evaluate(() => (globalThis as { second?: readonly string[] }).second ?? []))
    .toContainEqual(expect.stringMatching(/^--activation=/));
});

test('the window requests attention while it lacks the focus, until nobody waits any more', async ({
  service,
  desktop,
  write,
}) => {
  const { app, rpc } = desktop;
  await hideWindows(desktop);
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
  const [anna = ''] = await chatIds(desktop);
  await rpc('chats.reply', { chatId: anna, text: 'Yes?' });
  await expect.poll(asked).toEqual([true, false]);
  await expect.poll(() => service.shownNotifications()).toEqual([]);
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows() as Partial<Electron.BrowserWindow>[]) {
      delete window.flashFrame;
      delete window.isFocused;
    }
  });
});

test('its button opens the reply window, in which the answer is sent by keyboard alone', async ({
  service,
  desktop,
  write,
}) => {
  const { app, rpc } = desktop;
  await hideWindows(desktop);
  await write('anna', 'Is the blue one in stock?');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  const opened = app.waitForEvent('window');
  service.press(service.shownNotifications()[0]?.id ?? 0, 'answer');
  const reply = await opened;
  await expect(reply.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await reply.keyboard.type('Yes, two are left.');
  await reply.keyboard.press('Enter');
  const [anna = ''] = await chatIds(desktop);
  await expect
    .poll(async () => (await rpc('messages.list', { chatId: anna })).messages.map(({ text }) => text))
    .toContain('Yes, two are left.');
  await expect.poll(() => shownWindows(app)).toEqual([expect.stringContaining(`#/reply?chat=${anna}`)]);
});

test('nothing covers a console in view: the notification goes, and the bell rings for what comes', async ({
  service,
  desktop,
  write,
}) => {
  const { app, console } = desktop;
  await hideWindows(desktop);
  await write('anna', 'Hello');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)).toBe(true);
  await expect.poll(() => service.shownNotifications()).toEqual([]);
  await console.evaluate(
    'globalThis.rung = 0; AudioContext = new Proxy(AudioContext, { construct: (made, given) => { rung += 1; return new made(...given); } })',
  );
  await desktop.passCallGap();
  await write('ben', 'Hi');
  await expect.poll(() => console.evaluate<number>('rung')).toBe(1);
  expect([service.asked.length, service.shownNotifications()]).toEqual([1, []]);
});

test('quitting with an undelivered reply that nobody has seen asks first, and shows it', async ({ desktop, write }) => {
  const { app, console, rpc } = desktop;
  const integrator = await startIntegrator();
  const endpoint = integrator.endpoint('replies');
  endpoint.react(answer.error('blocked', 'This customer has left'));
  const [channel] = (await rpc('channels.list', {})).channels;
  await rpc('channels.update', { channelId: channel?.id ?? '', endpoint: endpoint.url, allowPlainHttp: true });
  await write('anna', 'Is the blue one in stock?');
  const [anna = ''] = await chatIds(desktop);
  const { messages } = await rpc('chats.reply', { chatId: anna, text: 'Yes, two are left.' });
  await expect.poll(async () => (await rpc('chats.get', { chatId: anna })).hasFailed, { timeout: 30_000 }).toBe(true);
  const boxes = await answerBoxes(app, 'Show it');
  await app.evaluate(({ app: main }) => main.quit());
  await expect.poll(boxes).toEqual(['Your reply to Anna wasn’t delivered.']);
  await expect(console.getByRole('region', { name: 'Chat with Anna' })).toBeVisible();
  await expect(console.getByText('Anna hasn’t seen this message.')).toBeVisible();
  await rpc('messages.dismissFailure', { messageId: messages[0]?.id ?? '' });
  await integrator.stop();
});

test.describe('with a reply field in notifications', () => {
  test.use({ capabilities: ['actions', 'body', 'inline-reply'] });

  test('the answer is sent without a window', async ({ service, desktop, write }) => {
    const { app, rpc } = desktop;
    await hideWindows(desktop);
    await write('anna', 'Is the <b>blue</b> one in stock?');
    await expect.poll(() => service.shownNotifications()).toHaveLength(1);
    const [notification] = service.shownNotifications();
    // This service supports no markup, so nothing is escaped.
    expect(notification?.body).toBe('Is the <b>blue</b> one in stock?');
    expect(notification?.buttons).toEqual(['default', 'Open', 'inline-reply', 'Reply']);
    service.reply(notification?.id ?? 0, 'Yes, two are left.');
    const [anna = ''] = await chatIds(desktop);
    await expect
      .poll(async () => (await rpc('messages.list', { chatId: anna })).messages.map(({ text }) => text))
      .toContain('Yes, two are left.');
    expect(await shownWindows(app)).toEqual([]);
  });
});

test.describe('the test notification', () => {
  test.beforeEach(async ({ desktop: { console } }) => {
    await console.evaluate(`void (location.hash = '/settings/notifications')`);
  });

  test('arrives, or the page names the layer that blocks it', async ({ service, desktop: { console } }) => {
    const says = async (words: string): Promise<void> => {
      await console.getByRole('button', { name: 'Test notification' }).click();
      await expect(console.getByText(words)).toBeVisible();
    };
    await says('The test was shown.');
    expect(service.asked).toMatchObject([{ title: 'Counterbell', buttons: ['default', 'Open'] }]);
    service.setDoNotDisturb(true);
    await says('Not shown: “Do not disturb” is on in your system. Turn it off there');
    expect(service.asked).toHaveLength(1);
    await service.stop();
    await says('Not shown. This desktop has no notification service.');
  });

  test("the system’s settings open in this desktop's program, and are offered only if it exists", async ({
    desktop: { console, dataDir, programs },
  }) => {
    await expect(console.getByRole('button', { name: 'Test notification' })).toBeVisible();
    await expect(console.getByRole('button', { name: 'System settings' })).toHaveCount(0);
    const called = join(dataDir, 'called.txt');
    await mkdir(programs, { recursive: true });
    const program = join(programs, 'gnome-control-center');
    await writeFile(program, `#!/bin/sh\necho "$0 $* $XDG_CURRENT_DESKTOP" > '${called}'\n`);
    await chmod(program, 0o755);
    await console.reload();
    await console.getByRole('button', { name: 'System settings' }).click();
    await expect.poll(() => readFile(called, 'utf8').catch(() => '')).toBe(`${program} notifications ubuntu:GNOME\n`);
  });
});
