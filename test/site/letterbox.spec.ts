import { expect, test as base, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '#main/clock/clock.ts';
import { writeWebsiteBox } from '#main/letterbox/website-box.ts';
import { startHost, type Host } from '../fixtures/host.ts';
import { addMailbox } from '../fixtures/mailbox.ts';
import { picture } from '../fixtures/pictures.ts';
import { upload } from '../fixtures/uploads.ts';
import { BOX_KEY, noPhp, startWebsite, type Website } from '../fixtures/website.ts';
import { beginChat, chatIn, openChat, SENT, write } from './fixtures.ts';
import { feed, theChat } from './world.ts';

interface World {
  readonly website: Website;
  readonly address: string;
  host: Host;
}

const KEPT = 'Sent, will be read when we’re back';
/** It allows nothing but what the website itself serves. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "require-trusted-types-for 'script'",
].join('; ');

const test = base.extend<{ readonly world: World }>({
  world: async ({}, use) => {
    const website = await startWebsite();
    writeWebsiteBox(fileURLToPath(new URL('../../out/site', import.meta.url)), { key: BOX_KEY, out: website.root });
    writeFileSync(
      join(website.root, 'shop.html'),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="${POLICY}"><title>Bella Lamps</title><script async src="/counterbell/loader.js"></script></head><body><h1>Bella Lamps</h1></body></html>`,
    );
    const box = { url: website.url, key: BOX_KEY, allowPlainHttp: true };
    const host = await startHost({
      provision: {
        operators: [{ name: 'Olga', accessKey: 'olga-key-for-tests-0001' }],
        channels: [{ name: 'Bella Lamps', publicId: 'lamps', kind: 'site', box }],
      },
    });
    await host.rpc('operators.setPresence', { presence: 'online' });
    const world = { website, host, address: new URL('/shop.html', website.url).href };
    await expect.poll(async () => (await fetch(`${website.url}/c/window.txt`)).status).toBe(200);
    await use(world);
    await world.host.remove();
    await website.remove();
  },
});
test.skip(noPhp !== undefined, noPhp);

const problems = (page: Page): readonly string[] => {
  const seen: string[] = [];
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(message.text());
  });
  return seen;
};

test('a conversation through the shop’s own website, across a reload; both see each other type', async ({
  page,
  world,
}) => {
  const seen = problems(page);
  const given: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('box.php')) given.push(response.text());
  });
  const chat = await beginChat(page, world.address, 'Do you have this in red?');
  const chatId = await theChat(world);
  await world.host.rpc('chats.reply', { chatId, text: 'Yes, in two sizes' });
  await expect(chat.log.getByText('Yes, in two sizes')).toBeVisible();
  await expect
    .poll(async () => (await feed(world)).findLast(({ from }) => from === 'operator')?.delivery, { timeout: 15_000 })
    .toMatchObject({ state: 'delivered', seenAt: expect.any(Number) });
  // The website has it sealed for this window.
  const letters = (await Promise.all(given)).join();
  expect([letters.includes('"e.'), letters.includes('in two sizes')]).toEqual([true, false]);
  await world.host.rpc('chats.typing', { chatId, typing: true });
  await expect(chat.dialog.getByText(/Olga is typing/)).toBeVisible();
  const events = await world.host.events();
  await chat.field.fill('And');
  await events.waitFor('chat.typing', (is) => is.chatId === chatId && is.typing);
  await page.reload();
  await chat.button.click();
  await expect(chat.log.getByText('Do you have this in red?')).toHaveCount(1);
  await expect(chat.log.getByText('Yes, in two sizes')).toBeVisible();
  expect(seen).toEqual([]);
});

test('while the app is off messages wait there, and arrive once, in order and with their time', async ({
  page,
  world,
}) => {
  const chat = await beginChat(page, world.address, 'One');
  await theChat(world);
  await world.host.stop();
  const began = Date.now();
  await page.reload();
  await chat.button.click();
  await expect(chat.dialog.getByText('Nobody is here right now', { exact: true })).toBeVisible();
  for (const text of ['Two', 'Three']) await write(chat.field, text);
  await expect(chat.log.getByText(KEPT)).toHaveCount(2);
  const left = Date.now();
  // The visitor leaves, and comes back when the shop is open again.
  await page.goto('about:blank');
  // An hour later, as this computer has it.
  const later: Clock = { ...systemClock, wall: () => Date.now() + 60 * 60_000 };
  world.host = await startHost({ dataDir: world.host.dataDir, clock: later });
  await expect.poll(async () => (await feed(world)).length, { timeout: 15_000 }).toBe(3);
  const written = (await feed(world)).filter(({ from }) => from === 'customer');
  expect(written.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
  for (const { at } of written.slice(1)) {
    expect(at).toBeGreaterThanOrEqual(began - 1000);
    expect(at).toBeLessThanOrEqual(left + 1000);
  }
  await world.host.rpc('chats.reply', { chatId: await theChat(world), text: 'Here we are' });
  await page.goto(world.address);
  await chat.button.click();
  await expect(chat.log.getByText('Here we are')).toBeVisible({ timeout: 15_000 });
  await expect(chat.log.getByText('Two')).toHaveCount(1);
  await expect(chat.log.getByText(KEPT)).toHaveCount(0);
});

test('an address for answers, given while the app is off, is there when it is back', async ({ page, world }) => {
  await addMailbox(world.host);
  await page.clock.install();
  const chat = await beginChat(page, world.address, 'Is it in stock?');
  await theChat(world);
  await page.clock.runFor(60_000);
  const email = chat.log.getByRole('textbox', { name: 'Email' });
  await expect(email).toBeVisible();
  await world.host.stop();
  await email.fill('anna@shop.example');
  await email.press('Enter');
  const given = chat.log.getByText(/we’ll reply to .?anna@shop\.example/);
  await expect(given).toBeVisible();
  world.host = await world.host.restart();
  const emailOf = async () => (await world.host.rpc('chats.list', {})).chats[0]?.customer.email;
  await expect.poll(emailOf, { timeout: 30_000 }).toBe('anna@shop.example');
  await expect(given).toBeVisible();
});

test('photos go both ways, also one that was sent while the app was off', async ({ page, world }) => {
  const chat = await beginChat(page, world.address, 'Look at this');
  await theChat(world);
  await world.host.stop();
  await page.reload();
  await chat.button.click();
  await expect(chat.dialog.getByText('Nobody is here right now', { exact: true })).toBeVisible();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: picture(1200, 900) });
  await expect(chat.log.getByText(KEPT)).toHaveCount(1);
  world.host = await world.host.restart();
  const photo = chat.log.getByRole('img', { name: /lamp\.png/ });
  await expect(photo).toHaveJSProperty('naturalWidth', 1200, { timeout: 30_000 });
  await expect(chat.log.getByText(KEPT)).toHaveCount(0);
  const stored = (await feed(world)).find(({ type }) => type === 'photo');
  expect(stored?.fileName).toBe('lamp.png');
  const { uploadId } = await upload(world.host, 'catalogue.png', picture(64, 64, 2));
  await world.host.rpc('chats.replyMedia', {
    chatId: await theChat(world),
    clientId: 'with-a-photo',
    parts: [{ type: 'photo', uploadId, text: 'Our new one' }],
  });
  await expect(chat.log.getByText('Our new one')).toBeVisible();
  await expect(chat.log.getByRole('img').last()).toHaveJSProperty('naturalWidth', 64);
});

test('the chat page of the folder is the whole window', async ({ page, world }) => {
  await page.goto(`${world.website.url}/`);
  const main = page.getByRole('main', { name: 'Bella Lamps' });
  await write(main.getByRole('textbox', { name: 'Message' }), 'From the door');
  await expect(main.getByText(SENT)).toBeVisible();
  expect((await feed(world)).map(({ text }) => text)).toEqual(['From the door']);
});

test('while the app is off, a visitor who has written nothing meets no error', async ({ page, world }) => {
  const seen = problems(page);
  await world.host.stop();
  await page.clock.install();
  const { dialog, field, log } = await openChat(page, world.address);
  await expect(dialog.getByText('Nobody is here right now', { exact: true })).toBeVisible();
  for (let look = 0; look < 4; look += 1) await page.clock.runFor(2000);
  await write(field, 'Hello');
  await expect(log.getByText(KEPT)).toBeVisible();
  expect(seen).toEqual([]);
});

test('nothing is stored before the first message, and nothing is asked while the window is closed', async ({
  page,
  world,
}) => {
  await page.clock.install();
  await openChat(page, world.address);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  const { field, dialog } = chatIn(page);
  await write(field, 'Hello');
  await expect(dialog.getByText(SENT)).toBeVisible();
  await field.press('Escape');
  await expect(dialog).toBeHidden();
  // From now on nothing comes for the visitor.
  await world.host.stop();
  // Once a page: whether there is news. It is fetched, and that it was got is said.
  const looked = page.waitForResponse(/\/c\/[0-9a-f]{32}\.txt/);
  await page.reload();
  const mailbox = /c\/([0-9a-f]{32})\.txt/.exec((await looked).url())?.[1] ?? '';
  const given = await (await fetch(`${world.website.url}/c/${mailbox}.txt`)).text();
  const has = () => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith(':mail:has'))?.[1]);
  await expect.poll(has).toBe(given);
  // In steps, so that the clock does not outrun what is asked.
  const passing = async (minutes: number) => {
    for (let step = 0; step < minutes * 12; step += 1) await page.clock.runFor(5000);
  };
  await passing(1);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await passing(5);
  expect(asked).toEqual([]);
});
