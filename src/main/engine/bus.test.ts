import { beforeEach, expect, it } from 'vitest';
import { createBus, type Bus } from './bus.ts';

let bus: Bus;
let faults: unknown[];
let heard: string[];
beforeEach(() => {
  faults = [];
  heard = [];
  bus = createBus({ error: (fault: unknown) => void faults.push(fault) });
});

it('who listens to one kind of event hears of no other, until they stop', () => {
  const stop = bus.on('chat.typing', ({ chatId }) => heard.push(chatId));
  bus.emit('chat.typing', { chatId: '1', typing: true });
  bus.emit('botTurns.changed', { chatId: '2' });
  stop();
  bus.emit('chat.typing', { chatId: '3', typing: true });
  expect(heard).toEqual(['1']);
});

it('everybody hears in the same order, also of what a listener causes', () => {
  bus.on('ratings.changed', () => bus.emit('setup.changed', {}));
  bus.onEvery(({ name }) => heard.push(name));
  bus.emit('ratings.changed', {});
  bus.emit('backups.changed', {});
  expect(heard).toEqual(['ratings.changed', 'setup.changed', 'backups.changed']);
});

it('a listener that fails takes nothing from the others, nor from who told', () => {
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

it('the same listener may listen twice, and stops once for each', () => {
  const listener = (): void => void heard.push('typing');
  const stop = bus.on('chat.typing', listener);
  bus.on('chat.typing', listener);
  stop();
  bus.emit('chat.typing', { chatId: '1', typing: true });
  expect(heard).toEqual(['typing']);
});
