import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeyFileVault, type Vault } from '#main/settings/vault.ts';
import { openSecretBox, sealForHost, sealWithPassphrase } from './secret-box.ts';

let folder: string;
let vault: Vault;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterbell-box-'));
  vault = await createKeyFileVault({ folder });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('what a passphrase sealed opens with that passphrase only, in any Unicode normalization', async () => {
  const sealed = await sealWithPassphrase('{"token":"secret"}', 'über den Tresen');
  expect(sealed).not.toContain('secret');
  expect(await openSecretBox(sealed, { passphrase: 'u\u0308ber den Tresen', vault })).toBe('{"token":"secret"}');
  await expect(openSecretBox(sealed, { passphrase: 'unter den Tresen', vault })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(await openSecretBox(sealed, { passphrase: undefined, vault })).toBeUndefined();
});

test('what was sealed for a computer opens there, and counts as missing on any other', async () => {
  const sealed = await sealForHost('secret', vault);
  expect(await openSecretBox(sealed, { passphrase: undefined, vault })).toBe('secret');
  const other = await createKeyFileVault({ folder, key: 'another computer’s' });
  expect(await openSecretBox(sealed, { passphrase: undefined, vault: other })).toBeUndefined();
});

test('rejects a box that demands more work than ours', async () => {
  const { N: _cost, ...rest } = JSON.parse(await sealWithPassphrase('secret', 'a long passphrase')) as Record<
    string,
    unknown
  >;
  const dearer: readonly object[] = [
    { N: 2 ** 30 },
    { N: 2 ** 19 },
    { N: 2 ** 17 + 1 },
    { N: 2 ** 17, r: 16 },
    { N: 2 ** 17, p: 4 },
    { N: 0 },
    { N: -1 },
    { N: 1.5 },
    { N: 2 ** 17, r: 2 ** 30, p: 2 ** 30 },
  ];
  for (const asked of dearer) {
    await expect(
      openSecretBox(JSON.stringify({ ...rest, ...asked }), { passphrase: 'a long passphrase', vault }),
    ).rejects.toMatchObject({ code: 'backup_unusable' });
  }
  await expect(openSecretBox('no JSON', { passphrase: 'a long passphrase', vault })).rejects.toMatchObject({
    code: 'backup_unusable',
  });
});
