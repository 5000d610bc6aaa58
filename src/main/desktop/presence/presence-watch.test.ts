import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { desktopPreferences } from '#shared/contract/desktop.ts';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import type { Preferences } from '../preferences.ts';
import { startPresenceWatch, type PresenceWatchOptions } from './presence.ts';

type Power = PresenceWatchOptions['power'];

/** A computer with or without somebody at it. */
class Computer extends EventEmitter {
  idleSeconds = 0;
  state: ReturnType<Power['getSystemIdleState']> = 'active';
  getSystemIdleTime(): number {
    return this.idleSeconds;
  }
  getSystemIdleState(): ReturnType<Power['getSystemIdleState']> {
    return this.state;
  }
}

let computer: Computer;
let clock: FakeClock;
let present: boolean | undefined;
let heard: string[];
let awayAfterMinutes: number;
let changePreferences: () => void;
let watch: ReturnType<typeof startPresenceWatch>;
beforeEach(() => {
  computer = new Computer();
  clock = createFakeClock();
  heard = [];
  awayAfterMinutes = 10;
  const preferences: Preferences = {
    current: () => ({ ...desktopPreferences.parse({}), awayAfterMinutes }),
    change: () => undefined,
    onChange: (listener) => {
      changePreferences = () => listener(preferences.current(), preferences.current());
      return () => undefined;
    },
  };
  const power = computer as unknown as Power;
  watch = startPresenceWatch({
    power,
    preferences,
    clock,
    setPresent: (now) => (present = now),
    onLeft: () => heard.push('left'),
    onBack: () => heard.push('back'),
  });
});

describe('somebody at the computer', () => {
  test('is present from the start, and away after the set idle time', async () => {
    expect(present).toBe(true);
    computer.idleSeconds = 599;
    await clock.advance(30_000);
    expect(present).toBe(true);
    computer.idleSeconds = 600;
    await clock.advance(30_000);
    expect(present).toBe(false);
    computer.idleSeconds = 0;
    await clock.advance(30_000);
    expect(present).toBe(true);
    expect(heard).toEqual([]);
  });

  test('is back as soon as they use a window', async () => {
    computer.idleSeconds = 600;
    await clock.advance(30_000);
    expect(present).toBe(false);
    computer.idleSeconds = 0;
    watch.look();
    expect(present).toBe(true);
    expect(clock.waiting()).toBe(1);
  });

  test('is never away for idleness if that is off', async () => {
    computer.idleSeconds = 100_000;
    await clock.advance(30_000);
    expect(present).toBe(false);
    awayAfterMinutes = 0;
    changePreferences();
    expect(present).toBe(true);
  });

  test.each([
    ['lock-screen', 'unlock-screen'],
    ['suspend', 'resume'],
  ])('leaves at %s and returns at %s', (gone, back) => {
    computer.emit(gone);
    expect(present).toBe(false);
    expect(heard).toEqual(['left']);
    computer.emit(back);
    expect(present).toBe(true);
    expect(heard).toEqual(['left', 'back']);
  });

  test('is not back from sleep until the screen is unlocked', () => {
    computer.emit('lock-screen');
    computer.emit('suspend');
    computer.emit('resume');
    expect(present).toBe(false);
    expect(heard).toEqual(['left']);
    computer.emit('unlock-screen');
    expect(present).toBe(true);
    expect(heard).toEqual(['left', 'back']);
  });

  test('is away if only the system’s state shows the lock', async () => {
    computer.state = 'locked';
    await clock.advance(30_000);
    expect(present).toBe(false);
    expect(heard).toEqual(['left']);
    computer.state = 'active';
    await clock.advance(30_000);
    expect(present).toBe(true);
    expect(heard).toEqual(['left', 'back']);
  });

  test('is no longer polled after a stop', () => {
    watch.stop();
    expect(clock.waiting()).toBe(0);
    computer.emit('lock-screen');
    expect(present).toBe(true);
  });
});
