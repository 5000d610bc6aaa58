import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import type { UpdateStatus } from '#shared/contract/desktop.ts';
import { openPreferences, type Preferences } from '../preferences.ts';
import { startUpdates, type Updater, type Updates } from './updates.ts';
import { phrase } from '#shared/locales/phrase.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Found = Awaited<ReturnType<Updater['checkForUpdates']>>;

const NOTHING_NEW: Found = { isUpdateAvailable: false, updateInfo: { version: '1.0.0' } };
const NEWER: Found = {
  isUpdateAvailable: true,
  updateInfo: { version: '1.1.0', releaseNotes: ' Faster. ' },
  downloadPromise: Promise.resolve(['file']),
};

let clock: FakeClock;
let preferences: Preferences;
let updater: { autoInstallOnAppQuit: boolean; asked: number; answer: () => Promise<Found> };
let statuses: UpdateStatus['state'][];
beforeEach(() => {
  clock = createFakeClock();
  const log = pino({ level: 'silent' });
  preferences = openPreferences({ file: { read: () => undefined, write: () => undefined, setAside: () => '' }, log });
  updater = { autoInstallOnAppQuit: false, asked: 0, answer: () => Promise.resolve(NOTHING_NEW) };
  statuses = [];
});

/** Started, after its first actions. */
async function started(
  openUpdater = (): Promise<Updater | undefined> => Promise.resolve(asUpdater()),
): Promise<Updates> {
  const updates: Updates = startUpdates({
    openUpdater,
    preferences,
    clock,
    log: pino({ level: 'silent' }),
    onStatus: () => statuses.push(updates.status().state),
  });
  await clock.advance(0);
  return updates;
}

function asUpdater(): Updater {
  return Object.assign(updater, {
    checkForUpdates: () => {
      updater.asked += 1;
      return updater.answer();
    },
  });
}

describe('a build without an update server', () => {
  test('says that it cannot check, also when asked to, and when checking is switched off and on', async () => {
    const updates = await started(() => Promise.resolve(undefined));
    expect(updates.status()).toEqual({ state: 'unsupported' });
    await updates.check();
    preferences.change({ checkForUpdates: false });
    await clock.advance(24 * HOUR);
    preferences.change({ checkForUpdates: true });
    await clock.advance(24 * HOUR);
    expect(new Set(statuses)).toEqual(new Set(['unsupported']));
  });

  test('says so if the updater cannot be loaded', async () => {
    const updates = await started(() => Promise.reject(new Error('damaged')));
    await updates.check();
    expect(updates.status()).toEqual({ state: 'unsupported' });
  });
});

test('an app unpacked instead of installed cannot check, once that is known', async () => {
  const updates = await started();
  updater.answer = () => Promise.resolve(null);
  await updates.check();
  expect(updates.status()).toEqual({ state: 'unsupported' });
});

describe('checking', () => {
  test('starts two minutes after the start and repeats every six hours', async () => {
    const updates = await started();
    expect(updates.status()).toEqual({ state: 'current', checkedAt: undefined });
    await clock.advance(2 * MINUTE - 1);
    expect(updater.asked).toBe(0);
    await clock.advance(1);
    expect(updater.asked).toBe(1);
    expect(updates.status()).toEqual({ state: 'current', checkedAt: clock.wall() });
    await clock.advance(12 * HOUR);
    expect(updater.asked).toBe(3);
    expect(statuses.slice(0, 3)).toEqual(['current', 'checking', 'current']);
  });

  test('asks once for two simultaneous requests', async () => {
    const updates = await started();
    await Promise.all([updates.check(), updates.check()]);
    expect(updater.asked).toBe(1);
  });

  test('reports a failure in words, and continues', async () => {
    const updates = await started();
    updater.answer = () =>
      Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND updates.example'), { code: 'ENOTFOUND' }));
    await updates.check();
    expect(updates.status()).toEqual({
      state: 'failed',
      reason: phrase('errors:computer.update.silent'),
      checkedAt: clock.wall(),
    });
    updater.answer = () =>
      Promise.reject(
        new Error(
          'HttpError: 503 Service Unavailable "method: GET url: https://updates.example/latest.yml?token=secret"',
        ),
      );
    await updates.check();
    expect(updates.status()).toMatchObject({ reason: phrase('errors:computer.update.status', { status: '503' }) });
    updater.answer = () => Promise.reject(new Error('sha512 checksum mismatch, expected a, got b'));
    await updates.check();
    expect(updates.status()).toMatchObject({
      reason: phrase('errors:computer.update.foreign'),
    });
    updater.answer = () => Promise.resolve(NOTHING_NEW);
    await clock.advance(6 * HOUR);
    expect(updates.status()).toMatchObject({ state: 'current' });
  });

  test('ends on a stop', async () => {
    const updates = await started();
    updates.stop();
    await clock.advance(24 * HOUR);
    await updates.check();
    expect(updater.asked).toBe(0);
    expect(clock.waiting()).toBe(0);
  });
});

describe('a newer version', () => {
  test('is ready once it is on disk, with its notes, and is only installed at the next quit', async () => {
    let fetched = (): void => undefined;
    updater.answer = () =>
      Promise.resolve({ ...NEWER, downloadPromise: new Promise((resolve) => (fetched = () => resolve(['file']))) });
    const updates = await started();
    const looked = updates.check();
    await clock.advance(0);
    expect(updates.status()).toEqual({ state: 'checking' });
    fetched();
    await looked;
    expect(updates.status()).toEqual({ state: 'ready', version: '1.1.0', notes: 'Faster.' });
    expect(updater.autoInstallOnAppQuit).toBe(true);
  });

  test('stays ready whatever later checks find, until an even newer one', async () => {
    const updates = await started();
    updater.answer = () => Promise.resolve(NEWER);
    await updates.check();
    updater.answer = () => Promise.reject(new Error('offline'));
    await updates.check();
    expect(updates.status()).toMatchObject({ state: 'ready', version: '1.1.0' });
    updater.answer = () =>
      Promise.resolve({
        ...NEWER,
        updateInfo: {
          version: '1.2.0',
          releaseNotes: [
            { version: '1.2.0', note: 'Two.' },
            { version: '1.1.0', note: null },
          ],
        },
      });
    await updates.check();
    expect(updates.status()).toEqual({ state: 'ready', version: '1.2.0', notes: '1.2.0\nTwo.\n\n1.1.0' });
  });

  test('that cannot be downloaded is reported, and not installed', async () => {
    const updates = await started();
    updater.answer = () =>
      Promise.resolve({ ...NEWER, downloadPromise: Promise.reject(new Error('net::ERR_CONNECTION_RESET')) });
    await updates.check();
    expect(updates.status()).toMatchObject({
      state: 'failed',
      reason: phrase('errors:computer.update.silent'),
    });
  });
});

describe('an owner who wants no updates', () => {
  test('causes no requests, and gets none that was downloaded before', async () => {
    const updates = await started();
    updater.answer = () => Promise.resolve(NEWER);
    await updates.check();
    preferences.change({ checkForUpdates: false });
    await clock.advance(24 * HOUR);
    await updates.check();
    expect(updates.status()).toEqual({ state: 'off' });
    expect(updater).toMatchObject({ asked: 1, autoInstallOnAppQuit: false });
  });

  test('may change their mind', async () => {
    preferences.change({ checkForUpdates: false });
    const updates = await started();
    expect(updates.status()).toEqual({ state: 'off' });
    preferences.change({ checkForUpdates: true });
    await clock.advance(2 * MINUTE);
    expect(updater).toMatchObject({ asked: 1, autoInstallOnAppQuit: true });
    expect(updates.status()).toMatchObject({ state: 'current' });
  });

  test('is respected during a running check', async () => {
    const updates = await started();
    let answer = (): void => undefined;
    updater.answer = () => new Promise((resolve) => (answer = () => resolve(NEWER)));
    const looked = updates.check();
    await clock.advance(0);
    preferences.change({ checkForUpdates: false });
    await clock.advance(0);
    answer();
    await looked;
    expect(updates.status()).toEqual({ state: 'off' });
    expect(updater.autoInstallOnAppQuit).toBe(false);
  });
});
