import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { Settings } from '#main/settings/settings.ts';
import { openPlainSettings } from '../../../test/fixtures/plain-settings.ts';
import { createOperators, type Operators } from './operators.ts';
import { startWindows, type Windows } from './windows.ts';
import type { Touch } from '#shared/contract/events.ts';
import type { Presence } from '#shared/domain/entities.ts';

let clock: FakeClock;
let settings: Settings;
let windows: Windows;
let operators: Operators;
let changes: number;
let connected: (readonly string[])[];
const touch: Touch = (topic) => {
  changes += 1;
  if (topic === 'connected') connected.push(operators.connected().operatorIds);
};
beforeEach(async () => {
  clock = createFakeClock();
  changes = 0;
  connected = [];
  settings = await openPlainSettings(clock);
  windows = startWindows({ clock });
  operators = await createOperators({ settings, windows, clock, touch, onSignedOut: () => undefined, hasSeat: true });
});

const me = () => operators.first().id;
const by = (operatorId: string) => ({ operatorId, role: 'owner', from: undefined }) as const;
const opened = (operatorId: string, windowId: string = randomUUID(), from?: string) =>
  windows.open({ windowId, operatorId, from });
const add = (name: string) => operators.calls['operators.add']({ name });
const setPresence = (operatorId: string, presence: Presence) =>
  operators.calls['operators.setPresence']({ presence }, by(operatorId));
const report = (operatorId: string, windowId: string, present: boolean) =>
  operators.calls['operators.report']({ windowId, present }, by(operatorId));
const remove = (operatorId: string, byId: string) => operators.calls['operators.remove']({ operatorId }, by(byId));

describe('an installation', () => {
  test('has a first operator, away, with their own access key', () => {
    expect(operators.list()).toMatchObject([{ presence: 'away', available: false }]);
    expect(operators.first().accessKey.length).toBeGreaterThanOrEqual(32);
    expect(operators.byAccessKey(operators.first().accessKey)?.id).toBe(me());
    expect(operators.byAccessKey('something else')).toBeUndefined();
  });

  test('keeps a photo until it is cleared', async () => {
    await operators.calls['operators.update']({ photo: 'https://x.example/o.png' }, by(me()));
    expect(await operators.calls['operators.update']({ name: 'Olga' }, by(me()))).toMatchObject({
      name: 'Olga',
      photo: 'https://x.example/o.png',
    });
    expect(await operators.calls['operators.update']({ photo: '' }, by(me()))).not.toHaveProperty('photo');
  });

  test('rejects an operator who was removed', async () => {
    expect(() => operators.get('nobody')).toThrow('errors:refusals.operator.unknown');
    await expect(setPresence('nobody', 'online')).rejects.toMatchObject({ code: 'not_signed_in' });
  });
});

describe('an operator', () => {
  test('has the status they set, even without a window', async () => {
    await setPresence(me(), 'online');
    await clock.advance(3_600_000);
    expect(operators.anyAvailable()).toBe(true);
    await setPresence(me(), 'away');
    expect(operators.anyAvailable()).toBe(false);
  });

  test('without windows counts as away after a minute, and is back with a window', async () => {
    await setPresence(me(), 'online');
    const [closeOne, closeOther] = [opened(me()), opened(me())];
    closeOne();
    closeOne();
    await clock.advance(120_000);
    expect(operators.anyAvailable()).toBe(true);
    closeOther();
    await clock.advance(59_999);
    expect(operators.anyAvailable()).toBe(true);
    await clock.advance(1);
    expect(operators.get(me())).toMatchObject({ presence: 'online', available: false });
    const before = changes;
    opened(me());
    expect(operators.anyAvailable()).toBe(true);
    expect(changes).toBe(before + 1);
  });

  test('is not away while reloading', async () => {
    await setPresence(me(), 'online');
    opened(me())();
    await clock.advance(30_000);
    opened(me());
    await clock.advance(120_000);
    expect(operators.anyAvailable()).toBe(true);
  });

  test('who leaves the computer is away at once, with or without windows, and back at once', async () => {
    await setPresence(me(), 'online');
    opened(me());
    const before = changes;
    operators.setPresent(me(), false);
    operators.setPresent(me(), false);
    expect(operators.get(me())).toMatchObject({ presence: 'online', available: false });
    expect(operators.anyAvailable()).toBe(false);
    expect(changes).toBe(before + 1);
    opened(me());
    expect(operators.anyAvailable()).toBe(false);
    operators.setPresent(me(), true);
    expect(operators.get(me())).toMatchObject({ presence: 'online', available: true });
    expect(changes).toBe(before + 2);
  });

  test('who is at the computer needs no window, but stays away if they set that', async () => {
    operators.setPresent(me(), false);
    operators.setPresent(me(), true);
    expect(operators.anyAvailable()).toBe(false);
    await setPresence(me(), 'online');
    opened(me())();
    await clock.advance(120_000);
    expect(operators.anyAvailable()).toBe(true);
    operators.setPresent(me(), false);
    expect(operators.anyAvailable()).toBe(false);
    operators.setPresent(me(), true);
    expect(operators.anyAvailable()).toBe(true);
  });
});

describe('an operator with other computers', () => {
  test('is there as long as one of them says so, and none but their own windows may', async () => {
    await setPresence(me(), 'online');
    opened(me(), 'office');
    opened(me(), 'home');
    await report(me(), 'office', false);
    expect(operators.anyAvailable()).toBe(false);
    await report(me(), 'home', true);
    expect(operators.anyAvailable()).toBe(true);
    await report(me(), 'home', false);
    expect(operators.anyAvailable()).toBe(false);
    const { operator } = await add('Ivan');
    for (const window of ['office', 'gone'])
      await expect(report(operator.id, window, true)).rejects.toThrow('errors:refusals.no.window');
  });

  test('whose computer lost its connection is there for a minute more, and away at once if nobody was at it', async () => {
    await setPresence(me(), 'online');
    const close = opened(me(), 'office');
    await report(me(), 'office', true);
    close();
    expect(operators.anyAvailable()).toBe(true);
    await clock.advance(60_000);
    expect(operators.anyAvailable()).toBe(false);

    const fallAsleep = opened(me(), 'office');
    expect(operators.anyAvailable()).toBe(true);
    await report(me(), 'office', false);
    fallAsleep();
    expect(operators.anyAvailable()).toBe(false);
    opened(me(), 'office');
    expect(operators.anyAvailable()).toBe(true);
  });
});

describe('colleagues', () => {
  test('are added as away, with their own access key', async () => {
    const { operator, accessKey } = await operators.calls['operators.add']({
      name: 'Ivan',
      photo: 'https://x.example/i.png',
    });
    expect(operator).toEqual({
      id: operator.id,
      name: 'Ivan',
      photo: 'https://x.example/i.png',
      role: 'operator',
      presence: 'away',
      available: false,
    });
    expect(operators.byAccessKey(accessKey)?.id).toBe(operator.id);
    expect(operators.list().map(({ role }) => role)).toEqual(['owner', 'operator']);
    expect(changes).toBe(1);
  });

  test('are limited to two hundred', async () => {
    for (let count = 1; count < 200; count += 1) await operators.calls['operators.add']({ name: `Ivan ${count}` });
    await expect(add('One too many')).rejects.toMatchObject({ code: 'invalid_input' });
    expect(operators.list()).toHaveLength(200);
  });

  test('can be renamed, and given a new key that revokes the old one', async () => {
    const { operator, accessKey } = await add('Ivan');
    expect(
      await operators.calls['operators.change']({ operatorId: operator.id, name: 'Ivan the second' }),
    ).toMatchObject({ name: 'Ivan the second' });
    const before = operators.keyFingerprint(operator.id);
    const renewKey = (operatorId: string) => operators.calls['operators.renewKey']({ operatorId }, by(me()));
    const { accessKey: renewed } = await renewKey(operator.id);
    expect(operators.byAccessKey(accessKey)).toBeUndefined();
    expect(operators.byAccessKey(renewed)?.id).toBe(operator.id);
    expect(operators.keyFingerprint(operator.id)).not.toBe(before);
    await expect(renewKey('nobody')).rejects.toMatchObject({ code: 'not_found' });
    await expect(operators.calls['operators.change']({ operatorId: 'nobody', name: 'No one' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('can be removed, except oneself and the first', async () => {
    const { operator } = await add('Ivan');
    await setPresence(operator.id, 'online');
    await expect(remove(operator.id, operator.id)).rejects.toMatchObject({ code: 'not_removable' });
    await expect(remove(me(), operator.id)).rejects.toMatchObject({ code: 'not_removable' });
    await expect(remove('nobody', me())).rejects.toMatchObject({ code: 'not_found' });
    expect(await remove(operator.id, me())).toEqual({ queued: 0 });
    expect(operators.anyAvailable()).toBe(false);
    expect(operators.keyFingerprint(operator.id)).toBeUndefined();
    expect(() => operators.get(operator.id)).toThrow('errors:refusals.operator.unknown');
  });

  test('leave nothing behind when their last window closes after removal', async () => {
    const { operator } = await add('Ivan');
    const close = opened(operator.id);
    await remove(operator.id, me());
    close();
    const before = changes;
    await clock.advance(120_000);
    expect(changes).toBe(before);
  });
});

describe('who is connected from elsewhere', () => {
  const ELSEWHERE = '192.168.1.7';
  const LOOPBACK = '127.0.0.1';

  test('is told once for several windows, from the first until the last has closed', async () => {
    const { operator } = await add('Ivan');
    const closeOne = opened(operator.id, randomUUID(), ELSEWHERE);
    const closeOther = opened(operator.id, randomUUID(), LOOPBACK);
    expect(operators.connected()).toEqual({ operatorIds: [operator.id] });
    closeOne();
    closeOne();
    expect(operators.connected()).toEqual({ operatorIds: [operator.id] });
    closeOther();
    expect(connected).toEqual([[operator.id], []]);
  });

  test('leaves out the host’s own windows, and those of its owner on the same computer', () => {
    opened(me());
    opened(me(), randomUUID(), LOOPBACK);
    opened(me(), randomUUID(), '::1');
    expect(operators.connected()).toEqual({ operatorIds: [] });
    opened(me(), randomUUID(), ELSEWHERE);
    expect(operators.connected()).toEqual({ operatorIds: [me()] });
  });

  test('a host without a window of its own counts everybody', async () => {
    const headless = await createOperators({
      settings,
      windows,
      clock,
      touch,
      onSignedOut: () => undefined,
      hasSeat: false,
    });
    opened(me(), randomUUID(), LOOPBACK);
    expect(headless.connected()).toEqual({ operatorIds: [me()] });
  });

  test('an operator who is removed is no longer connected, and stays so when their window closes', async () => {
    const { operator } = await add('Ivan');
    const close = opened(operator.id, randomUUID(), ELSEWHERE);
    await remove(operator.id, me());
    expect(connected).toEqual([[operator.id], []]);
    close();
    expect(connected).toHaveLength(2);
  });
});
