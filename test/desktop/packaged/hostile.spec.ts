import { expect, test } from '../fixtures.ts';
import { plain, showChat, writeAll } from './hostile-customers.ts';
import { hostileStrings } from './hostile-strings.ts';
import { strangeElements, watchPage } from './page-watch.ts';

test('300 hostile strings in every field of a customer are text: nothing runs, navigates or is requested', async ({
  launch,
}) => {
  test.setTimeout(240_000);
  expect(new Set(hostileStrings).size).toBe(300);
  const desktop = await launch();
  const { app, console: page, rpc } = desktop;
  await rpc('setup.finish', {});
  await page.reload();
  await expect(page.getByRole('navigation')).toBeVisible();
  const { happened } = await watchPage(app, page);

  // The watch itself works.
  await page.evaluate(`fetch('https://hostile.example/seen').catch(() => undefined)`);
  await expect.poll(async () => (await happened()).some((each) => each.startsWith('blocked'))).toBe(true);
  const before = (await happened()).length;

  await writeAll(desktop);
  let cursor: string | undefined;
  let shown = 0;
  do {
    const { chats, nextCursor } = await rpc('chats.list', { limit: 100, cursor });
    for (const chat of chats) {
      const index = Number.parseInt(chat.customer.name ?? '', 10);
      // Every third is also viewed in the reply window's page.
      const paths = [`/chat/${chat.id}`, ...(index % 3 === 0 ? [`/reply?chat=${chat.id}`] : [])];
      for (const path of paths)
        expect(plain(await showChat(page, path, `Written ${index}.`))).toContain(
          plain(hostileStrings[index] ?? 'missing'),
        );
      shown += 1;
    }
    cursor = nextCursor;
  } while (cursor !== undefined);

  expect(shown).toBe(300);
  expect((await happened()).slice(before)).toEqual([]);
  expect(await page.evaluate('globalThis.hostile')).toBeUndefined();
  expect(await strangeElements(page)).toBe(0);
  expect(app.windows()).toHaveLength(1);
});
