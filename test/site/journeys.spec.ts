import { createHmac } from 'node:crypto';
import { findFaults, RULES } from '../fixtures/axe.ts';
import { picture } from '../fixtures/pictures.ts';
import { upload } from '../fixtures/uploads.ts';
import { beginChat, openChat, SENT, write } from './fixtures.ts';
import { expect, feed, test, theChat } from './world.ts';

test('a conversation, across a reload; both see each other type', async ({ page, world }) => {
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
  const events = await world.host.events();
  for (const [text, typing] of [
    ['Do you', true],
    ['', false],
  ] as const) {
    await chat.field.fill(text);
    await events.waitFor('chat.typing', (is) => is.chatId === chatId && is.typing === typing);
  }
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
  const chat = await beginChat(page, world.address, 'One');
  await world.host.rpc('chats.reply', { chatId: await theChat(world), text: 'Answer one' });
  await expect(chat.log.getByText('Answer one')).toBeVisible();
  await host.stop();
  await write(chat.field, 'Two');
  await write(chat.field, 'Three');
  const again = await host.restart({ addresses: { listener, console: consoleHost } });
  await again.rpc('chats.reply', {
    chatId: (await again.rpc('chats.list', {})).chats[0]?.id ?? '',
    text: 'Answer two',
  });
  await expect(chat.log.getByText('Answer two')).toBeVisible({ timeout: 40_000 });
  await expect(chat.log.getByText('Not sent yet')).toHaveCount(0, { timeout: 40_000 });
  const written = async () =>
    (await feed({ host: again })).flatMap(({ from, text }) => (from === 'customer' ? [text] : []));
  await expect.poll(written).toEqual(['One', 'Two', 'Three']);
  await again.stop();
});

test('photos and files go both ways', async ({ page, world }) => {
  const chat = await beginChat(page, world.address, 'Look at this');
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
  const pressed = await bot.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Yes, a person');
  expect(pressed.seen.message).toMatchObject({ button_id: 'y' });
  await bot.send('INIT_RATE', botChat);
  await chat.log.getByRole('radio', { name: /^5/ }).check({ force: true });
  await chat.log.getByRole('button', { name: 'Send rating' }).click();
  await bot.address.next('CLIENT_RATED', ({ rate }) => rate === 5);
});

test('two tabs share a connection, and neither shows a message twice', async ({ context, page, world }) => {
  const one = await beginChat(page, world.address, 'Hello');
  const two = await openChat(await context.newPage(), world.address);
  await expect(two.log.getByText('Hello')).toHaveCount(1);
  await world.host.rpc('chats.reply', { chatId: await theChat(world), text: 'To both of you' });
  for (const { log } of [one, two]) await expect(log.getByText('To both of you')).toHaveCount(1);
  expect((await world.host.rpc('visitors.list', {})).visitors).toHaveLength(1);
});

test.describe('a visitor who reads German', () => {
  test.use({ locale: 'de-DE' });

  test('reads the owner’s texts in German, and changed ones after a reload; the consent line until they write', async ({
    page,
    world,
  }) => {
    const [{ id: channelId } = { id: '' }] = (await world.host.rpc('channels.list', {})).channels;
    const say = (de: object) =>
      world.host.rpc('channels.update', {
        channelId,
        site: { texts: { en: { title: 'Bella’s lamp shop' }, de: { ...de } } },
      });
    await say({ button: 'Frag uns', placeholder: 'Worum geht es?', consent: 'Wir speichern den Chat.' });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/site/')) asked.push(new URL(request.url()).pathname);
    });
    await page.goto(world.address);
    const button = page.getByRole('button', { name: 'Frag uns' });
    await expect(button).toHaveText('Frag uns');
    expect(asked).toEqual(['/site/lamps.js', '/site/lamps/status']);
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Bella’s lamp shop' });
    const field = dialog.getByRole('textbox', { name: 'Nachricht' });
    await expect(field).toHaveAttribute('placeholder', 'Worum geht es?');
    await expect(dialog.getByText('Wir speichern den Chat.')).toBeVisible();
    await field.fill('Hallo');
    await field.press('Enter');
    await expect(dialog.getByRole('log').getByText('Gesendet')).toBeVisible();
    await expect(dialog.getByText('Wir speichern den Chat.')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Schließen' }).click();
    await world.host.rpc('chats.reply', { chatId: await theChat(world), text: 'Guten Tag' });
    await expect(page.getByRole('button', { name: 'Frag uns, 1 neue Nachricht' })).toBeVisible();
    await say({ greeting: 'Moin!' });
    await page.reload();
    await page.getByRole('button', { name: 'Chatten Sie mit uns' }).click();
    await expect(dialog.getByText('Moin!')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Senden' })).toBeAttached();
  });
});

test('the chat page', async ({ page, world }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { listenerUrl } = await world.host.rpc('setup.get', {});
  await page.goto(`${listenerUrl}/chat/lamps`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bella Lamps');
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0);
  const field = page.getByRole('textbox', { name: 'Message' });
  await write(field, 'From the chat page');
  await expect(page.getByRole('log').getByText(SENT)).toBeVisible();
  expect((await feed(world)).map(({ text }) => text)).toEqual(['From the chat page']);
});

test('somebody who is signed in on the website has one chat on all devices; a wrong signature has none', async ({
  page,
  browser,
  contextOptions,
  world: { host, address },
}) => {
  const [{ id: channelId } = { id: '' }] = (await host.rpc('channels.list', {})).channels;
  const { identityKey } = await host.rpc('sites.addresses', { channelId });
  const signature = createHmac('sha256', identityKey).update('7').digest('hex');
  const signIn = (given: string): string =>
    `counterbell('identify', ${JSON.stringify({ id: '7', name: 'Anna', email: 'anna@example.com', signature: given })})`;
  const atHome = await openChat(page, address);
  await page.evaluate(signIn(signature));
  await write(atHome.field, 'From home');
  await expect(atHome.log.getByText(SENT)).toBeVisible();
  expect((await host.rpc('chats.list', {})).chats[0]?.customer).toMatchObject({
    name: 'Anna',
    email: 'anna@example.com',
  });
  const elsewhere = await browser.newContext(contextOptions);
  const phone = await elsewhere.newPage();
  const onPhone = await openChat(phone, address);
  await phone.evaluate(signIn('f00'));
  await phone.evaluate(`counterbell('page')`);
  await expect.poll(async () => (await host.rpc('visitors.list', {})).visitors.length).toBe(2);
  await expect(onPhone.log.getByText('From home')).toHaveCount(0);
  await phone.evaluate(signIn(signature));
  await expect(onPhone.log.getByText('From home')).toBeVisible();
  await write(onPhone.field, 'From the phone');
  await expect(atHome.log.getByText('From the phone')).toBeVisible();
  expect((await host.rpc('chats.list', {})).chats).toHaveLength(1);
  await elsewhere.close();
});

test('everybody on the page is listed where the owner wants that, before they open the window; nothing is stored', async ({
  page,
  world,
}) => {
  const [{ id: channelId } = { id: '' }] = (await world.host.rpc('channels.list', {})).channels;
  const visitors = async () => (await world.host.rpc('visitors.list', {})).visitors;
  await world.host.rpc('channels.update', { channelId, site: { listsAll: true } });
  await page.goto(world.address);
  await expect.poll(visitors).toMatchObject([{ page: { title: 'Bella Lamps' }, language: 'en' }]);
  expect((await visitors())[0]).not.toHaveProperty('customerId');
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  expect((await world.host.rpc('chats.list', {})).chats).toEqual([]);
  const [{ id: visitorId } = { id: '' }] = await visitors();
  await world.host.rpc('visitors.invite', { visitorId, text: 'Can I help you choose?' });
  await expect(page.getByText('Can I help you choose?')).toBeVisible();
  await page.goto('about:blank');
  await expect.poll(async () => (await visitors())[0]?.leftAt).toBeGreaterThan(0);
});

test('a visitor agrees before the first message; the chat says to what', async ({ page, world }) => {
  const [{ id: channelId } = { id: '' }] = (await world.host.rpc('channels.list', {})).channels;
  const consentLink = 'https://shop.example/privacy';
  await world.host.rpc('channels.update', { channelId, site: { asksConsent: true, texts: { en: { consentLink } } } });
  const chat = await openChat(page, world.address);
  await expect(chat.dialog.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', consentLink);
  await write(chat.field, 'Hello');
  const box = chat.dialog.getByRole('checkbox', { name: 'I agree that what I write here is stored' });
  await expect(box).toBeFocused();
  await expect(chat.dialog.getByRole('alert')).toHaveText('Please tick the box first.');
  expect(await findFaults(page, { runOnly: RULES }, 'div[lang]')).toMatchObject({ found: [] });
  expect((await world.host.rpc('chats.list', {})).chats).toEqual([]);
  await box.check();
  await chat.field.press('Enter');
  await expect(chat.log.getByText(SENT)).toBeVisible();
  await expect(box).toHaveCount(0);
  expect((await feed(world)).map(({ event, text }) => event ?? text)).toEqual([
    {
      kind: 'consented',
      text: 'I agree that what I write here is stored so that you can answer me.',
      link: consentLink,
    },
    'Hello',
  ]);
});
