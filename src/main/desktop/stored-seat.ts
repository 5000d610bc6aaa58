import type { Logger } from 'pino';
import { z } from 'zod';
import { digestText, hostAddresses } from '#shared/domain/invitation.ts';
import { shopName } from '#shared/contract/joining.ts';
import type { Vault } from '#main/settings/vault.ts';
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

const seatFile = z.object({ seat: storedSeat.optional() });

export type SeatStore = ReturnType<typeof openSeatStore>;

/** The seat of this app; none: it is an installation of its own. An unreadable file is set aside. */
export function openSeatStore(file: StoredFile, log: Pick<Logger, 'error' | 'warn'>) {
  let seat = readSeat(file, log);
  const write = (): void => file.write({ ...(seat && { seat }) });
  return {
    current: (): StoredSeat | undefined => seat,
    /** keeps a seat that was just joined, in place of an earlier one */
    put: (joined: StoredSeat): void => {
      seat = joined;
      write();
    },
    /** stores the host's own details, which it will send again */
    learn: (learned: Partial<Pick<StoredSeat, 'shop' | 'addresses'>>): void => {
      if (seat === undefined) return;
      seat = { ...seat, ...learned };
      try {
        write();
      } catch (error) {
        log.warn({ err: error }, 'what is known of the host could not be stored');
      }
    },
    remove: (): void => {
      seat = undefined;
      write();
    },
  };
}

function readSeat(file: StoredFile, log: Pick<Logger, 'error'>): StoredSeat | undefined {
  try {
    return seatFile.parse(file.read() ?? {}).seat;
  } catch (error) {
    log.error({ err: error, path: file.setAside() }, 'the seat cannot be read: join again');
    return undefined;
  }
}

/** A seat that was just joined, its key sealed. */
export async function sealSeat(vault: Pick<Vault, 'seal'>, joined: JoinedShop): Promise<StoredSeat> {
  const { deviceKey, addresses, ...rest } = joined;
  return { ...rest, addresses: [...addresses], deviceKey: await vault.seal(deviceKey) };
}
