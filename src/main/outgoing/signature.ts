import { createHmac } from 'node:crypto';
import type { OutgoingCall } from './caller.ts';

/**
 * The headers by which a server knows that a request is ours (docs/developers.md, "Check that a request is from your
 * Counterbell"). `key`: its text is the HMAC key; `atMs`: now, Unix ms. Each attempt needs headers of its own.
 */
export function signatureHeaders(
  key: string,
  body: NonNullable<OutgoingCall['body']>,
  atMs: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(atMs / 1000));
  const hmac = createHmac('sha256', key).update(`${timestamp}.`);
  for (const piece of typeof body === 'string' ? [body] : body) hmac.update(piece);
  return { 'X-Counterbell-Timestamp': timestamp, 'X-Counterbell-Signature': `v1=${hmac.digest('hex')}` };
}
