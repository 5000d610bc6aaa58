import { beginChat, chatIn, expect, openChat, SENT, test, write } from './fixtures.ts';

/** Counts the tones that a page plays. */
const LISTENING = `window.tones = 0;
const { createOscillator } = AudioContext.prototype;
AudioContext.prototype.createOscillator = function () { window.tones += 1; return createOscillator.call(this); };`;

const texts = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `Message ${String(from + at)}`);

test('twenty messages at once are shown in order, read to the end, and all announced', async ({
  page,
  engine,
  shop,
}) => {
  const { field, dialog, log, button } = await beginChat(page, shop.address, 'Hello');
  for (const text of texts(0, 20)) engine.say(text);
  await expect(log.locator('.bubble')).toHaveText(['Hello', ...texts(0, 20)]);
  await expect(log.getByText('Message 19')).toBeInViewport();
  await expect(dialog.locator('[aria-live=polite] p')).toHaveText(texts(0, 20).map((text) => `Olga: ${text}`));
  await expect(log).toHaveAttribute('aria-live', 'off');
  await field.press('Escape');
  for (const text of texts(20, 40)) engine.say(text);
  await expect(button).toHaveAccessibleName('Chat with us, 20 new messages');
  await expect(page).toHaveTitle('(20) Bella Lamps');
  await button.click();
  await expect(log.getByText('Message 39')).toBeInViewport();
  await expect(page).toHaveTitle('Bella Lamps');
});

for (const [way, details] of [
  ['socket', {}],
  ['poll', { tag: '@thorough' }],
] as const)
  test(
    `over ${way}: what came without a connection is announced, and told to the page, once`,
    details,
    async ({ page, engine, shop }) => {
      engine.behaviour.blocked = way === 'poll' ? ['socket'] : [];
      const { field, dialog, log } = await openChat(page, shop.address);
      await page.evaluate(`window.heard = []; counterbell('on', 'message', ({ text }) => heard.push(text))`);
      await write(field, 'Hello');
      await expect(log.getByText(SENT)).toBeVisible();
      engine.say('One');
      await expect(log.getByText('One')).toBeVisible();
      engine.drop();
      engine.say('Two');
      await expect(log.getByText('Two')).toBeVisible();
      engine.say('Three');
      await expect(dialog.locator('[aria-live=polite] p')).toHaveText(['Olga: One', 'Olga: Two', 'Olga: Three']);
      await expect.poll(() => page.evaluate('heard')).toEqual(['One', 'Two', 'Three']);
      // What was there before this page was opened is no news.
      await page.reload();
      await chatIn(page).button.click();
      await expect(log.getByText('Three')).toBeVisible();
      await expect(dialog.locator('[aria-live=polite] p')).toHaveCount(0);
    },
  );

test('a message makes a sound while the visitor is elsewhere, unless it is switched off; also on the next page', async ({
  page,
  engine,
  shop,
}) => {
  await page.addInitScript({ content: LISTENING });
  await page.clock.install();
  const { field, dialog, log, button } = await beginChat(page, shop.address, 'Hello');
  const menu = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'More' }).click();
    await dialog.getByRole('menuitemcheckbox', { name: 'Sound' }).click();
    await page.keyboard.press('Escape');
  };
  // Sound is prepared a second after the window was opened.
  await page.clock.runFor(1100);
  engine.say('Read at once');
  await expect(log.getByText('Read at once')).toBeVisible();
  expect(await page.evaluate('tones')).toBe(0);
  await field.press('Escape');
  engine.say('Heard');
  await expect.poll(() => page.evaluate('tones')).toBe(2);
  await button.click();
  await menu();
  await page.reload();
  await button.click();
  await dialog.getByRole('button', { name: 'More' }).click();
  await expect(dialog.getByRole('menuitemcheckbox', { name: 'Sound' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.clock.runFor(1100);
  await field.press('Escape');
  engine.say('Not heard');
  await expect(button).toHaveAccessibleName('Chat with us, 1 new message');
  expect(await page.evaluate('tones')).toBe(0);
});

test('the focus goes back to the button of the page that opened the window', async ({ page, engine, shop }) => {
  await page.goto(
    shop.addPage(
      'own-button',
      `<!doctype html><button onclick="counterbell('open')">Ask</button><script async src="${engine.address}/site/lamps.js"></script>`,
    ),
  );
  const { button, dialog, field } = chatIn(page);
  await button.waitFor();
  const own = page.getByRole('button', { name: 'Ask' });
  await own.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(own).toBeFocused();
  // Closed by the page while the visitor is elsewhere, it moves nothing.
  await own.press('Enter');
  await expect(field).toBeFocused();
  await own.focus();
  await page.evaluate(`counterbell('close')`);
  await expect(own).toBeFocused();
});
