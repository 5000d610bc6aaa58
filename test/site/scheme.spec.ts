import type { Page } from '@playwright/test';
import { PUBLIC_ID } from './fake-engine.ts';
import { chatIn, expect, test } from './fixtures.ts';

const GROUNDS = { light: 'rgb(255, 255, 255)', dark: 'rgb(28, 28, 32)' } as const;

/** Opens the window on a page with this content. */
async function open(page: Page, add: (name: string, html: string) => string, engine: string, html: string) {
  await page.goto(add('shade', `<!doctype html>${html}<script src="${engine}/site/${PUBLIC_ID}.js"></script>`));
  const { button, dialog } = chatIn(page);
  await button.click();
  return dialog;
}

const PAGES: readonly (readonly [what: string, html: string, of: 'light' | 'dark'])[] = [
  ['says nothing', '<p>Lamps', 'light'],
  ['has a light ground', '<body style="background:#faf6ef">', 'light'],
  ['has a dark ground', '<body style="background:oklch(0.2 0.02 70)">', 'dark'],
  ['has a dark root', '<html style="background:#111;color:#eee"><p>Lamps', 'dark'],
  ['has a dark scheme', '<style>:root { color-scheme: dark }</style>', 'dark'],
  ['has a dark scheme in its head', '<meta name="color-scheme" content="dark">', 'dark'],
  ['has a light scheme only', '<style>:root { color-scheme: only light }</style>', 'light'],
  [
    'has a dark scheme and a light ground',
    '<style>:root { color-scheme: dark } body { background: #fff }</style>',
    'light',
  ],
  ['shows a picture behind light text', '<body style="background:linear-gradient(#222, #000);color:#eee">', 'dark'],
  ['has a ground one sees through', '<body style="background:rgb(0 0 0 / 5%)">', 'light'],
  ['is an app with a dark ground', '<body style="margin:0"><div style="background:#15151a;min-height:100vh">', 'dark'],
  [
    'darkens itself behind a notice',
    '<body style="background:#fff"><div style="position:fixed;inset:0;background:rgb(0 0 0 / 50%)"></div>',
    'light',
  ],
  [
    'has a dark footer only',
    '<body style="background:#fff"><footer style="position:fixed;bottom:0;height:80px;width:100%;background:#000">',
    'light',
  ],
  [
    'styles everything',
    '<style>* { color: red !important; color-scheme: dark !important }</style><body style="background:#fff">',
    'light',
  ],
];

test('the window is as light as its page, on a light and on a dark device', async ({ page, engine, shop }) => {
  const both = '<style>:root { color-scheme: light dark }</style><p>Lamps';
  for (const [what, html, of] of [...PAGES, ['has both', both, undefined] as const])
    await test.step(`a page that ${what}`, async () => {
      const dialog = await open(page, shop.addPage, engine.address, html);
      for (const device of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme: device });
        await expect.soft(dialog, `on a ${device} device`).toHaveCSS('background-color', GROUNDS[of ?? device]);
      }
    });
});

test('the window is as light as the owner wants it, whatever the page is', async ({ page, engine, shop }) => {
  for (const theme of ['light', 'dark'] as const) {
    engine.behaviour.status = { theme };
    for (const ground of ['#fff', '#000']) {
      const dialog = await open(page, shop.addPage, engine.address, `<body style="background:${ground}">`);
      for (const device of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme: device });
        await expect(dialog).toHaveCSS('background-color', GROUNDS[theme]);
      }
    }
  }
});

test('the page changes while the window is open', async ({ page, engine, shop }) => {
  const html = '<style>.night { background: #101014 }</style><body style="color:#333">';
  const dialog = await open(page, shop.addPage, engine.address, html);
  await expect(dialog).toHaveCSS('background-color', GROUNDS.light);
  await page.evaluate(`document.documentElement.className = 'night'`);
  await expect(dialog).toHaveCSS('background-color', GROUNDS.dark);
  await page.evaluate(`document.documentElement.className = ''`);
  await expect(dialog).toHaveCSS('background-color', GROUNDS.light);
});

test('the first word beside the button is as light as the page', async ({ page, engine, shop }) => {
  engine.behaviour.status = { invitation: { text: 'Can we help?', seconds: 1, pages: [] } };
  await page.emulateMedia({ colorScheme: 'dark' });
  const script = `<script src="${engine.address}/site/${PUBLIC_ID}.js"></script>`;
  await page.goto(shop.addPage('shade', `<!doctype html><body style="background:#fff">${script}`));
  await expect(page.locator('.card')).toHaveCSS('background-color', GROUNDS.light);
});
