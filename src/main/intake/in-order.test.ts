import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openRawConnection, type RawConnection } from '../../../test/fixtures/raw-connection.ts';
import { watchConnections } from './connections.ts';

const asked: string[] = [];
const answers: ServerResponse[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  answers.push(response);
  server.emit('asked');
});
// As every server of ours: in order is one of its rules for connections.
watchConnections(server, { max: 9, maxFrom: () => undefined, stopping: 0 });
let connection: RawConnection;

const send = async (...paths: readonly string[]): Promise<void> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  connection = await openRawConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const first = once(server, 'asked');
  connection.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`).join(''));
  await first;
};
afterEach(async () => {
  connection.destroy();
  for (const list of [asked, answers]) list.length = 0;
  const closed = once(server, 'close');
  server.close();
  await closed;
});

test('of many requests on a connection one is handled at a time, and all are answered', async () => {
  await send('/one', '/two', '/three');
  for (const path of ['/one', '/two', '/three']) {
    expect(asked.at(-1)).toBe(path);
    const next = once(server, 'asked');
    answers.at(-1)?.end(`${path}\n`);
    if (path !== '/three') await next;
  }
  await connection.waitFor((text) => text.endsWith('/three\n'));
  expect(connection.statuses()).toEqual([200, 200, 200]);
  expect(asked).toEqual(['/one', '/two', '/three']);
});

test('what waits is not handled once the client is gone', async () => {
  await send('/one', '/two');
  const gone = new Promise((resolve) => answers[0]?.once('close', resolve));
  connection.destroy();
  await gone;
  expect(asked).toEqual(['/one']);
});
