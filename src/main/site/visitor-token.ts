import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { credentials, type SiteIdentity } from '#shared/site/frames.ts';
import { parseJson } from './read-frame.ts';

/**
 * A visitor's token: who they are, and a signature with the channel's key, so that nobody can pass for another. `v.` is a
 * browser, `i.` somebody whom the website has signed in.
 */
export interface VisitorToken {
  readonly token: string;
  /** `sender.id` as JSON text */
  readonly externalId: string;
  /** somebody signed in: the token is worth nothing without their signature beside it */
  readonly isSignedIn: boolean;
}

/** A new visitor: 128 random bits. */
export function newVisitor(secret: string): VisitorToken {
  return tokenOf(secret, 'v', randomBytes(16).toString('base64url'));
}

/** Whoever has the key to the mailbox with this address on the website: 32 hexadecimal digits. */
export function letterVisitor(secret: string, address: string): VisitorToken {
  return tokenOf(secret, 'v', address);
}

/** Somebody whom the website signed in. */
export function identifiedVisitor(secret: string, id: string): VisitorToken {
  return tokenOf(secret, 'i', Buffer.from(id.toWellFormed()).toString('base64url'));
}

/** The visitor of a token; undefined: it was not signed with this key. */
export function readToken(secret: string, token: string): VisitorToken | undefined {
  const [, kind, id = ''] = /^([vi])\.([\w-]{1,1500})\.[\w-]{43}$/.exec(token) ?? [];
  if (kind !== 'v' && kind !== 'i') return undefined;
  const right = tokenOf(secret, kind, id);
  return isEqual(right.token, token) ? right : undefined;
}

/** Derives the key with which websites sign their visitors' ids: shown to the owner, and of no use for tokens. */
export function identityKey(secret: string): string {
  return createHmac('sha256', secret).update('identity').digest('hex');
}

/** Returns what a website's signature proves: the id, or the name and email, too; undefined: nothing. */
export function readSignature(
  secret: string,
  { id, name = '', email = '', signature }: SiteIdentity,
): 'id' | 'all' | undefined {
  const key = identityKey(secret);
  const isOf = (text: string): boolean =>
    isEqual(createHmac('sha256', key).update(text).digest('hex'), signature.toLowerCase());
  // With a line break in a field, one signature could be read as another person's.
  if ([id, name, email].some((field) => /[\r\n]/.test(field))) return undefined;
  if (isOf(`${id}\n${name}\n${email}`)) return 'all';
  return isOf(id) ? 'id' : undefined;
}

/** True if a website has signed the fields of its own that it gives for this person. */
export function provesFields(secret: string, { id, fields = {}, fieldsSignature = '' }: SiteIdentity): boolean {
  const lines = ['fields', id, ...Object.entries(fields).flat().map(String)];
  const right = createHmac('sha256', identityKey(secret)).update(lines.join('\n')).digest('hex');
  return !lines.some((line) => /[\r\n]/.test(line)) && isEqual(right, fieldsSignature.toLowerCase());
}

/** The visitor who sends these credentials in a header; undefined: they prove nobody. */
export function readCredentials(secret: string, header = ''): VisitorToken | undefined {
  const text = Buffer.from(/^Bearer ([\w-]+)$/.exec(header)?.[1] ?? '', 'base64url').toString();
  const { token, identity } = credentials.safeParse(parseJson(text)).data ?? {};
  if (identity !== undefined && readSignature(secret, identity) !== undefined)
    return identifiedVisitor(secret, identity.id);
  const visitor = token === undefined ? undefined : readToken(secret, token);
  // On a shared computer the next person finds the token, but not the signature.
  return visitor?.isSignedIn === true ? undefined : visitor;
}

function tokenOf(secret: string, kind: 'v' | 'i', id: string): VisitorToken {
  const name = kind === 'v' ? id : `user:${Buffer.from(id, 'base64url').toString()}`;
  const mark = createHmac('sha256', secret).update(`visitor ${kind}.${id}`).digest('base64url');
  return { token: `${kind}.${id}.${mark}`, externalId: JSON.stringify(name), isSignedIn: kind === 'i' };
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
