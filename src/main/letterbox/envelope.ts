import { createHmac, timingSafeEqual } from 'node:crypto';

/** Version of what the app and a letterbox say to each other (`docs/letterbox.md`). */
export const BOX_PROTOCOL = 1;

/** Who says it. */
type Side = 'app' | 'box';

/** `{version}.{number}.{JSON in base64url}.{HMAC-SHA-256 in base64url}`; an answer has the number of its question. */
export function writeEnvelope(key: string, side: Side, number: number, value: unknown): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${BOX_PROTOCOL}.${number}.${payload}.${sign(key, side, number, payload)}`;
}

/** What the other side said with this number; undefined: it is not signed with the key, or answers something else. */
export function readEnvelope(key: string, side: Side, number: number, text: string): unknown {
  const [version, numeral, payload = '', mark = '', ...more] = text.trim().split('.');
  if (version !== String(BOX_PROTOCOL) || numeral !== String(number) || more.length > 0) return undefined;
  const [given, right] = [Buffer.from(mark), Buffer.from(sign(key, side, number, payload))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

function sign(key: string, side: Side, number: number, payload: string): string {
  return createHmac('sha256', key).update(`${side}.${BOX_PROTOCOL}.${number}.${payload}`).digest('base64url');
}
