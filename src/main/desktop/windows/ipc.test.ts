import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OperatorEngine } from '#main/engine/engine.ts';
import { answerPages, type Controls } from './ipc.ts';

type WebContents = Parameters<Controls['reading']>[1];

const page = {} as WebContents;
const log = { error: vi.fn<() => void>() };
let heard: unknown[];
let call: (...args: readonly unknown[]) => unknown;
beforeEach(() => {
  heard = [];
  const controls = {
    openFile: async (url: string) => url !== '',
    reading: (chatId: string | null, contents: WebContents) => void heard.push(chatId, contents),
  } as Controls;
  const engine = { operatorId: '1' } as OperatorEngine;
  const { on } = answerPages({ engine, controls: Promise.resolve(controls), log });
  call = (...args) => on['desktop:call'](page, ...args);
});

describe('a call to the desktop', () => {
  it('waits until the app can answer it', async () => {
    const controls = Promise.withResolvers<Controls>();
    const { on } = answerPages({ engine: { operatorId: '1' } as OperatorEngine, controls: controls.promise, log });
    const answered = Promise.resolve(on['desktop:call'](page, 'openFile', '/media/1'));
    controls.resolve({ openFile: async () => true } as unknown as Controls);
    expect(await answered).toBe(true);
  });

  it('is answered, and gets its page', async () => {
    expect(await call('openFile', '/media/1')).toBe(true);
    await call('reading', null);
    expect(heard).toEqual([null, page]);
  });

  it.each([
    ['openFile', undefined],
    ['openFile', { url: '/media/1' }],
    ['reading', 'x'.repeat(65)],
    ['change', { awayAfterMinutes: -1 }],
    ['toString', undefined],
    ['__proto__', undefined],
    ['quit', undefined],
    [undefined, undefined],
  ])('is refused if not declared: %s %j', async (name, input) => {
    await expect(call(name, input)).rejects.toThrow();
    expect(heard).toEqual([]);
  });
});

it('an event that cannot be cloned is logged and skipped; later ones arrive', () => {
  const sent: unknown[] = [];
  const contents = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    send: (_channel: string, _subscription: number, frame: unknown) => sent.push(structuredClone(frame)),
  }) as unknown as WebContents;
  let tell: (frame: unknown) => void = () => undefined;
  const engine = {
    subscribe: (onFrame: typeof tell) => {
      tell = onFrame;
      return () => undefined;
    },
  } as unknown as OperatorEngine;
  const { on } = answerPages({ engine, controls: Promise.resolve({} as Controls), log });
  on['console:subscribe'](contents, 1);
  tell([{ seq: 1, data: () => 'no object to clone' }]);
  tell([{ seq: 2 }]);
  expect(sent).toEqual([[{ seq: 2 }]]);
  expect(log.error).toHaveBeenCalledOnce();
});
