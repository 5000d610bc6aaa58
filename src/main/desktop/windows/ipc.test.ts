import { beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '#main/engine/engine.ts';
import { answerConsole, type Controls } from './ipc.ts';

type WebContents = Parameters<Controls['reading']>[1];

const page = {} as WebContents;
let heard: unknown[];
let call: (...said: readonly unknown[]) => unknown;
beforeEach(() => {
  heard = [];
  const controls = {
    openFile: async (url: string) => url !== '',
    reading: (chatId: string | null, contents: WebContents) => void heard.push(chatId, contents),
  } as Controls;
  const engine = { operators: { first: () => ({ id: '1' }) } } as Engine;
  const { on } = answerConsole({ engine, isWindow: () => true, controls });
  call = (...said) => on['desktop:call'](page, ...said);
});

describe('a call of the desktop', () => {
  it('is answered, and its page is known', async () => {
    expect(await call('openFile', '/media/1')).toBe(true);
    call('reading', null);
    expect(heard).toEqual([null, page]);
  });

  it.each([
    ['openFile', undefined],
    ['openFile', { url: '/media/1' }],
    ['reading', 'x'.repeat(65)],
    ['toString', undefined],
    ['__proto__', undefined],
    ['quit', undefined],
    [undefined, undefined],
  ])('that is not declared like this is refused: %s %j', (name, input) => {
    expect(() => call(name, input)).toThrow();
    expect(heard).toEqual([]);
  });
});
