import { existsSync } from 'node:fs';
import { browserLaunch } from '../../scripts/find-browser.ts';
import { expect, openChat, SENT, test, write } from './fixtures.ts';

const launch = browserLaunch();
/** The headless shell keeps no pages that were left. */
const executablePath = launch.executablePath.replace('-headless-shell', '');

test.use({ launchOptions: { ...launch, executablePath, ignoreDefaultArgs: ['--disable-back-forward-cache'] } });
test.skip(!existsSync(executablePath), `${executablePath} is not installed`);

test(
  'on the way back to a page that the browser has kept, the window is connected again and has what came meanwhile',
  { tag: '@thorough' },
  async ({ page, engine, shop }) => {
    const { field, log } = await openChat(page, shop.address);
    await page.evaluate(`addEventListener('pageshow', ({ persisted }) => { window.wasKept = persisted; })`);
    await write(field, 'Hello');
    await expect(log.getByText(SENT)).toBeVisible();
    await field.fill('A draft');
    await page.goto(shop.addPage('other', '<!doctype html><p>Another page</p>'));
    await expect.poll(() => engine.ways()).toEqual([]);
    engine.say('While you were away');
    // Nothing is loaded.
    await page.goBack({ waitUntil: 'commit' });
    expect(await page.evaluate('window.wasKept')).toBe(true);
    await expect(log.getByText('While you were away')).toBeVisible();
    await expect(field).toHaveValue('A draft');
    await field.press('Enter');
    await expect(log.locator('.bubble')).toHaveText(['Hello', 'While you were away', 'A draft']);
    await expect(log.getByText(SENT)).toBeVisible();
    expect(engine.ways()).toHaveLength(1);
  },
);
