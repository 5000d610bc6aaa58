import { openSettings } from '../settings-page.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';

test(
  'an owner lets colleagues in, and one of them signs in from another computer with a link; a stolen key is replaced: colleagues are signed out at once, and whoever did it goes on',
  { tag: '@thorough' },
  async ({ browser, host, openConsole }) => {
    const page = await openConsole();
    await openSettings(page, 'Team');
    const addresses = page.getByRole('main').getByText(/^https:\/\//);
    const remoteAccessSwitch = page.getByRole('switch', { name: 'Let colleagues in' });
    await expect(addresses).toHaveCount(0);

    // Its port is taken first.
    const other = createServer();
    await once(other.listen(0, '0.0.0.0'), 'listening');
    await host.rpc('remoteAccess.change', { port: (other.address() as AddressInfo).port });
    await remoteAccessSwitch.click();
    await expect(page.getByRole('alert')).toContainText('Another program already uses port');
    const port = await freePort();
    await page.getByRole('textbox', { name: 'Port' }).fill(String(port));
    await page.getByRole('textbox', { name: 'Port' }).press('Enter');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(addresses.first()).toContainText(`:${port}`);
    other.close();
    const connected = page.getByRole('status');
    await expect(connected.getByText('Nobody else is connected.', { exact: true })).toBeVisible();
    await expectAccessible(page, 'the open remote access');

    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    await page.getByRole('button', { name: 'With an access key instead' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ivan');
    await page.keyboard.press('Enter');
    const link = await page.getByRole('textbox', { name: 'Sign-in link' }).inputValue();
    expect(new URL(link)).toMatchObject({ protocol: 'https:', port: String(port) });
    await page.getByRole('button', { name: 'Done' }).click();

    const elsewhere = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' });
    const ivans = await elsewhere.newPage();
    await ivans.goto(link);
    await expect(ivans.getByRole('navigation').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Ivan/ })).toBeVisible();
    await expect(connected.getByText('Ivan', { exact: true })).toBeVisible();
    // Whoever reads this is here, and on their phone, too.
    const phone = await browser.newContext({ ignoreHTTPSErrors: true });
    const own = await host.rpc('devices.invite', {});
    const olgas = await phone.newPage();
    await olgas.goto(own.web);
    await olgas.getByRole('button', { name: 'Use this browser' }).click();
    await expect(connected.getByText('Olga and Ivan', { exact: true })).toBeVisible();
    await phone.close();
    await expect(connected.getByText('Ivan', { exact: true })).toBeVisible();
    // With remote access their window loses its connection, and says so.
    await remoteAccessSwitch.click();
    await expect(addresses).toHaveCount(0);
    await expect(ivans.getByText('Counterbell isn’t responding.')).toBeVisible();
    await remoteAccessSwitch.click();
    await expect.poll(async () => (await host.rpc('remoteAccess.get', {})).isOpen).toBe(true);
    await expect(connected.getByText('Ivan', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'New installation key', exact: true }).click();
    await page.getByRole('button', { name: 'New installation key…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Make a new installation key?' });
    await expect(dialog).toContainText('invite your colleagues again');
    await expectAccessible(page, 'the question whether to replace the key');
    await dialog.getByRole('button', { name: 'Make a new key' }).click();
    await expect(page.getByText('There’s a new installation key. Now invite your colleagues again.')).toBeVisible();
    await expect(ivans.getByText('You’ve been signed out here.')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Let colleagues in' })).toBeVisible();
    expect((await host.rpc('devices.invite', {})).pin).not.toBe(own.pin);
    await elsewhere.close();
  },
);

test('an owner names the shop, and says where colleagues reach it from outside', async ({ host, openConsole }) => {
  const page = await openConsole();
  await openSettings(page, 'Team');
  const name = page.getByRole('textbox', { name: 'Shop name' });
  await expect(name).toHaveAttribute('placeholder', /./);
  await name.fill('  Flowers & Co.  ');
  await name.press('Enter');
  await expect(page.getByText('Saved: Shop name')).toBeVisible();
  await expect.poll(() => host.rpc('team.get', {})).toMatchObject({ name: 'Flowers & Co.', shop: 'Flowers & Co.' });
  await name.fill('x'.repeat(81));
  await expect(name).toHaveAccessibleDescription(/80/);
  await name.fill('Flowers & Co.');

  // Nothing else says whom Apple can write to about notifications.
  const contact = page.getByRole('textbox', { name: 'Email address for notifications' });
  await contact.fill('olga');
  await contact.press('Enter');
  await expect(contact).toHaveAccessibleDescription(/Enter an email address/);
  await contact.fill('olga@flowers.example');
  await contact.press('Enter');
  await expect.poll(() => host.rpc('team.get', {})).toMatchObject({ contact: 'olga@flowers.example' });

  await page.getByRole('button', { name: 'From outside this network' }).click();
  const outside = page.getByRole('textbox', { name: 'Address from outside' });
  await outside.fill('http://team.example');
  await outside.press('Enter');
  await expect(outside).toHaveAccessibleDescription(/Enter an address that starts with https:\/\//);
  await expectAccessible(page, 'the fields of the team');
  await outside.fill('https://Team.example/inbox?a=1');
  await outside.press('Enter');
  await expect(outside).toHaveValue('https://team.example');
  const addresses = () => host.rpc('remoteAccess.addresses', {});
  await expect.poll(addresses).toEqual({ addresses: [{ u: 'https://team.example' }] });
  await outside.fill('');
  await outside.press('Enter');
  await expect.poll(addresses).not.toMatchObject({ addresses: [{ u: 'https://team.example' }] });
});
