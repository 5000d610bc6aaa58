import { net, powerMonitor, session } from 'electron';
import { setTimeout as passing } from 'node:timers/promises';
import { systemClock as clock } from '#main/clock/clock.ts';
import { watchOnline } from '#main/seat/host-connection.ts';
import { urlOf } from '#main/seat/pinned-tls.ts';
import { createKeylessEngine, startRemoteEngine, type RemoteEngine } from '#main/seat/remote-engine.ts';
import { handleFaults, relaunchApp } from './faults.ts';
import type { Attach, SeatState, Workplace, WorkplaceOptions } from './installation.ts';
import { sealSeat, type SeatStore, type StoredSeat } from './seats.ts';
import { hostOfSeat } from './shown-seat.ts';
import { consoleScheme } from './windows/console-gate.ts';

/** Milliseconds the host may take to remove this device when the seat is given up. */
const LEAVE_LIMIT = 5_000;

interface OpenSeat {
  readonly deviceId: string;
  readonly engine: RemoteEngine;
  readonly stop: () => void;
}

/** Opens this app's seats at other computers' installations: no database, and no engine of its own. */
export function openSeats({ front, vault }: Omit<WorkplaceOptions, 'storedFile'>, store: SeatStore): Workplace {
  const { log } = front.logFile;
  const open = new Map<string, OpenSeat>();
  let attach: Attach | undefined;

  /** undefined: it cannot be read, which is that shop's trouble alone */
  const keyOf = ({ deviceKey, shop }: StoredSeat): Promise<string | undefined> =>
    vault.open(deviceKey).then(
      ({ plain }) => plain,
      (error: unknown) => {
        log.error({ err: error, shop }, 'the key to a shop cannot be read');
        return undefined;
      },
    );
  const openSeat = (stored: StoredSeat, deviceKey: string | undefined): void => {
    const id = hostOfSeat(stored);
    const [address] = stored.addresses;
    let state: SeatState = {
      shop: stored.shop,
      address: address === undefined ? '' : urlOf(address),
      connection: { state: deviceKey === undefined ? 'keyLost' : 'connecting' },
    };
    const become = (change: Partial<SeatState>): void => {
      state = { ...state, ...change };
      attached?.changed();
    };
    const engine =
      deviceKey === undefined
        ? createKeylessEngine(stored.operatorId)
        : startRemoteEngine({
            seat: { ...stored, deviceKey },
            clock,
            log,
            onAddresses: (addresses) => store.learn(id, { addresses: [...addresses] }),
            onShop: (shop) => {
              store.learn(id, { shop });
              become({ shop });
            },
            onConnection: (connection, reached = state.address) => become({ connection, address: reached }),
          });
    const attached = attach?.({
      id,
      engine,
      seat: {
        status: () => state,
        readKey: async () => {
          const key = await keyOf(stored);
          if (key === undefined) return false;
          close(id);
          openSeat(stored, key);
          return true;
        },
      },
      about: async () => ({
        lines: [`Seat at another computer: ${state.connection.state}, ${stored.addresses.length} addresses`],
        secrets: [...(deviceKey === undefined ? [] : [deviceKey]), stored.pin],
      }),
      showBackup: async () => false,
    });
    const stop = (): void => {
      attached?.detach();
      engine.stop();
    };
    open.set(id, { deviceId: stored.deviceId, engine, stop });
  };
  /** Tells the host that this device is no longer used. */
  const signOut = ({ engine, deviceId }: OpenSeat): Promise<void> =>
    Promise.race([
      engine.request('devices.remove', { deviceId }).then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'the host could not be told that this device leaves'),
      ),
      passing(LEAVE_LIMIT),
    ]);
  const close = (id: string): void => {
    open.get(id)?.stop();
    open.delete(id);
  };
  /** What the shop's pages kept on this computer: drafts, what was not sent, what was seen. */
  const forgetPages = (id: string): Promise<void> =>
    session.defaultSession
      .clearStorageData({ origin: `${consoleScheme}://${id}` })
      .catch((error: unknown) => log.warn({ err: error }, 'what the pages of a shop kept could not be deleted'));

  const wake = (): void => {
    for (const { engine } of open.values()) engine.wake();
  };
  powerMonitor.on('resume', wake);
  powerMonitor.on('unlock-screen', wake);
  const stopWatching = watchOnline({ clock, isOnline: () => net.isOnline(), onChange: wake });
  return {
    open: async (attachNow) => {
      attach = attachNow;
      const seats = store.all();
      const keys = await Promise.all(seats.map(keyOf));
      seats.forEach((seat, index) => openSeat(seat, keys[index]));
    },
    seats: {
      count: () => store.all().length,
      join: async (joined) => {
        const stored = await sealSeat(vault, joined);
        const id = hostOfSeat(stored);
        const earlier = open.get(id);
        store.put(stored);
        if (earlier !== undefined) await signOut(earlier);
        close(id);
        openSeat(stored, joined.deviceKey);
        return id;
      },
      leave: async (id) => {
        const leaving = open.get(id);
        if (leaving === undefined) return;
        await signOut(leaving);
        store.remove(id);
        close(id);
        await forgetPages(id);
        if (store.all().length === 0) relaunchApp(front.quitting.quitNow);
      },
    },
    mayLeave: () => true,
    handleFaults: () => handleFaults({ log }),
    calmed: () => undefined,
    stop: async () => {
      powerMonitor.off('resume', wake);
      powerMonitor.off('unlock-screen', wake);
      stopWatching();
      for (const id of [...open.keys()]) close(id);
    },
  };
}
