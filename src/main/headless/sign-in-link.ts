import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** Milliseconds in which a browser that followed the link has to ask for something. */
export const LINK_TTL = 60_000;
/** No access key is longer; what is cut off makes a key that nobody has. */
const LONGEST_KEY = 1025;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const content = z.object({ accessKey: z.string(), before: z.string(), until: z.number() });

export interface FollowedLink {
  readonly accessKey: string;
  /** the session that the browser had before; empty: none */
  readonly before: string;
}

export interface SignInLinks {
  /** the cookie's value for whoever follows a link, made alike of a right key and of a wrong one */
  readonly seal: (link: FollowedLink) => string;
  /** undefined: not ours, changed, or too old */
  readonly open: (value: string) => FollowedLink | undefined;
}

/**
 * What a link carries goes into a cookie unread, sealed because other ports of the host get it too. Only what the page
 * asks afterwards is answered by its key, and counts as a try: following a link says nothing of the key in it.
 */
export function createSignInLinks({ key, wall }: { readonly key: Buffer; readonly wall: () => number }): SignInLinks {
  return {
    seal: ({ accessKey, before }) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = JSON.stringify({
        accessKey: accessKey.slice(0, LONGEST_KEY),
        before,
        until: wall() + LINK_TTL,
      } satisfies z.input<typeof content>);
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
        const link = content.parse(JSON.parse(text));
        return link.until > wall() ? link : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
