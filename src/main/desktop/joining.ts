import { failedAnswer } from '#shared/contract/answers.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { InvitedShop, Joining as JoiningAnswer, SeatStatus } from '#shared/contract/desktop.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Vault } from '#main/settings/vault.ts';
import { invitationOf, joinShop, lookAtInvitation } from '#main/seat/join.ts';
import { urlOf } from '#main/seat/pinned-tls.ts';
import type { InstallationOptions } from './installation.ts';
import { hostOfSeat } from './seat-id.ts';
import { sealSeat, type SeatStore } from './stored-seat.ts';
import { isLost } from './tray/menu.ts';

export type Joining = ReturnType<typeof createJoining>;

/** Milliseconds for the page to say what happens before the app restarts. */
const RESTART_DELAY = 1_500;

/** Joins a colleague's shop with their invitation; expected refusals are answers. */
export function createJoining(options: {
  readonly vault: Pick<Vault, 'seal'>;
  readonly store: SeatStore;
  /** status of this app's seat; undefined: it has an installation of its own */
  readonly seat: () => SeatStatus | undefined;
  /** customers already write to an installation of this computer's own */
  readonly hasChannels: () => Promise<boolean>;
  readonly deviceName: string;
  readonly restart: InstallationOptions['restart'];
}) {
  const { store } = options;
  const check = async (): Promise<void> => {
    const seat = options.seat();
    if (seat !== undefined && !isLost(seat))
      throw new ContractError('invalid_input', phrase('errors:seat.hasShop', { shop: seat.shop }));
    if (seat === undefined && (await options.hasChannels()))
      throw new ContractError('invalid_input', phrase('errors:seat.hasChannels'));
  };
  return {
    look: (link: string): Promise<JoiningAnswer<InvitedShop>> =>
      answered(async () => {
        await check();
        const { shop, name, addresses } = await lookAtInvitation(invitationOf(link));
        return { shop, name, addresses: addresses.map(urlOf) };
      }),
    /** the app restarts as a seat there */
    join: (link: string): Promise<JoiningAnswer<{ readonly shop: string }>> =>
      answered(async () => {
        await check();
        const joined = await joinShop(invitationOf(link), options.deviceName);
        const before = store.current();
        store.put(await sealSeat(options.vault, joined));
        const left = before === undefined || hostOfSeat(before) === hostOfSeat(joined) ? undefined : hostOfSeat(before);
        setTimeout(() => void options.restart(left), RESTART_DELAY);
        return { shop: joined.shop };
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
