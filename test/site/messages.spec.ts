import type { Page } from '@playwright/test';
import { chatIn, expect, openChat, SENT, test, write } from './fixtures.ts';

/** What the page's scripts do with an answer is on the screen two frames later. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');

test.describe('the window on a page with a strict policy', () => {
  test('costs a page the loader and one question, and stores nothing', async ({ page, engine, shop }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(shop.address);
    await expect(page.getByRole('button', { name: 'Chat with us' })).toBeVisible();
    expect(engine.requests).toEqual(['GET /site/lamps.js', 'GET /site/lamps/status']);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    expect(await page.context().cookies()).toEqual([]);
    expect(said).toEqual([]);
  });

  test('fetches the window when a pointer comes near its button, and begins nothing before the press', async ({
    page,
    engine,
    shop,
  }) => {
    await page.goto(shop.address);
    const { button, field } = chatIn(page);
    await button.hover();
    const files = ['GET /site/assets/panel', 'GET /site/assets/text-en'];
    const fetched = () => engine.requests.slice(2).map((request) => request.replace(/-[^-]*$/, ''));
    await expect.poll(() => fetched().toSorted()).toEqual(files);
    await page.mouse.move(0, 0);
    await button.hover();
    await drawn(page);
    expect(fetched().toSorted()).toEqual(files);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    await button.click();
    await expect(field).toBeFocused();
    expect(fetched().filter((request) => request.startsWith('GET /site/assets/'))).toHaveLength(2);
  });

  test('carries messages both ways, sends with Enter and begins a line with Shift and Enter', async ({
    page,
    engine,
    shop,
  }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const { field, log } = await openChat(page, shop.address);
    await expect(field).toBeFocused();
    await write(field, 'Is the oak lamp in stock?');
    await expect(log.getByText('Is the oak lamp in stock?')).toBeVisible();
    await expect(log.getByText(SENT)).toBeVisible();
    engine.say('Yes, two of them.');
    await expect(log.getByText('Yes, two of them.')).toBeVisible();
    await expect(log.getByText('Olga', { exact: true })).toBeVisible();
    expect(engine.ways()).toEqual(['socket']);
    await field.pressSequentially('One');
    await field.press('Shift+Enter');
    await field.pressSequentially('Two');
    await field.press('Enter');
    await expect(field).toHaveValue('');
    await expect.poll(() => engine.visitors()[0]?.messages.at(-1)?.text).toBe('One\nTwo');
    expect(said).toEqual([]);
  });

  test('shows the chat again on the next visit, and what came meanwhile', async ({ page, engine, shop }) => {
    const { field } = await openChat(page, shop.address);
    await write(field, 'Hello');
    await expect.poll(() => engine.visitors()[0]?.messages.length).toBe(1);
    await page.goto('about:blank');
    engine.say('Hi! How can I help?');
    await page.goto(shop.address);
    await expect(page.getByRole('button', { name: 'Chat with us, 1 new message' })).toBeVisible();
    await expect(page).toHaveTitle('(1) Bella Lamps');
    const { log, button } = await openChat(page, shop.address);
    await expect(log.getByText('Hello')).toBeVisible();
    await expect(log.getByText('New', { exact: true })).toBeVisible();
    await expect(page).toHaveTitle('Bella Lamps');
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(button).toHaveAccessibleName('Chat with us');
  });

  test(
    'marks what came meanwhile as new, also if the window is opened before the engine answers',
    { tag: '@thorough' },
    async ({ page, engine, shop }) => {
      const { field } = await openChat(page, shop.address);
      await write(field, 'Hello');
      await expect.poll(() => engine.visitors()[0]?.messages.length).toBe(1);
      await page.goto('about:blank');
      engine.say('Hi! How can I help?');
      const opened = Promise.withResolvers<void>();
      await page.routeWebSocket('**/site/lamps/connect', async (socket) => {
        await opened.promise;
        socket.connectToServer();
      });
      const { log } = await openChat(page, shop.address);
      await expect(log.getByText('Hi! How can I help?')).toHaveCount(0);
      opened.resolve();
      await expect(log.getByText('Hi! How can I help?')).toBeVisible();
      await expect(log.getByText('New', { exact: true })).toBeVisible();
    },
  );

  test('shows at the button that the window is loading; if that fails, another press opens it', async ({
    page,
    shop,
  }) => {
    const asked = Promise.withResolvers<() => Promise<void>>();
    await page.route('**/site/assets/panel-*', (route) => asked.resolve(() => route.abort()), { times: 1 });
    await page.goto(shop.address);
    const { button, field } = chatIn(page);
    await button.click();
    const fail = await asked.promise;
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await fail();
    await expect(button).toHaveAttribute('aria-busy', 'false');
    await button.click();
    await expect(field).toBeFocused();
  });

  test('does nothing where the engine does not show it, or is away', async ({ page, engine, shop }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    engine.behaviour.isShown = false;
    const answered = page.waitForResponse('**/status?*');
    await page.goto(shop.address);
    await answered;
    await drawn(page);
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.route('**/status?*', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.reload();
    await failed;
    await drawn(page);
    await expect(page.getByRole('button')).toHaveCount(0);
    expect(errors).toEqual([]);
  });
});
