import { expect, test } from './fixtures.ts';

test('first run, then the test customer writes and gets the answer', async ({ launch }) => {
  const { app, console, rpc } = await launch();

  await console.getByRole('textbox', { name: 'Your name' }).fill('Olga');
  await console.getByRole('button', { name: 'Continue' }).click();
  await console.getByRole('radio', { name: 'My own chat window or app' }).click();
  await console.getByRole('textbox', { name: 'Channel name' }).fill('Shop app');
  await console.getByRole('button', { name: 'Continue' }).click();
  await expect(console.getByRole('heading', { name: 'Is everything in order?' })).toBeVisible();
  await console.getByRole('button', { name: 'Continue' }).click();
  const opened = app.waitForEvent('window');
  await console.getByRole('button', { name: 'Open test customer and inbox' }).click();
  const customer = await opened;

  await customer.getByRole('textbox', { name: 'Your message' }).fill('Is the blue one in stock?');
  await customer.getByRole('button', { name: 'Send' }).click();

  await console.getByRole('option').filter({ hasText: 'Is the blue one in stock?' }).click();
  const conversation = console.getByRole('region', { name: /^Chat with/ });
  await expect(conversation.getByRole('article').filter({ hasText: 'Is the blue one in stock?' })).toBeVisible();
  await conversation.getByRole('textbox', { name: 'Message' }).fill('Yes, two are left.');
  await conversation.getByRole('textbox', { name: 'Message' }).press('Enter');

  await expect(customer.getByRole('log').getByText('Yes, two are left.')).toBeVisible();
  const reply = conversation.getByRole('article').filter({ hasText: 'Yes, two are left.' });
  await expect(reply.getByRole('img', { name: 'Delivered' })).toBeVisible();

  const [chat] = (await rpc('chats.list', {})).chats;
  expect(chat).toMatchObject({ state: 'active', hasFailed: false });
});
