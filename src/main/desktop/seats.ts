import type { Logger } from 'pino';
import { z } from 'zod';
import { digestText, hostAddresses } from '#shared/domain/invitation.ts';
import { shopName } from '#shared/contract/joining.ts';
import type { Vault } from '#main/settings/vault.ts';
import type { JoinedShop } from '#main/seat/join.ts';
import type { StoredFile } from './preferences.ts';
import { hostOfSeat, shownOf } from './shown-seat.ts';

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

/** Most shops of one app. */
export const MAX_SEATS = 8;

const storedSeats = z.object({
  seats: z.array(storedSeat).max(MAX_SEATS),
  /** the one whose page was shown last, by its id */
  shown: z.string().optional(),
});

export type SeatStore = ReturnType<typeof openSeatStore>;

/** The seats of this app; none: it is an installation of its own. An unreadable file is set aside. */
export function openSeatStore(file: StoredFile, log: Pick<Logger, 'error' | 'warn'>) {
  let { seats, shown } = readSeats(file, log);
  const write = (): void => file.write({ seats, ...(shown !== undefined && { shown }) });
  /** What can be learned or chosen again. */
  const tryToWrite = (): void => {
    try {
      write();
    } catch (error) {
      log.warn({ err: error }, 'what is known of the seats could not be stored');
    }
  };
  return {
    all: (): readonly StoredSeat[] => seats,
    /** the id of the one shown last, else of the first; undefined: there is none */
    shown: (): string | undefined => shownOf(seats, shown),
    setShown: (id: string): void => {
      if (id === shown) return;
      shown = id;
      tryToWrite();
    },
    /** keeps a seat that was just joined, in place of an earlier one of the same operator there */
    put: (seat: StoredSeat): void => {
      seats = [...seats.filter((each) => hostOfSeat(each) !== hostOfSeat(seat)), seat];
      write();
    },
    /** what the host said of itself */
    learn: (id: string, learned: Partial<Pick<StoredSeat, 'shop' | 'addresses'>>): void => {
      seats = seats.map((seat) => (hostOfSeat(seat) === id ? { ...seat, ...learned } : seat));
      tryToWrite();
    },
    remove: (id: string): void => {
      seats = seats.filter((seat) => hostOfSeat(seat) !== id);
      write();
    },
  };
}

function readSeats(file: StoredFile, log: Pick<Logger, 'error'>): z.infer<typeof storedSeats> {
  try {
    return storedSeats.parse(file.read() ?? { seats: [] });
  } catch (error) {
    log.error({ err: error, path: file.setAside() }, 'the seats cannot be read: join again');
    return { seats: [] };
  }
}

/** A seat that was just joined, its key sealed. */
export async function sealSeat(vault: Pick<Vault, 'seal'>, joined: JoinedShop): Promise<StoredSeat> {
  const { deviceKey, addresses, ...rest } = joined;
  return { ...rest, addresses: [...addresses], deviceKey: await vault.seal(deviceKey) };
}
