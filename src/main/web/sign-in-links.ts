import { z } from 'zod';
import { decrypt, encrypt } from '#main/settings/vault.ts';

/** Milliseconds in which a browser that followed the link has to make its first request. */
export const LINK_TTL = 60_000;
/** No access key is longer; a truncated one matches nobody. */
const MAX_KEY_LENGTH = 1025;

const linkContent = z.object({ accessKey: z.string(), before: z.string(), until: z.number() });

/** `before`: the session that the browser had before; empty: none */
export type FollowedLink = Pick<z.infer<typeof linkContent>, 'accessKey' | 'before'>;

export type SignInLinks = ReturnType<typeof createSignInLinks>;

/**
 * The key in a link goes unread into a cookie, sealed because other ports of the host also get it. Only the requests
 * that the page makes next check it and count as a try: following a link reveals nothing about its key.
 */
export function createSignInLinks({ key, wall }: { readonly key: Buffer; readonly wall: () => number }) {
  return {
    /** the cookie's value for a followed link, built alike for right and wrong keys */
    seal: ({ accessKey, before }: FollowedLink) => {
      const text = JSON.stringify({
        accessKey: accessKey.slice(0, MAX_KEY_LENGTH),
        before,
        until: wall() + LINK_TTL,
      } satisfies z.input<typeof linkContent>);
      return `link.${encrypt(text, key).toString('base64url')}`;
    },
    /** undefined: not ours, changed, or too old */
    open: (value: string) => {
      const [kind, sealed = ''] = value.split('.');
      if (kind !== 'link') return undefined;
      try {
        const text = decrypt(Buffer.from(sealed, 'base64url'), key);
        const link = linkContent.parse(JSON.parse(text));
        // One of a clock that was ahead would be good for as long as that.
        const left = link.until - wall();
        return left > 0 && left <= LINK_TTL ? link : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
