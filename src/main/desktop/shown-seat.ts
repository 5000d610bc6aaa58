import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What makes a seat the one it is. */
export interface SeatIdentity {
  readonly installationId: string;
  readonly operatorId: string;
}

/** Name of the file of seats in the data folder, without its ending. */
export const SEATS_FILE = 'seats';

/**
 * The id of a seat: the host in the address of its pages. What pages keep is theirs alone: chats of two shops may have the same ids,
 * and a colleague's drafts are nobody else's.
 */
export function hostOfSeat({ installationId, operatorId }: SeatIdentity): string {
  const digest = createHash('sha256').update(JSON.stringify([installationId, operatorId]));
  return `shop-${digest.digest('hex').slice(0, 32)}`;
}

/** The seat shown last, else the first. */
export function shownOf(seats: readonly SeatIdentity[], shown: unknown): string | undefined {
  const ids = seats.map(hostOfSeat);
  return ids.find((id) => id === shown) ?? ids[0];
}

/**
 * The id of the seat that was shown last, as the file of seats has it; undefined: it names none. Only a guess, for the
 * window that a start opens: parsing the file takes a library that takes as long to load as the window to open.
 */
export function guessShownSeat(folder: string): string | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(folder, `${SEATS_FILE}.json`), 'utf8'));
    const { seats, shown } = stored as { readonly seats: readonly SeatIdentity[]; readonly shown: unknown };
    return shownOf(seats, shown);
  } catch {
    return undefined;
  }
}
