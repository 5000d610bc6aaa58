import { EventEmitter } from 'node:events';
import { beforeEach, expect, it } from 'vitest';
import { quitWithSession } from './session-end.ts';

type Given = Parameters<typeof quitWithSession>;

let done: string[];
let app: EventEmitter;
let power: EventEmitter;
beforeEach(() => {
  done = [];
  app = Object.assign(new EventEmitter(), { quit: () => done.push('quit') });
  power = new EventEmitter();
  quitWithSession(app as unknown as Given[0], power as unknown as Given[1]);
});

it('a shutdown waits until the app has quit', () => {
  power.emit('shutdown', { preventDefault: () => done.push('held up') });
  expect(done).toEqual(['held up', 'quit']);
});

it('the end of a session on Windows, which any window may hear of, quits too', () => {
  const window = new EventEmitter();
  app.emit('browser-window-created', {}, window);
  window.emit('query-session-end', {});
  expect(done).toEqual([]);
  window.emit('session-end', {});
  expect(done).toEqual(['quit']);
});
