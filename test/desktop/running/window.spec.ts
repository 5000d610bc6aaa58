import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Links passed to the default browser from now on, instead of opening them. */
async function externalLinks(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
}

/** Runs text in the page; this compiler has no DOM types. */
const inPage = (page: Page, script: string): Promise<unknown> => page.evaluate(script);

test('the page is sandboxed and has no access to Node', async ({ desktop: { app, console } }) => {
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences: () => Record<string, unknown>;
    };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
  });
  expect(await inPage(console, '[typeof require, typeof process, typeof module, typeof Buffer].join()')).toBe(
    'undefined,undefined,undefined,undefined',
  );
  expect(await inPage(console, 'Object.keys(counterbell).sort().join()')).toBe('desktop,request,subscribe');
  expect(await inPage(console, 'Object.keys(counterbell.desktop).sort().join()')).toBe('call,on');
  expect(console.url()).toContain('app://counterbell/index.html');
});

test('no foreign script runs, and no file outside the console is served', async ({ desktop: { console } }) => {
  const injected = `(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.injected = true';
    document.head.append(script);
    return 'injected' in globalThis;
  })()`;
  expect(await inPage(console, injected)).toBe(false);
  expect(await inPage(console, `fetch('app://counterbell/index.html').then((answer) => answer.status)`)).toBe(200);
  expect(
    await inPage(console, `fetch('app://counterbell/..%2f..%2fpackage.json').then((answer) => answer.status)`),
  ).toBe(404);
  expect(await inPage(console, `fetch('https://shop.example/').then(() => 'fetched', () => 'refused')`)).toBe(
    'refused',
  );
});

test('the window never leaves the console; web links open in the default browser', async ({
  desktop: { app, console },
}) => {
  const opened = await externalLinks(app);
  const here = console.url();
  await inPage(console, `void (location.href = 'https://shop.example/left')`);
  await expect.poll(opened).toEqual(['https://shop.example/left']);
  await inPage(console, `void (location.href = 'file:///etc/passwd')`);
  await inPage(console, `void (location.href = 'https://shop.example/again')`);
  await expect.poll(opened).toEqual(['https://shop.example/left', 'https://shop.example/again']);
  expect(console.url()).toBe(here);
});

test('no page opens a window; web links open in the default browser', async ({ desktop: { app, console } }) => {
  const opened = await externalLinks(app);
  for (const url of [
    'https://shop.example/',
    'file:///etc/passwd',
    'app://counterbell/index.html',
    'javascript:alert(1)',
    'https://a:b@shop.example/',
  ]) {
    expect(await inPage(console, `window.open(${JSON.stringify(url)}) === null`)).toBe(true);
  }
  expect(await opened()).toEqual(['https://shop.example/']);
  expect(app.windows()).toHaveLength(1);
});

test('the page has no permission except copying', async ({ desktop: { console } }) => {
  const state = (name: string) =>
    inPage(console, `navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`);
  for (const name of ['geolocation', 'camera', 'microphone', 'notifications', 'clipboard-read'])
    expect(await state(name)).toBe('denied');
  expect(await state('clipboard-write')).toBe('granted');
});

test("the engine answers only the console's page", async ({ desktop: { app, console } }) => {
  const ask = `counterbell.request('operators.me', {}).then((answer) => answer.ok, (error) => error.message)`;
  expect(await inPage(console, ask)).toBe(true);

  const foreignWindow = app.waitForEvent('window');
  await app.evaluate(({ app: main, BrowserWindow }) => {
    const preload = `${main.getAppPath()}/out/preload/index.cjs`;
    void new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } }).loadURL(
      'app://counterbell/index.html',
    );
  });
  const foreign = await foreignWindow;
  await foreign.waitForURL('app://counterbell/index.html');
  expect(await inPage(foreign, ask)).toMatch(/may not ask/);

  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.isVisible())
      ?.loadURL('data:text/html,elsewhere'),
  );
  await expect(console.getByText('elsewhere')).toBeVisible();
  expect(await inPage(console, ask)).toMatch(/may not ask/);
});

test('nothing of the console is on the listener', async ({ desktop: { rpc } }) => {
  const { listenerUrl } = await rpc('setup.get', {});
  for (const path of ['/index.html', '/rpc/operators.me', '/events']) {
    expect((await fetch(listenerUrl + path, { method: path.startsWith('/rpc') ? 'POST' : 'GET' })).status).toBe(404);
  }
});
