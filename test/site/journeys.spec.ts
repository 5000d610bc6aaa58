import { expect, test as base } from '@playwright/test';
import { openBot, startStage, type Stage, type TestBot } from '../fixtures/bots.ts';
import { picture } from '../fixtures/pictures.ts';
import { upload } from '../fixtures/uploads.ts';
import { openChat, SENT, write } from './fixtures.ts';
import { startShop } from './shop.ts';

/** A real engine, and a shop's page on another origin with the window of its channel `lamps`. */
interface World extends Stage {
  readonly address: string;
}

const test = base.extend<{ readonly world: World; readonly bot: TestBot }>({
  world: async ({}, use) => {
    const stage = await startStage();
    await stage.host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
    const shop = await startShop((await stage.host.rpc('setup.get', {})).listenerUrl);
    await use({ ...stage, address: shop.address });
    await shop.close();
    await stage.stop();
  },
  /** works on a channel `lamps` of its own */
  bot: async ({ world }, use) => {
    const [{ id: channelId } = { id: '' }] = (await world.host.rpc('channels.list', {})).channels;
    await world.host.rpc('channels.remove', { channelId });
    await use(await openBot(world, {}, { name: 'Bella Lamps', kind: 'site', publicId: 'lamps', endpoint: null }));
  },
});

const theChat = async ({ host }: World): Promise<string> => {
  await expect.poll(async () => (await host.rpc('chats.list', {})).chats.length).toBe(1);
  return (await host.rpc('chats.list', {})).chats[0]?.id ?? '';
};
const feed = async (world: World) => (await world.host.rpc('messages.list', { chatId: await theChat(world) })).messages;

test('a conversation, across a reload', async ({ page, world }) => {
  const chat = await openChat(page, world.address);
  await write(chat.field, 'Do you have this in red?');
  await expect(chat.log.getByText('Do you have this in red?')).toBeVisible();
  await expect(chat.log.getByText(SENT)).toBeVisible();
  const chatId = await theChat(world);
  await world.host.rpc('chats.reply', { chatId, text: 'Yes, in two sizes: https://shop.example/red' });
  await expect(chat.log.getByRole('link', { name: 'https://shop.example/red' })).toBeVisible();
  await expect
    .poll(async () => (await feed(world)).findLast(({ from }) => from === 'operator')?.delivery)
    .toMatchObject({ state: 'delivered', seenAt: expect.any(Number) });
  await page.reload();
  await chat.button.click();
  await expect(chat.log.getByText('Do you have this in red?')).toHaveCount(1);
  await world.host.rpc('chats.typing', { chatId, typing: true });
  await expect(chat.dialog.getByText(/Olga is typing/)).toBeVisible();
  const visitors = async () => (await world.host.rpc('visitors.list', {})).visitors;
  await expect.poll(async () => (await visitors())[0]?.page?.url).toContain(world.address);
  await page.goto('about:blank');
  await expect.poll(async () => (await visitors())[0]?.leftAt).toBeGreaterThan(0);
});

test('what is written while the engine is killed arrives once, in order, in both directions', async ({
  page,
  world,
}) => {
  const { host } = world;
  const listener = new URL((await host.rpc('setup.get', {})).listenerUrl).host;
  const consoleHost = new URL(host.console).host;
  const chat = await openChat(page, world.address);
  await write(chat.field, 'One');
  await expect(chat.log.getByText(SENT)).toBeVisible();
  await world.host.rpc('chats.reply', { chatId: await theChat(world), text: 'Answer one' });
  await expect(chat.log.getByText('Answer one')).toBeVisible();
  await host.kill();
  await write(chat.field, 'Two');
  await write(chat.field, 'Three');
  const again = await host.restart({ addresses: { listener, console: consoleHost } });
  await again.rpc('chats.reply', {
    chatId: (await again.rpc('chats.list', {})).chats[0]?.id ?? '',
    text: 'Answer two',
  });
  await expect(chat.log.getByText('Answer two')).toBeVisible({ timeout: 40_000 });
  await expect(chat.log.getByText('Not sent yet')).toHaveCount(0, { timeout: 40_000 });
  const { messages } = await again.rpc('messages.list', {
    chatId: (await again.rpc('chats.list', {})).chats[0]?.id ?? '',
  });
  expect(messages.flatMap(({ from, text }) => (from === 'customer' ? [text] : []))).toEqual(['One', 'Two', 'Three']);
  await again.stop();
});

test('photos and files go both ways', async ({ page, world }) => {
  const chat = await openChat(page, world.address);
  await write(chat.field, 'Look at this');
  await expect(chat.log.getByText(SENT)).toBeVisible();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: picture(320, 200) });
  const photo = chat.log.getByRole('img', { name: /lamp\.png/ });
  await expect(photo).toHaveJSProperty('naturalWidth', 320);
  const stored = async () => (await feed(world)).find(({ type }) => type === 'photo');
  await expect.poll(async () => (await stored())?.fileName).toBe('lamp.png');
  const media = await world.host.rpc('media.get', { id: (await stored())?.id ?? '', part: 'file' });
  expect(media.state).toBe('ready');
  const { uploadId } = await upload(world.host, 'catalogue.png', picture(64, 64, 2));
  await world.host.rpc('chats.replyMedia', {
    chatId: await theChat(world),
    clientId: 'with-a-photo',
    parts: [{ type: 'photo', uploadId, text: 'Our new one' }],
  });
  await expect(chat.log.getByText('Our new one')).toBeVisible();
  await expect(chat.log.getByRole('img').last()).toHaveJSProperty('naturalWidth', 64);
});

test('a bot answers with formatting and buttons, and asks for a rating in the chat', async ({ page, world, bot }) => {
  const chat = await openChat(page, world.address);
  await write(chat.field, 'When are you open?');
  const { seen: botChat } = await bot.address.next('CLIENT_MESSAGE');
  expect(botChat).toMatchObject({ channel: { type: 'widget' } });
  const say = (message: object) => bot.send('BOT_MESSAGE', botChat, { message });
  await say({ type: 'MARKDOWN', content: 'We open at **nine**', text: 'We open at nine', timestamp: 1 });
  await expect(chat.log.locator('b, strong', { hasText: 'nine' })).toBeVisible();
  await say({ type: 'BUTTONS', title: 'Anything else?', buttons: [{ id: 'y', text: 'Yes, a person' }], timestamp: 2 });
  await chat.log.getByRole('button', { name: 'Yes, a person' }).click();
  await bot.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Yes, a person');
  await bot.send('INIT_RATE', botChat);
  await chat.log.getByRole('radio', { name: /^5/ }).check({ force: true });
  await chat.log.getByRole('button', { name: 'Send rating' }).click();
  await bot.address.next('CLIENT_RATED', ({ rate }) => rate === 5);
});

test('two tabs share a connection, and neither shows a message twice', async ({ context, page, world }) => {
  const one = await openChat(page, world.address);
  await write(one.field, 'Hello');
  await expect(one.log.getByText(SENT)).toBeVisible();
  const two = await openChat(await context.newPage(), world.address);
  await expect(two.log.getByText('Hello')).toHaveCount(1);
  await world.host.rpc('chats.reply', { chatId: await theChat(world), text: 'To both of you' });
  for (const { log } of [one, two]) await expect(log.getByText('To both of you')).toHaveCount(1);
  expect((await world.host.rpc('visitors.list', {})).visitors).toHaveLength(1);
});

test('the chat page', async ({ page, world }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { listenerUrl } = await world.host.rpc('setup.get', {});
  await page.goto(`${listenerUrl}/chat/lamps`);
  const field = page.getByRole('textbox', { name: 'Message' });
  await write(field, 'From the chat page');
  await expect(page.getByRole('log').getByText(SENT)).toBeVisible();
  expect((await feed(world)).map(({ text }) => text)).toEqual(['From the chat page']);
});
