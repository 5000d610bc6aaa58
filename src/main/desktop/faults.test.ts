import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { relaunchArguments, handleFaults, type FaultOptions } from './faults.ts';

let events: string[];
let serving: boolean;
let process: EventEmitter & { argv: string[] };
let checked: Promise<void>;
let stop: () => void;
let die: (error: Error) => void;
let clock: FakeClock;
beforeEach(() => {
  clock = createFakeClock();
  events = [];
  serving = true;
  const { promise: died, resolve } = Promise.withResolvers<Error>();
  die = resolve;
  process = Object.assign(new EventEmitter(), { argv: ['counterbell'] });
  checked = new Promise((isChecked) => {
    const isServing = async (): Promise<boolean> => {
      setImmediate(isChecked);
      if (!serving) throw new Error('refused');
      return true;
    };
    const log = pino(
      { base: null },
      { write: (line: string) => void events.push((JSON.parse(line) as { readonly msg: string }).msg) },
    );
    stop = handleFaults({
      log,
      service: {
        isServing,
        died,
        onDown: () => events.push('down'),
        relaunch: (argument) => events.push(argument),
      },
      clock,
      process: process as unknown as FaultOptions['process'],
      showFault: () => events.push('told'),
    });
  });
});

describe('an uncaught error', () => {
  test('is logged each time and reported once, and the app continues', async () => {
    process.emit('uncaughtException', new Error('one'));
    process.emit('unhandledRejection', new Error('two'));
    await checked;
    expect(events).toEqual(['uncaught error', 'told', 'uncaught error']);
  });

  test('restarts the app if customers are no longer served, once', async () => {
    serving = false;
    process.emit('uncaughtException', new Error('one'));
    await checked;
    await clock.advance(0);
    process.emit('uncaughtException', new Error('two'));
    await checked;
    await clock.advance(0);
    expect(events.filter((event) => event.startsWith('--'))).toEqual([`--after-fault=${clock.wall()}`]);
    expect(events.filter((event) => event === 'down')).toHaveLength(1);
  });

  test.each([
    ['just now', 0, 60_000],
    ['half a minute ago', -30_000, 30_000],
    ['a minute ago', -60_000, 0],
    ['at a time to come, by a clock that was set back', 20_000, 40_000],
    ['at a time that is none', Number.NaN, 0],
  ])('after a restart %s: restarts it a minute after that', async (_when, before, pause) => {
    serving = false;
    process.argv.push(`--after-fault=${clock.wall() + before}`);
    process.emit('uncaughtException', new Error('one'));
    await checked;
    await clock.advance(Math.max(0, pause - 1));
    expect(events.some((event) => event.startsWith('--'))).toBe(pause === 0);
    await clock.advance(1);
    expect(events.some((event) => event.startsWith('--'))).toBe(true);
  });

  test('is ignored after a stop', () => {
    stop();
    expect(process.eventNames()).toEqual([]);
  });
});

describe('a thread that died', () => {
  test('restarts the app, whatever the listener answers', async () => {
    die(new Error('ended with code 1'));
    await clock.advance(0);
    expect(events).toEqual(['customers can no longer be answered', 'down', `--after-fault=${clock.wall()}`]);
  });

  test('is ignored while the app is stopping', async () => {
    stop();
    die(new Error('ended with code 1'));
    await clock.advance(60_000);
    expect(events).toEqual([]);
  });

  test('soon after such a restart leaves the next one to a stop that comes first', async () => {
    process.argv.push(`--after-fault=${clock.wall()}`);
    die(new Error('ended with code 1'));
    await clock.advance(1);
    stop();
    await clock.advance(60_000);
    expect(events).toEqual(['customers can no longer be answered', 'down']);
  });
});

test('a restart drops links and earlier faults from the arguments', () => {
  expect(relaunchArguments(['/opt/counterbell', '--hidden', 'counterbell://chat/1', '--after-fault=5'])).toEqual([
    '--hidden',
  ]);
});
