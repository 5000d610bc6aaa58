import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineFrame, VisitorFrame } from '#shared/site/frames.ts';
import { openStorage } from '../../storage.ts';
import { keepConnection } from './connection.ts';
import type { WireFrame, WireListener } from './wires.ts';

const WELCOME: EngineFrame = { kind: 'welcome', state: { chat: 'none', staffed: true }, messages: [], more: false };
const stored = () =>
  openStorage(() => {
    throw new Error('shut');
  });

function started(storage = stored()) {
  const opened: string[] = [];
  const sent: VisitorFrame[] = [];
  const states: boolean[] = [];
  const frames: WireFrame[] = [];
  let current: WireListener | undefined;
  let wake: ((isOnline: boolean) => void) | undefined;
  const way = (name: string) => ({
    name,
    open: (_base: string, _hello: () => VisitorFrame, listener: WireListener) => {
      opened.push(name);
      current = listener;
      return { send: (frame: VisitorFrame) => void sent.push(frame), close: () => {} };
    },
  });
  const connection = keepConnection({
    base: 'https://engine.example/site/lamps',
    ways: [way('socket'), way('poll')],
    storage,
    key: 'way',
    hello: () => ({ kind: 'hello', version: 1 }),
    onFrame: (frame) => frames.push(frame),
    onState: (state) => states.push(state),
    onWake: (given) => {
      wake = given;
      return () => {};
    },
  });
  return {
    connection,
    opened,
    sent,
    states,
    frames,
    receive: (frame: EngineFrame) => current?.onFrame(frame),
    fail: () => current?.onClosed(),
    /** the engine answers without a frame, as to a poll */
    hear: () => current?.onHeard(),
    online: () => wake?.(true),
    visible: () => wake?.(false),
  };
}

function welcomed() {
  const begun = started();
  begun.receive(WELCOME);
  return begun;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('tries the next way after five seconds without an answer', () => {
  const { opened } = started();
  vi.advanceTimersByTime(4999);
  expect(opened).toEqual(['socket']);
  vi.advanceTimersByTime(1);
  expect(opened).toEqual(['socket', 'poll']);
});

it('tries the next way after two failures, and the best again when none works, with growing delays up to half a minute', () => {
  const { opened, fail } = started();
  const delays: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const before = opened.length;
    fail();
    let waited = 0;
    while (opened.length === before) {
      vi.advanceTimersByTime(1000);
      waited += 1000;
    }
    delays.push(waited);
  }
  expect(opened.slice(0, 6)).toEqual(['socket', 'socket', 'poll', 'socket', 'socket', 'poll']);
  // The next way is tried at once.
  expect(delays.slice(0, 2)).toEqual([1000, 0]);
  expect(Math.max(...delays)).toBe(30_000);
});

it('remembers the best way that worked', () => {
  const storage = stored();
  const first = started(storage);
  vi.advanceTimersByTime(5000);
  first.receive(WELCOME);
  expect(storage.get('way')).toBe('poll');
  first.connection.close();
  expect(started(storage).opened).toEqual(['poll']);
});

it('goes back to the best way once the engine was only away', () => {
  const { opened, receive, fail } = welcomed();
  const untilNext = (): void => {
    const before = opened.length;
    while (opened.length === before) vi.advanceTimersByTime(500);
  };
  for (let failure = 0; failure < 3; failure += 1) {
    fail();
    if (failure < 2) untilNext();
  }
  // The engine is back just as another way has its turn.
  expect(opened.at(-1)).toBe('poll');
  receive(WELCOME);
  fail();
  untilNext();
  expect(opened.at(-1)).toBe('socket');
});

it('answers pings, and connects again after silence', () => {
  const { sent, states, receive, opened } = welcomed();
  vi.advanceTimersByTime(50_000);
  receive({ kind: 'ping' });
  expect(sent).toEqual([{ kind: 'pong' }]);
  vi.advanceTimersByTime(54_000);
  expect(states).toEqual([true]);
  vi.advanceTimersByTime(1000);
  expect(states).toEqual([true, false]);
  vi.advanceTimersByTime(1000);
  expect(opened).toEqual(['socket', 'socket']);
});

it('connects at once when the network is back', () => {
  const { opened, fail, online } = started();
  vi.stubGlobal('navigator', { onLine: false });
  for (let turn = 0; turn < 4; turn += 1) {
    fail();
    vi.advanceTimersByTime(30_000);
  }
  expect(new Set(opened)).toEqual(new Set(['socket']));
  fail();
  const before = opened.length;
  online();
  expect(opened.length).toBe(before + 1);
});

it('takes an answer without frames for a sign of the engine', () => {
  const { states, hear } = welcomed();
  for (let poll = 0; poll < 10; poll += 1) {
    vi.advanceTimersByTime(25_000);
    hear();
  }
  expect(states).toEqual([true]);
});

describe('a connection that is dead without a word', () => {
  it('is given up 15 seconds after a message that nothing follows', () => {
    const { connection, states, receive } = welcomed();
    connection.send({ kind: 'message', id: 'message-1', text: 'Hello' });
    vi.advanceTimersByTime(10_000);
    receive({ kind: 'accepted', id: 'message-1' });
    vi.advanceTimersByTime(20_000);
    connection.send({ kind: 'typing', on: true });
    vi.advanceTimersByTime(20_000);
    expect(states).toEqual([true]);
    receive({ kind: 'ping' });
    connection.send({ kind: 'message', id: 'message-2', text: 'Still there?' });
    vi.advanceTimersByTime(20_000);
    expect(states).toEqual([true, false]);
  });

  it('is given up five seconds after a sleep, in which no timer ran', () => {
    const { states, opened } = welcomed();
    vi.advanceTimersByTime(12_000);
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(5000);
    expect(states).toEqual([true, false]);
    vi.advanceTimersByTime(1000);
    expect(opened).toEqual(['socket', 'socket']);
  });

  it('is given up at once when the page is seen again and a ping is late, and not before', () => {
    const { states, opened, visible } = welcomed();
    vi.advanceTimersByTime(30_000);
    visible();
    expect(opened).toHaveLength(1);
    vi.advanceTimersByTime(1);
    visible();
    expect({ opened, states }).toEqual({ opened: ['socket', 'socket'], states: [true, false] });
  });

  it('is given up at once when the network is back', () => {
    const { opened, receive, online } = started();
    online();
    expect(opened).toHaveLength(1);
    receive(WELCOME);
    online();
    expect(opened).toHaveLength(2);
  });

  it('is noticed as soon as ever when the clock was set back', () => {
    const { states } = welcomed();
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(60_000);
    expect(states).toEqual([true, false]);
  });

  it('is tried again soon after a sleep between two attempts', () => {
    const { opened, fail } = welcomed();
    for (let turn = 0; turn < 6; turn += 1) {
      fail();
      if (turn < 5) vi.advanceTimersByTime(30_000);
    }
    const before = opened.length;
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(5000);
    expect(opened.length).toBeGreaterThan(before);
  });
});

it('sends nothing before the welcome and nothing to a connection that is over', () => {
  const { connection, sent, receive, fail } = started();
  connection.send({ kind: 'typing', on: true });
  receive(WELCOME);
  connection.send({ kind: 'typing', on: false });
  fail();
  connection.send({ kind: 'typing', on: true });
  expect(sent).toEqual([{ kind: 'typing', on: false }]);
});

it('connects again when the engine says that the connection is over', () => {
  const { opened, receive, states, frames } = welcomed();
  receive({ kind: 'gone', what: 'connection' });
  vi.advanceTimersByTime(1000);
  expect({ opened, states }).toEqual({ opened: ['socket', 'socket'], states: [true, false] });
  expect(frames).toEqual([WELCOME]);
});
