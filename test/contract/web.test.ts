import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { EventFrame } from '#shared/contract/events.ts';
import type { HostFeature } from '#shared/contract/setup.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { ACCESS_KEY, type Host, startHost } from '../fixtures/host.ts';
import { createQuickClock } from '../fixtures/quick-clock.ts';
import { postFile } from '../fixtures/uploads.ts';
import { contractContext, type ContractContext } from './context.ts';
import { setupCases } from './setup-cases.ts';
import { contractCases } from './suite.ts';

const contextOf = (host: Host): ContractContext =>
  contractContext({
    request: host.ask,
    subscribe: (onEvents) => listen(host.console, onEvents),
    upload: async (name, bytes) => (await postFile(host, name, bytes)).json(),
  });

function listen(consoleUrl: string, onEvents: (frame: EventFrame) => void): () => void {
  const socket = new WebSocket(`${consoleUrl.replace(/^http/, 'ws')}/events`, {
    headers: { authorization: `Bearer ${ACCESS_KEY}` },
  });
  socket.on('message', (bytes: Buffer) => onEvents(JSON.parse(bytes.toString('utf8')) as EventFrame));
  socket.on('error', () => socket.terminate());
  return () => socket.close();
}

describe('the contract over HTTP and a WebSocket', () => {
  let host: Host;
  let context: ContractContext;
  let notOffered: readonly HostFeature[];
  beforeAll(async () => {
    host = await startHost({ clock: createQuickClock(10) });
    context = contextOf(host);
    ({ notOffered = [] } = await host.rpc('setup.get', {}));
  });
  afterAll(() => host.remove());

  test.each(contractCases)('$name', async ({ run, needs }) => {
    if (needs === undefined || !notOffered.includes(needs)) await run(context);
    else await expect(run(context)).rejects.toThrow('not_offered');
  });

  test('what the host does without is what its kind does without', () => {
    expect(notOffered).toEqual(inject('postgresUrl') === undefined ? [] : ['backups', 'network', 'testBot']);
  });

  test('the hosts that there are hear each other', async () => {
    const names = inject('postgresUrl') === undefined ? [] : ['node-1', 'node-2'];
    await vi.waitFor(async () => {
      const { nodes } = await host.rpc('nodes.list', {});
      expect(nodes.map(({ name, listens }) => [name, listens])).toEqual(names.map((name) => [name, true]));
    }, 5_000);
  });
});

describe('the built program as a process', () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHeadless();
  });
  afterAll(() => host.remove());

  test.each(setupCases)('$name', ({ run }) => run(contextOf(host)));
});
