import { net, powerMonitor } from 'electron';
import type { Logger } from 'pino';
import { systemClock as clock } from '#main/clock/clock.ts';
import { findHost } from '#main/seat/find-host.ts';
import { urlOf } from '#main/seat/pinned-tls.ts';
import { startRemoteEngine, type RemoteEngine } from '#main/seat/remote-engine.ts';
import { handleFaults, relaunchApp, showFault } from './faults.ts';
import type { Attach, Installation, SeatState, Workplace, WorkplaceOptions } from './installation.ts';
import { hostOfSeat, sealSeat, type SeatStore, type StoredSeat } from './seats.ts';

/** Milliseconds the host may take to remove this device when the seat is given up. */
const LEAVE_LIMIT = 5_000;
/** Milliseconds between looks whether the network is back. */
const NETWORK_CHECK = 2_000;

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

  const keyOf = async ({ deviceKey }: StoredSeat): Promise<string> => (await vault.open(deviceKey)).plain;
  const openSeat = (stored: StoredSeat, deviceKey: string): void => {
    const id = hostOfSeat(stored);
    const { engine, installation } = startSeat(stored, deviceKey, {
      log,
      learn: (learned) => store.learn(id, learned),
    });
    const detach = attach?.(installation);
    const stop = (): void => {
      detach?.();
      engine.stop();
    };
    open.set(id, { deviceId: stored.deviceId, engine, stop });
  };
  /** Tells the host that this device is no longer used. */
  const signOut = async ({ engine, deviceId }: OpenSeat): Promise<void> => {
    const limit = new Promise<void>((resolve) => void clock.after(LEAVE_LIMIT, resolve));
    const removal = engine.request('devices.remove', { deviceId }).then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, 'the host could not be told that this device leaves'),
    );
    await Promise.race([removal, limit]);
  };
  const close = (id: string): void => {
    open.get(id)?.stop();
    open.delete(id);
  };

  const wake = (): void => {
    for (const { engine } of open.values()) engine.wake();
  };
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
    open: async (attachNow) => {
      attach = attachNow;
      const seats = store.all();
      const keys = await Promise.all(seats.map(keyOf));
      seats.forEach((seat, index) => openSeat(seat, keys[index] ?? ''));
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
        if (store.all().length === 0) relaunchApp(front.quitting.quitNow);
        else close(id);
      },
    },
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
      for (const id of [...open.keys()]) close(id);
    },
  };
}

/** One seat's engine, and what the app's windows know of it. */
function startSeat(
  stored: StoredSeat,
  deviceKey: string,
  {
    log,
    learn,
  }: { readonly log: Logger; readonly learn: (learned: Partial<Pick<StoredSeat, 'shop' | 'addresses'>>) => void },
): { readonly engine: RemoteEngine; readonly installation: Installation } {
  const [address] = stored.addresses;
  let state: SeatState = {
    shop: stored.shop,
    address: address === undefined ? '' : urlOf(address),
    connection: { state: 'connecting' },
  };
  const listeners = new Set<() => void>();
  const become = (change: Partial<SeatState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const engine = startRemoteEngine({
    seat: { ...stored, deviceKey },
    clock,
    log,
    find: (pin, onFound) => findHost(pin, onFound, { clock }),
    onAddresses: (addresses) => learn({ addresses: [...addresses] }),
    onShop: (shop) => {
      learn({ shop });
      become({ shop });
    },
    onConnection: (connection, reached = state.address) => become({ connection, address: reached }),
  });
  return {
    engine,
    installation: {
      id: hostOfSeat(stored),
      engine,
      seat: {
        status: () => state,
        onChange: (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      about: async () => ({
        lines: [`Seat at another computer: ${state.connection.state}, ${stored.addresses.length} addresses`],
        secrets: [deviceKey, stored.pin],
      }),
      showBackup: async () => false,
    },
  };
}
