import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { EventFrame } from '#shared/contract/events.ts';
import type { Role } from '#shared/domain/entities.ts';
import { createBus, type Bus } from './bus.ts';

let bus: Bus;
let faults: unknown[];
let heard: string[];
beforeEach(() => {
  faults = [];
  heard = [];
  bus = createBus({ error: (fault: unknown) => void faults.push(fault) });
});

it('a listener for one kind of event gets no other, until it stops', () => {
  const stop = bus.on('chat.typing', ({ chatId }) => heard.push(chatId));
  bus.emit('chat.typing', { chatId: '1', typing: true });
  bus.emit('botTurns.changed', { chatId: '2' });
  stop();
  bus.emit('chat.typing', { chatId: '3', typing: true });
  expect(heard).toEqual(['1']);
});

it('all listeners get events in the same order, including those caused by a listener', () => {
  bus.on('ratings.changed', () => bus.emit('setup.changed', {}));
  for (const name of ['ratings.changed', 'setup.changed', 'backups.changed'] as const)
    bus.on(name, () => heard.push(name));
  bus.emit('ratings.changed', {});
  bus.emit('backups.changed', {});
  expect(heard).toEqual(['ratings.changed', 'setup.changed', 'backups.changed']);
});

it('a failing listener affects neither the others nor the sender', () => {
  const fault = new Error('not prepared for this');
  bus.on('setup.changed', () => {
    throw fault;
  });
  bus.on('setup.changed', () => heard.push('setup'));
  bus.emit('setup.changed', {});
  bus.emit('setup.changed', {});
  expect(heard).toEqual(['setup', 'setup']);
  expect(faults).toMatchObject([
    { err: fault, event: 'setup.changed' },
    { err: fault, event: 'setup.changed' },
  ]);
});

it('a listener added twice is called twice and removed once per stop', () => {
  const listener = (): void => void heard.push('typing');
  const stop = bus.on('chat.typing', listener);
  bus.on('chat.typing', listener);
  stop();
  bus.emit('chat.typing', { chatId: '1', typing: true });
  expect(heard).toEqual(['typing']);
});

interface OpenWindow {
  /** `hello 2`, `3 chat.typing`: frame by frame */
  readonly frames: string[][];
  readonly close: () => void;
}

function open(windowId = 'w', role: Role = 'owner'): OpenWindow {
  const frames: string[][] = [];
  const close = bus.subscribe({ windowId, installationId: 'i', operatorId: 'olga', role, shop: 'Shop' }, (frame) => {
    frames.push(frame.map((event) => (event.name === 'hello' ? `hello ${event.seq}` : `${event.seq} ${event.name}`)));
  });
  return { frames, close };
}

/** Events of a turn share a frame. */
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

it('events without an open window are counted, and the next hello includes the count', async () => {
  bus.emit('setup.changed', {});
  const { frames, close } = open();
  bus.emit('ratings.changed', {});
  await turn();
  close();
  bus.emit('tags.changed', { everywhere: false });
  await turn();
  expect([frames, open().frames]).toEqual([[['hello 1'], ['2 ratings.changed']], [['hello 3']]]);
});

it('a hello says for how long nothing has happened', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const quietFor = (): readonly number[] => {
    const said: number[] = [];
    bus.subscribe({ windowId: 'w', installationId: 'i', operatorId: 'olga', role: 'owner', shop: 'Shop' }, (frame) => {
      for (const event of frame) if (event.name === 'hello') said.push(event.quietFor);
    })();
    return said;
  };
  bus.emit('setup.changed', {});
  vi.advanceTimersByTime(1500);
  expect(quietFor()).toEqual([1500]);
  bus.emit('setup.changed', {});
  expect(quietFor()).toEqual([0]);
});

it('a window gets no event that its hello has counted, even in the turn in which it opens', async () => {
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

it('all windows get the same frame object, so that a transport serializes it once', async () => {
  const got: EventFrame[] = [];
  for (const id of ['one', 'other'])
    bus.subscribe({ windowId: id, installationId: 'i', operatorId: 'olga', role: 'owner', shop: 'Shop' }, (frame) =>
      got.push(frame),
    );
  bus.emit('setup.changed', {});
  await turn();
  const [, , first, second] = got;
  expect(first).toEqual([{ seq: 1, name: 'setup.changed', data: {} }]);
  expect(second).toBe(first);
});
