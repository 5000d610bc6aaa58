import { readFileSync } from 'node:fs';
import { chatIn, expect, openChat, SENT, test, write } from './fixtures.ts';
import { PUBLIC_ID } from './fake-engine.ts';
import { startShop } from './shop.ts';

test('everything can be done with the keyboard', async ({ page, engine, shop }) => {
  await page.goto(shop.address);
  const { button, field, dialog } = chatIn(page);
  await button.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('Hi there');
  await page.keyboard.press('Enter');
  await expect.poll(() => engine.visitors()[0]?.messages[0]?.text).toBe('Hi there');
  engine.behaviour.state = { chat: 'operator', staffed: true, who: { name: 'Olga' } };
  engine.toAll({ kind: 'state', state: engine.behaviour.state });
  await expect(dialog.getByText('Olga is here')).toBeVisible();
  await dialog.getByRole('button', { name: 'More' }).press('Enter');
  await expect(dialog.getByRole('menuitemcheckbox', { name: 'Sound' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('End this chat?')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => engine.frames.some(({ kind }) => kind === 'end')).toBe(true);
  await expect(dialog.getByText('We reply soon')).toBeVisible();
  await expect(dialog.getByText('You ended the chat. You can write again any time.')).toBeVisible();
  await field.focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});

test('keys pressed in the window are not shortcuts of the page', async ({ page, shop }) => {
  await page.addInitScript({ content: `addEventListener('keydown', ({ key }) => { window.pressed = key; })` });
  const { field } = await openChat(page, shop.address);
  await field.press('k');
  expect(await page.evaluate('window.pressed')).toBeUndefined();
});

test('an emoji is put where one writes', async ({ page, shop }) => {
  const { field, dialog } = await openChat(page, shop.address);
  await field.fill('ab');
  await field.press('ArrowLeft');
  await dialog.getByRole('button', { name: 'Emoji' }).click();
  await dialog.getByRole('button', { name: '😀' }).click();
  await expect(field).toHaveValue('a😀b');
  await expect(field).toBeFocused();
});

test('a draft is kept over a reload', async ({ page, shop }) => {
  const { field } = await openChat(page, shop.address);
  await field.fill('Not yet sent');
  const again = await openChat(page, shop.address);
  await expect(again.field).toHaveValue('Not yet sent');
});

test('the chat is saved as a text file', async ({ page, engine, shop }) => {
  const { field, dialog, log } = await openChat(page, shop.address);
  await write(field, 'Is it in stock?');
  await expect(log.getByText(SENT)).toBeVisible();
  engine.say('Yes.');
  await expect(log.getByText('Yes.')).toBeVisible();
  await dialog.getByRole('button', { name: 'More' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('menuitem', { name: 'Save chat' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Chat with Bella Lamps.txt');
  expect(readFileSync(await saved.path(), 'utf8')).toMatch(/You: Is it in stock\?\n.*Olga: Yes\./);
});

test('what is asked before the first message goes with it', async ({ page, engine, shop }) => {
  engine.behaviour.status = { ask: { name: 'required', email: 'optional', phone: 'no' } };
  const { field, dialog } = await openChat(page, shop.address);
  await write(field, 'Hello');
  await expect(dialog.getByText('Please enter your name.')).toBeVisible();
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await name.fill('Anna');
  await dialog.getByRole('textbox', { name: /Email/ }).fill('anna');
  await field.press('Enter');
  await expect(dialog.getByText('Please check your email address.')).toBeVisible();
  await dialog.getByRole('textbox', { name: /Email/ }).fill('anna@example.com');
  await field.press('Enter');
  await expect
    .poll(() => engine.frames.find(({ kind }) => kind === 'message'))
    .toMatchObject({ text: 'Hello', contact: { name: 'Anna', email: 'anna@example.com' } });
  await expect(name).toHaveCount(0);
});

test('while nobody is there the window says so and asks where to reply', async ({ page, engine, shop }) => {
  engine.behaviour.state = { chat: 'none', staffed: false };
  engine.behaviour.status = { texts: { away: 'Back on Monday.' } };
  const { dialog } = await openChat(page, shop.address);
  await expect(dialog.getByText('Nobody is here right now')).toBeVisible();
  await expect(dialog.getByText('Back on Monday.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: /Email/ })).toBeVisible();
});

test('an invitation is shown once a visit on its pages, and named by the answer', async ({ page, engine, shop }) => {
  engine.behaviour.status = { invitation: { text: 'Can we help?', seconds: 1, pages: ['/lamps'] } };
  await page.goto(shop.address);
  await page.waitForTimeout(1800);
  await expect(page.getByText('Can we help?', { exact: true })).toHaveCount(0);
  await page.goto(`${shop.address}/lamps/oak`);
  await page.getByText('Can we help?', { exact: true }).click();
  const { field, log } = chatIn(page);
  await expect(log.getByText('Can we help?', { exact: true })).toBeVisible();
  await write(field, 'Yes');
  await expect
    .poll(() => engine.frames.find(({ kind }) => kind === 'message'))
    .toMatchObject({ text: 'Yes', invite: 'Can we help?' });
  await page.reload();
  await page.waitForTimeout(1800);
  await expect(page.getByText('Can we help?', { exact: true })).toHaveCount(0);
});

test('an operator who writes first is shown beside the closed window', async ({ page, engine, shop }) => {
  const { dialog } = await openChat(page, shop.address);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  engine.toAll({ kind: 'invite', text: 'Do you need the size?', name: 'Olga' });
  await page.getByText('Do you need the size?').first().click();
  await expect(dialog.getByRole('log').getByText('Do you need the size?')).toBeVisible();
});

test('a page can open and close it, say who is signed in and where one is', async ({ page, engine }) => {
  const shop = await startShop(
    engine.address,
    `<script>
      window.counterbell = window.counterbell || function () { (counterbell.q = counterbell.q || []).push(arguments); };
      window.heard = [];
      counterbell('on', 'ready', () => heard.push('ready'));
      counterbell('on', 'open', () => heard.push('open'));
      counterbell('on', 'close', () => heard.push('close'));
      counterbell('on', 'message', ({ text }) => heard.push(text));
      counterbell('on', 'unread', (count) => { window.unread = count; });
      counterbell('identify', { id: '7', name: 'Anna', email: 'anna@example.com', signature: 'f00' });
      counterbell('open');
    </script>`,
  );
  try {
    await page.goto(shop.address);
    const { field, dialog, log } = chatIn(page);
    await expect(field).toBeVisible();
    await expect.poll(() => engine.frames[0]).toMatchObject({ kind: 'hello', identity: { id: '7', signature: 'f00' } });
    await write(field, 'Hi');
    await expect(log.getByText(SENT)).toBeVisible();
    await page.evaluate(`counterbell('page', { url: 'https://shop.example/oak', title: 'Oak' })`);
    await expect
      .poll(() => engine.frames.at(-1))
      .toMatchObject({ kind: 'page', page: { url: 'https://shop.example/oak', title: 'Oak' } });
    await page.evaluate(`counterbell('close')`);
    await expect(dialog).toBeHidden();
    engine.say('Hello Anna');
    await expect.poll(() => page.evaluate('window.unread')).toBe(1);
    expect(await page.evaluate('window.heard')).toEqual(['ready', 'open', 'close', 'Hello Anna']);
  } finally {
    await shop.close();
  }
});

test('new messages are announced, and the log itself is silent', async ({ page, engine, shop }) => {
  const { field, dialog, log } = await openChat(page, shop.address);
  await write(field, 'Hi');
  await expect(log.getByText(SENT)).toBeVisible();
  engine.say('Good morning');
  await expect(dialog.locator('[aria-live=polite]', { hasText: 'Olga: Good morning' })).toBeAttached();
  await expect(log).toHaveAttribute('aria-live', 'off');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the window fills the screen and keeps the focus', async ({ page, shop }) => {
    const { dialog, field } = await openChat(page, shop.address);
    await expect(dialog).toHaveAttribute('aria-modal', 'true');
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await expect(dialog.getByRole('button', { name: 'Take a photo' })).toBeVisible();
    await field.fill('x');
    await dialog.getByRole('button', { name: 'Send' }).focus();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'More' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('button', { name: 'Send' })).toBeFocused();
  });

  test('the chat page is the window', async ({ page, engine }) => {
    await page.goto(`${engine.address}/chat/${PUBLIC_ID}`);
    const field = page.getByRole('textbox', { name: 'Message' });
    await write(field, 'From a link');
    await expect(page.getByRole('log').getByText(SENT)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bella Lamps');
    await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0);
  });
});
