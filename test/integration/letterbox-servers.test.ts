/** @module-tag thorough */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { startHost } from '../fixtures/host.ts';
import { openLetterVisitor } from '../fixtures/letter-visitor.ts';
import { whyNoServer, type WebServer } from '../fixtures/web-servers.ts';
import { BOX_KEY, startWebsite } from '../fixtures/website.ts';

const SERVERS: readonly WebServer[] = ['nginx', 'apache'];

describe.each(SERVERS)('behind %s', (server) => {
  test.skipIf(whyNoServer(server) !== undefined).each([true, false])(
    'a visitor and an operator talk, and nothing that waits is served (it waits apart: %s)',
    { timeout: 60_000 },
    async (isApart) => {
      const website = await startWebsite({ server, isApart });
      const shared = { url: website.url, allowPlainHttp: true };
      const host = await startHost({
        provision: {
          operators: [{ name: 'Olga', accessKey: 'olga-key-for-tests-0001' }],
          channels: [{ name: 'Shop', publicId: 'lamps', kind: 'site', box: { ...shared, key: BOX_KEY } }],
        },
      });
      await host.rpc('operators.setPresence', { presence: 'online' });
      await expect.poll(async () => (await fetch(`${website.url}/c/window.txt`)).status, { timeout: 20_000 }).toBe(200);
      const visitor = await openLetterVisitor(website.url);
      visitor.say('Is the lamp there?');
      await visitor.until(() => visitor.texts('visitor').length === 1);
      const [chat] = (await host.rpc('chats.list', {})).chats;
      await host.rpc('chats.reply', { chatId: chat?.id ?? '', text: 'It is', clientId: 'it-is-there' });
      await visitor.until(() => visitor.texts('operator').length === 1);
      expect(visitor.texts('operator')).toEqual(['It is']);
      visitor.leave();

      // Whoever finds the folder and its files out is given nothing of them.
      const folder = website.data().split('/').at(-1) ?? '';
      for (const path of [folder, 'counterbell/' + folder])
        for (const name of ['', ...readdirSync(website.data())]) {
          const answer = await fetch(new URL(`/${path}/${name}`, website.url));
          expect(await answer.text()).not.toMatch(/lamp|"n":|frames/);
        }
      const key = await fetch(`${website.url}/box-key.php`);
      expect(await key.text()).toBe('');
      expect(existsSync(website.data())).toBe(true);
      await host.remove();
      await website.remove();
    },
  );
});
