import { failedAnswer } from '#shared/contract/answers.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { InvitedShop, Joining as JoiningAnswer } from '#shared/contract/desktop.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Vault } from '#main/settings/vault.ts';
import { invitationOf, joinShop, lookAtInvitation } from '#main/seat/join.ts';
import { urlOf } from '#main/seat/pinned-tls.ts';
import type { Seats } from './installation.ts';
import { MAX_SEATS, sealSeat, type SeatStore } from './seats.ts';

export type Joining = ReturnType<typeof createJoining>;

/** Milliseconds for the page to say what happens before the app restarts. */
const RESTART_DELAY = 1_500;

/** Joins a colleague's shop with their invitation; expected refusals are answers. */
export function createJoining({
  seats,
  ...options
}: {
  readonly vault: Pick<Vault, 'seal'>;
  readonly store: SeatStore;
  /** undefined: this app has an installation of its own */
  readonly seats: Seats | undefined;
  /** customers already write to an installation of this computer's own */
  readonly hasChannels: () => Promise<boolean>;
  readonly deviceName: string;
  readonly restart: () => void;
  /** shows the console of the shop with this id */
  readonly show: (id: string) => void;
}) {
  const check = async (): Promise<void> => {
    if (seats !== undefined && seats.count() >= MAX_SEATS)
      throw new ContractError('invalid_input', phrase('errors:seat.tooMany', { most: MAX_SEATS }));
    if (seats === undefined && (await options.hasChannels()))
      throw new ContractError('invalid_input', phrase('errors:seat.hasChannels'));
  };
  return {
    look: (link: string): Promise<JoiningAnswer<InvitedShop>> =>
      answered(async () => {
        await check();
        const code = invitationOf(link);
        const { shop, name, addresses } = await lookAtInvitation(code);
        return { shop, name, addresses: addresses.map(urlOf) };
      }),
    /** `restarts`: as a seat; an app that has seats already just shows the new one */
    join: (link: string): Promise<JoiningAnswer<{ readonly shop: string; readonly restarts: boolean }>> =>
      answered(async () => {
        await check();
        const joined = await joinShop(invitationOf(link), options.deviceName);
        if (seats === undefined) {
          options.store.put(await sealSeat(options.vault, joined));
          setTimeout(options.restart, RESTART_DELAY);
        } else {
          options.show(await seats.join(joined));
        }
        return { shop: joined.shop, restarts: seats === undefined };
      }),
  };
}

async function answered<T>(work: () => Promise<T>): Promise<JoiningAnswer<T>> {
  try {
    return { ok: true, data: await work() };
  } catch (error) {
    if (error instanceof ContractError) return failedAnswer(error);
    throw error;
  }
}
