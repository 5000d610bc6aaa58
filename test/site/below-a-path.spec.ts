import { expect, test } from '@playwright/test';
import { startHost } from '../fixtures/host.ts';
import { noNginx, startNginx } from '../fixtures/nginx.ts';
import { picture } from '../fixtures/pictures.ts';
import { chatIn, SENT, write } from './fixtures.ts';
import { feed, theChat } from './world.ts';

const PAGE = {
  html: '<!doctype html><html lang="en"><title>Bella Lamps</title><h1>Lamps</h1><script async src="/help/site/lamps.js"></script></html>',
  policy:
    "default-src 'none'; script-src HOST; style-src 'self'; connect-src HOST ws://HOST; img-src HOST; require-trusted-types-for 'script'",
} as const;

test.describe('below a path of the shop, behind a real nginx', { tag: '@thorough' }, () => {
  test.skip(noNginx !== undefined, noNginx);

  for (const way of ['socket', 'poll'] as const)
    test(`over ${way}: messages, files and who answers`, async ({ page }) => {
      const host = await startHost();
      const nginx = await startNginx(host.listener, { prefix: '/help', page: PAGE });
      const { origin } = new URL(nginx.url);
      try {
        await host.rpc('connection.change', {
          way: 'own',
          own: { publicUrl: nginx.url, trustedProxies: ['127.0.0.1'] },
        });
        await host.rpc('operators.setPresence', { presence: 'online' });
        await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
        if (way === 'poll') await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebSocket'));
        const [asked, failed, said]: [Set<string>, string[], string[]] = [new Set(), [], []];
        page.on('request', (request) => asked.add(new URL(request.url()).pathname.replace(/[^/]*\.[^/]*$/, '')));
        page.on('websocket', (socket) => asked.add(new URL(socket.url()).pathname));
        page.on('response', (response) => {
          if (response.status() >= 400) failed.push(`${String(response.status())} ${response.url()}`);
        });
        page.on('console', (message) => said.push(message.text()));
        await page.goto(origin);
        const { button, dialog, field, log } = chatIn(page);
        await button.click();
        await write(field, 'Is the oak lamp in stock?');
        await expect(log.getByText(SENT)).toBeVisible();
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: picture(320, 200) });
        await expect(log.getByRole('img', { name: /lamp\.png/ })).toHaveJSProperty('naturalWidth', 320);
        await host.rpc('chats.reply', { chatId: await theChat({ host }), text: 'Yes, two of them.' });
        await expect(log.getByText('Yes, two of them.')).toBeVisible();
        await expect(dialog.getByText('Olga is here')).toBeVisible();
        await expect
          .poll(async () => (await feed({ host })).findLast(({ from }) => from === 'operator')?.delivery)
          .toMatchObject({ state: 'delivered', seenAt: expect.any(Number) });
        expect((await feed({ host })).find(({ type }) => type === 'photo')?.fileName).toBe('lamp.png');
        await page.reload();
        await button.click();
        await expect(log.getByText('Yes, two of them.')).toBeVisible();
        expect([...asked]).toContain(`/help/site/lamps/${way === 'poll' ? 'poll' : 'connect'}`);
        expect([...asked].filter((each) => each !== '/' && !each.startsWith('/help/'))).toEqual([]);
        expect([failed, said]).toEqual([[], []]);
      } finally {
        await host.remove();
        await nginx.stop();
      }
    });

  test('the chat page', async ({ page }) => {
    const host = await startHost();
    const nginx = await startNginx(host.listener, { prefix: '/help' });
    try {
      await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
      await page.goto(`${nginx.url}/chat/lamps`);
      await write(page.getByRole('textbox', { name: 'Message' }), 'From the chat page');
      await expect(page.getByRole('log').getByText(SENT)).toBeVisible();
      expect((await feed({ host })).map(({ text }) => text)).toEqual(['From the chat page']);
    } finally {
      await host.remove();
      await nginx.stop();
    }
  });
});
