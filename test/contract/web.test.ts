import { afterAll, beforeAll, describe, test } from 'vitest';
import { WebSocket } from 'ws';
import type { EventFrame } from '#shared/contract/events.ts';
import { ACCESS_KEY, startHost, type Host } from '../fixtures/host.ts';
import { postFile } from '../fixtures/uploads.ts';
import { contractContext, type ContractContext } from './context.ts';
import { contractCases } from './suite.ts';

let host: Host;
let context: ContractContext;

beforeAll(async () => {
  host = await startHost();
  context = contractContext({
    request: host.ask,
    subscribe: (onEvents) => listen(host.console, onEvents),
    upload: async (name, bytes) => (await postFile(host, name, bytes)).json(),
  });
});

afterAll(() => host.remove());

function listen(consoleUrl: string, onEvents: (frame: EventFrame) => void): () => void {
  const socket = new WebSocket(`${consoleUrl.replace(/^http/, 'ws')}/events`, {
    headers: { authorization: `Bearer ${ACCESS_KEY}` },
  });
  socket.on('message', (bytes: Buffer) => onEvents(JSON.parse(bytes.toString('utf8')) as EventFrame));
  socket.on('error', () => socket.terminate());
  return () => socket.close();
}

describe('the contract over HTTP and a WebSocket', () => {
  test.each(contractCases)('$name', ({ run }) => run(context));
});
