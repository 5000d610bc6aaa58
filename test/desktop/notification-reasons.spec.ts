import { answer, startIntegrator } from '../fixtures/integrator.ts';
import { shownWindows } from './customers.ts';
import { expect } from './fixtures.ts';
import { hideWindows, shownNotifications, startShop, test } from './notified-shop.ts';

test.skip(process.platform !== 'linux', 'notifications of other systems cannot be read from outside');

test("a chat whose bot asks for a person is announced, and its notification opens it; a bot's answer is not announced", async ({
  service,
  launch,
}) => {
  const { console, rpc, write } = await startShop(launch);
  const [channel] = (await rpc('channels.list', {})).channels;
  await rpc('bots.create', { name: 'FAQ', channelIds: [channel?.id ?? ''] });
  await write('anna', 'Hello');
  await expect
    .poll(async () => (await rpc('chats.list', { filter: 'bot' })).chats[0]?.lastMessage?.text)
    .toContain('What can I do for you?');
  await write('anna', 'I want a human');
  await expect.poll(() => shownNotifications(service)).toEqual(['Anna is asking for a person: ']);
  expect(service.asked).toHaveLength(1);
  service.press(service.shownNotifications()[0]?.id ?? 0, 'default');
  await expect(console.getByRole('region', { name: 'Chat with Anna' })).toBeVisible();
  await expect(console.getByText('FAQ asked for a person, so the chat moved to Waiting')).toBeVisible();
});

test('a failed reply is announced with its text, and its notification opens the chat', async ({ service, launch }) => {
  const integrator = await startIntegrator();
  const endpoint = integrator.endpoint('replies');
  endpoint.react(answer.error('blocked', 'This customer has left'));
  const { app, console, rpc, write } = await startShop(launch);
  const [channel] = (await rpc('channels.list', {})).channels;
  await rpc('channels.update', { channelId: channel?.id ?? '', endpoint: endpoint.url, allowPlainHttp: true });
  await write('anna', 'Is the blue one in stock?');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  await rpc('chats.reply', { chatId: '1', text: 'Yes, <two> are left.' });
  await expect
    .poll(() => shownNotifications(service), { timeout: 30_000 })
    .toEqual(['Not delivered: Anna hasn’t seen your reply: Yes, &lt;two&gt; are left.']);
  await write('ben', 'Hi');
  await expect.poll(() => service.shownNotifications(), { timeout: 20_000 }).toHaveLength(2);

  const failed = service.shownNotifications().find(({ title }) => title.startsWith('Not delivered'));
  service.press(failed?.id ?? 0, 'default');
  await expect(console.getByRole('region', { name: 'Chat with Anna' })).toBeVisible();
  await expect.poll(() => shownWindows(app)).toEqual([expect.stringContaining('#/chat/1')]);
  await expect(console.getByText('Anna hasn’t seen this message.')).toBeVisible();
  await integrator.stop();
});

test('chats that waited before the start are announced by one notification, and again by those that remain', async ({
  service,
  launch,
}) => {
  const before = await startShop(launch);
  for (const customer of ['anna', 'ben', 'cleo']) await before.write(customer, `I am ${customer}`);
  await expect
    .poll(() => shownNotifications(service), { timeout: 20_000 })
    .toEqual(['3 customers are waiting: Anna, Ben and Cleo']);
  expect(await before.quit()).toBe(0);
  const earlier = service.asked.length;

  const { app, rpc, console } = await launch();
  // Nothing covers the console that opens at the start.
  await hideWindows({ app });
  await expect
    .poll(() => shownNotifications(service), { timeout: 60_000 })
    .toEqual([expect.stringMatching(/^3 customers are (?:still )?waiting: Anna, Ben and Cleo$/)]);
  expect(service.asked).toHaveLength(earlier + 1);
  await rpc('chats.markRead', { chatId: '1' });
  await expect
    .poll(() => shownNotifications(service), { timeout: 60_000 })
    .toEqual(['2 customers are still waiting: Ben and Cleo']);
  expect(service.asked.at(-1)).toMatchObject({
    replaces: service.asked[earlier]?.id,
    hints: { 'sound-name': 'message-new-instant' },
  });
  service.press(service.shownNotifications()[0]?.id ?? 0, 'default');
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
  await expect(console.getByRole('option')).toHaveCount(3);
});

test('closing the window, or quitting, with an undelivered reply that nobody has seen asks first', async ({
  service,
  launch,
}) => {
  const integrator = await startIntegrator();
  const endpoint = integrator.endpoint('replies');
  endpoint.react(answer.error('blocked', 'This customer has left'));
  const { app, console, rpc, write, quit } = await startShop(launch);
  const [channel] = (await rpc('channels.list', {})).channels;
  await rpc('channels.update', { channelId: channel?.id ?? '', endpoint: endpoint.url, allowPlainHttp: true });
  await write('anna', 'Is the blue one in stock?');
  await expect.poll(() => service.shownNotifications()).toHaveLength(1);
  await rpc('chats.reply', { chatId: '1', text: 'Yes, two are left.' });
  await expect
    .poll(() => shownNotifications(service), { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^Not delivered: /)]);

  await app.evaluate(({ dialog }) => {
    const boxes: string[] = Object.assign(globalThis, { boxes: [] as string[], press: 0 }).boxes;
    dialog.showMessageBox = (async (box: { readonly message: string; readonly buttons: readonly string[] }) => {
      boxes.push([box.message, ...box.buttons].join(' | '));
      return { response: (globalThis as unknown as { press: number }).press };
    }) as unknown as typeof dialog.showMessageBox;
  });
  const boxes = () => app.evaluate(() => (globalThis as unknown as { boxes: readonly string[] }).boxes);
  await app.evaluate(({ app: main }) => main.quit());
  const told = 'Your reply to Anna wasn’t delivered. | Show it | Quit anyway';
  await expect.poll(boxes).toEqual([told]);
  // "Show it" keeps the app running, and opens the chat.
  await expect(console.getByRole('region', { name: 'Chat with Anna' })).toBeVisible();
  await expect(console.getByText('Anna hasn’t seen this message.')).toBeVisible();
  expect(await quit()).toBe(0);
  await integrator.stop();
});
