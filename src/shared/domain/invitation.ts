import { z } from 'zod';

/** Bytes of an invitation's secret and of nonces. */
const SECRET_BYTES = 16;
const DIGEST_BYTES = 32;
/** Characters of an invitation's code. */
const MAX_CODE = 4096;
/** Maximum number of addresses of one host. */
export const MAX_ADDRESSES = 8;

function bytesAsText(count: number) {
  return z.string().refine((text) => {
    const bytes = text.length > count * 2 ? undefined : fromBase64Url(text);
    // Another text for the same bytes is refused, so that every bit counts.
    return bytes?.length === count && toBase64Url(bytes) === text;
  });
}

/** 16 random bytes in base64url: an invitation's secret, its id, or a nonce. */
export const shortSecret = bytesAsText(SECRET_BYTES);
/** 32 bytes in base64url: a proof, a pin or a device key. */
export const digestText = bytesAsText(DIGEST_BYTES);

/** A device's own name; empty: nothing is known of it. */
export const deviceName = z
  .string()
  .trim()
  .max(80)
  .regex(/^\P{Cc}*$/u);

function isOrigin(url: string, isAllowed: (parsed: URL) => boolean): boolean {
  if (url.length > 300 || !URL.canParse(url)) return false;
  const parsed = new URL(url);
  return parsed.origin === url && isAllowed(parsed);
}

/**
 * Address of a host. A text is `https` and known by its key (the pin), or `http` on loopback; `{ u }` is `https` and
 * verified by the public authorities.
 */
export const hostAddress = z.union([
  z
    .string()
    .refine((url) =>
      isOrigin(
        url,
        ({ protocol, hostname }) =>
          protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)),
      ),
    ),
  z.strictObject({ u: z.string().refine((url) => isOrigin(url, ({ protocol }) => protocol === 'https:')) }),
]);
export type HostAddress = z.infer<typeof hostAddress>;

/** Addresses of a host in the order in which they are tried. */
export const hostAddresses = z.array(hostAddress).min(1).max(MAX_ADDRESSES);

const content = z.object({ v: z.literal(1), s: shortSecret, p: digestText, a: hostAddresses });

/** Content of an invitation's code. */
export interface InvitationCode {
  readonly secret: string;
  /** SHA-256 of the host's public key (SPKI) */
  readonly pin: string;
  readonly addresses: readonly HostAddress[];
}

/** The code of an invitation, for the fragment of a link; addresses beyond the eighth are left out. */
export function encodeInvitation({ secret, pin, addresses }: InvitationCode): string {
  const text = JSON.stringify({ v: 1, s: secret, p: pin, a: addresses.slice(0, MAX_ADDRESSES) } satisfies z.input<
    typeof content
  >);
  return toBase64Url(new TextEncoder().encode(text));
}

/**
 * Reads a code, alone or in one of its links (`https://…/join#CODE`, `counterbell://join/CODE`). `newer`: made by a later
 * version; `unreadable`: damaged, or none.
 */
export function readInvitation(text: string): InvitationCode | 'newer' | 'unreadable' {
  if (text.length > MAX_CODE * 2) return 'unreadable';
  const code = /^(?:https?:\/\/[^\s#]+\/join#|counterbell:\/\/join\/)?([\w-]+)$/.exec(text.trim())?.[1];
  if (code === undefined || code.length > MAX_CODE) return 'unreadable';
  try {
    const bytes = fromBase64Url(code);
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const parsed = content.safeParse(read);
    if (parsed.success) return { secret: parsed.data.s, pin: parsed.data.p, addresses: parsed.data.a };
    return z.object({ v: z.number().gt(1) }).safeParse(read).success ? 'newer' : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** The id of an invitation: who knows the secret knows it, but not the other way round. */
export async function invitationId(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    joined(new TextEncoder().encode('counterbell invitation'), fromBase64Url(secret)),
  );
  return toBase64Url(new Uint8Array(digest).subarray(0, SECRET_BYTES));
}

/** Values known to both sides of an exchange. */
export interface Exchange {
  readonly secret: string;
  /** of the key that the device saw, or how the connection was secured otherwise: `public` (authorities), `plain` */
  readonly pin: string;
  /** the device's */
  readonly nonce: string;
}

/** With it a device shows that it has the invitation, and which key it saw. */
export function deviceProof({ secret, pin, nonce }: Exchange, name: string): Promise<string> {
  return sign(secret, `counterbell join device\0${pin}\0${nonce}\0${name}`);
}

/** With it the host shows that it has the invitation. */
export function hostProof({ secret, pin, nonce }: Exchange, hostNonce: string, deviceId: string): Promise<string> {
  return sign(secret, `counterbell join host\0${pin}\0${nonce}\0${hostNonce}\0${deviceId}`);
}

/** Compares proofs in a time that does not tell where they differ. */
export function isSameProof(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

/** The key with which the device signs in from now on; it is never sent while it is agreed on. */
export async function deviceKey(
  { secret, nonce }: Pick<Exchange, 'secret' | 'nonce'>,
  hostNonce: string,
): Promise<string> {
  const material = await crypto.subtle.importKey('raw', fromBase64Url(secret), 'HKDF', false, ['deriveBits']);
  const salt = joined(fromBase64Url(nonce), fromBase64Url(hostNonce));
  const info = new TextEncoder().encode('counterbell device');
  const bits = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    material,
    DIGEST_BYTES * 8,
  );
  return toBase64Url(new Uint8Array(bits));
}

/** A new secret or nonce. */
export function newShortSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

async function sign(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', fromBase64Url(secret), algorithm, false, ['sign']);
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))));
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Empty for what is no base64url. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return new Uint8Array();
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
