import { freePort } from '../fixtures/free-port.ts';
import { chatIn, expect, SENT, write } from './fixtures.ts';
import { feed, test } from './world.ts';
import type { Host } from '../fixtures/host-client.ts';

const page = (listener: string): string =>
  `<!doctype html><html lang="en"><title>Bella Lamps</title><h1>Lamps</h1><script async src="${listener}/site/lamps.js"></script></html>`;

/** Stops the engine and starts it with its data at another address. */
async function move(host: Host): Promise<Host> {
  await host.stop();
  return host.restart({
    addresses: { listener: `127.0.0.1:${String(await freePort())}`, console: `127.0.0.1:${String(await freePort())}` },
  });
}

const wordsOf = async (host: Host): Promise<readonly (string | undefined)[]> => {
  const { chats } = await host.rpc('chats.list', {});
  const { messages } = await host.rpc('messages.list', { chatId: chats[0]?.id ?? '' });
  return [String(chats.length), ...messages.filter(({ from }) => from !== 'system').map(({ text }) => text)];
};

test('the engine has another address: the old line shows nothing, and with the new one the visitor goes on', async ({
  page: visitor,
  world: { host, shop },
}) => {
  const errors: string[] = [];
  visitor.on('pageerror', ({ message }) => errors.push(message));
  const address = shop.addPage('shop', page(host.listener));
  await visitor.goto(address);
  const { button, dialog, field, log } = chatIn(visitor);
  await button.click();
  await write(field, 'One');
  await expect(log.getByText(SENT)).toBeVisible();
  const chatId = (await host.rpc('chats.list', {})).chats[0]?.id ?? '';
  await host.rpc('chats.reply', { chatId, text: 'Answer one' });
  await expect(log.getByText('Answer one')).toBeVisible();
  await expect
    .poll(async () => (await feed({ host })).findLast(({ from }) => from === 'operator')?.delivery)
    .toMatchObject({ seenAt: expect.any(Number) });

  const moved = await move(host);
  try {
    await expect(dialog.getByText('No connection', { exact: true })).toBeVisible();
    await write(field, 'Two');
    await write(field, 'Three');
    await expect(log.getByText('Not sent yet')).toHaveCount(2);
    await moved.rpc('chats.reply', { chatId, text: 'Answer two' });

    // The page still has the old line: the script is not there, and the page is as it would be without it.
    await visitor.reload({ waitUntil: 'networkidle' });
    await expect(visitor.getByRole('heading', { name: 'Lamps' })).toBeVisible();
    await expect(visitor.getByRole('button')).toHaveCount(0);

    shop.addPage('shop', page(moved.listener));
    await visitor.reload();
    await expect(button).toHaveAccessibleName('Chat with us, 1 new message');
    await button.click();
    await expect(log.locator('.bubble')).toHaveText(['One', 'Answer one', 'Answer two', 'Two', 'Three']);
    await expect(log.getByText('Not sent yet')).toHaveCount(0);
    await expect.poll(() => wordsOf(moved)).toEqual(['1', 'One', 'Answer one', 'Answer two', 'Two', 'Three']);
    await moved.rpc('chats.reply', { chatId, text: 'Answer three' });
    await expect(log.getByText('Answer three')).toBeVisible();
    expect(errors).toEqual([]);
  } finally {
    await moved.stop();
  }
});

test(
  'a tab that still has the old line does not keep another from the new address',
  { tag: '@thorough' },
  async ({ page: old, context, world: { host, shop } }) => {
    const address = shop.addPage('shop', page(host.listener));
    await old.goto(address);
    const before = chatIn(old);
    await before.button.click();
    await write(before.field, 'One');
    await expect(before.log.getByText(SENT)).toBeVisible();
    const moved = await move(host);
    try {
      await expect(before.dialog.getByText('No connection', { exact: true })).toBeVisible();
      await write(before.field, 'Two');
      shop.addPage('shop', page(moved.listener));
      const tab = await context.newPage();
      await tab.goto(address);
      const { button, field, log } = chatIn(tab);
      await button.click();
      await write(field, 'Three');
      await expect.poll(() => wordsOf(moved)).toEqual(['1', 'One', 'Two', 'Three']);
      await expect(log.locator('.bubble')).toHaveText(['One', 'Two', 'Three']);
      await old.reload();
      await before.button.click();
      await expect(before.log.locator('.bubble')).toHaveText(['One', 'Two', 'Three']);
      await expect(before.log.getByText('Not sent yet')).toHaveCount(0);
    } finally {
      await moved.stop();
    }
  },
);
