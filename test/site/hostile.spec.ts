import type { Frame, Page } from '@playwright/test';
import { PUBLIC_ID } from './fake-engine.ts';
import { chatIn, expect, SENT, test, write } from './fixtures.ts';

let count = 0;

/** The window is where it belongs, and a message goes each way. */
async function expectUsable(
  page: Page,
  engine: { readonly say: (text: string) => unknown },
  place: Page | Frame = page,
): Promise<void> {
  const { button, dialog, field, log } = chatIn(place);
  await button.waitFor();
  expect(await button.boundingBox()).toEqual({ width: 56, height: 56, x: 1280 - 76, y: 800 - 76 });
  await expect(button).toHaveCSS('letter-spacing', 'normal');
  await button.click();
  await expect(field).toBeFocused();
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 1280 - 404, y: 140, width: 384, height: 640 });
  await expect(dialog).toHaveCSS('font-size', '15px');
  await expect(dialog.getByRole('banner').or(dialog.locator('header'))).toHaveCSS(
    'background-color',
    'rgb(29, 95, 208)',
  );
  await field.click();
  count += 1;
  await write(field, `Are ${String(count)} lamps in stock?`);
  await expect(log.getByText(`Are ${String(count)} lamps`)).toBeVisible();
  await expect(log.getByText(SENT)).toBeVisible();
  engine.say(`Yes, ${String(count)} of them.`);
  await expect(log.getByText(`Yes, ${String(count)} of them.`)).toBeVisible();
  await field.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
}

const STYLES = {
  'takes all styles away': '* { all: unset !important; --color: red !important; color-scheme: only dark !important }',
  'hides what it does not know': 'body > *, div, section { display: none !important; visibility: hidden !important }',
  'has parts in front of everything':
    'main { position: fixed; inset: 0 0 90px; z-index: 2147483647; background: #fff }',
  'has a tiny font and moves its body':
    'html { font-size: 5px } body { transform: translate(-40px, -200px); filter: blur(0); height: 3000px; zoom: 0.5; contain: paint }',
  'is a grid, from right to left':
    'html { display: grid; gap: 80px; direction: rtl } body { display: grid; grid-template-columns: 1fr 1fr } * { direction: rtl !important; text-align: right !important }',
  'lets nothing be pressed, marked or read':
    '* { pointer-events: none !important; user-select: none !important; line-height: 0 !important; text-transform: uppercase !important; text-indent: -9999px !important }',
};

test('the window is whole whatever the styles of the page are', async ({ page, engine, shop }) => {
  for (const [what, css] of Object.entries(STYLES))
    await test.step(`a page that ${what}`, async () => {
      await page.route('**/shop.css', (route) => route.fulfill({ contentType: 'text/css', body: css }));
      await page.goto(shop.address);
      await expectUsable(page, engine);
    });
});

const SCRIPTS = {
  'freezes what it was given':
    'for (const made of [Object, Array, Function, String, Promise, Map, Set, Node, Element, HTMLElement, EventTarget, Event, Document, Window]) Object.freeze(made.prototype)',
  'extends everything as libraries once did':
    'Object.prototype.each = Array.prototype.each = Function.prototype.each = function () {}; Array.from = (given) => [...given]; Element.prototype.visible = () => true',
  'has a fetch of its own': `window.fetch = (address, { method = 'GET', body, signal } = {}) => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.onload = () => resolve({ ok: request.status < 300, text: () => Promise.resolve(request.responseText), json: () => Promise.resolve(JSON.parse(request.responseText)) });
    request.onerror = reject;
    signal?.addEventListener('abort', () => { request.abort(); reject(signal.reason) });
    request.send(body);
  }); window.WebSocket = function () { throw new Error('not here') }`,
  'has a storage of its own': `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: {} })`,
  'has neither locks nor channels': `Object.defineProperty(navigator, 'locks', { value: undefined }); delete window.BroadcastChannel`,
};

test('the window is whole whatever the scripts of the page do to the browser', async ({ context, engine, shop }) => {
  for (const [what, script] of Object.entries(SCRIPTS))
    await test.step(`a page that ${what}`, async () => {
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.addInitScript({ content: script });
      await page.goto(shop.address);
      await expectUsable(page, engine);
      expect(errors).toEqual([]);
      await page.close();
    });
});

const DOCUMENTS = {
  'has no doctype, and its script before the body': '<html><head>SCRIPT</head><body><p>Lamps</p></body></html>',
  'has another base': '<!doctype html><base href="https://elsewhere.example/a/">SCRIPT<p>Lamps</p>',
  'writes itself': `<!doctype html><body><script>document.write('<p>Lamps</p><script async src="ADDRESS"><\\/script>')</script>`,
  'has the script twice': '<!doctype html>SCRIPT<p>Lamps</p>SCRIPT',
};

test('the window is whole however the page is written', async ({ page, engine, shop }) => {
  const address = `${engine.address}/site/${PUBLIC_ID}.js`;
  for (const [what, html] of Object.entries(DOCUMENTS))
    await test.step(`a page that ${what}`, async () => {
      const body = html.replaceAll('SCRIPT', `<script async src="${address}"></script>`).replace('ADDRESS', address);
      await page.goto(shop.addPage('odd', body));
      await expect(page.getByText('Lamps')).toBeVisible();
      await expectUsable(page, engine);
    });
});

test('a page in a frame of another', async ({ page, engine, shop }) => {
  await page.setContent(
    `<body style="margin:0"><iframe src="${shop.address}" style="display:block;border:0;width:1280px;height:800px"></iframe>`,
  );
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('no frame');
  await expectUsable(page, engine, frame);
});

test('neither button nor window are printed', async ({ page, shop }) => {
  await page.goto(shop.address);
  const { button, dialog, field } = chatIn(page);
  await button.waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect(button).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await button.click();
  await field.waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect(dialog).toBeHidden();
});
