import { expect, test } from '@playwright/test';
import { freePort } from '../fixtures/free-port.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { openChat, SENT, write } from './fixtures.ts';
import { startShop } from './shop.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('with the real engine: messages, typing, files, and a restart', async ({ page }) => {
  const addresses = { listener: `127.0.0.1:${await freePort()}`, console: `127.0.0.1:${await freePort()}` };
  let host = await startHeadless({ addresses });
  await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
  const shop = await startShop(`http://${addresses.listener}`);
  const texts: string[] = [];
  page.on('console', (message) => texts.push(message.text()));
  try {
    const { field, dialog, log } = await openChat(page, shop.address);
    await dialog.getByRole('textbox', { name: /Email/ }).fill('anna@example.com');
    await write(field, 'Is the oak lamp in stock?');
    await expect(log.getByText(SENT)).toBeVisible();
    const { chats } = await host.rpc('chats.list', {});
    const chatId = chats[0]?.id ?? '';
    await host.rpc('chats.reply', { chatId, text: 'Yes: https://shop.example/oak' });
    await expect(log.getByRole('link', { name: 'https://shop.example/oak' })).toBeVisible();
    await expect(dialog.getByText('Olga is here')).toBeVisible();
    await host.rpc('chats.typing', { chatId, typing: true });
    await expect(log.getByText('Olga is typing')).toBeAttached();
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Attach a file' }).click();
    await (await chooser).setFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: PICTURE });
    const photo = log.getByRole('img', { name: /^Photo/ });
    await expect(photo).toBeVisible();
    await expect
      .poll(() => photo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1);
    expect(texts).toEqual([]);

    await host.kill();
    await expect(dialog.getByText('No connection', { exact: true })).toBeVisible();
    await write(field, 'Written while you were away');
    host = await host.restart({ addresses });
    await expect(log.getByText(SENT)).toBeVisible({ timeout: 40_000 });
    const { messages } = await host.rpc('messages.list', { chatId });
    expect(messages.filter(({ from }) => from === 'customer').map(({ text, type }) => text ?? type)).toEqual([
      'Is the oak lamp in stock?',
      'photo',
      'Written while you were away',
    ]);
  } finally {
    await shop.close();
    await host.remove();
  }
});
