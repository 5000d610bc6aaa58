import { createCipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;

/**
 * A frame as only the window of this secret reads it, so that a copy of the website's files does not show what is on its
 * way to visitors (`docs/letterbox.md`). `secret`: 32 bytes, base64url; `nonce`: used once
 */
export function sealLetter(frame: string, secret: string, nonce = randomBytes(NONCE_BYTES)): string {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(secret, 'base64url'), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(frame, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `e.${sealed.toString('base64url')}`;
}
