import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventFrame } from '#shared/contract/events.ts';
import { keepEventSocket } from './transports.ts';
import type { ConnectionState } from './transport.ts';

/** A fake network: a socket that the test opens, feeds and cuts. */
class TestSocket extends EventTarget {
  closed = false;

  say(frame: EventFrame): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }

  close(): void {
    this.closed = true;
    this.dispatchEvent(new Event('close'));
  }
}

describe('the event connection', () => {
  let sockets: TestSocket[];
  let frames: EventFrame[];
  let states: ConnectionState[];
  let page: EventTarget & { readonly document: EventTarget & { readonly visibilityState: 'visible' } };
  let stop: () => void;
  let silences: number;

  beforeEach(() => {
    vi.useFakeTimers();
    silences = 0;
    sockets = [];
    frames = [];
    states = [];
    const visible = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
    page = Object.assign(new EventTarget(), { document: visible });
    stop = keepEventSocket({
      open: () => {
        const socket = new TestSocket();
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      page,
      onSilence: () => (silences += 1),
      onFrame: (frame) => frames.push(frame),
      onConnection: (state) => states.push(state),
    });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  const hello: EventFrame[number] = {
    ...{ name: 'hello', boot: 'a', seq: 0, quietFor: 0, windowId: 'w', installationId: 'i', operatorId: 'olga' },
    ...{ role: 'owner', contract: 1, shop: 'Shop' },
  };

  it('passes on events, reports that it is connected, and reconnects after the connection is lost', () => {
    sockets[0]?.say([hello]);
    expect(frames).toEqual([[hello]]);
    expect(states).toEqual(['connecting', 'connected']);
    sockets[0]?.close();
    expect(states.at(-1)).toBe('lost');
    vi.advanceTimersByTime(250);
    expect(sockets).toHaveLength(2);
    sockets[1]?.say([hello]);
    expect(states.at(-1)).toBe('connected');
  });

  it('waits longer after each failure, up to ten seconds, and reconnects at once when the network is back', () => {
    for (let failure = 0; failure < 12; failure += 1) {
      sockets.at(-1)?.close();
      vi.advanceTimersByTime(10_000);
    }
    const before = sockets.length;
    sockets.at(-1)?.close();
    vi.advanceTimersByTime(4_999);
    expect(sockets).toHaveLength(before);
    page.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(before + 1);
    vi.advanceTimersByTime(10_000);
    expect(sockets).toHaveLength(before + 1);
  });

  it.each([
    ['the beginning', 0],
    ['its heartbeats', 3],
  ])('drops a connection that falls silent after %s, and what was asked meanwhile', (_when, heartbeats) => {
    sockets[0]?.say([hello]);
    for (let beat = 0; beat < heartbeats; beat += 1) {
      vi.advanceTimersByTime(25_000);
      sockets[0]?.say([]);
    }
    vi.advanceTimersByTime(44_000);
    expect([sockets[0]?.closed, silences]).toEqual([false, 0]);
    vi.advanceTimersByTime(1_000);
    expect([sockets[0]?.closed, silences]).toEqual([true, 1]);
    expect(states.at(-1)).toBe('lost');
  });

  it('gives up an attempt that gets no answer, and tries again', () => {
    sockets[0]?.say([hello]);
    sockets[0]?.close();
    vi.advanceTimersByTime(250);
    vi.advanceTimersByTime(10_000);
    expect([sockets[1]?.closed, silences]).toEqual([true, 1]);
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(3);
  });

  it('does not wait for silence when the computer has no network any more', () => {
    sockets[0]?.say([hello]);
    page.dispatchEvent(new Event('offline'));
    expect([states.at(-1), sockets[0]?.closed, silences]).toEqual(['lost', true, 1]);
    vi.advanceTimersByTime(250);
    sockets[1]?.say([hello]);
    expect(states.at(-1)).toBe('connected');
    expect(sockets).toHaveLength(2);
  });

  it('does not reconnect once it is stopped', () => {
    sockets[0]?.say([hello]);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(sockets[0]?.closed).toBe(true);
    expect(sockets).toHaveLength(1);
  });
});
