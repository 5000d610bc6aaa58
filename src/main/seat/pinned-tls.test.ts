import { request } from 'node:https';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { ServerCertificate } from '#main/exposure/ports.ts';
import { hostCertificate, startSeatHost, type SeatHost } from '../../../test/fixtures/seat-host.ts';
import { connectToHost, createHostAgent, knownBy, WrongKey } from './pinned-tls.ts';

const YEAR = 366 * 24 * 60 * 60 * 1000;
let hosts: SeatHost[] = [];
const started = async (certificate: ServerCertificate): Promise<SeatHost> => {
  const host = await startSeatHost({ certificate, answer: (_request, response) => void response.end('hello') });
  hosts.push(host);
  return host;
};
const ask = (url: string, pin: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const agent = createHostAgent(url, pin);
    const sent = request(`${url}/secret`, { agent, headers: { authorization: 'Bearer secret' } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => {
        agent.destroy();
        resolve(text);
      });
    });
    sent.on('error', reject);
    sent.end();
  });

let current: Awaited<ReturnType<typeof hostCertificate>>;
let other: typeof current;
beforeAll(async () => {
  current = await hostCertificate(Date.now());
  other = await hostCertificate(Date.now());
});
afterEach(async () => {
  await Promise.all(hosts.map(({ stop }) => stop()));
  hosts = [];
});

test('a host with the pinned key is asked', async () => {
  const { url, requests } = await started(current);
  expect(await ask(url, current.pin)).toBe('hello');
  expect(requests).toEqual(['GET /secret']);
});

test.each([
  ['has expired', -3],
  ['is not valid yet, or the clock here is wrong by years', 3],
])('a certificate with the pinned key that %s is as good', async (_why, years) => {
  const outdated = await hostCertificate(Date.now() + years * YEAR);
  const { url } = await started(outdated);
  expect(await ask(url, outdated.pin)).toBe('hello');
});

test('another key gets no byte of a request', async () => {
  const { url, requests } = await started(other);
  await expect(ask(url, current.pin)).rejects.toBeInstanceOf(WrongKey);
  await expect(connectToHost(url, current.pin)).rejects.toBeInstanceOf(WrongKey);
  expect(requests).toEqual([]);
});

test('an address of the public authorities needs their certificate, whatever the pin', async () => {
  const { url, requests } = await started(current);
  await expect(connectToHost({ u: url }, current.pin)).rejects.toMatchObject({
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  });
  expect(requests).toEqual([]);
});

test('the exchange names what the connection is known by', () => {
  expect([
    knownBy('https://10.0.0.5:8791', 'pin'),
    knownBy({ u: 'https://x.example' }, 'pin'),
    knownBy('http://127.0.0.1:8790', 'pin'),
  ]).toEqual(['pin', 'public', 'plain']);
});
