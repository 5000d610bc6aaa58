/** Why no secret can be read out of an address. */
export type ChannelAddressProblem = 'not_an_address' | 'masked' | 'other_channel' | 'no_secret';

/** The listener's own words; no secret can be one of them. */
const RESERVED = ['webhooks', 'health', 'rating', 'reach', 'files', 'favicon.ico', 'robots.txt', '.', '..'];

/** Whether a text can be the first part of a channel's path. */
export function isPathSecret(text: string): boolean {
  return /^[A-Za-z0-9._~-]{1,128}$/.test(text) && !RESERVED.includes(text);
}

/** Reads the secret out of a message or status address as a website uses it: `…/<secret>/<public id>`, perhaps with `/status`. */
export function secretInAddress(
  address: string,
  publicId: string,
): { readonly secret: string } | { readonly problem: ChannelAddressProblem } {
  const text = address.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return { problem: 'not_an_address' };
  if (text.includes('•')) return { problem: 'masked' };
  const parts = new URL(text).pathname.split('/').filter((part) => part !== '');
  const isStatus = parts.at(-1) === 'status' && parts.at(-2) === publicId;
  const [secret, last] = parts.slice(isStatus ? -3 : -2, isStatus ? -1 : undefined);
  if (last === undefined) return { problem: parts[0] === publicId ? 'no_secret' : 'other_channel' };
  if (last !== publicId) return { problem: 'other_channel' };
  return secret !== undefined && isPathSecret(secret) ? { secret } : { problem: 'no_secret' };
}

/** In plain words, for the form and for who asks by program. */
export function channelAddressProblemWords(problem: ChannelAddressProblem, publicId: string): string {
  switch (problem) {
    case 'not_an_address':
      return 'This is not a whole address: it starts with https://';
    case 'masked':
      return 'The dots stand for the secret part. Copy the address where it is in full';
    case 'other_channel':
      return `This is not an address of this channel: those end with /${publicId} or /${publicId}/status`;
    case 'no_secret':
      return `The secret part before /${publicId} is missing`;
  }
}
