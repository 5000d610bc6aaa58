import type { Bots } from '#main/bots/bots.ts';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Exposure } from '#main/exposure/exposure.ts';
import type { Doors } from '#main/exposure/ports.ts';
import type { AskPublic } from '#main/exposure/public-answer.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { Store } from '#main/store/store.ts';
import type { Call } from './call.ts';

/** What the checks look at, and what they look with. */
export interface CheckParts {
  readonly exposure: Pick<Exposure, 'view' | 'check' | 'authority'>;
  readonly expect: Doors['expect'];
  readonly ask: AskPublic;
  readonly call: Call;
  readonly channels: Pick<ChannelDirectory, 'list' | 'addresses' | 'localAddresses'>;
  readonly bots: Pick<Bots, 'list' | 'test'>;
  readonly store: Pick<Store, 'readOnly' | 'write'>;
  readonly journal: Pick<Journal, 'add'>;
  /** folder of the database */
  readonly dataDir: string;
  readonly clock: Clock;
}
