import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { OperatorDirectory } from '#main/engine/engine.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Duration of a sign-in without a visit. */
export const SESSION_TTL = 30 * DAY;

/** Minimum age of a session that a visit renews. */
const RENEW_AFTER = DAY;

const content = z.object({ operator: z.string(), key: z.string(), until: z.number() });

interface Session {
  readonly operatorId: string;
  /** the answer should set a fresh session */
  readonly stale: boolean;
}

export interface Sessions {
  /** the cookie's value for this operator; undefined if there is none */
  readonly issue: (operatorId: string) => string | undefined;
  /** undefined: not ours, changed, expired, or the operator's access key has been replaced */
  readonly read: (value: string) => Session | undefined;
}

/** Sessions without a store: signed values that survive a restart and end with a new access key. */
export function createSessions(options: {
  readonly key: Buffer;
  readonly operators: OperatorDirectory;
  /** wall clock, milliseconds: sessions outlive the process, so monotonic time cannot end them */
  readonly wall: () => number;
}): Sessions {
  const sign = (body: string): Buffer => createHmac('sha256', options.key).update(body).digest();

  const issue = (operatorId: string): string | undefined => {
    const key = options.operators.keyFingerprint(operatorId);
    if (key === undefined) return undefined;
    const text = JSON.stringify({ operator: operatorId, key, until: options.wall() + SESSION_TTL } satisfies z.input<
      typeof content
    >);
    const body = Buffer.from(text).toString('base64url');
    return `${body}.${sign(body).toString('base64url')}`;
  };

  const read = (value: string): Session | undefined => {
    const [body = '', signature = ''] = value.split('.');
    const signed = Buffer.from(signature, 'base64url');
    const right = sign(body);
    if (signed.length !== right.length || !timingSafeEqual(signed, right)) return undefined;
    const session = content.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
    const now = options.wall();
    if (session.until <= now || options.operators.keyFingerprint(session.operator) !== session.key) return undefined;
    return { operatorId: session.operator, stale: session.until - now < SESSION_TTL - RENEW_AFTER };
  };

  return { issue, read };
}

/** Milliseconds in which a browser that followed the link has to make its first request. */
export const LINK_TTL = 60_000;
/** No access key is longer; a truncated one matches nobody. */
const MAX_KEY_LENGTH = 1025;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const linkContent = z.object({ accessKey: z.string(), before: z.string(), until: z.number() });

export interface FollowedLink {
  readonly accessKey: string;
  /** the session that the browser had before; empty: none */
  readonly before: string;
}

export interface SignInLinks {
  /** the cookie's value for a followed link, built alike for right and wrong keys */
  readonly seal: (link: FollowedLink) => string;
  /** undefined: not ours, changed, or too old */
  readonly open: (value: string) => FollowedLink | undefined;
}

/**
 * The key in a link goes unread into a cookie, sealed because other ports of the host also get it. Only the requests
 * that the page makes next check it and count as a try: following a link reveals nothing about its key.
 */
export function createSignInLinks({ key, wall }: { readonly key: Buffer; readonly wall: () => number }): SignInLinks {
  return {
    seal: ({ accessKey, before }) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = JSON.stringify({
        accessKey: accessKey.slice(0, MAX_KEY_LENGTH),
        before,
        until: wall() + LINK_TTL,
      } satisfies z.input<typeof linkContent>);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `link.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open: (value) => {
      const [kind, sealed = ''] = value.split('.');
      const bytes = Buffer.from(sealed, 'base64url');
      if (kind !== 'link' || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const text = Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ]).toString();
        const link = linkContent.parse(JSON.parse(text));
        return link.until > wall() ? link : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
