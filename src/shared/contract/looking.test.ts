import { expect, it } from 'vitest';
import { createTelling } from './events.ts';

/** Calls that the test answers one at a time. */
function heldCalls() {
  const texts: string[] = [];
  const waiting: (() => void)[] = [];
  const call = async (windowId: string, chatId: string | null) => {
    texts.push(`${windowId}: ${chatId ?? 'nothing'}`);
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const turn = async (): Promise<void> => {
    waiting.shift()?.();
    for (let count = 0; count < 8; count += 1) await Promise.resolve();
  };
  return { looking: createTelling<string | null>(null, call), texts, turn };
}

it('reports one chat at a time, and skips one that was left before its turn', async () => {
  const { looking, texts, turn } = heldCalls();
  looking.connected('w');
  looking.show('1');
  await turn();
  looking.show(null);
  looking.show('2');
  looking.show('3');
  await turn();
  await turn();
  expect(texts).toEqual(['w: 1', 'w: 3']);
});

it('reports nothing when a chat is reopened in the same tick', async () => {
  const { looking, texts, turn } = heldCalls();
  looking.connected('w');
  looking.show('1');
  await turn();
  await turn();
  looking.show(null);
  looking.show('1');
  await turn();
  expect(texts).toEqual(['w: 1']);
});

it('reports the chat again on a new connection', async () => {
  const { looking, texts, turn } = heldCalls();
  looking.show('1');
  await turn();
  expect(texts).toEqual([]);
  looking.connected('w');
  await turn();
  await turn();
  looking.connected('x');
  await turn();
  expect(texts).toEqual(['w: 1', 'x: 1']);
});
