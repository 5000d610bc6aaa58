import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { relaunchArguments, handleFaults, type FaultOptions } from './faults.ts';

let events: string[];
let serving: boolean;
let process: EventEmitter & { argv: string[] };
let checked: Promise<void>;
let stop: () => void;
let die: (error: Error) => void;
beforeEach(() => {
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
      wall: () => 1_000_000,
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

  test('restarts the app if customers are no longer served', async () => {
    serving = false;
    process.emit('uncaughtException', new Error('one'));
    await checked;
    expect(events.slice(-2)).toEqual(['down', '--after-fault=1000000']);
  });

  test.each([
    ['--after-fault=999999', false],
    ['--after-fault=700000', true],
    ['--after-fault=nonsense', true],
  ])('started with %s: restarts it is %s', async (argument, again) => {
    serving = false;
    process.argv.push(argument);
    process.emit('uncaughtException', new Error('one'));
    await checked;
    expect(events.includes('--after-fault=1000000')).toBe(again);
  });

  test('is ignored after a stop', () => {
    stop();
    expect(process.eventNames()).toEqual([]);
  });
});

describe('a thread that died', () => {
  test('restarts the app, whatever the listener answers', async () => {
    die(new Error('ended with code 1'));
    await Promise.resolve();
    expect(events).toEqual(['customers can no longer be answered', 'down', '--after-fault=1000000']);
  });

  test('soon after such a restart is reported and left to the owner', async () => {
    process.argv.push('--after-fault=999999');
    die(new Error('ended with code 1'));
    await Promise.resolve();
    expect(events).toEqual(['customers can no longer be answered', 'down']);
  });

  test('is ignored while the app is stopping', async () => {
    stop();
    die(new Error('ended with code 1'));
    await Promise.resolve();
    expect(events).toEqual([]);
  });
});

test('a restart drops links and earlier faults from the arguments', () => {
  expect(relaunchArguments(['/opt/counterbell', '--hidden', 'counterbell://chat/1', '--after-fault=5'])).toEqual([
    '--hidden',
  ]);
});
