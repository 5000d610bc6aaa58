import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { recoverPages, type RecoveryOptions } from './recovery.ts';

/** The page of a window, which records what is done to it. */
class Page extends EventEmitter {
  readonly done: string[] = [];
  isDestroyed(): boolean {
    return false;
  }
  reload(): void {
    this.done.push('reload');
  }
  forcefullyCrashRenderer(): void {
    this.done.push('end');
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 1 });
  }
}

let clock: FakeClock;
let page: Page;
let asked: (() => void)[];
beforeEach(() => {
  clock = createFakeClock();
  page = new Page();
  asked = [];
  const app = new EventEmitter();
  recoverPages({
    app: app as unknown as RecoveryOptions['app'],
    log: pino({ level: 'silent' }),
    clock,
    onUnrecoverable: (tryAgain) => asked.push(tryAgain),
  });
  app.emit('web-contents-created', {}, page);
});

const crash = async (): Promise<void> => {
  page.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  await clock.advance(0);
};

describe('a window’s page', () => {
  test('that crashes is reloaded automatically three times a minute', async () => {
    await crash();
    await crash();
    await clock.advance(30_000);
    await crash();
    expect(page.done).toEqual(['reload', 'reload', 'reload']);
    await crash();
    expect(page.done).toHaveLength(3);
    expect(asked).toHaveLength(1);
    await clock.advance(30_000);
    await crash();
    expect(page.done).toHaveLength(4);
  });

  test('that failed too often comes back on request, and counts from zero', async () => {
    for (let count = 0; count < 4; count += 1) await crash();
    asked[0]?.();
    expect(page.done).toHaveLength(4);
    await crash();
    expect(page.done).toHaveLength(5);
  });

  test('that hangs is ended after a while, and reloaded', async () => {
    page.emit('unresponsive');
    await clock.advance(9_999);
    expect(page.done).toEqual([]);
    await clock.advance(1);
    expect(page.done).toEqual(['end', 'reload']);
    expect(clock.waiting()).toBe(0);
  });

  test('that was only busy is left alone', async () => {
    page.emit('unresponsive');
    await clock.advance(5_000);
    page.emit('responsive');
    await clock.advance(60_000);
    expect(page.done).toEqual([]);
  });
});
