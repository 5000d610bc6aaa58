import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { desktopPreferences } from '#shared/contract/desktop.ts';
import { createHeldClock, type HeldClock } from '#main/clock/held-clock.ts';
import type { Preferences } from '../preferences.ts';
import { startPresenceWatch, type PresenceWatchOptions } from './presence.ts';

type Power = PresenceWatchOptions['power'];

/** A computer with somebody at it, or nobody. */
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
let clock: HeldClock;
let present: boolean | undefined;
let heard: string[];
let awayAfterMinutes: number;
let changePreferences: () => void;
let stop: () => void;
beforeEach(() => {
  computer = new Computer();
  clock = createHeldClock();
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
  stop = startPresenceWatch({
    power,
    preferences,
    clock,
    setPresent: (now) => (present = now),
    onLeft: () => heard.push('left'),
    onBack: () => heard.push('back'),
  });
});

describe('somebody at the computer', () => {
  test('is there from the start, and away when nobody touched it for as long as set', async () => {
    expect(present).toBe(true);
    computer.idleSeconds = 599;
    await clock.pass(10_000);
    expect(present).toBe(true);
    computer.idleSeconds = 600;
    await clock.pass(10_000);
    expect(present).toBe(false);
    computer.idleSeconds = 0;
    await clock.pass(3_000);
    expect(present).toBe(true);
    expect(heard).toEqual([]);
  });

  test('is never away by idleness where that is switched off', async () => {
    computer.idleSeconds = 100_000;
    await clock.pass(10_000);
    expect(present).toBe(false);
    awayAfterMinutes = 0;
    changePreferences();
    expect(present).toBe(true);
  });

  test.each([
    ['lock-screen', 'unlock-screen'],
    ['suspend', 'resume'],
  ])('is gone at %s and back at %s', (gone, back) => {
    computer.emit(gone);
    expect(present).toBe(false);
    expect(heard).toEqual(['left']);
    computer.emit(back);
    expect(present).toBe(true);
    expect(heard).toEqual(['left', 'back']);
  });

  test('woken up is not back before it is unlocked', () => {
    computer.emit('lock-screen');
    computer.emit('suspend');
    computer.emit('resume');
    expect(present).toBe(false);
    expect(heard).toEqual(['left']);
    computer.emit('unlock-screen');
    expect(present).toBe(true);
    expect(heard).toEqual(['left', 'back']);
  });

  test('is gone where only the state of the system tells of the lock', async () => {
    computer.state = 'locked';
    await clock.pass(10_000);
    expect(present).toBe(false);
    expect(heard).toEqual(['left']);
    computer.state = 'active';
    await clock.pass(3_000);
    expect(present).toBe(true);
    expect(heard).toEqual(['left', 'back']);
  });

  test('is asked after no more once it is stopped', () => {
    stop();
    expect(clock.waiting()).toBe(0);
    computer.emit('lock-screen');
    expect(present).toBe(true);
  });
});
