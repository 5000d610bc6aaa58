import { chatRow, reply } from './conversation.ts';
import { expect, test } from './fixtures.ts';

test.describe('first run', () => {
  test.use({ provision: { operators: [] } });

  test('name, channel, chat page; a message, its answer, and both sides have seen it', async ({
    host,
    openConsole,
  }) => {
    const page = await openConsole();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Olga Petrova');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Channel name' }).fill('Bella Lamps');
    await page.keyboard.press('Enter');
    // Or the click would meet the Continue of the step before.
    await expect(page.getByRole('heading', { name: 'Is everything in order?' })).toBeVisible();
    // One sentence, in space reserved for it.
    const check = page.getByRole('status').filter({ has: page.getByText(/Checking|Works on this computer/) });
    const before = await check.boundingBox();
    await expect(check).toContainText('Works on this computer. Customers can’t reach you yet.', { timeout: 40_000 });
    expect(await check.boundingBox()).toEqual(before);
    // Beside a result nothing says that it is still awaited, and a window on no website yet is nothing wrong.
    await expect(page.getByRole('main')).not.toContainText(/checking|meantime/i);
    await expect(check).not.toContainText('problem');
    await page.getByRole('button', { name: 'Continue' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open chat page and inbox' }).click();
    const customer = await opened;
    const [channel] = (await host.rpc('channels.list', {})).channels;
    expect(channel?.kind).toBe('site');
    expect(customer.url()).toBe(`${host.listener}/chat/${channel?.publicId ?? ''}`);

    const message = customer.getByRole('textbox').last();
    await message.fill('Is the blue one in stock?');
    await message.press('Enter');
    await chatRow(page, 'Is the blue one in stock?').click();
    await reply(page, 'Yes, three left.');
    await expect(customer.getByText('Yes, three left.', { exact: true })).toBeVisible();
    await expect(page.getByRole('log').getByRole('img', { name: /^(Delivered|Seen)/ })).toBeVisible();
    expect((await host.rpc('operators.me', {})).name).toBe('Olga Petrova');
  });

  test('in German the buttons of the last step fit their card, also on a phone', async ({ openConsole }) => {
    const page = await openConsole();
    await page.addInitScript(`localStorage.setItem('counterbell.language', 'de')`);
    await page.reload();
    await page.getByRole('textbox', { name: 'Ihr Name' }).fill('Olga');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Kanalname' }).fill('Website');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Ist alles in Ordnung?' })).toBeVisible();
    await page.getByRole('button', { name: 'Weiter' }).click();
    const last = page.getByRole('button', { name: 'Chatseite und Posteingang öffnen' });
    const step = page.locator('form', { has: last });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(last).toBeVisible();
      await expect.poll(() => step.evaluate((form) => form.scrollWidth - form.clientWidth)).toBe(0);
    }
  });

  test('it can be skipped, and does not return', async ({ openConsole }) => {
    const page = await openConsole();
    await page.getByRole('button', { name: 'Skip setup and go to the inbox' }).click();
    await expect(page.getByText('Nobody is waiting.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Nobody is waiting.')).toBeVisible();
  });
});
