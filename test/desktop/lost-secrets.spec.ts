import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../fixtures/free-port.ts';
import { expect, test } from './fixtures.ts';

const hello = {
  method: 'POST',
  body: JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'Hello' } }),
};

test('after the key of its secrets has changed, the app starts, shows which channel is cut off, and accepts its address again', async ({
  launch,
  dataDir,
}) => {
  const first = await launch();
  const channel = await first.rpc('channels.create', { name: 'Shop app', publicId: 'shop-1' });
  await first.rpc('setup.finish', {});
  const { message } = await first.rpc('channels.addresses', { channelId: channel.id });
  expect(await first.quit()).toBe(0);

  const keyFile = join(dataDir, 'vault.key');
  test.skip(!existsSync(keyFile), 'this system has a keyring, and no test may touch it');
  writeFileSync(keyFile, randomBytes(32).toString('base64'));
  const { console, rpc } = await launch();
  await expect(console.getByRole('alert')).toContainText('these don’t work: Shop app.');
  await console.getByRole('alert').getByRole('link', { name: 'Shop app' }).click();
  await expect(console.getByText('If the key was only locked or moved', { exact: false })).toBeVisible();
  const { listenerUrl } = await rpc('setup.get', {});
  const addressNow = listenerUrl + new URL(message).pathname;
  expect((await fetch(addressNow, hello)).status).toBe(404);
  await console.getByRole('textbox', { name: 'Address in use' }).fill(message);
  await console.getByRole('button', { name: 'Use this address' }).click();
  await expect(console.getByRole('alert')).toHaveCount(0);
  expect((await fetch(addressNow, hello)).status).toBe(200);
});

test('a key that was missing for a while opens everything again after a restart', async ({ launch, dataDir }) => {
  const first = await launch();
  const channel = await first.rpc('channels.create', { name: 'Shop app', publicId: 'shop-1' });
  await first.rpc('setup.finish', {});
  const path = new URL((await first.rpc('channels.addresses', { channelId: channel.id })).message).pathname;
  expect(await first.quit()).toBe(0);

  const keyFile = join(dataDir, 'vault.key');
  test.skip(!existsSync(keyFile), 'this system has a keyring, and no test may touch it');
  const key = readFileSync(keyFile);
  writeFileSync(keyFile, randomBytes(32).toString('base64'));
  const without = await launch();
  await expect(without.console.getByRole('alert')).toContainText('these don’t work: Shop app.');
  const { listenerUrl: urlWithout } = await without.rpc('setup.get', {});
  expect((await fetch(urlWithout + path, hello)).status).toBe(404);
  expect(await without.quit()).toBe(0);

  writeFileSync(keyFile, key);
  const { console, rpc } = await launch();
  await expect(console.getByRole('link', { name: /^Inbox/ })).toBeVisible();
  await expect(console.getByRole('alert')).toHaveCount(0);
  const { listenerUrl } = await rpc('setup.get', {});
  expect((await fetch(listenerUrl + path, hello)).status).toBe(200);
});

test("a key that was missing for a while does not break devices' trust: the authority of the network is kept, and used again", async ({
  launch,
  dataDir,
}) => {
  const first = await launch();
  await first.rpc('setup.finish', {});
  const port = await freePort();
  const before = await first.rpc('connection.change', { way: 'lan', network: { port } });
  const { fingerprint } = await first.rpc('connection.authority', {});
  expect(before.certificate?.made).toBe(true);
  expect(await first.quit()).toBe(0);

  const keyFile = join(dataDir, 'vault.key');
  test.skip(!existsSync(keyFile), 'this system has a keyring, and no test may touch it');
  const key = readFileSync(keyFile);
  writeFileSync(keyFile, randomBytes(32).toString('base64'));
  const without = await launch();
  expect((await without.rpc('connection.authority', {})).fingerprint).toBe(fingerprint);
  await without.console.getByRole('alert').getByRole('link', { name: 'Open Connection' }).click();
  await expect(without.console.getByText('The key of your certificate authority can’t be read.')).toBeVisible();
  await expect(without.console.getByText('The certificate’s key is locked')).toBeVisible();
  expect(await without.quit()).toBe(0);

  writeFileSync(keyFile, key);
  const { rpc } = await launch();
  const after = await rpc('connection.get', {});
  expect(after).toMatchObject({ certificate: before.certificate, settings: { network: { port } } });
  expect(after.lockedCertificate).toBeUndefined();
});
