import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { startedDueWork } from '../../../test/fixtures/due-work.ts';
import type { DeviceRecord } from '#main/store/operators/devices.ts';
import { startDevices, type Devices } from './devices.ts';
import { startWindows, type Windows } from './windows.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let clock: FakeClock;
let windows: Windows;
let devices: Devices;
let written: { readonly name: string; readonly input: unknown }[];
let writing: Promise<void>;

beforeEach(() => {
  clock = createFakeClock();
  written = [];
  writing = Promise.resolve();
  windows = startWindows({ clock });
  devices = startDevices({
    known: [],
    store: {
      readOnly: false,
      read: async () => [] as never,
      write: async (name, ...input) => {
        await writing;
        written.push({ name, input });
        return undefined as never;
      },
    },
    windows,
    clock,
    due: startedDueWork(clock),
    touch: () => undefined,
    log: { warn: () => undefined },
  });
});

const add = (key: string, operatorId = 'olga'): Promise<DeviceRecord> =>
  devices.add({ operatorId, kind: 'browser', name: 'Firefox, Windows', key, from: '192.0.2.1' });
const opened = (deviceId: string) =>
  windows.open({ windowId: randomUUID(), operatorId: 'olga', from: '192.0.2.1', deviceId });
const writes = (name: string): number => written.filter((each) => each.name === name).length;

test('requests that come with the same key are one device', async () => {
  const [one, other] = await Promise.all([add('a'), add('a')]);
  expect(one.id).toBe(other.id);
  expect([writes('addDevice'), devices.list().length]).toEqual([1, 1]);
});

test('a visit is written once an hour, when the last window closes, and when the engine stops', async () => {
  const { id } = await add('a');
  for (let minute = 0; minute < 59; minute += 1) {
    await clock.advance(60_000);
    devices.seen(id, '192.0.2.2');
  }
  expect(writes('updateDevices')).toBe(0);
  await clock.advance(60_000);
  devices.seen(id, '192.0.2.2');
  const [left, leftToo] = [opened(id), opened(id)];
  expect(devices.list()).toMatchObject([{ isOnline: true, lastFrom: '192.0.2.2' }]);
  left();
  left();
  expect(devices.list()).toMatchObject([{ isOnline: true }]);
  leftToo();
  expect(devices.list()).toMatchObject([{ isOnline: false }]);
  await clock.advance(1000);
  devices.seen(id, '192.0.2.3');
  await devices.stop();
  expect(writes('updateDevices')).toBe(3);
});

test('after thirty days without a visit it is no device any more', async () => {
  const { id } = await add('a');
  await clock.advance(29 * DAY);
  devices.seen(id, '192.0.2.1');
  await clock.advance(29 * DAY);
  expect(devices.byKey('a')?.id).toBe(id);
  await clock.advance(DAY);
  expect(devices.byKey('a')).toBeUndefined();
});

test('seen while the clock was ahead, it is let in for thirty days from when it is set right', async () => {
  const { id } = await add('a');
  clock.set(3650 * DAY);
  devices.seen(id, '192.0.2.1');
  clock.set(-3650 * DAY);
  await clock.advance(DAY);
  const [since] = devices.list();
  expect(since?.lastSeenAt).toBe(clock.wall());
  await clock.advance(30 * DAY);
  expect(devices.byKey('a')).toBeUndefined();
});

test('of fifty-one, the one that was away longest goes, but none with an open window', async () => {
  const first = await add('0');
  opened(first.id);
  for (let count = 1; count <= 50; count += 1) {
    await clock.advance(1000);
    await add(String(count));
  }
  expect(devices.list()).toHaveLength(50);
  expect([devices.byKey('0')?.id, devices.byKey('1'), devices.byKey('2') === undefined]).toEqual([
    first.id,
    undefined,
    false,
  ]);
  await add('of a colleague', 'ivan');
  expect(devices.list()).toHaveLength(51);
});

test('what it is doing ends when it is signed out, also if it begins just then', async () => {
  const { id } = await add('a');
  const ended: string[] = [];
  devices.use(id, () => ended.push('window'));
  devices.use(id, () => ended.push('request'));
  const done = devices.use(id, () => ended.push('done before'));
  done();
  await devices.remove(id);
  devices.use(id, () => ended.push('late window'));
  expect(ended).toEqual(['window', 'request', 'late window']);
  await expect(devices.remove(id)).rejects.toMatchObject({ code: 'not_found' });
});

test('one that is just being added is signed out with its operator’s others', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  writing = promise;
  const adding = add('a');
  devices.signedOut('olga');
  resolve();
  await adding;
  await devices.stop();
  expect(devices.byKey('a')).toBeUndefined();
  expect(written.map(({ name }) => name)).toEqual(['addDevice', 'removeDevices']);
});
