import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import type { EventFrame } from '#shared/contract/events.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { ACCESS_KEY, type Host, startHost } from '../fixtures/host.ts';
import { createQuickClock } from '../fixtures/quick-clock.ts';
import { postFile } from '../fixtures/uploads.ts';
import { contractContext, type ContractContext } from './context.ts';
import { coverageCases, setupCases } from './setup-cases.ts';
import { contractCases } from './suite.ts';

const isOnPostgres = inject('postgresUrl') !== undefined;
/** There, routes that need a computer of its own refuse; test/integration/postgres.test.ts says which. */
const casesOnPostgres = contractCases.filter((each) => !coverageCases.includes(each));

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
  beforeAll(async () => {
    host = await startHost({ clock: createQuickClock(10) });
    context = contextOf(host);
  });
  afterAll(() => host.remove());

  test.for(isOnPostgres ? casesOnPostgres : contractCases)('$name', async ({ run }, { skip }) => {
    await run(context).catch((error: unknown) => {
      skip(isOnPostgres && String(error).includes('not_offered'), 'PostgreSQL: not offered');
      throw error;
    });
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
