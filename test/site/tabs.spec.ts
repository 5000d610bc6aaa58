import { beginChat, expect, openChat, SENT, test, write } from './fixtures.ts';

test('two tabs share one connection, show each message once, and read together; the other goes on when one is closed', async ({
  page,
  context,
  engine,
  shop,
}) => {
  const first = await beginChat(page, shop.address, 'From the first');
  const other = await context.newPage();
  const second = await openChat(other, shop.address);
  await expect(second.log.getByText('From the first')).toBeVisible();
  await write(second.field, 'From the second');
  await expect(first.log.getByText('From the second')).toBeVisible();
  await expect.poll(() => engine.visitors()[0]?.messages.length).toBe(2);
  engine.say('To both');
  for (const { log } of [first, second]) {
    await expect(log.getByText('To both')).toBeVisible();
    await expect(log.locator('.bubble')).toHaveText(['From the first', 'From the second', 'To both']);
  }
  expect(engine.ways()).toHaveLength(1);
  for (const { field, dialog } of [first, second]) {
    await field.press('Escape');
    await expect(dialog).toBeHidden();
  }
  engine.say('News');
  for (const { button } of [first, second]) await expect(button).toHaveAccessibleName('Chat with us, 1 new message');
  await first.button.click();
  await expect(second.button).toHaveAccessibleName('Chat with us');
  await expect(other).toHaveTitle('Bella Lamps');

  await page.close();
  await second.button.click();
  await write(second.field, 'Still here');
  await expect(second.log.getByText(SENT)).toBeVisible();
  engine.say('So are we');
  const all = ['From the first', 'From the second', 'To both', 'News', 'Still here', 'So are we'];
  await expect(second.log.locator('.bubble')).toHaveText(all);
  expect(engine.ways()).toHaveLength(1);
});

test(
  'another tab takes the connection over from one that sleeps',
  { tag: '@thorough' },
  async ({ page, context, engine, shop }) => {
    const first = await beginChat(page, shop.address, 'Hello');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    const other = await context.newPage();
    const second = await openChat(other, shop.address);
    await expect(second.log.getByText('Hello')).toBeVisible();
    await write(second.field, 'Anybody?');
    await expect(second.log.getByText(SENT)).toBeVisible();
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    engine.say('Yes');
    await expect(first.log.getByText('Yes')).toBeVisible();
    await expect(first.log.locator('.bubble')).toHaveText(['Hello', 'Anybody?', 'Yes']);
    await expect.poll(() => engine.ways().length).toBe(1);
  },
);

test('where the storage is shut the chat is kept in memory, and the window says so', async ({ page, engine, shop }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('shut', 'SecurityError');
        },
      });
  });
  const { field, log, dialog } = await openChat(page, shop.address);
  await expect(dialog.getByText(/Your browser doesn’t store anything/)).toBeVisible();
  await write(field, 'Hello');
  await expect(log.getByText(SENT)).toBeVisible();
  engine.drop();
  engine.say('Welcome');
  await expect(log.getByText('Welcome')).toBeVisible({ timeout: 20_000 });
  await expect(log.locator('.bubble')).toHaveText(['Hello', 'Welcome']);
});

test(
  'where a browser has no locks each tab has its own connection, and shows each message once',
  { tag: '@thorough' },
  async ({ page, context, engine, shop }) => {
    await context.addInitScript({ content: `Object.defineProperty(navigator, 'locks', { value: undefined })` });
    const first = await beginChat(page, shop.address, 'From the first');
    const second = await openChat(await context.newPage(), shop.address);
    await write(second.field, 'From the second');
    engine.say('To both');
    for (const { log } of [first, second]) {
      await expect(log.getByText('To both')).toBeVisible();
      await expect(log.getByText('From the second')).toBeVisible();
      await expect(log.locator('.bubble')).toHaveCount(3);
    }
    expect(engine.ways()).toHaveLength(2);
  },
);
