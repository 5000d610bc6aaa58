import type { Locator } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { beginChat, chatIn, expect, openChat, SENT, test, write } from './fixtures.ts';
import { compose, INPUT_METHODS } from '../fixtures/input-methods.ts';
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
  engine.behaviour.state = { chat: 'operator', staffed: true, assignee: { name: 'Olga' } };
  await engine.toAll({ kind: 'state', state: engine.behaviour.state });
  await expect(dialog.getByText('Olga is here')).toBeVisible();
  await dialog.getByRole('button', { name: 'More' }).press('Enter');
  await expect(dialog.getByRole('menuitemcheckbox', { name: 'Sound' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('End this chat?')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => engine.frames.some(({ kind }) => kind === 'end')).toBe(true);
  await expect(dialog.getByText('We’ll reply soon')).toBeVisible();
  await expect(dialog.getByText('You ended the chat. You can write again any time.')).toBeVisible();
  await field.focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});

test('keys of an input method send nothing and close nothing, whatever the browser; none is a shortcut of the page', async ({
  page,
  engine,
  shop,
}) => {
  await page.addInitScript({ content: `addEventListener('keydown', ({ key }) => { window.pressed = key; })` });
  const { field, dialog } = await openChat(page, shop.address);
  const browsers = Object.keys(INPUT_METHODS) as (keyof typeof INPUT_METHODS)[];
  for (const browser of browsers) {
    await compose(field, browser, '日本', 'Enter');
    await compose(field, browser, '語', 'Escape');
    await expect(dialog).toBeVisible();
  }
  await expect(field).toHaveValue('日本語'.repeat(browsers.length));
  await field.press('k');
  await field.press('Backspace');
  expect(await page.evaluate('window.pressed')).toBeUndefined();
  expect(engine.visitors()).toEqual([]);
  await field.press('Enter');
  await expect.poll(() => engine.visitors()[0]?.messages.length).toBe(1);
});

test('pasted text wins over the picture that came with it, and a picture begins no chat by itself', async ({
  page,
  engine,
  shop,
}) => {
  const { field, dialog } = await openChat(page, shop.address);
  const paste = async (words: Readonly<Record<string, string>>): Promise<boolean> => {
    await field.focus();
    return page.evaluate(`(() => {
      const transfer = new DataTransfer();
      for (const [of, text] of Object.entries(${JSON.stringify(words)})) transfer.setData(of, text);
      transfer.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
      const on = { bubbles: true, cancelable: true, composed: true, clipboardData: transfer };
      return !document.activeElement.shadowRoot.activeElement.dispatchEvent(new ClipboardEvent('paste', on));
    })()`);
  };
  expect(await paste({ 'text/plain': 'Lamp\t30', 'text/html': '<table></table>' })).toBe(false);
  expect(await paste({ 'text/plain': 'Lamp' })).toBe(false);
  await expect(dialog.getByText('image.png')).toHaveCount(0);
  expect(await paste({ 'text/plain': '' })).toBe(true);
  await expect(dialog.getByText('image.png')).toBeVisible();
  expect(engine.visitors()).toEqual([]);
  await field.fill('This one');
  await field.press('Enter');
  await expect
    .poll(() => engine.visitors()[0]?.messages.map(({ text, file }) => text ?? file?.name))
    .toEqual(['This one', 'image.png']);
});

test('a text that is too long stays whole and says so; an emoji is put where one writes, undone and redone; the draft is kept over a reload', async ({
  page,
  engine,
  shop,
}) => {
  const { field, dialog } = await openChat(page, shop.address);
  const long = 'Lamp '.repeat(6000);
  await field.fill(long);
  await expect(dialog.getByRole('alert')).toHaveText('Too long to send: 29,999 of at most 20,000 characters.');
  await field.press('Enter');
  await expect(field).toHaveValue(long);
  expect(engine.visitors()).toEqual([]);
  await field.fill('Lamp');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await field.press('ArrowLeft');
  await dialog.getByRole('button', { name: 'Emoji' }).click();
  await dialog.getByRole('button', { name: '😀' }).click();
  await expect(field).toHaveValue('Lam😀p');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('Lamp');
  await page.keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue('Lam😀p');
  const again = await openChat(page, shop.address);
  await expect(again.field).toHaveValue('Lam😀p');
});

test('the whole chat is saved as a text file, also what was not loaded yet', async ({ page, engine, shop }) => {
  engine.behaviour.pageSize = 20;
  const { log } = await beginChat(page, shop.address, 'Is it in stock?');
  for (let at = 0; at < 60; at += 1) engine.say(`Message ${String(at)}`);
  const { dialog } = await openChat(page, shop.address);
  await expect(log.getByText('Message 59')).toBeVisible();
  await expect(log.getByText('Is it in stock?')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'More' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('menuitem', { name: 'Save chat' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Chat with Bella Lamps.txt');
  const lines = readFileSync(await saved.path(), 'utf8')
    .trim()
    .split('\n')
    .slice(2);
  expect(lines[0]).toMatch(/You: Is it in stock\?$/);
  expect(lines.slice(1).map((line) => line.replace(/^.*Olga: /, ''))).toEqual(
    Array.from({ length: 60 }, (_, at) => `Message ${String(at)}`),
  );
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

test('while nobody is there the window says so, or when it opens again, and asks where to reply', async ({
  page,
  engine,
  shop,
}) => {
  engine.behaviour.state = { chat: 'none', staffed: false };
  const { dialog } = await openChat(page, shop.address);
  await expect(dialog.getByText('Nobody is here right now', { exact: true })).toBeVisible();
  // 2 December 2099 is a Wednesday.
  const opens = Date.parse('2099-12-02T09:00:00Z');
  engine.behaviour.status = { open: [[opens, opens + 3_600_000]] };
  await page.reload();
  await openChat(page, shop.address);
  await expect(dialog.getByText('Back on 2 December at 09:00', { exact: true })).toBeVisible();
  await expect(dialog.getByText('We’re back on 2 December at 09:00. Leave a message')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: /Email/ })).toBeVisible();
});

test('an invitation is shown once a visit on its pages, and named by the answer', async ({ page, engine, shop }) => {
  engine.behaviour.status = { invitation: { text: 'Can we help?', seconds: 1, pages: ['/lamps'] } };
  await page.clock.install();
  await page.goto(shop.address);
  await expect(page.getByRole('button')).toBeVisible();
  await page.clock.runFor(2000);
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
  await expect(page.getByRole('button', { name: 'Chat with us' })).toBeVisible();
  await page.clock.runFor(2000);
  await expect(page.getByText('Can we help?', { exact: true })).toHaveCount(0);
});

test('an operator who writes first is shown beside the closed window', async ({ page, engine, shop }) => {
  const { dialog } = await openChat(page, shop.address);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await engine.toAll({ kind: 'invite', text: 'Do you need the size?', name: 'Olga' });
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

  test(
    'with the keyboard open the window is what is left of the screen, and its end stays in sight',
    { tag: '@thorough' },
    async ({ page, engine, shop }) => {
      // Chromium has no keyboard on a screen here: it is as iOS says it.
      await page.addInitScript({
        content: `const view = Object.assign(new EventTarget(), { height: 844, width: 390, offsetTop: 0, offsetLeft: 0, scale: 1 });
        Object.defineProperty(window, 'visualViewport', { value: view });
        window.fit = (to) => { Object.assign(view, to); view.dispatchEvent(new Event('resize')); }`,
      });
      const { dialog, field, log } = await beginChat(page, shop.address, 'Hello');
      for (let at = 0; at < 20; at += 1) engine.say(`Message ${String(at)}`);
      await expect(log.getByText('Message 19')).toBeInViewport();
      await page.evaluate('fit({ height: 420, offsetTop: 130 })');
      await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 130, width: 390, height: 420 });
      const within = async (part: Locator): Promise<boolean> => {
        const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
        return y >= 130 && y + height <= 130 + 420;
      };
      for (const part of [field, log.getByText('Message 19'), dialog.getByRole('button', { name: 'Close' })])
        await expect.poll(() => within(part)).toBe(true);
      await dialog.getByRole('button', { name: 'Emoji' }).click();
      await expect.poll(() => within(dialog.getByRole('toolbar', { name: 'Emoji' }))).toBe(true);
      // Pinched to read something, the window stays where it is.
      await page.evaluate('fit({ scale: 2, height: 300 })');
      await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(844);
    },
  );
});
