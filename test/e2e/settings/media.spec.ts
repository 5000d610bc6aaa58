import { picture } from '../../fixtures/pictures.ts';
import { attached, choose, isMessage, messageIn, say, send } from '../attaching.ts';
import { composer, openChat, showList } from '../conversation.ts';
import { holdBack } from '../watched.ts';
import { expect, test } from '../fixtures.ts';

test('media settings are saved on leaving them, and can be undone', async ({ host, openConsole }) => {
  const page = await openConsole();
  await page.goto(`${host.console}/#/settings/media`);
  const settings = async () => (await host.rpc('media.settings', {})).settings;
  const largest = page.getByRole('textbox', { name: 'Largest file' });
  await largest.fill('0');
  await expect(page.getByText('At least 1')).toBeVisible();
  await largest.fill('20');
  await largest.press('Enter');
  await expect(page.getByText('Saved: Largest file')).toBeVisible();
  expect((await settings()).largest).toBe(20);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(largest).toHaveValue('50');

  await page.getByRole('button', { name: 'Delete files' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Fetched files deleted.')).toBeVisible();
});

test('a channel’s settings define what its app shows and whether its files may be on the private network; boxes unchecked while another is being saved are all saved, and Undo reverts only the last one', async ({
  host,
  shop,
  openConsole,
}) => {
  const page = await openConsole();
  const answers = await holdBack(page, 'channels.update');
  await page.goto(`${host.console}/#/settings/channels/${shop.channel.id}/bots`);
  for (const name of ['Stickers', 'Locations']) await page.getByRole('checkbox', { name }).click();
  for (const at of [0, 1]) {
    await expect.poll(() => answers.length).toBe(at + 1);
    answers[at]?.();
  }
  const channel = async () => (await host.rpc('channels.list', {})).channels.find(({ id }) => id === shop.channel.id);
  await expect.poll(async () => (await channel())?.takes.includes('location')).toBe(false);
  expect((await channel())?.takes).not.toContain('sticker');
  for (const name of ['Stickers', 'Locations']) await expect(page.getByRole('checkbox', { name })).not.toBeChecked();
  await expect(page.getByText('Saved: What this channel’s app can show')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('checkbox', { name: 'Locations' })).toBeChecked();
  expect((await channel())?.takes).not.toContain('sticker');

  await page.getByRole('switch', { name: 'Fetch files from this computer’s own network' }).click();
  await expect(
    page.getByText('Anyone who can write to this channel can make Counterbell open addresses inside your network.'),
  ).toBeVisible();
  expect((await channel())?.ownNetwork).toBe(true);
});

test(
  'the small reply window attaches and sends, too; a file attached while another chat is viewed is there on coming back',
  { tag: '@thorough' },
  async ({ host, shop, openConsole }) => {
    await say(shop, 'Anna', 'A picture, please');
    const page = await openConsole();
    await page.setViewportSize({ width: 380, height: 460 });
    await page.goto(`${host.console}/#/reply`);
    await expect(composer(page)).toBeFocused();
    await choose(page, { name: 'lamp.png', mimeType: 'image/png', buffer: picture(640, 480) });
    await expect(attached(page, 'lamp.png')).toContainText('640 × 480');
    await expect(page.getByText('Files can’t be opened outside this computer')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open Connection' })).toHaveCount(0);
    await send(page);
    expect(messageIn((await shop.endpoint.waitFor(1, isMessage))[0])).toMatchObject({
      type: 'photo',
      file_name: 'lamp.png',
    });

    await say(shop, 'Ben', 'Hello');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${host.console}/#/`);
    await showList(page, 'All open');
    await openChat(page, 'Anna');
    const held = Promise.withResolvers<void>();
    await page.route('**/media/uploads**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await choose(page, { name: 'lamp.png', mimeType: 'image/png', buffer: picture(640, 480) });
    await openChat(page, 'Ben');
    held.resolve();
    await openChat(page, 'Anna');
    await expect(attached(page, 'lamp.png')).toContainText('640 × 480');
  },
);
