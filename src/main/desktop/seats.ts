import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { digestText, hostAddresses } from '#shared/domain/invitation.ts';
import { shopName } from '#shared/contract/joining.ts';
import type { Vault } from '#main/settings/ports.ts';
import type { JoinedShop } from '#main/seat/join.ts';
import type { StoredFile } from './preferences.ts';

const storedSeat = z.object({
  shop: shopName,
  installationId: z.string(),
  operatorId: z.string(),
  deviceId: z.string(),
  /** sealed by the vault */
  deviceKey: z.string(),
  pin: digestText,
  addresses: hostAddresses,
});
export type StoredSeat = z.infer<typeof storedSeat>;

/** One for now; a list, so that an app can have several. */
const storedSeats = z.object({ seats: z.array(storedSeat).max(1) });

/**
 * The host in the address of a seat's pages. What pages keep is theirs alone: chats of two shops may have the same ids,
 * and a colleague's drafts are nobody else's.
 */
export function hostOfSeat({ installationId, operatorId }: Pick<StoredSeat, 'installationId' | 'operatorId'>): string {
  const digest = createHash('sha256').update(JSON.stringify([installationId, operatorId]));
  return `shop-${digest.digest('hex').slice(0, 32)}`;
}

/** Name of the file of seats in the data folder, without its ending. */
export const SEATS_FILE = 'seats';

/** Whether there may be a seat; cheap, so that a start as an installation of its own loses no time. */
export function mayHaveSeat(folder: string): boolean {
  return existsSync(join(folder, `${SEATS_FILE}.json`));
}

/** The seat of this app; undefined: it is an installation of its own. An unreadable file is set aside. */
export function readSeat(file: StoredFile, log: Pick<Logger, 'error'>): StoredSeat | undefined {
  try {
    return storedSeats.parse(file.read() ?? { seats: [] }).seats[0];
  } catch (error) {
    log.error({ err: error, path: file.setAside() }, 'the seat cannot be read: join again');
    return undefined;
  }
}

/** Keeps a seat that was just joined, its key sealed. */
export async function keepSeat(file: StoredFile, vault: Pick<Vault, 'seal'>, joined: JoinedShop): Promise<void> {
  const { deviceKey, addresses, ...rest } = joined;
  const seat: StoredSeat = { ...rest, addresses: [...addresses], deviceKey: await vault.seal(deviceKey) };
  writeSeat(file, seat);
}

/** undefined: none any more. */
export function writeSeat(file: StoredFile, seat: StoredSeat | undefined): void {
  file.write({ seats: seat === undefined ? [] : [seat] });
}
