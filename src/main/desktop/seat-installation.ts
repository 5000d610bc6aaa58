import { net, powerMonitor } from 'electron';
import { setTimeout as passing } from 'node:timers/promises';
import type { SeatStatus } from '#shared/contract/desktop.ts';
import { systemClock as clock } from '#main/clock/clock.ts';
import { watchOnline } from '#main/seat/host-connection.ts';
import { urlOf } from '#main/seat/pinned-tls.ts';
import { createKeylessEngine, startRemoteEngine } from '#main/seat/remote-engine.ts';
import { handleFaults } from './faults.ts';
import type { Installation, InstallationOptions } from './installation.ts';
import { hostOfSeat } from './seat-id.ts';
import type { SeatStore, StoredSeat } from './stored-seat.ts';

/** Milliseconds the host may take to remove this device when the seat is given up. */
const LEAVE_LIMIT = 5_000;

/** Opens this app's seat at another computer's installation: no database, and no engine of its own. */
export async function openSeat(
  { context, vault, onOpened, restart }: InstallationOptions,
  stored: StoredSeat,
  store: SeatStore,
): Promise<Installation> {
  const { log } = context.logFile;
  const readKey = (): Promise<string | undefined> =>
    vault.open(stored.deviceKey).then(
      ({ plain }) => plain,
      (error: unknown) => {
        log.error({ err: error }, 'the key to the shop cannot be read');
        return undefined;
      },
    );
  const deviceKey = await readKey();
  const [address] = stored.addresses;
  const listeners = new Set<() => void>();
  let status: SeatStatus = {
    shop: stored.shop,
    address: address === undefined ? '' : urlOf(address),
    connection: { state: deviceKey === undefined ? 'keyLost' : 'connecting' },
  };
  const become = (change: Partial<SeatStatus>): void => {
    status = { ...status, ...change };
    for (const listener of listeners) listener();
  };
  const engine =
    deviceKey === undefined
      ? createKeylessEngine(stored.operatorId)
      : startRemoteEngine({
          seat: { ...stored, deviceKey },
          clock,
          log,
          onAddresses: (addresses) => store.learn({ addresses: [...addresses] }),
          onShop: (shop) => {
            store.learn({ shop });
            become({ shop });
          },
          onConnection: (connection, reached = status.address) => become({ connection, address: reached }),
        });
  void onOpened(engine);
  /** Tells the host that this device is no longer used. */
  const signOut = (): Promise<void> =>
    Promise.race([
      engine.request('devices.remove', { deviceId: stored.deviceId }).then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'the host could not be told that this device leaves'),
      ),
      passing(LEAVE_LIMIT),
    ]);

  powerMonitor.on('resume', engine.wake);
  powerMonitor.on('unlock-screen', engine.wake);
  const stopWatching = watchOnline({ clock, isOnline: () => net.isOnline(), onChange: engine.wake });
  return {
    engine,
    seat: {
      status: () => status,
      onStatus: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      readKey: async () => {
        const isRead = (await readKey()) !== undefined;
        if (isRead) await restart();
        return isRead;
      },
      leave: async () => {
        await signOut();
        store.remove();
        await restart(hostOfSeat(stored));
      },
    },
    about: async () => ({
      lines: [`Seat at another computer: ${status.connection.state}, ${stored.addresses.length} addresses`],
      secrets: [...(deviceKey === undefined ? [] : [deviceKey]), stored.pin],
    }),
    showBackup: async () => false,
    mayLeave: () => true,
    handleFaults: () => handleFaults({ log }),
    calmed: () => undefined,
    stop: async () => {
      powerMonitor.off('resume', engine.wake);
      powerMonitor.off('unlock-screen', engine.wake);
      stopWatching();
      engine.stop();
    },
  };
}
