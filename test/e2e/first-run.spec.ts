import { chatRow, conversation, openChat, reply } from './conversation.ts';
import { expect, test } from './fixtures.ts';

test.describe('first run', () => {
  test.use({ provision: { operators: [] } });

  test('name, channel, test customer; a message, its answer, and both sides have seen it', async ({
    host,
    openConsole,
  }) => {
    const page = await openConsole();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Olga Petrova');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('radio', { name: 'My own chat window or app' }).click();
    await page.getByRole('textbox', { name: 'Channel name' }).fill('Website');
    await page.getByRole('button', { name: 'Continue' }).click();
    // One sentence, in space reserved for it.
    const check = page.getByRole('status').filter({ has: page.getByText(/Checking|Works on this computer/) });
    const before = await check.boundingBox();
    await expect(check).toContainText('Works on this computer. Customers can’t reach you yet.', { timeout: 40_000 });
    expect(await check.boundingBox()).toEqual(before);
    // Beside a result nothing says that it is still awaited.
    await expect(page.getByRole('main')).not.toContainText(/checking|meantime/i);
    await page.getByRole('button', { name: 'Continue' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open test customer and inbox' }).click();
    const customer = await opened;

    await expect(customer.getByText('We’re online')).toBeVisible();
    await customer.getByRole('textbox', { name: 'Your message' }).fill('Is the blue one in stock?');
    await customer.getByRole('textbox', { name: 'Your message' }).press('Enter');
    await expect(customer.getByText(/^Sent \d/)).toBeVisible();

    await chatRow(page, 'Is the blue one in stock?').click();
    await reply(page, 'Yes, three left.');
    await expect(customer.getByRole('log').getByText('Yes, three left.')).toBeVisible();
    await expect(customer.getByRole('article', { name: 'Olga Petrova' })).toBeVisible();
    await expect(page.getByRole('log').getByRole('img', { name: 'Delivered' })).toBeVisible();
    expect((await host.rpc('operators.me', {})).name).toBe('Olga Petrova');
  });

  test('a window on the website is the default, and can be tried on its own page', async ({ host, openConsole }) => {
    const page = await openConsole();
    await page.getByRole('textbox', { name: 'Your name' }).press('Enter');
    await expect(page.getByRole('radio', { name: 'My website' })).toBeChecked();
    await page.getByRole('textbox', { name: 'Channel name' }).fill('Bella Lamps');
    await page.keyboard.press('Enter');
    // Or the click would meet the Continue of the step before.
    await expect(page.getByRole('heading', { name: 'Is everything in order?' })).toBeVisible();
    const check = page.getByRole('status').filter({ has: page.getByText(/Checking|Works on this computer/) });
    await expect(check).toContainText('Works on this computer.', { timeout: 40_000 });
    // A window that is on no website yet is nothing wrong.
    await expect(check).not.toContainText('problem');
    await page.getByRole('button', { name: 'Continue' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open chat page and inbox' }).click();
    const [channel] = (await host.rpc('channels.list', {})).channels;
    expect(channel?.kind).toBe('site');
    expect((await opened).url()).toBe(`${host.listener}/chat/${channel?.publicId ?? ''}`);
    const message = (await opened).getByRole('textbox').last();
    await message.fill('Is the blue one in stock?');
    await message.press('Enter');
    await expect(chatRow(page, 'Is the blue one in stock?')).toBeVisible();
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

test('the test customer sends samples, shows typing, and simulates a failing shop', async ({ host, openConsole }) => {
  const { id } = await host.rpc('channels.create', { name: 'Website' });
  const page = await openConsole();
  const opened = page.waitForEvent('popup');
  await expect(page.getByText('Nobody is waiting.')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('test customer');
  await expect(page.getByRole('option').first()).toContainText('Test customer of Website');
  await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
  const customer = await opened;
  await customer.setViewportSize({ width: 900, height: 720 });

  await customer.getByRole('textbox', { name: 'Name' }).fill('Anna');
  await customer.getByRole('textbox', { name: 'Name' }).blur();
  await customer.getByRole('button', { name: 'Attach sample' }).click();
  await customer.getByRole('menuitem', { name: 'Location' }).click();
  const feed = await openChat(page, 'Anna');
  await expect(feed.getByRole('link', { name: /Open map/ })).toBeVisible();
  await customer.getByRole('textbox', { name: 'Your message' }).pressSequentially('Hello');
  await expect(page.getByText('Anna is typing').first()).toBeVisible();

  await customer.getByRole('switch', { name: 'Answer with an error' }).click();
  await expect.poll(async () => (await host.rpc('testCustomer.setSwitches', {})).answerWithError).not.toBeNull();
  await reply(page, 'Are you still there?');
  await expect(conversation(page, 'Anna').getByText('The customer has left the chat')).toBeVisible();
  await customer.getByRole('switch', { name: 'Answer with an error' }).click();
  await expect(customer.getByRole('log').getByText('Are you still there?')).toBeVisible();
  await expect(feed.getByRole('img', { name: 'Delivered' })).toBeVisible();
  expect((await host.rpc('chats.list', { filter: 'open' })).chats[0]?.channelId).toBe(id);
});
