import { beforeEach, expect, test } from 'vitest';
import { openConsoleGate, type ConsoleAnswers, consoleHost, createConsolePages } from './console-gate.ts';
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
    pages: createConsolePages(consoleHost, undefined),
    answers: engine.promise,
  });
});

/** A page calls; `frame` is the address of the calling frame. */
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
  on: new Proxy({} as ConsoleAnswers['on'], { get: (_on, channel) => () => `it answers ${String(channel)}` }),
});

test('a page that calls before the engine runs gets its answer when it does', async () => {
  const asked = ask();
  engine.resolve(answers(() => true));
  await expect(asked).resolves.toBe('it answers desktop:call');
});

test('callers get an error if the engine cannot start', async () => {
  const asked = ask();
  engine.reject(new Error('the port is taken'));
  await expect(asked).rejects.toThrow('the port is taken');
});

test('only the main frame of our window showing the console is answered', async () => {
  engine.resolve(answers(() => true));
  await expect(ask('https://example.com/')).rejects.toThrow('This page may not ask');
  await expect(ask(`app://shop-${'a'.repeat(32)}/index.html`)).rejects.toThrow('This page may not ask');
  await expect(ask('app://counterbell/index.html', false)).rejects.toThrow('This page may not ask');
});

test('other contents are not answered', async () => {
  engine.resolve(answers(() => false));
  await expect(ask()).rejects.toThrow('This page may not ask');
});

test('a closed gate answers nobody', () => {
  close();
  expect(handlers.size).toBe(0);
});
