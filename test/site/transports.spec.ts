import { beginChat, expect, openChat, test, write } from './fixtures.ts';

for (const [way, blocked] of [
  ['socket', []],
  ['poll', ['socket']],
] as const)
  test.describe(`over ${way}`, () => {
    test.beforeEach(({ engine }) => {
      engine.behaviour.blocked = [...blocked];
    });

    test(
      'a connection that died during a sleep is replaced soon after',
      way === 'poll' ? { tag: '@thorough' } : {},
      async ({ page, engine, shop }) => {
        const { field, log } = await beginChat(page, shop.address, 'Before the sleep');
        await page.clock.install();
        engine.goSilent();
        engine.say('During the sleep');
        await page.clock.fastForward('01:00:00');
        await expect(log.getByText('During the sleep')).toBeVisible();
        await write(field, 'After the sleep');
        await expect
          .poll(() => engine.visitors()[0]?.messages.map(({ text }) => text))
          .toEqual(['Before the sleep', 'During the sleep', 'After the sleep']);
      },
    );

    test('nothing is lost, doubled or reordered over reconnects', async ({ page, engine, shop }) => {
      const { field, log } = await beginChat(page, shop.address, 'first');
      expect(engine.ways()).toEqual([way]);
      const wanted = ['first'];
      for (let turn = 0; turn < 6; turn += 1) {
        if (turn % 2 === 0) engine.drop();
        await write(field, `mine ${String(turn)}`);
        engine.say(`theirs ${String(turn)}`);
        if (turn % 2 === 1) engine.drop();
        wanted.push(`mine ${String(turn)}`, `theirs ${String(turn)}`);
        // Connected again: each turn is a reconnect of its own.
        await expect(log.getByText(`theirs ${String(turn)}`)).toBeVisible();
      }
      const shown = async (): Promise<readonly string[]> => log.locator('.bubble').allTextContents();
      const stored = (): readonly string[] => (engine.visitors()[0]?.messages ?? []).map(({ text = '' }) => text);
      await expect.poll(() => stored().toSorted(), { timeout: 40_000 }).toEqual(wanted.toSorted());
      await expect.poll(shown).toEqual(stored());
      const mine = stored().filter((text) => text.startsWith('mine'));
      expect(mine).toEqual(wanted.filter((text) => text.startsWith('mine')));
    });
  });

test('what is written without a connection is kept, also over a reload, and sent in order', async ({
  page,
  engine,
  shop,
  context,
}) => {
  const { field, log, dialog } = await beginChat(page, shop.address, 'One');
  engine.behaviour.blocked = ['socket', 'poll'];
  engine.drop();
  await expect(dialog.getByText('No connection', { exact: true })).toBeVisible();
  await write(field, 'Two');
  await write(field, 'Three');
  await expect(log.getByText('Not sent yet')).toHaveCount(2);
  const again = await openChat(page, shop.address);
  await expect(again.log.getByText('Two')).toBeVisible();
  engine.behaviour.blocked = [];
  await context.setOffline(true);
  await context.setOffline(false);
  await expect
    .poll(() => engine.visitors()[0]?.messages.map(({ text }) => text), { timeout: 30_000 })
    .toEqual(['One', 'Two', 'Three']);
  await expect(again.log.getByText('Not sent yet')).toHaveCount(0);
});
