import { chromium } from '@playwright/test';
import { browserLaunch } from '../../scripts/find-browser.ts';
import { freePort } from '../fixtures/free-port.ts';
import { expect, test } from './fixtures.ts';

test('a colleague works in a browser, on the owner’s computer the app answers them live, also after a restart', async ({
  launch,
}) => {
  const first = await launch();
  await first.rpc('setup.finish', {});
  const port = await freePort();
  await first.rpc('door.change', { port });
  await first.console.goto('app://counterbell/index.html#/settings/operators');
  await first.console.getByRole('switch', { name: 'Let colleagues in' }).click();
  await expect.poll(async () => (await first.rpc('door.get', {})).isOpen).toBe(true);
  await first.console.getByRole('button', { name: 'Add an operator' }).click();
  await first.console.getByRole('textbox', { name: 'Name' }).fill('Ivan');
  await first.console.keyboard.press('Enter');
  const accessKey = await first.console.getByRole('textbox', { name: 'Access key' }).inputValue();
  // The test's computer may be in no network: then there is no address to hand out, and the door is at its own.
  const door = `https://127.0.0.1:${port}`;

  const browser = await chromium.launch(browserLaunch());
  const elsewhere = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await elsewhere.newPage();
  await page.goto(`${door}/?key=${accessKey}`);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.goto(`${door}/#/settings/profile`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ivan the second');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await first.console.getByRole('button', { name: 'Done' }).click();
  await expect(first.console.getByRole('button', { name: /^Ivan the second/ })).toBeVisible();

  // Without a network the browser blames that.
  const lost = page.getByText(/^(Counterbell isn’t responding|No network connection)\.$/);
  await first.quit();
  await expect(lost).toBeVisible();
  const second = await launch();
  // The browser finds the door again by itself.
  await expect(lost).toBeHidden({ timeout: 60_000 });
  expect((await second.rpc('door.get', {})).isOpen).toBe(true);
  await browser.close();
});
