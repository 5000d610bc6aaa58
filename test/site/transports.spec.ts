import { expect, openChat, SENT, test, write } from './fixtures.ts';

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
        const { field, log } = await openChat(page, shop.address);
        await write(field, 'Before the sleep');
        await expect(log.getByText(SENT)).toBeVisible();
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
      const { field, log } = await openChat(page, shop.address);
      await write(field, 'first');
      await expect(log.getByText(SENT)).toBeVisible();
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

test('what worked is remembered for the visit', async ({ page, engine, shop }) => {
  engine.behaviour.blocked = ['socket'];
  const { field, log } = await openChat(page, shop.address);
  await write(field, 'Hello');
  await expect(log.getByText(SENT)).toBeVisible();
  const before = engine.requests.length;
  await page.reload();
  await expect.poll(() => engine.ways()).toEqual(['poll']);
  expect(engine.requests.slice(before).filter((request) => request.startsWith('WS'))).toEqual([]);
});

test('what is written without a connection is kept, also over a reload, and sent in order', async ({
  page,
  engine,
  shop,
  context,
}) => {
  const { field, log, dialog } = await openChat(page, shop.address);
  await write(field, 'One');
  await expect(log.getByText(SENT)).toBeVisible();
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

test('a visitor who is forgotten starts a new chat', async ({ page, engine, shop }) => {
  const { field, log } = await openChat(page, shop.address);
  await write(field, 'Hello');
  await expect(log.getByText(SENT)).toBeVisible();
  engine.forget();
  engine.drop();
  await expect(log.getByText('Hello')).toHaveCount(0, { timeout: 20_000 });
  await write(field, 'Hello again');
  await expect(log.getByText(SENT)).toBeVisible();
  expect(engine.visitors()).toHaveLength(1);
});

test('a message that must wait is not overtaken; one that is refused for good stays with a reason, and is not tried again', async ({
  page,
  engine,
  shop,
}) => {
  const { field, log } = await openChat(page, shop.address);
  engine.behaviour.refuse = 'too_many';
  await write(field, 'One');
  await write(field, 'Two');
  await expect(log.getByText('Sending')).toHaveCount(2);
  engine.behaviour.refuse = undefined;
  await expect(log.getByText(SENT)).toBeVisible();
  const stored = (): unknown => engine.visitors()[0]?.messages.map(({ text }) => text);
  expect(stored()).toEqual(['One', 'Two']);

  engine.behaviour.refuse = 'invalid';
  await write(field, 'Three');
  await expect(log.getByText('This message couldn’t be sent.')).toBeVisible();
  await expect(log.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  engine.behaviour.refuse = undefined;
  await write(field, 'Four');
  await expect.poll(stored).toEqual(['One', 'Two', 'Four']);
});
