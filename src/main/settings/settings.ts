import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { type Clock, SerialQueue } from '#main/clock/clock.ts';
import { storedInstallation, type Installation } from '#main/store/installation/stored-installation.ts';
import type { Publish, Store } from '#main/store/store.ts';
import type { ChatChange } from '#main/store/chats/chat-change.ts';
import type { InstallationTransactions } from '#main/store/transactions.ts';
import type { SettingsState } from './installation.ts';
import type { Vault } from './vault.ts';
import { createSealing } from './sealing.ts';

/** The installation in memory, with its secrets open if possible: a cache of the database, which is written first. */
export type Settings = Awaited<ReturnType<typeof openSettings>>;

type Write = <N extends keyof InstallationTransactions>(
  name: N,
  input: Parameters<InstallationTransactions[N]>[1],
) => Promise<readonly ChatChange[]>;

/**
 * Reads the installation from the database, or creates a new one. Secrets that the vault cannot open are lost, and
 * nothing else. Throws if a supplied key opens none: that can be corrected at once.
 */
export async function openSettings(options: {
  readonly store: Pick<Store, 'read' | 'write'>;
  /** reports a change's effects on chats */
  readonly publish: Publish;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'wall'>;
  readonly log: Logger;
}) {
  const { store, clock, log, publish } = options;
  const sealing = createSealing(options.vault);
  const read = async (): Promise<Installation> => storedInstallation.parse(await store.read('readInstallation'));
  const isNew = (await store.read('readInstallation')) === undefined;
  if (isNew) await store.write('changeSettings', { installationId: randomUUID(), setUp: false });
  const { state: begun, lost } = await sealing.open(await read());
  if (lost !== undefined)
    log.warn(lost, 'secrets of the settings cannot be opened; they stay as they are until new ones are given');
  let state: SettingsState = begun;
  const queue = new SerialQueue();

  const reload = async (): Promise<void> => {
    state = (await sealing.open(await read())).state;
  };
  const write: Write = async (name, input) => {
    const change = store.write as (name: string, input: unknown) => Promise<readonly ChatChange[] | undefined>;
    const chats = (await change(name, input)) ?? [];
    await reload();
    return publish({ answer: chats, chats });
  };
  /** Reseals secrets under an older key, and records which bots have a readable token. */
  const reseal = async (): Promise<void> => {
    try {
      await sealing.reseal();
      const sealed = await sealing.sealAll(state);
      if (!isDeepStrictEqual(sealed, await read()))
        await write('putInstallation', { installation: sealed, at: clock.wall() });
    } catch (error) {
      log.warn({ err: error }, 'secrets could not be sealed with the newer key; they stay under the older one');
    }
  };
  await reseal();
  const writeInTurn: Write = (name, input) => queue.run(() => write(name, input));
  return {
    current: (): SettingsState => state,
    /** another node has changed them */
    reload,
    seal: sealing.seal,
    sealToken: sealing.sealToken,
    /** one transaction, with secrets sealed; resolves with its effects on chats; rejects, changing nothing, if it fails */
    write: writeInTurn,
    /** the same for a whole installation with open secrets; unchanged values are not written */
    put: (next: SettingsState): Promise<void> =>
      queue.run(async () => {
        if (isDeepStrictEqual(next, state)) return;
        const renewed = next.operators.filter(
          ({ id, accessKey }) => state.operators.find((operator) => operator.id === id)?.accessKey !== accessKey,
        );
        await write('putInstallation', {
          installation: await sealing.sealAll(next),
          at: clock.wall(),
          renewed: renewed.map(({ id }) => id),
        });
      }),
    stop: (): Promise<void> => queue.idle(),
  };
}
