import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createChannelDirectory, type ChannelDirectory } from '#main/channels/directory.ts';
import { startedDueWork } from '../../../test/fixtures/due-work.ts';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { applyProvision } from '#main/settings/provision.ts';
import type { Settings } from '#main/settings/settings.ts';
import { openMemoryStore } from '../../../test/fixtures/memory-store.ts';
import { openPlainSettings } from '../../../test/fixtures/plain-settings.ts';
import { ALWAYS_OPEN, type WorkingHours } from '#shared/domain/working-hours.ts';
import { startHours, type Hours, createAvailability, type Availability } from './hours.ts';

const HOUR = 3_600_000;
/** A Thursday. */
const MIDNIGHT = Date.UTC(2026, 0, 1);
const office: WorkingHours = { ...ALWAYS_OPEN, always: false };
const FROM_NOON: WorkingHours = { ...office, week: Array.from({ length: 7 }, () => [{ from: 720, to: 1440 }]) };

let clock: FakeClock;
let settings: Settings;
let hours: Hours;
let channels: ChannelDirectory;
let availability: Availability;
let isOnline: boolean;
let changes: number;
let channelId: string;
beforeEach(async () => {
  clock = createFakeClock(MIDNIGHT);
  [isOnline, changes] = [true, 0];
  settings = await openPlainSettings(clock);
  hours = startHours({ settings, clock, due: startedDueWork(clock), touch: () => void (changes += 1) });
  channels = createChannelDirectory({
    settings,
    store: openMemoryStore(),
    clock,
    addresses: { local: () => '', listener: () => '' },
    touch: () => hours.recheck(),
  });
  availability = createAvailability({ settings, clock, hours, operators: { anyAvailable: () => isOnline } });
  channelId = (await channels.calls['channels.create']({ name: 'Shop' })).id;
});
afterEach(() => hours.stop());

describe('opening hours', () => {
  test('are always open until someone sets them', () => {
    expect(hours.view()).toMatchObject({
      installation: { open: true, limited: false },
      channels: [{ channelId, open: true }],
    });
    expect(clock.waiting()).toBe(0);
  });

  test('tell when a channel opens next, unless it is paused', async () => {
    expect(availability.openSpans(channelId)).toEqual([]);
    await hours.calls['hours.update']({ hours: office });
    const [today, ...later] = availability.openSpans(channelId);
    expect(today).toEqual([MIDNIGHT + 9 * HOUR, MIDNIGHT + 17 * HOUR]);
    await clock.advance(18 * HOUR);
    expect(availability.openSpans(channelId).slice(0, 7)).toEqual(later);
    await channels.calls['channels.pause']({ channelId });
    expect(availability.openSpans(channelId)).toEqual([]);
  });

  test('emit opening and closing as the clock passes', async () => {
    await hours.calls['hours.update']({ hours: office });
    expect(hours.view().installation).toEqual({
      open: false,
      changesAt: MIDNIGHT + 9 * HOUR,
      limited: true,
      zone: 'UTC',
    });
    changes = 0;
    await clock.advance(9 * HOUR - 1);
    expect([hours.isOpen(channelId), changes]).toEqual([false, 0]);
    await clock.advance(1);
    expect([hours.isOpen(channelId), changes]).toEqual([true, 1]);
    await clock.advance(8 * HOUR);
    expect([hours.isOpen(channelId), changes]).toEqual([false, 2]);
  });

  test('are a channel’s own or those of the installation', async () => {
    await hours.calls['hours.update']({ hours: office });
    await channels.calls['channels.update']({ channelId, hours: FROM_NOON });
    await clock.advance(10 * HOUR);
    expect(hours.view()).toMatchObject({
      installation: { open: true },
      channels: [{ channelId, open: false, changesAt: MIDNIGHT + 12 * HOUR }],
    });
    await channels.calls['channels.update']({ channelId, hours: null });
    expect(hours.view().channels).toMatchObject([{ open: true, changesAt: MIDNIGHT + 17 * HOUR }]);
  });

  test('can be provisioned from a file, with a channel’s automatic messages', async () => {
    const file = {
      channels: [{ name: 'App', publicId: 'app', hours: FROM_NOON, away: { on: true, text: 'Later', when: 'closed' } }],
      settings: { hours: office },
    };
    await settings.put(applyProvision(settings.current(), file));
    const {
      installation,
      channels: [, app],
    } = hours.view();
    expect([installation.changesAt, app?.changesAt]).toEqual([MIDNIGHT + 9 * HOUR, MIDNIGHT + 12 * HOUR]);
    expect(settings.current().channels[1]?.away).toEqual({ on: true, text: 'Later', when: 'closed' });
    const again = settings.current();
    await settings.put(applyProvision(settings.current(), file));
    expect(settings.current()).toEqual(again);
  });

  test('are evaluated again after the computer’s clock is set back', async () => {
    let setBack = 0;
    const changed = startHours({
      settings,
      due: startedDueWork(clock),
      clock: { ...clock, wall: () => clock.wall() - setBack },
      touch: () => undefined,
    });
    await changed.calls['hours.update']({ hours: office });
    await clock.advance(10 * HOUR);
    expect(changed.isOpen(channelId)).toBe(true);
    setBack = 5 * HOUR;
    expect(changed.isOpen(channelId)).toBe(false);
    await changed.stop();
  });
});

describe('customers and bots are told', () => {
  test('that someone is there only during opening hours while an operator is online', async () => {
    await hours.calls['hours.update']({ hours: office });
    expect([availability.isStaffed(channelId), availability.staffedChannels()]).toEqual([false, []]);
    await clock.advance(9 * HOUR);
    expect([availability.isStaffed(channelId), availability.staffedChannels()]).toEqual([true, [channelId]]);
    isOnline = false;
    expect(availability.isStaffed(channelId)).toBe(false);
  });

  test('that nobody is there for a paused channel, without affecting the installation', async () => {
    expect(availability.isStaffed(channelId)).toBe(true);
    await channels.calls['channels.pause']({ channelId });
    expect([availability.isStaffed(channelId), availability.staffedChannels(), availability.isStaffed('')]).toEqual([
      false,
      [],
      true,
    ]);
  });

  test('nothing automatically when nothing is switched on', async () => {
    expect(await availability.automaticFor(channelId)).toBeUndefined();
    await channels.calls['channels.update']({ channelId, away: { on: false, text: 'Later', when: 'always' } });
    expect(await availability.automaticFor(channelId)).toBeUndefined();
  });

  test.each([
    ['by the hours of the shop, in the language of the text', 'de-DE', undefined, 'morgen um 10:00 Uhr'],
    ['by the channel’s own, with holidays', undefined, 'Holiday', 'on Saturday at 09:00'],
  ])('when it opens next, %s', async (_how, locale, name, opens) => {
    const hoursOfShop = { ...office, zone: 'Europe/Berlin', week: office.week.map(() => [{ from: 600, to: 700 }]) };
    await hours.calls['hours.update']({ hours: hoursOfShop });
    const own = { ...office, week: office.week.map(() => [{ from: 540, to: 600 }]) };
    const closed = { name: 'Holiday', from: '2026-01-02', to: '2026-01-02', yearly: false };
    await channels.calls['channels.update']({
      channelId,
      away: { on: true, text: 'Back {opens}', when: 'closed', ...(locale !== undefined && { locale }) },
      ...(name !== undefined && { hours: { ...own, holidays: [{ ...closed, name }] } }),
    });
    await clock.advance(20 * HOUR);
    expect(await availability.automaticFor(channelId)).toMatchObject({ opens });
  });

  test.each([
    ['in working hours: nothing', 10, true, 'closed', false],
    ['in working hours with nobody online, who is away only when it is closed: nothing', 10, false, 'closed', false],
    ['in working hours with nobody online: that nobody is there', 10, false, 'always', true],
    ['outside working hours: that nobody is there', 20, true, 'closed', true],
  ] as const)('%s', async (_when, hour, online, when, isTold) => {
    await hours.calls['hours.update']({ hours: office });
    await channels.calls['channels.update']({ channelId, away: { on: true, text: 'Later', when } });
    isOnline = online;
    await clock.advance(hour * HOUR);
    const told = { text: 'Later', channelName: 'Shop', anyAvailable: online };
    expect(await availability.automaticFor(channelId)).toEqual(isTold ? told : undefined);
  });
});
