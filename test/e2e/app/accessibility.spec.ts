import { expectAccessible } from '../axe.ts';
import { composer, openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';
import { beginChannel, openSettings } from '../settings-page.ts';

test.describe('axe finds nothing:', () => {
  test.describe('at first', () => {
    test.use({ provision: { operators: [] } });

    test('sign-in and first run', async ({ host, browser, contextOptions, openConsole }) => {
      const context = await browser.newContext(contextOptions);
      const stranger = await context.newPage();
      await stranger.goto(host.console);
      await stranger.getByRole('button', { name: 'Sign in' }).click();
      await expect(stranger.getByText('Enter your access key first.')).toBeVisible();
      await expectAccessible(stranger, 'sign-in');
      await context.close();

      const page = await openConsole();
      await expect(page.getByRole('heading', { name: 'What’s your name?' })).toBeVisible();
      await expectAccessible(page, 'first run: name');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Enter a name')).toBeVisible();
      await expectAccessible(page, 'first run: channel');
      await page.getByRole('textbox', { name: 'Channel name' }).fill('Website');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('heading', { name: 'Try it yourself first' })).toBeVisible();
      await expectAccessible(page, 'first run: chat page');
      await page.getByRole('button', { name: 'Skip setup and go to the inbox' }).click();
      await expect(page.getByText('Nobody is waiting.')).toBeVisible();
      await expectAccessible(page, 'empty inbox');
    });
  });

  test('inbox, conversation and contact', async ({ shop, openConsole }) => {
    const anna = {
      id: 'anna',
      name: 'Anna',
      email: 'anna@example.com',
      phone: '+46 70 555 01 42',
      url: 'https://shop.example/lamps',
      invite: 'Can we help?',
    };
    await shop.channel.post({ sender: anna, message: { type: 'text', text: 'See https://shop.example/lamps' } });
    await shop.channel.post({
      sender: anna,
      message: {
        type: 'photo',
        file: 'https://cdn.example/lamp.jpg',
        file_name: 'lamp.jpg',
        file_size: 1000,
        text: 'This one',
      },
    });
    await shop.channel.post({ sender: { id: 7 }, message: { type: 'location', latitude: 1, longitude: 2 } });
    const page = await openConsole();
    await openChat(page, 'Anna');
    await composer(page).fill('a long draft '.repeat(80));
    await expectAccessible(page, 'a long draft');
    await page.getByRole('button', { name: 'Emoji' }).click();
    await expect(page.getByPlaceholder(/emoji/i)).toBeVisible();
    await expectAccessible(page, 'emoji');
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 760, height: 800 });
    await expectAccessible(page, 'narrow');
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'contact drawer');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: /Change presence/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    // A menu is in no landmark, wherever it is in the document.
    await expectAccessible(page, 'presence', ['region']);
  });

  test('settings', async ({ shop, openConsole }) => {
    await shop.channel.say('anna', 'Hello');
    const page = await openConsole();
    const settings = page.getByRole('navigation', { name: 'Settings' });
    for (const section of ['Channels', 'Appearance and language', 'About'] as const) {
      await openSettings(page, section);
      await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible();
      await expectAccessible(page, section);
    }
    await page.setViewportSize({ width: 760, height: 800 });
    await page.reload();
    await expect(settings.getByRole('link')).toHaveCount(0);
    await settings.getByRole('button', { name: 'Settings: About' }).click();
    for (const link of await settings.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, 'the places in a narrow window');
    await settings.getByRole('link', { name: 'Channels', exact: true }).click();
    await expect(settings.getByRole('button', { name: 'Settings: Channels' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    await beginChannel(page, 'In an app or a chat of my own');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reply address' }).fill('http://shop.example');
    await dialog.getByRole('textbox', { name: 'Reply address' }).blur();
    await expectAccessible(page, 'add a channel');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: /Shop website/ }).click();
    for (const tab of ['Bots and files', 'On your website', 'Channel'] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      if (tab === 'On your website') await page.getByRole('button', { name: 'Show the addresses' }).click();
      if (tab !== 'Channel') await expectAccessible(page, `a channel, ${tab}`);
    }
    await page.getByRole('button', { name: 'Remove channel' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page, 'remove a channel');
  });
});

test('a dialog with fields begins in the first, and gives the focus back to what opened it', async ({
  shop,
  openConsole,
}) => {
  await shop.channel.say('anna', 'Hello');
  const page = await openConsole();
  const openers = [
    ['Bots', 'Add a bot'],
    ['Saved replies', 'Add a reply'],
    ['Team', 'Invite a colleague'],
  ] as const;
  for (const [section, name] of openers) {
    await openSettings(page, section);
    const opener = page.getByRole('button', { name, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('textbox').first(), name).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener, name).toBeFocused();
  }
});
