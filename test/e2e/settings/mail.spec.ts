import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect } from '../fixtures.ts';
import { addMail, test } from '../mail.ts';
import { beginChannel, openSettings } from '../settings-page.ts';

/** The dialog after its first step. */
async function startAdding(page: Page, address: string) {
  const dialog = page.getByRole('dialog', { name: 'Answer email here' });
  await dialog.getByRole('textbox', { name: 'Email address' }).fill(address);
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Bella Lamps');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeVisible();
  return dialog;
}

test('an address is added: what its provider wants, a wrong password in words, then a mail to itself that arrives', async ({
  host,
  mailServer,
  openConsole,
}) => {
  test.slow();
  const { address, imap, smtp } = await mailServer.account('help', 'none');
  const page = await openConsole();
  // Providers are asked in the internet.
  await page.route('**/rpc/mailboxes.find', (route) => {
    const asked = (route.request().postDataJSON() as { readonly address: string }).address;
    const server = { host: 'mail.example', port: 993, user: asked, tls: true };
    const known = {
      'gmail.com': { provider: 'Gmail', signIn: 'appPassword', help: 'https://myaccount.google.com/apppasswords' },
      'outlook.com': { provider: 'Microsoft', signIn: 'none' },
    }[asked.split('@')[1] ?? ''];
    return route.fulfill({
      json: { ok: true, data: known === undefined ? {} : { found: { ...known, imap: server, smtp: server } } },
    });
  });
  await openSettings(page, 'Channels');
  await beginChannel(page, 'By email');
  const microsoft = await startAdding(page, 'shop@outlook.com');
  await expect(microsoft.getByText('Microsoft doesn’t accept passwords from other programs.')).toBeVisible();
  await expect(microsoft.getByRole('button', { name: 'Test and add' })).toHaveCount(0);
  await microsoft.getByRole('button', { name: 'Back' }).click();
  const gmail = await startAdding(page, 'shop@gmail.com');
  await expect(gmail.getByText('Gmail needs an app password here')).toBeVisible();
  await expect(gmail.getByRole('link', { name: 'Open Gmail’s page' })).toHaveAttribute('href', /google\.com/);
  await expect(gmail.getByRole('textbox', { name: 'Incoming mail (IMAP)' })).toHaveCount(0);
  await expectAccessible(page, 'an app password');
  await gmail.getByRole('button', { name: 'Back' }).click();

  const dialog = await startAdding(page, address);
  await expect(dialog.getByText(`The settings for ${address} couldn’t be found.`)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Incoming mail (IMAP)' })).toHaveValue('imap.shop.test');
  for (const [name, { port }] of [
    ['Incoming mail (IMAP)', imap],
    ['Outgoing mail (SMTP)', smtp],
  ] as const) {
    const group = dialog.getByRole('group', { name });
    await group.getByRole('textbox', { name }).fill('127.0.0.1');
    await group.getByRole('textbox', { name: 'Port' }).fill(String(port));
    await group.getByRole('switch', { name: 'Encrypted connection' }).click();
  }
  const password = dialog.getByRole('textbox', { name: 'Password', exact: true });
  await dialog.getByRole('button', { name: 'Test and add' }).click();
  await expect(dialog.getByText('Enter the password', { exact: true })).toBeVisible();
  await password.fill('wrong');
  await dialog.getByRole('button', { name: 'Test and add' }).click();
  await expect(dialog.getByText('127.0.0.1 doesn’t accept the user name and password.').first()).toBeVisible();
  await expect(dialog.getByText('Enter the password again.').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add anyway' })).toHaveCount(0);
  await expectAccessible(page, 'a failed test');

  await password.fill(imap.password);
  await dialog.getByRole('button', { name: 'Test and add' }).click();
  await expect(page.getByRole('heading', { name: 'Bella Lamps' })).toBeVisible();
  await expect(page.getByText(`Mail to ${address} is received and sent.`)).toBeVisible();
  expect(mailServer.mails('help')).toEqual([]);
  const [channel] = (await host.rpc('channels.list', {})).channels;
  expect(channel?.email).toMatchObject({ address, plusAddresses: true, becomesChat: false, answersLeft: true });
});

test('a running test can be stopped, and what was typed stays', async ({ host, mailServer, openConsole }) => {
  const channelId = await addMail(host, mailServer);
  const page = await openConsole();
  await page.goto(`${host.console}/#/settings/channels/${channelId}/account`);
  mailServer.imap.pause();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('another');
  await page.getByRole('button', { name: 'Test and save' }).click();
  await expect(page.getByText('Testing.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop the test' }).click();
  await expect(page.getByText('Testing.')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue('another');
  mailServer.imap.resume();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('');
  await page.getByRole('button', { name: 'Send a test mail' }).click();
  await expect(page.getByText('Everything works: mail is sent and received.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Account saved')).toHaveCount(0);
});

test('its page saves what is done with mail, shows how an answer looks, and says what is wrong until it works again', async ({
  host,
  mailServer,
  openConsole,
}) => {
  test.slow();
  const channelId = await addMail(host, mailServer);
  const mail = async () => (await host.rpc('channels.list', {})).channels[0]?.email;
  const page = await openConsole();
  await page.goto(`${host.console}/#/settings/channels/${channelId}`);
  await page.getByRole('switch', { name: 'Mail to this address becomes a chat' }).click();
  await expect.poll(async () => (await mail())?.becomesChat).toBe(true);
  await page.getByRole('button', { name: 'Take in mail from the last 7 days…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take in mail' }).click();
  await expect(page.getByText('Earlier mail taken in')).toBeVisible({ timeout: 30_000 });
  const minutes = page.getByRole('textbox', { name: 'Wait before sending (minutes)' });
  await minutes.fill('0');
  await expect(page.getByText('At least 1')).toBeVisible();
  await minutes.fill('5');
  await minutes.blur();
  await expect.poll(async () => (await mail())?.followUpAfter).toBe(300);

  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Bella Lamps <help@shop.test>')).toBeVisible();
  await page.getByRole('textbox', { name: 'Sender' }).fill('Bella');
  await page.getByRole('textbox', { name: 'Signature' }).fill('Lamp Street 5');
  await page.getByRole('textbox', { name: 'Signature' }).blur();
  await expect(preview.getByText('Bella <help@shop.test>')).toBeVisible();
  await expect(preview.getByText('Olga\nLamp Street 5')).toBeVisible();
  await page.getByRole('combobox', { name: 'Language of the words around an answer' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(preview.getByText('Antwort von Bella Lamps')).toBeVisible();
  await preview.getByRole('tab', { name: 'Plain text' }).click();
  await expect(preview.getByText('> Do you have the green lamp?')).toBeVisible();
  await expectAccessible(page, 'an email address');

  await mailServer.imap.kill();
  const trouble = page.getByRole('alert').filter({ hasText: '127.0.0.1 refused the connection on port' });
  await expect(trouble).toBeVisible({ timeout: 30_000 });
  await expect(trouble.getByText('no new mail to help@shop.test has reached you.')).toBeVisible();
  await expect(page.getByText('Not reachable', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a mail server that is down');
  await mailServer.imap.start();
  await trouble.getByRole('button', { name: 'Try now' }).click();
  await expect(trouble).toHaveCount(0);
  await expect(page.getByText('Mail to help@shop.test is received and sent.')).toBeVisible();

  await page.getByRole('button', { name: 'Remove channel' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('Mail stays with your email provider');
  await asked.getByRole('button', { name: 'Remove channel' }).click();
  await expect(page.getByText('No channels yet')).toBeVisible();
});
