import { createHash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { SerialQueue, throttle } from '#main/clock/clock.ts';
import type { DueWork } from '#main/clock/due-work.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import type { Store } from '#main/store/store.ts';
import type { DeviceRecord, NewDevice } from '#main/store/operators/devices.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { Device, deviceRoutes, PushTarget } from '#shared/contract/joining.ts';
import type { Touch } from '#shared/contract/events.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Windows } from './windows.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Milliseconds that a device may stay away, as far as the clock is to be believed. */
export const DEVICE_TTL = 30 * DAY;

/** Maximum number of devices of one operator; the one that was away longest makes room. */
const MAX_DEVICES = 50;
const NOTIFY_INTERVAL = 1000;

/** A device that signs in. */
export interface Arrival {
  readonly operatorId: string;
  readonly kind: Device['kind'];
  readonly name: string;
  readonly key: string;
  /** its address */
  readonly from: string;
}

interface CachedDevice {
  record: DeviceRecord;
  /** time at which its last use was stored */
  writtenAt: number;
  /** ends what it is doing; of its windows and of long answers */
  readonly uses: Set<() => void>;
}

export type Devices = ReturnType<typeof startDevices>;

/**
 * Browsers and apps that are signed in, in memory. When one was last seen is written once an hour, when its last window
 * closes and when the engine stops.
 */
export function startDevices(options: {
  /** as stored */
  readonly known: readonly DeviceRecord[];
  readonly store: Pick<Store, 'read' | 'write' | 'readOnly'>;
  readonly windows: Pick<Windows, 'list' | 'onChange'>;
  readonly clock: SettledClock;
  readonly due: Pick<DueWork, 'add'>;
  readonly touch: Touch;
  readonly log: Pick<Logger, 'warn'>;
}) {
  const { known, store, windows, clock, due, touch, log } = options;
  const cache = new Map<string, CachedDevice>();
  const queue = new SerialQueue();
  const notify = throttle(NOTIFY_INTERVAL, clock, () => touch('devices'));

  const addToCache = (record: DeviceRecord): CachedDevice => {
    const device: CachedDevice = { record, writtenAt: record.lastSeenAt, uses: new Set() };
    cache.set(record.id, device);
    return device;
  };
  const forget = (device: CachedDevice): void => {
    cache.delete(device.record.id);
    for (const end of [...device.uses]) end();
    notify.soon();
  };
  known.forEach(addToCache);
  const findByKey = (key: string): CachedDevice | undefined => {
    const digest = digestOf(key);
    return cache.values().find(({ record }) => record.keyDigest === digest);
  };

  /** Sign-ins go on while nothing can be stored; what was not written is forgotten with the process. */
  const attempt = (writing: Promise<unknown>): Promise<unknown> =>
    writing.catch((error: unknown) => {
      if (!store.readOnly) log.warn({ err: error }, 'the list of devices could not be stored');
    });
  const write = (devices: readonly CachedDevice[]): Promise<unknown> => {
    for (const device of devices) device.writtenAt = device.record.lastSeenAt;
    return queue.run(() => attempt(store.write('updateDevices', { devices: devices.map(({ record }) => record) })));
  };
  const windowsOn = ({ record }: CachedDevice): number =>
    windows.list().filter(({ deviceId }) => deviceId === record.id).length;
  const isOver = (device: CachedDevice) =>
    device.record.lastSeenAt + DEVICE_TTL <= clock.earliest() && windowsOn(device) === 0;
  const ofOperator = (operatorId: string): readonly CachedDevice[] =>
    [...cache.values()].filter(({ record }) => record.operatorId === operatorId);

  /** The record of a new device, and which others make room for it. */
  const prepare = ({ operatorId, kind, name, key, from }: Arrival): NewDevice => {
    const at = clock.latest();
    const seenLast = ofOperator(operatorId).toSorted(
      (a, b) => Number(windowsOn(b) > 0) - Number(windowsOn(a) > 0) || b.record.lastSeenAt - a.record.lastSeenAt,
    );
    return {
      device: {
        id: randomUUID(),
        operatorId,
        kind,
        name,
        keyDigest: digestOf(key),
        joinedAt: at,
        lastSeenAt: at,
        lastFrom: from,
      },
      without: seenLast.slice(MAX_DEVICES - 1).map(({ record }) => record.id),
    };
  };
  const forgetById = (deviceId: string): void => {
    const found = cache.get(deviceId);
    if (found !== undefined) forget(found);
  };
  const discard = (devices: readonly CachedDevice[]): void => {
    if (devices.length === 0) return;
    devices.forEach(forget);
    const deviceIds = devices.map(({ record }) => record.id);
    void queue.run(() => attempt(store.write('removeDevices', { deviceIds })));
  };
  /** Counts each operator's sign-outs of devices: one that was just being added is signed out too. */
  const signOuts = new Map<string, number>();
  const join = (arrival: Arrival, save: (added: NewDevice) => Promise<unknown>): Promise<DeviceRecord> => {
    const before = signOuts.get(arrival.operatorId);
    return queue.run(async () => {
      const same = findByKey(arrival.key);
      if (same !== undefined) return same.record;
      const added = prepare(arrival);
      await save(added);
      added.without.forEach(forgetById);
      const device = addToCache(added.device);
      if (signOuts.get(arrival.operatorId) !== before) discard([device]);
      notify.soon();
      return added.device;
    });
  };
  windows.onChange(({ deviceId = '', isOpen }, before) => {
    const found = cache.get(deviceId);
    if (found === undefined || isOpen === before.isOpen || windowsOn(found) !== Number(isOpen)) return;
    notify.soon();
    if (isOpen) return;
    found.record = { ...found.record, lastSeenAt: clock.latest() };
    void write([found]);
  });
  const pruning = due.add({
    work: 'removing devices that stayed away',
    run: () => {
      const latest = clock.latest();
      // Seen while the clock was ahead, it would be let in for as long as that.
      const ahead = [...cache.values()].filter(({ record }) => record.lastSeenAt > latest);
      for (const device of ahead) device.record = { ...device.record, lastSeenAt: latest };
      if (ahead.length > 0) void write(ahead);
      discard([...cache.values()].filter(isOver));
      return DAY;
    },
  });

  const list = (): readonly (DeviceRecord & { readonly isOnline: boolean })[] =>
    [...cache.values()]
      .filter((device) => !isOver(device))
      .map((device) => ({ ...device.record, isOnline: windowsOn(device) > 0 }))
      .toSorted((a, b) => b.lastSeenAt - a.lastSeenAt);
  const gone = () => new ContractError('not_found', phrase('errors:refusals.device.gone'));
  const remove = (deviceId: string): Promise<void> =>
    queue.run(async () => {
      if (!cache.has(deviceId)) throw gone();
      await store.write('removeDevices', { deviceIds: [deviceId] });
      forgetById(deviceId);
    });

  const calls = {
    'devices.list': async (_input, caller) => ({
      devices: list()
        .filter(({ operatorId }) => caller.role === 'owner' || operatorId === caller.operatorId)
        .map(({ keyDigest: _digest, push: _push, lastFrom, ...device }) => ({
          ...device,
          ...(lastFrom !== undefined && { from: lastFrom }),
          isThis: device.id === caller.deviceId,
        })),
    }),
    'devices.remove': async ({ deviceId }, caller) => {
      const ownerId = cache.get(deviceId)?.record.operatorId;
      if (caller.role !== 'owner' && ownerId !== caller.operatorId) throw gone();
      await remove(deviceId);
    },
  } satisfies CallsOf<typeof deviceRoutes>;
  return {
    calls,
    list,
    find: (deviceId: string): DeviceRecord | undefined => cache.get(deviceId)?.record,
    /** undefined: none, signed out, or away for too long */
    byKey: (key: string): DeviceRecord | undefined => {
      const found = findByKey(key);
      return found === undefined || isOver(found) ? undefined : found.record;
    },
    /** signs a device in; with a key that is known already, it is the same device */
    add: (arrival: Arrival) => join(arrival, (added) => attempt(store.write('addDevice', added))),
    /** the same, saved by `save` along with more; rejects as it does */
    join,
    /** gives it another key, so that copies of the old one end; its windows stay */
    renewKey: async (deviceId: string, key: string): Promise<void> => {
      const found = cache.get(deviceId);
      if (found === undefined) return;
      found.record = { ...found.record, keyDigest: digestOf(key) };
      await write([found]);
    },
    /** signs it out: what it is doing ends at once. Coded errors: not_found, storage_unavailable */
    remove,
    /** signs all out but this one, and withdraws all open invitations. Coded error: storage_unavailable */
    signOutAll: (exceptId: string | undefined): Promise<void> =>
      queue.run(async () => {
        await store.write('signOutAll', { exceptId });
        [...cache.values()].filter(({ record }) => record.id !== exceptId).forEach(forget);
      }),
    /** sets its push target; undefined: none any more. Coded errors: not_found, storage_unavailable */
    setPush: (deviceId: string, push: PushTarget | undefined): Promise<void> =>
      queue.run(async () => {
        const found = cache.get(deviceId);
        if (found === undefined) throw gone();
        await store.write('setPush', { deviceId, push });
        found.record = { ...found.record, push };
        notify.soon();
      }),
    /** they were removed with their operator's key */
    signedOut: (operatorId: string, exceptId?: string): void => {
      signOuts.set(operatorId, (signOuts.get(operatorId) ?? 0) + 1);
      // Their rows are gone, except for those that came in between.
      discard(ofOperator(operatorId).filter(({ record }) => record.id !== exceptId));
    },
    /** it made a request */
    seen: (deviceId: string, from: string): void => {
      const found = cache.get(deviceId);
      if (found === undefined) return;
      found.record = { ...found.record, lastSeenAt: clock.latest(), lastFrom: from };
      if (found.record.lastSeenAt - found.writtenAt >= HOUR) void write([found]);
    },
    /** it does something that lasts; `end` is called when it is signed out. Returns what to call when it is done */
    use: (deviceId: string, end: () => void): (() => void) => {
      const found = cache.get(deviceId);
      if (found === undefined) {
        end();
        return () => undefined;
      }
      const use = (): void => end();
      found.uses.add(use);
      return () => void found.uses.delete(use);
    },
    /** another node has changed the list; what devices do that are no longer on it ends */
    reload: async (): Promise<void> => {
      const records = await store.read('listDevices');
      const kept = new Set(records.map(({ id }) => id));
      for (const device of [...cache.values()]) if (!kept.has(device.record.id)) forget(device);
      for (const record of records) {
        const device = cache.get(record.id);
        if (device === undefined) addToCache(record);
        else device.record = { ...record, lastSeenAt: Math.max(record.lastSeenAt, device.record.lastSeenAt) };
      }
      notify.soon();
    },
    stop: async (): Promise<void> => {
      await pruning.stop();
      notify.stop();
      const unwritten = [...cache.values()].filter(({ record, writtenAt }) => record.lastSeenAt > writtenAt);
      if (unwritten.length > 0) await write(unwritten);
      await queue.idle();
    },
  };
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
