import { failedAnswer } from '#shared/contract/answers.ts';
import type { InvitedShop, Joining as JoiningAnswer } from '#shared/contract/desktop.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Vault } from '#main/settings/ports.ts';
import { invitationOf, joinShop, lookAtInvitation } from '#main/seat/join.ts';
import { urlOf } from '#main/seat/pinned-tls.ts';
import type { StoredFile } from './preferences.ts';
import { keepSeat } from './seats.ts';

export type Joining = ReturnType<typeof createJoining>;

/** Milliseconds for the page to say what happens before the app restarts. */
const RESTART_DELAY = 1_500;

/** Joins a colleague's shop with their invitation; expected refusals are answers. */
export function createJoining(options: {
  readonly vault: Pick<Vault, 'seal'>;
  readonly file: StoredFile;
  /** this app has joined already */
  readonly isSeat: boolean;
  /** customers already write to an installation of this computer's own */
  readonly hasChannels: () => Promise<boolean>;
  readonly deviceName: string;
  readonly restart: () => void;
}) {
  const check = async (): Promise<void> => {
    if (options.isSeat) throw new ContractError('invalid_input', phrase('errors:seat.isSeat'));
    if (await options.hasChannels()) throw new ContractError('invalid_input', phrase('errors:seat.hasChannels'));
  };
  return {
    look: (link: string): Promise<JoiningAnswer<InvitedShop>> =>
      answered(async () => {
        await check();
        const code = invitationOf(link);
        const { shop, name } = await lookAtInvitation(code);
        return { shop, name, addresses: code.addresses.map(urlOf) };
      }),
    join: (link: string): Promise<JoiningAnswer<{ readonly shop: string }>> =>
      answered(async () => {
        await check();
        const joined = await joinShop(invitationOf(link), options.deviceName);
        await keepSeat(options.file, options.vault, joined);
        setTimeout(options.restart, RESTART_DELAY);
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
