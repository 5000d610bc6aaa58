import { expect, test } from './fixtures.ts';

test('the presence switch changes the status for websites at once', async ({ shop, openConsole }) => {
  const page = await openConsole();
  const choose = async (presence: 'Online' | 'Away') => {
    const answered = page.waitForResponse(/\/rpc\/operators\.setPresence$/);
    await page.getByRole('button', { name: /Change presence/ }).click();
    await page.getByRole('menuitemradio', { name: new RegExp(`^${presence}`) }).click();
    expect((await answered).status()).toBe(200);
    await expect(page.getByRole('button', { name: new RegExp(`Olga: ${presence}`) })).toBeVisible();
  };
  await choose('Online');
  expect((await shop.channel.status()).body).toBe('1');
  await choose('Away');
  expect((await shop.channel.status()).body).toBe('0');
});
