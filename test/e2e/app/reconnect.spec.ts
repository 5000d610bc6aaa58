import { composer } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

test('after a restart of the engine, the page reconnects automatically and misses nothing; closed, it reopens where it was', async ({
  shop,
  host,
  openConsole,
}) => {
  await shop.channel.say('anna', 'Before the restart');
  const page = await openConsole();
  await page.getByRole('option').first().click();
  const feed = page.getByRole('log');
  await expect(feed.getByText('Before the restart')).toBeVisible();

  await composer(page).fill('What was typed');
  const addresses = { listener: new URL(host.listener).host, console: new URL(host.console).host };
  expect(await host.stop()).toBe(0);
  await expect(page.getByText('Counterbell isn’t responding.')).toBeVisible();
  await expect(page.getByText('Customers may not be able to write either.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Olga: presence unknown/ })).toBeVisible();
  // The restarted host gets messages before the page can be back.
  await page.context().setOffline(true);
  await expect(page.getByText('No network connection. Customers can still write')).toBeVisible();
  const again = await host.restart({ addresses });
  try {
    await shop.channel.say('anna', 'While the page was away');
    await shop.channel.say('ben', 'I am new here');
    await page.context().setOffline(false);
    await expect(feed.getByText('While the page was away')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Counterbell isn’t responding.')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Olga: (?:Online|Away)/ })).toBeVisible();
    await expect(composer(page)).toHaveValue('What was typed');
    await expect(page.getByRole('option').filter({ hasText: 'I am new here' })).toBeVisible();
    await shop.channel.say('anna', 'Live again');
    await expect(feed.getByText('Live again')).toBeVisible();
    const next = await page.context().newPage();
    await page.close();
    await next.goto(host.console);
    await expect(next.getByRole('log').getByText('Live again')).toBeVisible();
  } finally {
    await again.stop();
  }
});

test(
  'a page that opens while nothing happens asks for everything once',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await shop.channel.say('anna', 'Hello');
    const first = await openConsole();
    await expect(first.getByRole('heading', { name: 'Next steps' })).toBeVisible();
    const page = await first.context().newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rpc/')) asked.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`);
    });
    // Asked again until the other window's arrival is longer ago than the page takes to hear that nothing has happened.
    await expect(async () => {
      asked.length = 0;
      const heard = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
      await page.goto(host.console);
      await heard;
      await expect(page.getByRole('option').filter({ hasText: 'Hello' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible();
      expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    }).toPass({ timeout: 30_000 });
  },
);

for (const order of ['before', 'after'] as const)
  test(
    `a chat that begins while the page loads is there; its first answers come ${order} its first events`,
    { tag: '@thorough' },
    async ({ browser, contextOptions, shop, host }) => {
      const context = await browser.newContext(contextOptions);
      const page = await context.newPage();
      const [answered, written, heard] = [1, 2, 3].map(() => Promise.withResolvers<void>());
      await page.route(
        '**/rpc/chats.list',
        async (route) => {
          const response = await route.fetch();
          answered?.resolve();
          await (order === 'after' ? heard : written)?.promise;
          await route.fulfill({ response });
        },
        { times: 1 },
      );
      await page.routeWebSocket(/\/events$/, async (toPage) => {
        await written?.promise;
        toPage.connectToServer().onMessage((frame) => {
          toPage.send(frame);
          heard?.resolve();
        });
      });
      await page.goto(host.accessUrl);
      await answered?.promise;
      await shop.channel.say('anna', 'Is anybody there?');
      written?.resolve();
      await expect(page.getByRole('option').filter({ hasText: 'Is anybody there?' })).toBeVisible();
      await context.close();
    },
  );
