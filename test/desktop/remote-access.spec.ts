import { chromium, type Browser, type Page } from '@playwright/test';
import { browserLaunch } from '../../scripts/find-browser.ts';
import { freePort } from '../fixtures/free-port.ts';
import { expect, test, type Desktop } from './fixtures.ts';
import { answerBoxes } from './system-boxes.ts';

/** Opens remote access and adds Ivan, as an owner does; returns Ivan's link. Remote access is at this computer's own address. */
async function letIvanIn({ rpc, console }: Desktop): Promise<string> {
  await rpc('setup.finish', {});
  const port = await freePort();
  await rpc('remoteAccess.change', { port });
  await console.goto('app://counterbell/index.html#/settings/operators');
  await console.getByRole('switch', { name: 'Let colleagues in' }).click();
  await expect.poll(async () => (await rpc('remoteAccess.get', {})).isOpen).toBe(true);
  await console.getByRole('button', { name: 'Invite a colleague' }).click();
  await console.getByRole('button', { name: 'With an access key instead' }).click();
  await console.getByRole('textbox', { name: 'Name' }).fill('Ivan');
  await console.keyboard.press('Enter');
  const accessKey = await console.getByRole('textbox', { name: 'Access key' }).inputValue();
  await console.getByRole('button', { name: 'Done' }).click();
  // The test's computer may be in no network: then there is no address to hand out.
  return `https://127.0.0.1:${port}/?key=${accessKey}`;
}

/** A browser on a colleague's computer, at a link. */
async function openElsewhere(link: string): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const browser = await chromium.launch(browserLaunch());
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await page.goto(link);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  return { browser, page };
}

const isHeldAwake = ({ app }: Desktop): Promise<boolean> =>
  app.evaluate(({ powerSaveBlocker }) =>
    Array.from({ length: 20 }, (_, id) => powerSaveBlocker.isStarted(id)).some(Boolean),
  );

test(
  'a colleague works in a browser, on the owner’s computer the app answers them live, also after a restart; meanwhile the computer stays awake, quitting says who it cuts off, and the end of the session asks nothing',
  { tag: '@thorough' },
  async ({ launch }) => {
    const first = await launch();
    const { console: window, app } = first;
    const asked = await answerBoxes(app, 'Stay', 'Stay', 'Quit anyway');
    const link = await letIvanIn(first);
    await expect(window.getByText('Nobody else is connected.')).toBeVisible();
    expect(await isHeldAwake(first)).toBe(false);
    const { browser, page } = await openElsewhere(link);
    await expect(window.getByRole('status').filter({ hasText: /^Ivan$/ })).toBeVisible();
    await expect.poll(() => isHeldAwake(first)).toBe(true);

    const words = 'Ivan is connected and would be cut off.';
    await app.evaluate(({ app: running }) => running.quit());
    await expect.poll(asked).toEqual([words]);
    // Closing the window quits too, if the owner wants that.
    await window.evaluate(() => counterbell.desktop.call('change', { closeToTray: false }));
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(asked).toEqual([words, words]);
    await expect(window.getByRole('switch', { name: 'Let colleagues in' })).toBeVisible();

    await page.goto(new URL('/#/settings/profile', link).href);
    await page.getByRole('textbox', { name: 'Name' }).fill('Ivan the second');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(window.getByRole('button', { name: /^Ivan the second/ })).toBeVisible();

    // Without a network the browser blames that.
    const lost = page.getByText(/^(Counterbell isn’t responding|No network connection)\.$/);
    expect(await first.quit()).toBe(0);
    await expect(lost).toBeVisible();
    const second = await launch();
    await answerBoxes(second.app, 'Stay');
    // The browser finds remote access again by itself.
    await expect(lost).toBeHidden({ timeout: 60_000 });
    expect((await second.rpc('remoteAccess.get', {})).isOpen).toBe(true);
    await expect.poll(() => isHeldAwake(second)).toBe(true);
    const ended = second.app.waitForEvent('close');
    await second.app.evaluate(
      ({ powerMonitor }) => void powerMonitor.emit('shutdown', { preventDefault: () => undefined }),
    );
    await ended;
    expect(await second.quit()).toBe(0);
    await browser.close();
  },
);
