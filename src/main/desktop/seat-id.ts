import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface SeatIdentity {
  readonly installationId: string;
  readonly operatorId: string;
}

/** Name of the seat's file in the data folder, without its ending. */
export const SEAT_FILE = 'seat';

/**
 * The host in the address of a seat's pages. What pages keep is theirs alone: chats of two shops may have the same ids, and
 * a colleague's drafts are nobody else's.
 */
export function hostOfSeat({ installationId, operatorId }: SeatIdentity): string {
  const digest = createHash('sha256').update(JSON.stringify([installationId, operatorId]));
  return `shop-${digest.digest('hex').slice(0, 32)}`;
}

/**
 * The host of this app's seat, as its file has it; undefined: there is none. Only a guess, for the window that a start
 * opens: parsing the file takes a library that takes as long to load as the window to open.
 */
export function guessHostOfSeat(folder: string): string | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(folder, `${SEAT_FILE}.json`), 'utf8'));
    return hostOfSeat((stored as { readonly seat: SeatIdentity }).seat);
  } catch {
    return undefined;
  }
}
