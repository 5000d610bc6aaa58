import { phrase, type Phrase } from '#shared/locales/phrase.ts';
/** Reserved path segments of the listener, which no secret may equal. */
const RESERVED = [
  'webhooks',
  'health',
  'rating',
  'reach',
  'files',
  'site',
  'chat',
  'favicon.ico',
  'robots.txt',
  '.',
  '..',
];

/** Whether a text can be the first segment of a channel's path. */
export function isPathSecret(text: string): boolean {
  return /^[A-Za-z0-9._~-]{1,128}$/.test(text) && !RESERVED.includes(text);
}

/** Reads the secret from a message or status address of a website: `…/<secret>/<public id>`, with or without `/status`. */
export function parseSecret(
  address: string,
  publicId: string,
): { readonly secret: string } | { readonly problem: Phrase } {
  const text = address.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    return { problem: phrase('errors:refusals.channel.noAddress') };
  if (text.includes('•')) return { problem: phrase('errors:refusals.channel.masked') };
  const otherChannel = phrase('errors:refusals.channel.other', { id: publicId });
  const noSecret = phrase('errors:refusals.channel.noSecret', { id: publicId });
  const parts = new URL(text).pathname.split('/').filter((part) => part !== '');
  const isStatus = parts.at(-1) === 'status' && parts.at(-2) === publicId;
  const [secret, last] = parts.slice(isStatus ? -3 : -2, isStatus ? -1 : undefined);
  if (last === undefined) return { problem: parts[0] === publicId ? noSecret : otherChannel };
  if (last !== publicId) return { problem: otherChannel };
  return secret !== undefined && isPathSecret(secret) ? { secret } : { problem: noSecret };
}
