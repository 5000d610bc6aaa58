import type { Page } from '@playwright/test';
import { compose, INPUT_METHODS } from '../fixtures/input-methods.ts';
import { isReply } from '../fixtures/integrator.ts';
import { attached, transferFile, tray } from './attaching.ts';
import { composer, openChat } from './conversation.ts';
import { expect, test } from './fixtures.ts';
import { picture } from '../fixtures/pictures.ts';

const browsers = Object.keys(INPUT_METHODS) as (keyof typeof INPUT_METHODS)[];
const lamp = { name: 'image.png', mimeType: 'image/png', buffer: picture(320, 200) };

/** A chat with Anna, opened. */
async function openAnna({
  shop,
  openConsole,
}: Pick<Parameters<Parameters<typeof test>[2]>[0], 'shop' | 'openConsole'>) {
  await shop.channel.post({ sender: { id: 'a', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  await openChat(page, 'Anna');
  return page;
}

test('keys of an input method act in no field of the console, whatever the browser', async ({
  shop,
  host,
  openConsole,
}) => {
  await host.rpc('savedReplies.import', { replies: [{ shortcut: 'ねこ', text: 'Cat' }] });
  const page = await openAnna({ shop, openConsole });
  const field = composer(page);
  for (const browser of browsers) {
    await field.fill('');
    await compose(field, browser, '/ねこ', 'Enter');
    await compose(field, browser, 'です', 'Tab');
    await expect(field, browser).toHaveValue('/ねこです');
    await compose(field, browser, '', 'Escape');
  }
  await field.fill('');
  // Notes are left with Escape, and added with Enter.
  await page.keyboard.press('Alt+n');
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  for (const browser of browsers) {
    await compose(note, browser, '中', 'Enter');
    await compose(note, browser, '文', 'Escape');
  }
  await expect(note).toHaveValue('中文'.repeat(browsers.length));
  await note.fill('');
  await note.press('Escape');
  // Tags are added with Enter or a comma.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Tags' }).click();
  const tag = page.getByRole('dialog', { name: 'Chat tags' }).getByRole('combobox');
  for (const browser of browsers) {
    await compose(tag, browser, '한', 'Enter');
    await compose(tag, browser, '글', ',');
  }
  await expect(tag).toHaveValue('한글'.repeat(browsers.length));
  await page.keyboard.press('Escape');
  expect(shop.endpoint.received.filter(isReply)).toEqual([]);
  await field.fill('です');
  await field.press('Enter');
  await shop.endpoint.waitFor(1, isReply);
});

test.describe('what the console puts into a text', () => {
  const undo = (page: Page) => page.keyboard.press('Control+z');
  const redo = (page: Page) => page.keyboard.press('Control+Shift+z');

  test('is taken out by undo and brought back by redo', async ({ shop, host, openConsole }) => {
    const text = 'It takes two days.\n\nAnd on holidays:\nthree.';
    await host.rpc('savedReplies.import', { replies: [{ shortcut: 'delivery', text }] });
    const page = await openAnna({ shop, openConsole });
    const field = composer(page);
    await page.keyboard.type('Dear ');
    await page.getByRole('button', { name: 'Emoji' }).click();
    await page.getByPlaceholder('Search emoji').fill('grinning face');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('Dear 😀');
    await undo(page);
    await expect(field).toHaveValue('Dear ');
    await redo(page);
    await expect(field).toHaveValue('Dear 😀');
    await page.keyboard.type(' /deli');
    await page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option').waitFor();
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue(`Dear 😀 ${text}`);
    await undo(page);
    await expect(field).toHaveValue('Dear 😀 /deli');
    await redo(page);
    await expect(field).toHaveValue(`Dear 😀 ${text}`);
    await field.fill('Well,');
    await page.keyboard.press('Alt+q');
    await expect(field).toHaveValue('Well,\n> Hello\n');
    await undo(page);
    await expect(field).toHaveValue('Well,');
    await redo(page);
    await page.keyboard.type('yes');
    await expect(field).toHaveValue('Well,\n> Hello\nyes');
  });
});

test('pasted text wins over the picture that came with it; a file with its name is the file', async ({
  shop,
  openConsole,
}) => {
  const page = await openAnna({ shop, openConsole });
  const asText: readonly Readonly<Record<string, string>>[] = [
    { 'text/plain': 'Lamp\t30\r\n', 'text/html': '<table></table>' },
    { 'text/plain': 'Lamp\t30' },
    { 'text/plain': 'image.png', 'text/html': '<td>image.png</td>' },
  ];
  for (const words of asText) expect(await transferFile(page, 'paste', lamp, words)).toBe(false);
  await expect(tray(page)).toHaveCount(0);
  const asFile: readonly Readonly<Record<string, string>>[] = [
    {},
    { 'text/plain': ' ' },
    { 'text/html': '<img src="https://example.org/lamp.png">' },
    { 'text/plain': 'image.png' },
  ];
  for (const [index, words] of asFile.entries()) {
    expect(await transferFile(page, 'paste', lamp, words)).toBe(true);
    await expect(attached(page, 'image.png')).toHaveCount(index + 1);
  }
});
