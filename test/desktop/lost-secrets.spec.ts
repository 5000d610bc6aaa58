import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../fixtures/free-port.ts';
import { expect, test } from './fixtures.ts';

test(
  "a key that is missing cuts off a channel, which is shown, and locks the network's authority, which is kept; back after a restart it opens everything; if it stays away, the address in use is accepted again",
  { tag: '@thorough' },
  async ({ launch, dataDir }) => {
    const first = await launch();
    const { id: channelId } = await first.rpc('channels.create', { name: 'Shop app', publicId: 'shop-1' });
    await first.rpc('setup.finish', {});
    const { message } = await first.rpc('channels.addresses', { channelId });
    const port = await freePort();
    const before = await first.rpc('connection.change', { way: 'lan', network: { port } });
    const { fingerprint } = await first.rpc('connection.authority', {});
    expect(before.certificate?.made).toBe(true);
    /** Posts to the address from before; returns the status. */
    const post = async ({ rpc }: Pick<typeof first, 'rpc'>): Promise<number> => {
      const { listenerUrl } = await rpc('setup.get', {});
      const body = JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'Hello' } });
      return (await fetch(listenerUrl + new URL(message).pathname, { method: 'POST', body })).status;
    };
    expect(await first.quit()).toBe(0);

    const keyFile = join(dataDir, 'vault.key');
    test.skip(!existsSync(keyFile), 'this system has a keyring, and no test may touch it');
    const key = readFileSync(keyFile);
    writeFileSync(keyFile, randomBytes(32).toString('base64'));
    const without = await launch();
    // Below it may stand what devices on the network have to do.
    await expect(without.console.getByRole('alert').filter({ hasText: 'these don’t work: Shop app' })).toBeVisible();
    expect(await post(without)).toBe(404);
    expect((await without.rpc('connection.authority', {})).fingerprint).toBe(fingerprint);
    await without.console.getByRole('alert').getByRole('link', { name: 'Open Connection' }).click();
    await expect(without.console.getByText('The key of your certificate authority can’t be read.')).toBeVisible();
    await expect(without.console.getByText('The certificate’s key is locked')).toBeVisible();
    expect(await without.quit()).toBe(0);

    writeFileSync(keyFile, key);
    const back = await launch();
    await expect(back.console.getByRole('link', { name: /^Inbox/ })).toBeVisible();
    await expect(back.console.getByRole('alert')).toHaveCount(0);
    expect(await post(back)).toBe(200);
    const after = await back.rpc('connection.get', {});
    expect(after).toMatchObject({ certificate: before.certificate, settings: { network: { port } } });
    expect(after.lockedCertificate).toBeUndefined();
    await back.rpc('connection.change', { way: 'local' });
    expect(await back.quit()).toBe(0);

    writeFileSync(keyFile, randomBytes(32).toString('base64'));
    const lost = await launch();
    const { console: window } = lost;
    await window.getByRole('alert').getByRole('link', { name: 'Shop app' }).click();
    await expect(window.getByText('If the key was only locked or moved', { exact: false })).toBeVisible();
    expect(await post(lost)).toBe(404);
    await window.getByRole('textbox', { name: 'Address in use' }).fill(message);
    await window.getByRole('button', { name: 'Use this address' }).click();
    await expect(window.getByRole('alert').getByRole('link', { name: 'Shop app' })).toHaveCount(0);
    expect(await post(lost)).toBe(200);
  },
);
