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
  bus.emit('chats.changed', {});
  stop();
  bus.emit('chat.typing', { chatId: '3', typing: true });
  expect(heard).toEqual(['1']);
});

it('all listeners get events in the same order, including those caused by a listener', () => {
  bus.on('chats.changed', () => bus.emit('chats.counted', { counted: [] }));
  for (const name of ['chats.changed', 'chats.counted', 'customers.erased'] as const)
    bus.on(name, () => heard.push(name));
  bus.emit('chats.changed', {});
  bus.emit('customers.erased', { customerIds: [], chatIds: [] });
  expect(heard).toEqual(['chats.changed', 'chats.counted', 'customers.erased']);
});

it('a failing listener affects neither the others nor the sender', () => {
  const fault = new Error('not prepared for this');
  bus.on('chats.changed', () => {
    throw fault;
  });
  bus.on('chats.changed', () => heard.push('setup'));
  bus.emit('chats.changed', {});
  bus.emit('chats.changed', {});
  expect(heard).toEqual(['setup', 'setup']);
  expect(faults).toMatchObject([
    { err: fault, event: 'chats.changed' },
    { err: fault, event: 'chats.changed' },
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
  bus.emit('chats.changed', {});
  await turn();
  bus.emit('chats.counted', { counted: [] });
  await turn();
  expect(frames).toEqual([['hello 0'], ['1 chat.typing', '2 chats.changed'], ['3 chats.counted']]);
});

it('events without an open window are counted, and the next hello includes the count', async () => {
  bus.emit('chats.changed', {});
  const { frames, close } = open();
  bus.emit('chats.counted', { counted: [] });
  await turn();
  close();
  bus.emit('chats.changed', {});
  await turn();
  expect([frames, open().frames]).toEqual([[['hello 1'], ['2 chats.counted']], [['hello 3']]]);
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
  bus.emit('chats.changed', {});
  vi.advanceTimersByTime(1500);
  expect(quietFor()).toEqual([1500]);
  bus.emit('chats.changed', {});
  expect(quietFor()).toEqual([0]);
});

it('a window gets no event that its hello has counted, even in the turn in which it opens', async () => {
  const first = open('first');
  bus.emit('chats.changed', {});
  const second = open('second');
  bus.emit('chats.counted', { counted: [] });
  const third = open('third');
  await turn();
  expect([first.frames, second.frames, third.frames]).toEqual([
    [['hello 0'], ['1 chats.changed', '2 chats.counted']],
    [['hello 1'], ['2 chats.counted']],
    [['hello 2']],
  ]);
});

it('all windows get the same frame object, so that a transport serializes it once', async () => {
  const got: EventFrame[] = [];
  for (const id of ['one', 'other'])
    bus.subscribe({ windowId: id, installationId: 'i', operatorId: 'olga', role: 'owner', shop: 'Shop' }, (frame) =>
      got.push(frame),
    );
  bus.emit('chats.changed', {});
  await turn();
  const [, , first, second] = got;
  expect(first).toEqual([{ seq: 1, name: 'chats.changed', data: {} }]);
  expect(second).toBe(first);
});

interface StaleWindow {
  /** the routes of each event */
  readonly stale: string[][];
}

function openStale(role: Role): StaleWindow {
  const stale: string[][] = [];
  bus.subscribe({ windowId: role, installationId: 'i', operatorId: 'olga', role, shop: 'Shop' }, (frame) => {
    for (const event of frame)
      if (event.name === 'answers.stale')
        stale.push(
          event.data.answers.map(({ route, of }) =>
            of === undefined ? route : `${route} ${Object.values(of).join()}`,
          ),
        );
  });
  return { stale };
}

it('subjects that change in a turn are told to windows once each, as the answers to request again', async () => {
  const { stale } = openStale('owner');
  bus.touch('tags');
  bus.touch('hours');
  bus.touch('tags');
  bus.touch('botTurns', { chatId: '1' });
  bus.touch('botTurns', { chatId: '2' });
  bus.touch('botTurns', { chatId: '1' });
  await expect.poll(() => stale).toEqual([['tags.list', 'hours.get', 'bots.turns 1', 'bots.turns 2']]);
});

it('later ones are told together, and none is left out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { stale } = openStale('owner');
  bus.touch('tags');
  await turn();
  await turn();
  for (let at = 0; at < 50; at += 1) {
    bus.touch(at % 2 === 0 ? 'tags' : 'team');
    await turn();
  }
  expect(stale).toEqual([['tags.list']]);
  vi.advanceTimersByTime(100);
  await turn();
  expect(stale).toEqual([['tags.list'], ['tags.list', 'team.get']]);
  vi.advanceTimersByTime(1000);
  bus.touch('team');
  await turn();
  await turn();
  expect(stale.at(-1)).toEqual(['team.get']);
  expect(stale).toHaveLength(3);
});

it('operators are not told of what only owners may request', async () => {
  const [owner, operator] = [openStale('owner'), openStale('operator')];
  bus.touch('audit');
  bus.touch('connection');
  await expect
    .poll(() => owner.stale)
    .toEqual([['audit.list', 'audit.people', 'programs.list', 'connection.get', 'media.outlook']]);
  expect(operator.stale).toEqual([['media.outlook']]);
});

it('parts hear of a subject at once, until they stop, and a failing one affects no other', () => {
  bus.onTouched(['hours'], () => {
    throw new Error('not prepared for this');
  });
  const stop = bus.onTouched(['hours', 'operators'], () => heard.push('touched'));
  bus.touch('hours');
  bus.touch('tags');
  bus.touch('operators');
  expect(heard).toEqual(['touched', 'touched']);
  stop();
  bus.touch('hours');
  bus.touch('operators');
  expect(heard).toHaveLength(2);
  expect(faults).toHaveLength(2);
});
