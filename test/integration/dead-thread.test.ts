import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { endingThreadAsked } from '../fixtures/end-thread.ts';
import { startHeadless, type Headless } from '../fixtures/headless.ts';
import { httpRequest } from '../fixtures/http-request.ts';

let host: Headless;

afterEach(() => host.remove());

/** Ends the thread that gets this request next, with the debugger of the host's process. */
async function endThread(name: string): Promise<void> {
  const address = /Debugger listening on (ws:\S+)/.exec(host.stderr())?.[1];
  if (address === undefined) throw new Error('the host has no debugger');
  const debug = new WebSocket(address);
  await once(debug, 'open');
  const set = once(debug, 'message');
  debug.send(
    JSON.stringify({
      id: 1,
      method: 'Runtime.evaluate',
      params: { expression: endingThreadAsked(name) },
    }),
  );
  const [answer] = (await set) as [Buffer];
  expect(JSON.parse(answer.toString())).toMatchObject({ result: { result: { value: true } } });
  debug.close();
}

test.each([
  ['writing', 'checkWritable', () => httpRequest(`${host.listener}/health`, { method: 'GET' })],
  ['reading', 'countChats', () => host.ask('chats.counts', {})],
] as const)(
  'the end of the store’s %s thread ends the service with an error, so that it is restarted',
  async (_thread, question, ask) => {
    host = await startHeadless({ env: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } });
    const ended = once(host.process, 'exit');
    await endThread(question);
    await ask().catch(() => undefined);
    expect(await ended).toEqual([1, null]);
    expect(host.stderr()).toContain('a store thread ended');
    expect(host.stderr()).toContain('customers can no longer be answered, so Counterbell ends');
    host = await host.restart({ env: {} });
    expect((await httpRequest(`${host.listener}/health`, { method: 'GET' })).status).toBe(200);
  },
);
