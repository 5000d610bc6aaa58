import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright';
import { expect } from '@playwright/test';
import { buildIfStale } from './build.ts';
import { browserLaunch } from './find-browser.ts';
import { encodeInvitation } from '#shared/domain/invitation.ts';
import { type Demo, showPublicAddress, startDemo } from './screenshots/demo.ts';

const folder = path.resolve(import.meta.dirname, '../docs/images');

const LOOK = { colorScheme: 'light', reducedMotion: 'reduce', locale: 'en-GB', deviceScaleFactor: 2 } as const;

interface Picture {
  readonly name: string;
  /** 1280 by default */
  readonly width?: number;
  readonly height: number;
  /** path and hash after the console's address */
  readonly path: (demo: Demo) => string;
  /** steps before the screenshot; resolves when what it shows is there */
  readonly act: (page: Page, demo: Demo) => Promise<void>;
  /** only this part of the page */
  readonly part?: (page: Page) => Locator;
}

const connection = () => '/#/settings/connection';

const pictures: readonly Picture[] = [
  {
    name: 'console-light',
    height: 800,
    path: ({ chatId }) => `/#/chat/${chatId}`,
    act: async (page) => {
      const photo = page.getByRole('button', { name: 'harbour-shade.png, view larger' }).locator('img');
      await expect(photo.last()).toHaveJSProperty('naturalWidth', 1200);
    },
  },
  { name: 'bot-chat', height: 800, path: ({ botChatId }) => `/#/chat/${botChatId}`, act: inspect },
  {
    name: 'connection',
    height: 1180,
    path: connection,
    act: (page) => page.getByText('Customers can reach you', { exact: true }).waitFor(),
  },
  {
    name: 'team-invitation',
    width: 760,
    height: 760,
    path: () => '/#/settings/operators',
    act: inviteColleague,
    part: (page) => page.getByRole('dialog', { name: 'Invitation for Ivan' }),
  },
  {
    name: 'team-join',
    width: 560,
    height: 640,
    path: () => `/join#${EXAMPLE}`,
    act: openInvitation,
    part: (page) => page.locator('main > div'),
  },
];

/** An invitation of nobody: neither its secret nor its key was ever in use. */
const EXAMPLE = encodeInvitation({
  secret: Buffer.alloc(16, 'example').toString('base64url'),
  pin: Buffer.alloc(32, 'example').toString('base64url'),
  addresses: ['https://192.168.1.20:8790'],
});

/** `npm run screenshots [-- NAME…]`: regenerates docs/images, or those of these names, from a shop with sample chats. */
async function takePictures(names: readonly string[]): Promise<void> {
  const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
  await buildIfStale();
  mkdirSync(folder, { recursive: true });
  const demo = await startDemo();
  const browser = await chromium.launch(browserLaunch());
  try {
    for (const picture of pictures) if (isWanted(picture.name)) await take(browser, demo, picture);
    if (isWanted('site-window') || isWanted('site-guide')) await takeWindow(browser, demo);
    if (isWanted('website')) await takeWebsite(browser, demo);
  } finally {
    await browser.close();
    await demo.stop();
  }
}

async function take(
  browser: Browser,
  demo: Demo,
  { name, width = 1280, height, path: pathOf, act, part }: Picture,
): Promise<void> {
  const context = await browser.newContext({ ...LOOK, viewport: { width, height } });
  await showPublicAddress(context, demo);
  const page = await context.newPage();
  await page.goto(demo.host.accessUrl);
  await page.getByRole('tab', { name: /^All open/ }).click();
  await page.mouse.move(width / 2, 0);
  await page.goto(demo.host.console + pathOf(demo));
  await act(page, demo);
  await settled(page);
  await (part?.(page) ?? page).screenshot({ path: path.join(folder, `${name}.png`) });
  await context.close();
  process.stderr.write(`docs/images/${name}.png\n`);
}

/** The window on a shop's page, with an answer; and the guide that put it there. */
async function takeWindow(browser: Browser, demo: Demo): Promise<void> {
  const { host } = demo;
  const { id } = await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'bella-lamps' });
  await host.rpc('channels.update', { channelId: id, site: { color: '#8a4b1f' } });
  const context = await browser.newContext({ ...LOOK, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const { listenerUrl } = await host.rpc('setup.get', {});
  const shop = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(shopPage(`${listenerUrl}/site/bella-lamps.js`)),
  );
  await once(shop.listen(0, '127.0.0.1'), 'listening');
  await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}/`);
  await page.getByRole('button', { name: /^Chat with us/ }).click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Good evening! Does the brass lamp come with a longer cable?');
  await field.press('Enter');
  await page.getByText(/Sent$/).waitFor();
  const { chats } = await host.rpc('chats.list', { filter: 'open' });
  const chatId = chats.find(({ channelId }) => channelId === id)?.id ?? '';
  await host.rpc('chats.reply', { chatId, text: 'It does: two or three metres. Shall I put one aside for you?' });
  await page
    .getByRole('log')
    .getByText(/Shall I put one aside/)
    .last()
    .waitFor();
  await settled(page);
  await page.screenshot({ path: path.join(folder, 'site-window.png') });
  await context.close();
  shop.close();
  process.stderr.write('docs/images/site-window.png\n');
  await take(browser, demo, {
    name: 'site-guide',
    height: 1180,
    path: () => `/#/settings/channels/${id}/guide`,
    act: async (guide) => {
      await guide.getByRole('button', { name: /^The look/ }).click();
      await guide.getByText('Make the window fit your website.').waitFor();
    },
  });
}

/** The three steps of connecting a website, which nobody has: what is found there is put into the console's requests. */
async function takeWebsite(browser: Browser, demo: Demo): Promise<void> {
  const { host } = demo;
  await host.rpc('connection.change', { way: 'local' });
  const { id: channelId } = await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
  const guide = {
    height: 640,
    path: () => `/#/settings/channels/${channelId}/guide`,
    part: (page: Page) => page.getByRole('main'),
  };
  await take(browser, demo, {
    ...guide,
    name: 'website-address',
    act: (page) => page.getByRole('textbox', { name: 'Address of your website' }).fill('bella-lamps.example'),
  });
  await host.rpc('letterboxes.set', { channelId, url: 'bella-lamps.example' });
  const found = (state: 'starting' | 'open') => async (page: Page) => {
    const letterbox = { channelId, url: 'https://bella-lamps.example/counterbell', state, since: Date.now() };
    await page.route('**/rpc/letterboxes.list', (route) =>
      route.fulfill({ json: { ok: true, data: { letterboxes: [letterbox] } } }),
    );
    await page.route('**/rpc/letterboxes.check', (route) => route.fulfill({ json: { ok: true, data: letterbox } }));
    await page.reload();
    if (state === 'open') await page.getByRole('button', { name: /^Your address/ }).press('Enter');
    await page.getByText(state === 'open' ? /^Found at/ : /^Waiting for/).waitFor();
  };
  await take(browser, demo, { ...guide, name: 'website-upload', act: found('starting') });
  await take(browser, demo, { ...guide, name: 'website-found', act: found('open') });
}

const shopPage = (script: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Bella Lamps</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{margin:0;background:#faf6ef;color:#2b2520;font:18px/1.6 Georgia,serif}main{max-width:720px;margin:0 72px;padding:56px 0}
nav{font:15px system-ui,sans-serif;color:#7a6a58;word-spacing:18px}h1{font-size:44px;line-height:1.15;margin:28px 0 16px}
figure{margin:32px 0;height:300px;border-radius:6px;background:radial-gradient(circle at 34% 38%,#fff3cf 0,#f0cf8a 16%,#c08a45 46%,#6d4a28 100%)}</style>
</head><body><main><nav>Lamps Workshop Visit</nav><h1>Light, made by hand</h1>
<p>Every lamp leaves our workshop with a name on its base, and comes back to us when it needs a new cable.</p><figure></figure>
<p>The brass reading lamp, from 180 €.</p></main><script async src="${script}"></script></body></html>`;

async function inspect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Bot inspector' }).click();
  await page.getByRole('region', { name: 'Bot inspector' }).getByText('BOT_MESSAGE').first().waitFor();
}

/** An owner's invitation of a colleague, with its link and QR code. */
async function inviteColleague(page: Page): Promise<void> {
  const invitation = { id: 'example', name: 'Ivan', role: 'operator', until: Date.now() + 24 * 60 * 60 * 1000 };
  const data = { invitation, web: `https://192.168.1.20:8790/join#${EXAMPLE}`, app: `counterbell://join/${EXAMPLE}` };
  await page.route('**/rpc/invitations.create', (route) =>
    route.fulfill({ json: { ok: true, data: { ...data, pin: Buffer.alloc(32, 'example').toString('base64url') } } }),
  );
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ivan');
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await page.getByRole('img', { name: 'QR code of the link for Ivan' }).waitFor();
}

async function openInvitation(page: Page): Promise<void> {
  const data = { shop: 'Bella Lamps', name: 'Ivan', role: 'operator', isFurther: false };
  await page.route('**/join/look', (route) => route.fulfill({ json: { ok: true, data } }));
  await page.context().clearCookies();
  await page.reload();
  await page.getByRole('heading', { name: 'Join Bella Lamps' }).waitFor();
}

/** Requests have finished, and fonts are loaded. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

await takePictures(process.argv.slice(2));
