import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Answer } from '#shared/contract/errors.ts';
import type { EngineEvent } from '#shared/contract/events.ts';
import type { SeatConnection } from '#shared/contract/desktop.ts';
import type { Computer } from '../fixtures/routed-network.ts';
import type { SeatIsAsked, SeatSays } from './seat-process.ts';

/** The app as a colleague's window, in a process of its own at another computer. */
export interface SeatProcess {
  readonly computer: Computer;
  readonly connection: () => SeatConnection | undefined;
  /** where it has found the host */
  readonly address: () => string | undefined;
  /** all events so far, in order */
  readonly events: readonly EngineEvent[];
  readonly request: (route: string, input: unknown) => Promise<Answer>;
  /** its clock at the latest answer */
  readonly wall: () => number;
  readonly stop: () => Promise<void>;
}

/** Joins with an invitation; `clock`: what faketime makes of its clock, such as `+1y`. */
export async function startSeat(computer: Computer, link: string, clock?: string): Promise<SeatProcess> {
  const file = new URL('seat-process.ts', import.meta.url).pathname;
  const [program, ...args] = [
    ...computer.within,
    ...(clock === undefined ? [] : ['faketime', '-f', clock]),
    process.execPath,
    file,
    link,
  ];
  const child = spawn(program, args, {
    // Timers go by the monotonic clock, which nobody sets.
    env: { ...process.env, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const events: EngineEvent[] = [];
  const asked = new Map<number, PromiseWithResolvers<Answer>>();
  const first = Promise.withResolvers<void>();
  void ended.then(() => first.reject(new Error('the seat ended before it was connected')));
  let connection: SeatConnection | undefined;
  let address: string | undefined;
  let wall = 0;
  child.on('message', (words: SeatSays) => {
    switch (words.kind) {
      case 'connection':
        ({ connection, address } = words);
        if (connection.state === 'connected') first.resolve();
        break;
      case 'frame':
        for (const event of words.frame) if (event.name !== 'hello') events.push(event);
        break;
      case 'answer':
        ({ wall } = words);
        asked.get(words.id)?.resolve(words.answer as Answer);
        break;
      case 'failed':
        asked.get(words.id)?.reject(new Error(words.reason));
        break;
    }
  });
  await first.promise;
  return {
    computer,
    connection: () => connection,
    address: () => address,
    events,
    request: (route, input) => {
      const id = asked.size;
      const answered = Promise.withResolvers<Answer>();
      asked.set(id, answered);
      child.send({ id, route, input } satisfies SeatIsAsked);
      return answered.promise;
    },
    wall: () => wall,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
