import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { allRoutes, audienceOf } from '#main/console/all-routes.ts';
import type { RouteName } from '#shared/contract/routes.ts';
import { openChannel } from '../fixtures/channels.ts';
import { ACCESS_KEY, startHost, type Host } from '../fixtures/host.ts';
import { rpcRequest } from '../fixtures/rpc.ts';

const IVANS_KEY = 'ivan-key-for-tests-0002';

let host: Host;
let server: Server;
let inside: string;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('inside');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  inside = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  host = await startHost({
    provision: {
      operators: [
        { name: 'Olga', accessKey: ACCESS_KEY },
        { name: 'Ivan', accessKey: IVANS_KEY },
      ],
    },
  });
});
afterAll(async () => {
  await host.remove();
  server.close();
});

const ivan = (route: RouteName, input: unknown) => rpcRequest(host.console, IVANS_KEY, route, input);

test('nothing that an operator enters makes the engine call an address in its own network', async () => {
  const channel = await openChannel(host);
  await channel.post({
    sender: { id: 'anna', name: 'Anna', photo: `${inside}/face.png` },
    message: { type: 'photo', file: `${inside}/photo.png`, file_name: 'photo.png' },
  });
  const { id: chatId, customer } = await channel.chatOf('"anna"');
  const [message] = await channel.feed('"anna"');
  const messageId = message?.id ?? '';
  const url = `${inside}/entered.png`;
  const known: Record<string, unknown> = {
    chatId,
    customerId: customer.id,
    messageId,
    id: messageId,
    part: 'file',
    operatorId: undefined,
    name: url,
    text: url,
    photo: url,
    notes: url,
    note: url,
    shortcut: 'inside',
    tags: ['inside'],
    query: url,
  };
  const open = (Object.keys(allRoutes) as RouteName[]).filter((route) => audienceOf(route) !== 'owner');
  for (const route of open) {
    await ivan(route, known);
    await ivan(route, Object.fromEntries(Object.keys(known).map((field) => [field, url])));
  }
  // Entered as their photo, it was taken, and not called.
  expect(await ivan('operators.me', {})).toMatchObject({ data: { photo: url } });
  for (const part of ['file', 'thumb', 'avatar']) {
    await ivan('media.get', { id: messageId, part });
    await ivan('media.fetch', { id: part === 'avatar' ? customer.id : messageId, part });
  }
  expect(asked).toEqual([]);
  // An owner may allow it.
  await host.rpc('channels.update', { channelId: channel.id, ownNetwork: true });
  await ivan('media.fetch', { id: messageId, part: 'file' });
  await expect.poll(() => asked).toContain('/photo.png');
});
