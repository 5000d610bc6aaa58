import { beforeEach, expect, test } from 'vitest';
import { openConsoleGate, type ConsoleAnswers, createConsolePage } from './console-gate.ts';
type Ipc = Parameters<typeof openConsoleGate>[0]['ipc'];
type Handler = Parameters<Ipc['handle']>[1];

let handlers: Map<string, Handler>;
let engine: PromiseWithResolvers<ConsoleAnswers>;
let close: () => void;
beforeEach(() => {
  handlers = new Map();
  engine = Promise.withResolvers();
  close = openConsoleGate({
    ipc: {
      handle: (channel, handler) => void handlers.set(channel, handler),
      removeHandler: (channel) => void handlers.delete(channel),
    },
    page: createConsolePage(undefined),
    answers: engine.promise,
  });
});

/** A page asks; `frame` is the address in the frame that does. */
const ask = async (frame = 'app://counterbell/index.html#/', isMain = true): Promise<unknown> => {
  const senderFrame = { url: frame };
  const sender = { mainFrame: isMain ? senderFrame : { url: frame }, isDestroyed: () => false };
  return handlers.get('desktop:call')?.({
    sender,
    senderFrame,
  } as unknown as Parameters<Handler>[0]) as Promise<unknown>;
};
const answers = (isWindow: () => boolean): ConsoleAnswers => ({
  isWindow,
  media: async () => new Response(),
  on: new Proxy({} as ConsoleAnswers['on'], { get: (_on, channel) => () => `answer to ${String(channel)}` }),
});

test('a page that asks before the engine runs gets its answer when it does', async () => {
  const asked = ask();
  engine.resolve(answers(() => true));
  await expect(asked).resolves.toBe('answer to desktop:call');
});

test('where the engine cannot start, who asked is told', async () => {
  const asked = ask();
  engine.reject(new Error('the port is taken'));
  await expect(asked).rejects.toThrow('the port is taken');
});

test('only the main frame of a window of ours that shows the console is answered', async () => {
  engine.resolve(answers(() => true));
  await expect(ask('https://example.com/')).rejects.toThrow('This page may not ask');
  await expect(ask('app://counterbell/index.html', false)).rejects.toThrow('This page may not ask');
});

test('contents of another kind are not answered', async () => {
  engine.resolve(answers(() => false));
  await expect(ask()).rejects.toThrow('This page may not ask');
});

test('a closed gate lets nobody ask', () => {
  close();
  expect(handlers.size).toBe(0);
});
