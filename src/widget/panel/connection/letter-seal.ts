import { toBase64Url, toBytes } from './base64url.ts';

const NONCE_BYTES = 12;

/**
 * What is on its way to a mailbox lies on the website's disk until it is fetched: sealed under a secret that follows from
 * the mailbox's key, of which the website keeps only a hash.
 */
export function createLetterSeal() {
  // Browsers have it only where the page itself is encrypted.
  const subtle = (crypto as { readonly subtle?: SubtleCrypto }).subtle;
  const digestOf = async (mailbox: string) =>
    subtle?.digest('SHA-256', new TextEncoder().encode(`counterbell letter ${mailbox}`));
  return {
    /** for the app; undefined: this browser cannot open it, so nothing is sealed */
    secretOf: async (mailbox: string): Promise<string | undefined> => {
      const digest = await digestOf(mailbox);
      return digest && toBase64Url(new Uint8Array(digest));
    },
    /** rejects if it was sealed for another */
    open: async (letter: string, mailbox: string): Promise<string> => {
      const digest = letter.startsWith('e.') ? await digestOf(mailbox) : undefined;
      if (subtle === undefined || digest === undefined) return letter;
      const key = await subtle.importKey('raw', digest, 'AES-GCM', false, ['decrypt']);
      const bytes = toBytes(letter.slice(2));
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const text = await subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, bytes.subarray(NONCE_BYTES));
      return new TextDecoder().decode(text);
    },
  };
}
