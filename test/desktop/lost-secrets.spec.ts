import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

const hello = { method: 'POST', body: JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'Hello' } }) };

test('after the key of its secrets has changed, the app starts, says which channel is cut off, and takes its address back', async ({ launch, dataDir }) => {
  const first = await launch();
  const channel = await first.rpc('channels.create', { name: 'Shop app', publicId: 'shop-1' });
  await first.rpc('setup.finish', {});
  const { message } = await first.rpc('channels.addresses', { channelId: channel.id });
  expect(await first.quit()).toBe(0);

  const keyFile = join(dataDir, 'vault.key');
  test.skip(!existsSync(keyFile), 'this system has a keyring, and no test may touch it');
  writeFileSync(keyFile, randomBytes(32).toString('base64'));
  const { console, rpc } = await launch();
  await expect(console.getByRole('alert')).toContainText('Customers cannot write through Shop app.');
  await console.getByRole('alert').getByRole('link', { name: 'Restore the address' }).click();
  await expect(console.getByText('Was the system’s keyring only locked?')).toBeVisible();
  const { listenerUrl } = await rpc('setup.get', {});
  const addressNow = listenerUrl + new URL(message).pathname;
  expect((await fetch(addressNow, hello)).status).toBe(404);
  await console.getByRole('textbox', { name: 'Address in use' }).fill(message);
  await console.getByRole('button', { name: 'Use this address' }).click();
  await expect(console.getByRole('alert')).toHaveCount(0);
  expect((await fetch(addressNow, hello)).status).toBe(200);
});

test('a key that was only away opens everything again, without a new start', async ({ launch, dataDir }) => {
  const first = await launch();
  const channel = await first.rpc('channels.create', { name: 'Shop app', publicId: 'shop-1' });
  await first.rpc('setup.finish', {});
  const path = new URL((await first.rpc('channels.addresses', { channelId: channel.id })).message).pathname;
  expect(await first.quit()).toBe(0);

  const keyFile = join(dataDir, 'vault.key');
  test.skip(!existsSync(keyFile), 'this system has a keyring, and no test may touch it');
  const key = readFileSync(keyFile);
  writeFileSync(keyFile, randomBytes(32).toString('base64'));
  const { console, rpc } = await launch();
  const { listenerUrl } = await rpc('setup.get', {});
  await console.getByRole('alert').getByRole('link', { name: 'Restore the address' }).click();
  await console.getByRole('button', { name: 'Try again' }).click();
  await expect(console.getByText('They still cannot be read.')).toBeVisible();
  expect((await fetch(listenerUrl + path, hello)).status).toBe(404);

  writeFileSync(keyFile, key);
  await console.getByRole('button', { name: 'Try again' }).click();
  await expect(console.getByRole('alert')).toHaveCount(0);
  expect((await fetch(listenerUrl + path, hello)).status).toBe(200);
});
