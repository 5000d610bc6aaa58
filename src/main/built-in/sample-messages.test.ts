import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import type { ContentType } from '#shared/domain/kinds/kinds.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { startSampleMessages } from './sample-messages.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A listener that answers with this status, and what it got. */
async function setUp(status = 200) {
  const posted: { readonly url: string; readonly raw: string }[] = [];
  const listener = createServer((request, response) => {
    let raw = '';
    request.setEncoding('utf8').on('data', (piece: string) => (raw += piece));
    request.on('end', () => {
      posted.push({ url: request.url ?? '', raw });
      response.writeHead(status).end('{"result":"ok"}');
    });
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const message = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/secret/shop`;
  const samples = await startSampleMessages({
    channels: {
      localAddresses: (channelId) => {
        if (channelId !== 'c1') throw new ContractError('not_found', phrase('errors:refusals.no.channel'));
        return { message };
      },
    },
    log: pino({ level: 'silent' }),
  });
  const closeListener = async () => {
    listener.closeAllConnections();
    listener.close();
  };
  stops.push(closeListener, samples.stop);
  const send = (channelId: string, type: ContentType) =>
    samples.calls['channels.sendSample']({ channelId, type, customerName: 'Sample' });
  return { samples, send, posted, closeListener };
}

test('a sample is posted to the channel as one customer, each time with an ID of its own', async () => {
  const { send, posted } = await setUp();
  expect(await send('c1', 'location')).toEqual({ status: 200 });
  expect(await send('c1', 'location')).toEqual({ status: 200 });
  expect(posted.map(({ url }) => url)).toEqual(['/secret/shop', '/secret/shop']);
  const [first, second] = posted.map(({ raw }) => JSON.parse(raw));
  expect(first).toEqual({
    sender: { id: 'counterbell-sample', name: 'Sample' },
    message: { type: 'location', id: expect.any(String), latitude: 59.3293, longitude: 18.0686 },
  });
  expect(second.sender).toEqual(first.sender);
  expect(second.message.id).not.toBe(first.message.id);
});

test('the files of a sample are at their addresses, with the size that the message says', async () => {
  const { samples, send, posted } = await setUp();
  await send('c1', 'photo');
  const { message } = JSON.parse(posted[0]?.raw ?? '');
  expect(message.file).toBe(`${samples.files}photo.png`);
  for (const address of [message.file, message.thumb]) {
    const got = await fetch(address);
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await got.arrayBuffer()).byteLength).toBe(message.file_size);
  }
  for (const name of ['other.png', 'constructor', '..%2fphoto.png'])
    expect((await fetch(samples.files + name)).status).toBe(404);
});

test('the listener’s status is returned; 0 if it does not answer', async () => {
  const { send, closeListener } = await setUp(429);
  expect(await send('c1', 'text')).toEqual({ status: 429 });
  await closeListener();
  expect(await send('c1', 'text')).toEqual({ status: 0 });
});

test('a channel that does not exist is a coded error', async () => {
  const { send, posted } = await setUp();
  await expect(send('other', 'text')).rejects.toMatchObject({ code: 'not_found' });
  expect(posted).toEqual([]);
});
