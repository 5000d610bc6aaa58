import { beforeEach, expect, it } from 'vitest';
import type { EventFrame } from '#shared/contract/events.ts';
import { createBus, type Bus } from '#main/engine/bus.ts';
import { createWindowEvents, type WindowEvents } from './window-events.ts';

let bus: Bus;
let windows: WindowEvents;
beforeEach(() => {
  bus = createBus({ error: () => expect.fail('nothing fails here') });
  windows = createWindowEvents(bus.onEvery);
});

interface OpenWindow {
  /** `hello 2`, `3 chat.typing`: frame by frame */
  readonly frames: string[][];
  readonly close: () => void;
}

function open(windowId = 'w'): OpenWindow {
  const frames: string[][] = [];
  const close = windows.subscribe(windowId, (frame) => {
    frames.push(frame.map((event) => (event.name === 'hello' ? `hello ${event.seq}` : `${event.seq} ${event.name}`)));
  });
  return { frames, close };
}

/** Events of a turn are one frame. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('the events of a turn come in one frame, after a hello', async () => {
  const { frames } = open();
  bus.emit('chat.typing', { chatId: '1', typing: true });
  bus.emit('setup.changed', {});
  await turn();
  bus.emit('ratings.changed', {});
  await turn();
  expect(frames).toEqual([['hello 0'], ['1 chat.typing', '2 setup.changed'], ['3 ratings.changed']]);
});

it('what happens while no window is open is counted, and the next hello says so', async () => {
  bus.emit('setup.changed', {});
  const { frames, close } = open();
  bus.emit('ratings.changed', {});
  await turn();
  close();
  bus.emit('tags.changed', { everywhere: false });
  await turn();
  expect([frames, open().frames]).toEqual([[['hello 1'], ['2 ratings.changed']], [['hello 3']]]);
});

it('a window hears of nothing that its hello has counted, also in the turn in which it opens', async () => {
  const first = open('first');
  bus.emit('setup.changed', {});
  const second = open('second');
  bus.emit('ratings.changed', {});
  const third = open('third');
  await turn();
  expect([first.frames, second.frames, third.frames]).toEqual([
    [['hello 0'], ['1 setup.changed', '2 ratings.changed']],
    [['hello 1'], ['2 ratings.changed']],
    [['hello 2']],
  ]);
});

it('all windows get the same frame, which a transport then writes once', async () => {
  const got: EventFrame[] = [];
  for (const id of ['one', 'other']) windows.subscribe(id, (frame) => got.push(frame));
  bus.emit('setup.changed', {});
  await turn();
  const [, , first, second] = got;
  expect(first).toEqual([{ seq: 1, name: 'setup.changed', data: {} }]);
  expect(second).toBe(first);
});
