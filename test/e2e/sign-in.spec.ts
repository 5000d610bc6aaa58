import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ACCESS_KEY } from '../fixtures/host-client.ts';
import { expect, test } from './fixtures.ts';

test('the link signs in once; without it the access key is requested, and a wrong one is reported', async ({
  host,
  shop,
  browser,
}) => {
  await shop.channel.say('anna', 'Hello');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(host.console);
  await page.getByLabel('Access key', { exact: true }).fill('not the right key at all');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Counterbell doesn’t know this key.', { exact: false })).toBeVisible();
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

test("another site cannot guess keys through a user's browser; a link clicked there signs in, and the key appears nowhere", async ({
  host,
  shop,
  browser,
}) => {
  await shop.channel.say('anna', 'Hello');
  const { port } = new URL(host.console);
  // Another host name than the console's, hence another site to the browser.
  const images = Array.from(
    { length: 30 },
    (_, count) => `<img src="http://127.0.0.1:${port}/?key=guess-${count}">`,
  ).join('');
  const other = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html>${images}<img src="${host.accessUrl}"><a href="${host.accessUrl}">Open the inbox</a>`);
  });
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  const context = await browser.newContext();
  const page = await context.newPage();
  const elsewhere = `http://localhost:${(other.address() as AddressInfo).port}/`;
  await page.goto(elsewhere, { waitUntil: 'load' });
  expect(await context.cookies(host.console)).toEqual([]);

  await page.getByRole('link', { name: 'Open the inbox' }).click();
  await expect(page.getByRole('option')).toHaveCount(1);
  expect(page.url()).toBe(`${host.console}/`);
  expect(
    await page.evaluate('`${document.referrer} ${location.href} ${document.documentElement.outerHTML}`'),
  ).not.toContain('key=');

  const asked = await page.evaluate(async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push(
        (
          await fetch('/session', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"accessKey":"wrong"}',
          })
        ).status,
      );
    }
    return statuses;
  });
  // None of the other page's thirty was counted.
  expect(asked).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  await page.goto(host.accessUrl);
  await expect(page.getByRole('option')).toHaveCount(1);
  await context.close();
  other.close();
});
