import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openPoll } from './wires.ts';

it('hears the engine in each answer, also in one without frames', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = async (): Promise<ServerResponse> => {
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    return response;
  };
  const heard: string[] = [];
  let next = asked();
  const wire = openPoll(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    () => ({ kind: 'hello', version: 1 }),
    {
      onFrame: ({ kind }) => heard.push(kind),
      onHeard: () => heard.push('answer'),
      onClosed: () => heard.push('closed'),
    },
  );
  const read = { kind: 'read', connection: 'one', upTo: 1 };
  for (const frames of [[{ kind: 'welcome', connection: 'one' }, read], [read], [read]]) {
    const response = await next;
    next = asked();
    response.end(JSON.stringify(frames));
  }
  // The next question comes when the answer before it was read.
  (await next).end('[{"kind":"ping"}]');
  expect(heard).toEqual(['answer', 'welcome', 'answer', 'answer']);
  wire.close();
  server.closeAllConnections();
  server.close();
});
