import { ACCESS_KEY } from '../fixtures/headless.ts';
import { expect, test } from './fixtures.ts';

test('the link signs in once; without it the access key is asked for, and a wrong one is said', async ({ host, shop, browser }) => {
  await shop.channel.say('anna', 'Hello');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(host.console);
  await page.getByLabel('Access key', { exact: true }).fill('not the right key at all');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This is not a key that Counterbell knows.', { exact: false })).toBeVisible();
  await page.getByLabel('Access key', { exact: true }).fill(ACCESS_KEY);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('option')).toHaveCount(1);
  expect(page.url()).not.toContain(ACCESS_KEY);

  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  await page.goto(host.accessUrl);
  await expect(page.getByRole('option')).toHaveCount(1);
  expect(page.url()).not.toContain('key=');
  await context.close();
});
