import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { imageSize } from 'image-size';
import { startReverseProxy } from '../../fixtures/reverse-proxy.ts';
import { openChat, reply } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';
import { workerActive } from '../service-worker.ts';

test.use({ serviceWorkers: 'allow' });

const inbox = (page: Page) => page.getByRole('heading', { name: 'Inbox' });

const cacheNames = (page: Page): Promise<readonly string[]> => page.evaluate('caches.keys()');

/** The paths of everything in all caches of the console. */
const cached = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(async () => {
    const paths = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(url.replace(location.origin, ''));
    return paths;
  })()`);

test(
  'the manifest makes the console installable; only the shell is kept, whatever was looked at, and it opens without a host and says so',
  { tag: '@thorough' },
  async ({ host, shop, openConsole }) => {
    await shop.channel.say('1', 'Is the red kettle in stock?');
    const page = await openConsole();
    await expect(inbox(page)).toBeVisible();
    await workerActive(page);
    await expectInstallable(page, host.console);
    const feed = await openChat(page, 'Visitor');
    await reply(page, 'It is');
    await expect(feed).toContainText('It is');
    await page.reload();
    await expect(feed).toContainText('It is');
    // A language and a screen that are loaded later are kept with their first use.
    await page.getByRole('link', { name: 'Reports' }).click();
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
    await expect.poll(async () => (await cached(page)).some((path) => path.includes('reports'))).toBe(true);
    const stored = await cached(page);
    expect(stored.filter((path) => path !== '/' && !/^\/assets\/[\w.-]+\.(?:js|css|svg|woff2)$/.test(path))).toEqual(
      [],
    );
    for (const path of stored) expect(await keptText(page, path)).not.toContain('red kettle');

    await host.stop();
    await page.goto(`${host.console}/`);
    await expect(page.getByText('Counterbell isn’t responding.').first()).toBeVisible();
    await expect(page.getByText('red kettle')).toHaveCount(0);
    await host.restart({
      addresses: { listener: new URL(host.listener).host, console: new URL(host.console).host },
    });
    await page.reload();
    await expect(page.getByText('Counterbell isn’t responding.')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
  },
);

/** Without errors, with icons of the sizes that it names. */
async function expectInstallable(page: Page, console: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const manifest = await session.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  // The profiles of tests may count as private windows; nothing else stands in the way.
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const { icons, ...rest } = JSON.parse(manifest.data ?? '') as {
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
  };
  expect(rest).toMatchObject({ name: 'Counterbell', display: 'standalone', start_url: '/', scope: '/', id: '/' });
  for (const purpose of ['any', 'maskable'])
    expect(icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
  for (const { src, sizes } of [...icons, { src: 'apple-touch-icon.png', sizes: '180x180' }]) {
    const answer = await fetch(`${console}/${src}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { width, height } = imageSize(new Uint8Array(await answer.arrayBuffer()));
    expect(`${width}x${height}`).toBe(sizes);
  }
  const served = await fetch(`${console}/manifest.webmanifest`);
  expect(served.headers.get('content-type')).toContain('application/manifest+json');
}

function keptText(page: Page, path: string): Promise<string> {
  return page.evaluate(`caches.match(${JSON.stringify(path)}).then((answer) => answer.text())`);
}

test(
  'signing in with a link and signing out work with a worker in charge',
  { tag: '@thorough' },
  async ({ host, shop, browser }) => {
    await shop.channel.say('1', 'Is the red kettle in stock?');
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    const page = await context.newPage();
    await page.goto(`${host.console}/`);
    const signIn = page.getByRole('textbox', { name: 'Access key' });
    await expect(signIn).toBeVisible();
    await workerActive(page);
    await page.goto(host.accessUrl);
    await expect(page).toHaveURL(`${host.console}/`);
    await expect(inbox(page)).toBeVisible();
    expect((await cached(page)).filter((path) => path.includes('key='))).toEqual([]);
    await context.clearCookies();
    await page.reload();
    await expect(signIn).toBeVisible();
    await expect(page.getByText('red kettle')).toHaveCount(0);
    await context.close();
  },
);

test('a new version takes over once no window runs the old one', { tag: '@thorough' }, async ({ host, browser }) => {
  let version = 1;
  const built = await readFile(new URL('../../../out/renderer/service-worker.js', import.meta.url), 'utf8');
  const name = /counterbell-shell-|`([0-9a-f]{16})`/g;
  const id = [...built.matchAll(name)].flatMap(([, found]) => found ?? [])[0] ?? '';
  const proxy = await startReverseProxy(host.console, (path, body) =>
    version === 2 && path === '/service-worker.js' ? body.replaceAll(id, 'f'.repeat(16)) : body,
  );
  const context: BrowserContext = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(proxy.url);
  await workerActive(page);
  expect(await cacheNames(page)).toEqual([`counterbell-shell-${id}`]);

  version = 2;
  const other = await context.newPage();
  await other.goto(proxy.url);
  const waiting = (): Promise<boolean> =>
    other.evaluate('navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)');
  await expect.poll(waiting).toBe(true);
  // The old one is still in use in the first window.
  await other.reload();
  await workerActive(other);
  expect(await waiting()).toBe(true);
  await page.close();
  await other.close();
  const next = await context.newPage();
  await next.goto(proxy.url);
  await expect.poll(() => cacheNames(next)).toEqual([`counterbell-shell-${'f'.repeat(16)}`]);
  await context.close();
  await proxy.stop();
});
