import { expect, test } from '@playwright/test';
import { startHost } from '../fixtures/host.ts';
import { startWordPress, whyNoWordPress } from '../fixtures/wordpress.ts';
import { chatIn, SENT, write } from './fixtures.ts';

const missing = whyNoWordPress();

test(
  'the plugin, in a real WordPress: installed, activated, and written with from the front page',
  { tag: '@thorough' },
  async ({ page }) => {
    test.skip(missing !== undefined, missing);
    test.setTimeout(180_000);
    const [host, wordPress] = await Promise.all([startHost(), startWordPress()]);
    try {
      const { id } = await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
      const { accessKey } = { accessKey: new URL(host.accessUrl).searchParams.get('key') ?? '' };
      const plugin = await fetch(`${host.console}/media/site/${id}/wordpress.zip`, {
        headers: { authorization: `Bearer ${accessKey}` },
      });
      expect(plugin.status).toBe(200);
      await wordPress.installPlugin(Buffer.from(await plugin.arrayBuffer()), 'counterbell/counterbell.php');
      await page.goto(wordPress.url);
      const chat = chatIn(page);
      await chat.button.click();
      await write(chat.field, 'Hello from WordPress');
      await expect(chat.log.getByText(SENT)).toBeVisible();
      expect((await host.rpc('chats.list', {})).chats[0]?.lastMessage?.text).toBe('Hello from WordPress');
    } finally {
      await Promise.all([host.remove(), wordPress.stop()]);
    }
  },
);
