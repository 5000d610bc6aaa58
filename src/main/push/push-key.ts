import { createECDH } from 'node:crypto';
import type { Vault } from '#main/settings/vault.ts';

/** The key pair by which push services know this installation (RFC 8292), in base64url. */
export type PushKey = Awaited<ReturnType<typeof derivePushKey>>;

/** Derived from the vault's key, so that it is never stored and comes back with the vault. Rejects as the vault does. */
export async function derivePushKey(vault: Pick<Vault, 'deriveKey'>) {
  const curve = createECDH('prime256v1');
  for (let attempt = 1; ; attempt += 1) {
    const bytes = await vault.deriveKey(`signing of notifications ${attempt}`);
    try {
      curve.setPrivateKey(bytes);
    } catch {
      // One number in four billion is beyond the curve's order.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
  }
}
