import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signing key, the headers X-Counterbell-Timestamp and X-Counterbell-Signature, the bytes of the body. */
export function isFromCounterbell(key, timestamp, signature, body) {
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const digest = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');
  const expected = Buffer.from(`v1=${digest}`);
  const given = Buffer.from(signature ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
