import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { endingThreadAsked } from '../fixtures/end-thread.ts';
import { startHeadless, type Headless } from '../fixtures/headless.ts';
import { httpRequest } from '../fixtures/http-request.ts';

let host: Headless;

afterEach(() => host.remove());

const WITH_DEBUGGER = { env: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } };
const provision = { channels: [{ name: 'Shop', publicId: 'shop', secret: 'shop-secret-0001' }] };

/** Runs this in the host's process, with its debugger. */
async function evaluate(expression: string): Promise<void> {
  const address = /Debugger listening on (ws:\S+)/.exec(host.log())?.[1];
  if (address === undefined) throw new Error('the host has no debugger');
  const debug = new WebSocket(address);
  await once(debug, 'open');
  const set = once(debug, 'message');
  debug.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: `(${expression}, true)` } }));
  const [answer] = (await set) as [Buffer];
  expect(JSON.parse(answer.toString())).toMatchObject({ result: { result: { value: true } } });
  debug.close();
}

const health = () => httpRequest(`${host.listener}/health`, { method: 'GET' });
const post = (id: string) =>
  httpRequest(`${host.listener}/shop-secret-0001/shop`, {
    method: 'POST',
    body: JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', id, text: id } }),
  });

const THREADS = [
  ['writing', 'checkWritable', health, []],
  ['reading', 'countChats', () => host.ask('chats.counts', {}), ['thorough']],
] as const;

for (const [thread, question, ask, tags] of THREADS)
  test(
    `after the end of the store’s ${thread} thread the engine starts again by itself at the same addresses, as often as needed, and no acknowledged message is lost`,
    { tags: [...tags] },
    async () => {
      host = await startHeadless({ ...WITH_DEBUGGER, provision });
      for (const round of ['first', 'second']) {
        expect((await post(round)).status).toBe(200);
        await evaluate(endingThreadAsked(question));
        const times = round === 'first' ? 1 : 2;
        const restarts = async (): Promise<number> => {
          // An answer about storage may be a second old.
          await ask().catch(() => undefined);
          return host.log().split('the engine runs again').length - 1;
        };
        await expect.poll(restarts, { timeout: 10_000, interval: 20 }).toBe(times);
        await expect
          .poll(async () => (await health().catch(() => undefined))?.status, { timeout: 10_000, interval: 20 })
          .toBe(200);
      }
      await expect
        .poll(async () => (await post('third').catch(() => undefined))?.status, { timeout: 10_000 })
        .toBe(200);
      const [chat] = (await host.rpc('chats.list', {})).chats;
      const { messages } = await host.rpc('messages.list', { chatId: chat?.id ?? '' });
      expect(messages.filter(({ from }) => from === 'customer').map(({ text }) => text)).toEqual([
        'first',
        'second',
        'third',
      ]);
      expect(host.process.exitCode).toBe(null);
      expect(await host.stop()).toBe(0);
    },
  );

test.each([
  ['in a timer', "setTimeout(() => { throw new Error('planted') }, 1)"],
  ['after a request', "setImmediate(() => { throw new Error('planted') })"],
  ['in a promise that nobody awaits', "void Promise.reject(new Error('planted'))"],
  ['that is no error', "setImmediate(() => { throw 'planted' })"],
  [
    'a thousand times',
    "Array.from({ length: 1000 }, (_, at) => setTimeout(() => { throw new Error('planted') }, at % 50))",
  ],
])(
  'an exception that nobody took, %s, is logged, and everything goes on',
  { tags: ['thorough'] },
  async (_where, plant) => {
    host = await startHeadless({ ...WITH_DEBUGGER, provision });
    await evaluate(plant);
    await expect.poll(host.log).toContain('planted');
    // What runs in the debugger may belong to a connection that was open before.
    const events = await host.events();
    expect((await post('afterwards')).status).toBe(200);
    await events.waitFor('message.added', () => true);
    expect(host.log()).not.toContain('starts again');
    expect(host.log().split('"uncaught error"').length - 1).toBeLessThanOrEqual(20);
    expect(await host.stop()).toBe(0);
  },
);
