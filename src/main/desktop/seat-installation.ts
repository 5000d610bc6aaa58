import { net, powerMonitor } from 'electron';
import { systemClock as clock } from '#main/clock/clock.ts';
import { findHost } from '#main/seat/find-host.ts';
import { startRemoteEngine } from '#main/seat/remote-engine.ts';
import type { SeatStatus } from '#shared/contract/desktop.ts';
import type { HostAddress } from '#shared/domain/invitation.ts';
import { handleFaults, relaunchApp, showFault } from './faults.ts';
import type { Installation, InstallationOptions } from './installation.ts';
import { SEATS_FILE, writeSeat, type StoredSeat } from './seats.ts';

/** Milliseconds the host may take to remove this device when the seat is given up. */
const LEAVE_LIMIT = 5_000;
/** Milliseconds between looks whether the network is back. */
const NETWORK_CHECK = 2_000;

/** Opens this app's seat at another computer's installation: no database, and no engine of its own. */
export async function openSeat(
  { front, vault, storedFile, onSeat }: InstallationOptions,
  seat: StoredSeat,
): Promise<Installation> {
  const { log } = front.logFile;
  const file = storedFile(SEATS_FILE);
  const { plain: deviceKey } = await vault.open(seat.deviceKey);
  let status: SeatStatus = { shop: seat.shop, address: urlOf(seat.addresses[0]), connection: { state: 'connecting' } };
  let kept = seat;
  const remember = (learned: Partial<Pick<StoredSeat, 'shop' | 'addresses'>>): void => {
    kept = { ...kept, ...learned };
    try {
      writeSeat(file, kept);
    } catch (error) {
      log.warn({ err: error }, 'what the host said of itself could not be remembered');
    }
  };
  const engine = startRemoteEngine({
    seat: { ...seat, deviceKey },
    clock,
    log,
    find: (pin, onFound) => findHost(pin, onFound, { clock }),
    onAddresses: (addresses) => remember({ addresses: [...addresses] }),
    onShop: (shop) => {
      remember({ shop });
      status = { ...status, shop };
      onSeat(status);
    },
    onConnection: (connection, address = status.address) => {
      status = { ...status, address, connection };
      onSeat(status);
    },
  });

  const wake = engine.wake;
  powerMonitor.on('resume', wake);
  powerMonitor.on('unlock-screen', wake);
  let wasOnline = net.isOnline();
  let cancelTimer = (): void => undefined;
  const watchNetwork = (): void => {
    const isOnline = net.isOnline();
    if (isOnline && !wasOnline) wake();
    wasOnline = isOnline;
    cancelTimer = clock.after(NETWORK_CHECK, watchNetwork);
  };
  watchNetwork();
  return {
    engine,
    seat: {
      status: () => status,
      leave: async () => {
        const limit = new Promise<void>((resolve) => void clock.after(LEAVE_LIMIT, resolve));
        const removal = engine.request('devices.remove', { deviceId: seat.deviceId }).then(
          () => undefined,
          (error: unknown) => log.warn({ err: error }, 'the host could not be told that this device leaves'),
        );
        await Promise.race([removal, limit]);
        writeSeat(file, undefined);
        relaunchApp(front.quitting.quitNow);
      },
    },
    about: async () => ({
      lines: [`Seat at another computer: ${status.connection.state}, ${seat.addresses.length} addresses`],
      secrets: [deviceKey, seat.pin],
    }),
    showBackup: async () => false,
    mayLeave: () => true,
    // Nobody depends on this app: it only logs, and says so.
    handleFaults: () =>
      handleFaults({
        process,
        log,
        wall: () => Date.now(),
        died: new Promise(() => undefined),
        isServing: async () => true,
        showFault,
        onDown: () => undefined,
        relaunch: () => undefined,
      }),
    calmed: () => undefined,
    stop: async () => {
      powerMonitor.off('resume', wake);
      powerMonitor.off('unlock-screen', wake);
      cancelTimer();
      engine.stop();
    },
  };
}

function urlOf(address: HostAddress | undefined): string {
  return typeof address === 'object' ? address.u : (address ?? '');
}
