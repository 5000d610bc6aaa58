import { timingSafeEqual } from 'node:crypto';

/** Bytes; no path segment that the listener routes is longer. */
const LONGEST = 1024;

/** Compares secrets in the same number of bytes, so that it takes the same time whatever they are. */
export function createSecretComparison(): (one: string, other: string) => boolean {
  const [left, right] = [Buffer.alloc(LONGEST), Buffer.alloc(LONGEST)];
  const put = (secret: string, into: Buffer): number => into.fill(0).write(secret, 'utf8');
  return (one, other) => {
    const lengths = put(one, left) === put(other, right);
    return timingSafeEqual(left, right) && lengths && Buffer.byteLength(one) <= LONGEST;
  };
}
