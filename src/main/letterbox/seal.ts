import { createDecipheriv, createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';

/** In front of the 32 bytes of an X25519 key: as PKCS 8, and as SPKI. */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex');
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Each key is used once. */
const NONCE = Buffer.alloc(12);

/** What a letterbox closes for this installation alone: X25519, HKDF-SHA-256 and ChaCha20-Poly1305. */
export type Seal = ReturnType<typeof createSeal>;

/** `secret`: of the channel, from which the pair of keys follows. */
export function createSeal(secret: string) {
  const own = Buffer.from(hkdfSync('sha256', secret, '', 'letterbox', KEY_BYTES));
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, own]), format: 'der', type: 'pkcs8' });
  const publicBytes = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
  return {
    /** base64, for the letterbox */
    publicKey: publicBytes.toString('base64'),
    /** `s.` sealed, or `p.` plain where the website's server has no sodium; undefined: it was sealed for another */
    open: (text: string): Buffer | undefined => {
      const bytes = Buffer.from(text.slice(2), 'base64url');
      if (text.startsWith('p.')) return bytes;
      if (!text.startsWith('s.') || bytes.length < KEY_BYTES + TAG_BYTES) return undefined;
      const theirs = bytes.subarray(0, KEY_BYTES);
      try {
        const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, theirs]), format: 'der', type: 'spki' });
        const shared = diffieHellman({ privateKey, publicKey });
        const salt = Buffer.concat([theirs, publicBytes]);
        const key = Buffer.from(hkdfSync('sha256', shared, salt, 'counterbell letterbox', KEY_BYTES));
        const decipher = createDecipheriv('chacha20-poly1305', key, NONCE, { authTagLength: TAG_BYTES });
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(KEY_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
