import { phrase, type Phrase } from '#shared/locales/phrase.ts';

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|(?=$|\/))){4}(?:\/(?:3[0-2]|[12]\d|[1-9]))?$/;
const IPV6 = /^(?=[0-9A-Fa-f:.]*:)[0-9A-Fa-f:.]{2,45}(?:\/(?:12[0-8]|1[01]\d|[1-9]\d?))?$/;

/** An address, or a range in CIDR notation: `192.168.1.10`, `10.0.0.0/8`, `fd00::/8`; never all addresses at once. */
export function isAddressRange(text: string): boolean {
  if (IPV4.test(text)) return true;
  if (!IPV6.test(text)) return false;
  const [address = ''] = text.split('/');
  return URL.canParse(`http://[${address}]/`);
}

/** An address as written in a URL. */
export function toUrlHost(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

/** The address as it was meant: `shop.example/hook` without its `https://` gets it. */
export function withHttps(typed: string): string {
  return /^(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*(?::\d{1,5})?(?:[/?#]\S*)?$/u.test(typed)
    ? `https://${typed}`
    : typed;
}

/** True if a host name can be one on the internet; whether it is, only asking can tell. */
export function isPublicName(hostname: string): boolean {
  return (
    /\.[a-z][a-z0-9-]*$/i.test(hostname) && !/\.(?:local|localhost|internal|invalid|lan|home\.arpa)$/i.test(hostname)
  );
}

const SLASH = '/';

/** The text without its trailing slashes. A loop, because a regular expression takes quadratic time on a long run of them. */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === SLASH) end -= 1;
  return text.slice(0, end);
}

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

/** Checks whether a text can be the first segment of a channel's path. */
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

/** What is in front of the addresses below a letterbox, whose folder on the website has this address. */
export function boxAddress(url: string): string {
  return `${withoutSlashes(url)}/box.php`;
}
