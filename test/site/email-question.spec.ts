import { addMailbox } from '../fixtures/mailbox.ts';
import { beginChat, chatIn, write } from './fixtures.ts';
import { expect, test, theChat, type World } from './world.ts';

const QUESTION = /^No answer yet\?/;
const emailOf = async ({ host }: World): Promise<string | undefined> =>
  (await host.rpc('chats.list', {})).chats[0]?.customer.email;

test('nobody answers: the window asks for an address at once, once; it can be corrected, and an answer ends it', async ({
  page,
  world,
}) => {
  const { host } = world;
  await addMailbox(host);
  const chat = await beginChat(page, world.address, 'Is the oak lamp in stock?');
  const chatId = await theChat(world);
  await host.rpc('chats.reply', { chatId, text: 'Let me look' });
  await expect(chat.log.getByText('Let me look')).toBeVisible();
  await host.rpc('operators.setPresence', { presence: 'away' });
  const question = chat.log.getByText(QUESTION);
  await expect(question).toBeHidden();

  await write(chat.field, 'And in red?');
  await expect(question).toBeVisible();
  await expect(chat.field).toBeFocused();
  const email = chat.log.getByRole('textbox', { name: 'Email' });
  await email.fill('anna');
  await email.press('Enter');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Please check your email address.');
  await email.fill('anna@shop.exmaple');
  await chat.log.getByRole('button', { name: 'Save' }).click();
  await expect(chat.log.getByText(/we’ll reply to .?anna@shop\.exmaple/)).toBeVisible();
  await expect.poll(() => emailOf(world)).toBe('anna@shop.exmaple');

  // By the keyboard from where the focus was left.
  await page.keyboard.press('Tab');
  await expect(chat.log.getByRole('button', { name: 'Change' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('anna@shop.exmaple');
  await email.fill('anna@shop.example');
  await email.press('Enter');
  const given = chat.log.getByText(/we’ll reply to .?anna@shop\.example/);
  await expect(given).toBeVisible();
  await expect.poll(() => emailOf(world)).toBe('anna@shop.example');

  await host.rpc('chats.reply', { chatId, text: 'Yes, in red too' });
  await expect(chat.log.getByText('Yes, in red too')).toBeVisible();
  await expect(given).toBeHidden();
  await page.reload();
  await chat.button.click();
  await write(chat.field, 'Thank you');
  await expect(chat.log.getByText('Thank you')).toBeVisible();
  await expect(question).toBeHidden();
});

test('while somebody is there it asks after a minute, also after a page is changed; not if no mailbox answers', async ({
  page,
  world,
}) => {
  await page.clock.install();
  const chat = await beginChat(page, world.address, 'Is the oak lamp in stock?');
  const question = chat.log.getByText(QUESTION);
  await page.clock.fastForward('01:30');
  await expect(question).toBeHidden();
  const channelId = await addMailbox(world.host);
  await expect(question).toBeVisible();
  await world.host.rpc('channels.update', { channelId, email: { answersLeft: false } });
  await expect(question).toBeHidden();
  await world.host.rpc('channels.update', { channelId, email: { answersLeft: true } });
  await expect(question).toBeVisible();

  await write(chat.field, 'Hello?');
  await page.reload();
  await chat.button.click();
  await expect(chat.log.getByText('Hello?')).toBeVisible();
  await page.clock.fastForward('01:00');
  await expect(question).toBeVisible();
  // What is being written stays, whatever comes.
  await chat.log.getByRole('textbox', { name: 'Email' }).fill('anna@shop');
  await world.host.rpc('chats.reply', { chatId: await theChat(world), text: 'Yes' });
  await expect(chat.log.getByText('Yes', { exact: true })).toBeVisible();
  await expect(question).toBeVisible();
});

test('a visitor whose WebSockets do not open gives it by polling', async ({ page, world }) => {
  await addMailbox(world.host);
  await page.routeWebSocket(/\/connect$/, (socket) => socket.close());
  await page.clock.install();
  const { log } = await beginChat(page, world.address, 'Hello');
  await page.clock.fastForward('00:30');
  await expect(log.getByText(QUESTION)).toBeHidden();
  await page.clock.fastForward('00:30');
  const email = chatIn(page).log.getByRole('textbox', { name: 'Email' });
  await email.fill('anna@shop.example');
  await email.press('Enter');
  await expect(log.getByText(/we’ll reply to/)).toBeVisible();
  await expect.poll(() => emailOf(world)).toBe('anna@shop.example');
});
