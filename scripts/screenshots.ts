import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { expect } from '@playwright/test';
import { buildIfStale } from './build.ts';
import { browserLaunch } from './find-browser.ts';
import { type Demo, startDemo } from './screenshots/demo.ts';
import { showPublicAddress } from './screenshots/shown-addresses.ts';

const folder = path.resolve(import.meta.dirname, '../docs/images');

interface Picture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** path and hash after the console's address */
  readonly place: (demo: Demo) => string;
  /** steps before the screenshot; resolves when what it shows is there */
  readonly act: (page: Page, demo: Demo) => Promise<void>;
}

const connection = () => '/#/settings/connection';

const pictures: readonly Picture[] = [
  { name: 'console-light', width: 1280, height: 800, place: ({ chatId }) => `/#/chat/${chatId}`, act: photoShown },
  {
    name: 'bot-chat',
    width: 1280,
    height: 800,
    place: ({ botChatId }) => `/#/chat/${botChatId}`,
    act: inspect,
  },
  {
    name: 'connection-check',
    width: 1280,
    height: 1240,
    place: () => '/#/settings/connection/check',
    act: check,
  },
  {
    name: 'test-customer',
    width: 420,
    height: 720,
    place: ({ website }) => `/#/test-customer?channel=${website.id}`,
    act: talk,
  },
  { name: 'connection', width: 1280, height: 1180, place: connection, act: reachShown },
  {
    name: 'connection-ssh',
    width: 1280,
    height: 1500,
    place: connection,
    act: openOwnServer,
  },
];

/** `npm run screenshots`: regenerates docs/images from a shop with sample chats. */
async function takePictures(): Promise<void> {
  await buildIfStale();
  mkdirSync(folder, { recursive: true });
  const demo = await startDemo();
  const browser = await chromium.launch(browserLaunch());
  try {
    for (const picture of pictures) await take(browser, demo, picture);
  } finally {
    await browser.close();
    await demo.stop();
  }
}

async function take(browser: Browser, demo: Demo, { name, width, height, place, act }: Picture): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    deviceScaleFactor: 2,
  });
  await showPublicAddress(context, demo);
  const page = await context.newPage();
  await page.goto(demo.host.accessUrl);
  await page.getByRole('tab', { name: /^All open/ }).click();
  await page.mouse.move(width / 2, 0);
  await page.goto(demo.host.console + place(demo));
  await act(page, demo);
  await settled(page);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  await context.close();
  process.stderr.write(`docs/images/${name}.png\n`);
}

async function photoShown(page: Page): Promise<void> {
  const photo = page.getByRole('button', { name: 'harbour-shade.png, view larger' }).locator('img');
  await expect(photo.last()).toHaveJSProperty('naturalWidth', 1200);
}

async function reachShown(page: Page): Promise<void> {
  await page.getByText('Customers can reach you', { exact: true }).waitFor();
}

async function openOwnServer(page: Page): Promise<void> {
  for (const name of ['Tunnel', 'Own server']) await page.getByRole('radio', { name, exact: true }).click();
}

async function check(page: Page): Promise<void> {
  await page.getByText(/^Checked /).waitFor({ timeout: 60_000 });
}

async function inspect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Bot inspector' }).click();
  await page.getByRole('region', { name: 'Bot inspector' }).getByText('BOT_MESSAGE').first().waitFor();
}

/** The test customer asks, and gets an answer. */
async function talk(page: Page, { host, website }: Demo): Promise<void> {
  await page.getByRole('textbox', { name: 'Your message' }).fill('Hi! Is the brass desk lamp in stock?');
  await page.getByRole('textbox', { name: 'Your message' }).press('Enter');
  await page.getByText(/^Sent /).waitFor();
  const { chats } = await host.rpc('chats.list', { filter: 'open' });
  const asked = chats.find(({ channelId }) => channelId === website.id);
  if (asked === undefined) throw new Error('the test customer’s chat did not arrive');
  await host.rpc('chats.reply', { chatId: asked.id, text: 'It is! Three left. Shall I put one aside for you?' });
  await page.getByText('Three left', { exact: false }).waitFor();
}

/** Requests have finished, and fonts are loaded. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

await takePictures();
