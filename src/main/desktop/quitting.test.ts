import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { quitOnSignals, quitWithSession, watchQuitting } from './quitting.ts';

describe('a signal', () => {
  const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let before: Map<NodeJS.Signals, readonly NodeJS.SignalsListener[]>;

  beforeEach(() => {
    before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  });
  afterEach(() => {
    for (const signal of SIGNALS)
      for (const listener of process.listeners(signal))
        if (before.get(signal)?.includes(listener) !== true) process.off(signal, listener);
  });

  test.each(SIGNALS)('%s quits, and other listeners still get it', (signal) => {
    const [quit, other] = [vi.fn<() => void>(), vi.fn<() => void>()];
    process.on(signal, other);
    quitOnSignals({ quit });
    process.emit(signal, signal);
    expect(quit).toHaveBeenCalledTimes(1);
    expect(other).toHaveBeenCalledTimes(1);
  });
});

describe('the end of a session', () => {
  type Given = Parameters<typeof quitWithSession>;

  let done: string[];
  let app: EventEmitter;
  let power: EventEmitter;
  beforeEach(() => {
    done = [];
    app = new EventEmitter();
    power = new EventEmitter();
    quitWithSession(app as unknown as Given[0], power as unknown as Given[1], () => done.push('quit'));
  });

  it('delays a shutdown until the app has quit', () => {
    power.emit('shutdown', { preventDefault: () => done.push('held up') });
    expect(done).toEqual(['held up', 'quit']);
  });

  it('quits on Windows too, where it is sent to any window', () => {
    const window = new EventEmitter();
    app.emit('browser-window-created', {}, window);
    window.emit('query-session-end', {});
    expect(done).toEqual([]);
    window.emit('session-end', {});
    expect(done).toEqual(['quit']);
  });
});

describe('a user who quits', () => {
  function opened() {
    const heard: string[] = [];
    const app = Object.assign(new EventEmitter(), {
      quit: () => {
        let isPrevented = false;
        app.emit('before-quit', { preventDefault: () => (isPrevented = true) });
        heard.push(isPrevented ? 'asked' : 'quit');
      },
    });
    const quitting = watchQuitting(app as unknown as Parameters<typeof watchQuitting>[0]);
    return { app, heard, quitting };
  }

  it('is not asked if there is nothing to ask', () => {
    const { app, heard, quitting } = opened();
    expect(quitting.isQuitting()).toBe(false);
    app.quit();
    expect([heard, quitting.isQuitting()]).toEqual([['quit'], true]);
  });

  it('continues or quits, depending on the answer', async () => {
    const { app, heard, quitting } = opened();
    let answer = false;
    quitting.guard(() => Promise.resolve(answer));
    app.quit();
    await Promise.resolve();
    expect([heard, quitting.isQuitting()]).toEqual([['asked'], false]);
    answer = true;
    app.quit();
    await new Promise((resolve) => setImmediate(resolve));
    expect([heard, quitting.isQuitting()]).toEqual([['asked', 'asked', 'quit'], true]);
  });

  it('does not delay a shutdown with the question', () => {
    const { heard, quitting } = opened();
    quitting.guard(() => new Promise<boolean>(() => undefined));
    quitting.quitNow();
    expect([heard, quitting.isQuitting()]).toEqual([['quit'], true]);
  });
});
