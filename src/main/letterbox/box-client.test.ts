import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '#main/clock/clock.ts';
import { type Asked, type BoxTrouble, createBoxClient } from './box-client.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';

const KEY = 'a key of at least thirty-two characters';
const COUNTER = 'ab'.repeat(16);
const ASKED: Asked = { ack: 0, of: 0, batch: '1', online: true, channels: {}, seal: '', replies: [], out: [] };

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server on this computer; returns its origin. `host`: another name is another origin. */
async function serve(handle: Handle, host = '127.0.0.1'): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** A letterbox with nothing in it, whose script is at this path. */
const letterbox =
  (script: string): Handle =>
  (request, response) => {
    const { url = '' } = request;
    if (url.startsWith(`/counterbell/c/${COUNTER}.txt`)) return void response.end('7');
    if (url !== `${script}/exchange` || request.method !== 'POST') return void response.writeHead(404).end();
    void text(request).then((envelope) => {
      const number = Number(envelope.split('.')[1]);
      if (readEnvelope(KEY, 'app', number, envelope) === undefined) return response.writeHead(403).end();
      const given = { items: [], more: false, counter: COUNTER, php: '8', store: 'sqlite', sealed: true };
      return response.end(writeEnvelope(KEY, 'box', number, given));
    });
  };
const sendTo =
  (to: string, status: number): Handle =>
  (request, response) =>
    void response.writeHead(status, { location: `${to}${request.url ?? ''}` }).end();
const client = (origin: string) => createBoxClient({ url: `${origin}/counterbell`, key: KEY, clock: systemClock });
const troubleOf = (box: ReturnType<typeof client>) =>
  box.exchange(ASKED).then(
    () => undefined,
    ({ code, status }: BoxTrouble) => [code, status],
  );

test.each([301, 302, 307, 308])(
  'goes where the website lives if it answers %s: with www, with HTTPS',
  async (status) => {
    const home = await serve(letterbox('/counterbell/box.php?to='), 'localhost');
    let detours = 0;
    const send = sendTo(home, status);
    const box = client(
      await serve((request, response) => {
        detours += 1;
        send(request, response);
      }),
    );
    expect((await box.exchange(ASKED)).items).toEqual([]);
    expect(await box.look()).toBe('7');
    await box.exchange(ASKED);
    expect(detours).toBe(1);
  },
);

test('says so where the website sends it round in circles, or to another page', async () => {
  const origin = await serve((request, response) =>
    sendTo(`http://${request.headers.host ?? ''}`, 301)(request, response),
  );
  expect(await troubleOf(client(origin))).toEqual(['notThere', 301]);
  const toSignIn = await serve((_request, response) => void response.writeHead(302, { location: '/login' }).end());
  expect(await troubleOf(client(toSignIn))).toEqual(['notThere', 302]);
});

test('says so where a website under construction asks for a password', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="staging"' }).end();
  });
  expect(await troubleOf(client(origin))).toEqual(['notThere', 401]);
});

test.each([
  ['forbids it', 403, '<html>Forbidden</html>'],
  ['hides it', 404, '<html>Not found</html>'],
  ['sends its text', 200, '<?php // the box'],
])('where the website %s, the script is run at the address that the folder names', async (_what, status, words) => {
  const other = '/?rest_route=/box&to=';
  const answer = letterbox(other);
  const origin: string = await serve((request, response) => {
    if (request.url === '/counterbell/script.txt') response.end(`${origin}${other}\n`);
    else if (request.url?.startsWith('/counterbell/box.php') === true) response.writeHead(status).end(words);
    else answer(request, response);
  });
  const box = client(origin);
  expect(box.script()).toBeUndefined();
  await box.exchange(ASKED);
  await box.exchange(ASKED);
  expect([box.script(), await box.look()]).toEqual([other, '7']);
});

test('no address on another website is taken for the script', async () => {
  const elsewhere = await serve(letterbox('/box&to='));
  const origin = await serve((request, response) => {
    if (request.url === '/counterbell/script.txt') response.end(`${elsewhere}/box&to=`);
    else response.writeHead(403).end('Forbidden');
  });
  expect(await troubleOf(client(origin))).toEqual(['notThere', 403]);
});
