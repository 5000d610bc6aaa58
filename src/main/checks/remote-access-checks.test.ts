import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { X509Certificate } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { makeAuthority, makeServerCertificate } from '#main/exposure/authority.ts';
import { pinOf } from '#main/exposure/certificates.ts';
import { askPublic, createNonces } from '#main/exposure/reach.ts';
import { certificateInfo } from '#main/exposure/own-certificate.ts';
import type { ServerCertificate } from '#main/exposure/ports.ts';
import type { Finding } from '#shared/contract/connection.ts';
import type { RemoteAccessView } from '#shared/contract/joining.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { toEnglish } from '#shared/locales/english.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { remoteAccessChecks } from './remote-access-checks.ts';

/** This computer's address, as far as the checks know; its URLs lead to real servers. */
const ADDRESS = '192.168.1.5';

let own: ServerCertificate;
let other: ServerCertificate;
beforeAll(async () => {
  const authority = await makeAuthority('shop', Date.now());
  const make = (names: readonly string[]): Promise<ServerCertificate> =>
    makeServerCertificate(authority, names, Date.now());
  [own, other] = await Promise.all([make([ADDRESS]), make([ADDRESS])]);
});

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
});

/** Where a server with this certificate is. */
async function serve(options: TlsOptions): Promise<string> {
  const server = createServer(options, (socket) => socket.on('error', () => undefined));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const served = ({ certificate, key }: ServerCertificate): Promise<string> => serve({ cert: certificate, key });
const at = (url: string, address = ADDRESS): RemoteAccessView['urls'][number] => ({ url, address });

type Shown = Pick<Finding, 'state' | 'path'> & { readonly detail: string; readonly todo: string | undefined };

async function look({
  view = {},
  lost,
  connectedFrom = [],
  interfaces = { eth0: ADDRESS },
  platform = 'linux',
  signal = AbortSignal.any([]),
}: {
  readonly view?: Partial<RemoteAccessView>;
  /** why its certificate can't be used */
  readonly lost?: ContractError;
  readonly connectedFrom?: readonly string[];
  /** addresses by interface */
  readonly interfaces?: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
  readonly signal?: AbortSignal;
}): Promise<Record<string, Shown>> {
  const checks = remoteAccessChecks(
    {
      remoteAccess: {
        makeNonce: createNonces(Buffer.alloc(32)).make,
        view: () => ({ on: true, port: 8791, isOpen: true, urls: [], isFixed: false, outside: '', ...view }),
        certificate: async () => {
          if (lost !== undefined) throw lost;
          const read = new X509Certificate(own.certificate);
          return { certificate: own, info: certificateInfo(read, true), pin: pinOf(read) };
        },
      },
      connectedFrom: () => connectedFrom,
      ask: askPublic,
    },
    {
      platform,
      networkAddresses: () => Object.entries(interfaces).map(([name, address]) => ({ interface: name, address })),
    },
  );
  const shown: Record<string, Shown> = {};
  for (const { id, run } of checks) {
    const { state, path, detail, todo } = await run(signal);
    shown[id] = { state, path, detail: toEnglish(detail), todo: todo && toEnglish(todo) };
  }
  return shown;
}

test('says nothing about remote access that is to be closed', async () => {
  expect(await look({ view: { on: false, isOpen: false } })).toEqual({});
});

test('says why remote access could not be opened, and what that means for colleagues', async () => {
  const problem = {
    what: phrase('findings:reach.port.taken.text', { port: 8791 }),
    todo: phrase('findings:reach.port.taken.todo'),
  };
  expect(await look({ view: { isOpen: false, problem } })).toEqual({
    remoteAccess: {
      state: 'failed',
      path: '/settings/operators',
      detail: 'Another program already uses port 8791, so colleagues can’t get in',
      todo: 'Choose another port, or close that program.',
    },
  });
});

test('asks for patience while it opens', async () => {
  expect((await look({ view: { isOpen: false } }))['remoteAccess']).toMatchObject({
    state: 'warning',
    todo: 'Check again in a minute.',
  });
});

test('says that the key of its certificate is lost, before it has to be renewed', async () => {
  const lost = new ContractError('secret_lost', phrase('findings:reach.port.lockedAuthority'));
  expect((await look({ lost }))['remoteAccess']).toMatchObject({
    state: 'failed',
    detail: 'The key of your certificate authority can’t be read, so colleagues can’t get in',
    todo: expect.stringContaining('keyring'),
  });
});

test.each([
  ['is in no network', {}, 'This computer isn’t in a network, so colleagues can’t reach it'],
  [
    'opened it for itself alone',
    { urls: [at('https://127.0.0.1:8791', '127.0.0.1')], isFixed: true },
    'It was opened at https://127.0.0.1:8791, which only this computer can reach',
  ],
])('warns where this computer %s', async (_what, view, detail) => {
  const shown = await look({ view });
  expect(shown['remoteAccess']).toMatchObject({ state: 'warning', detail });
  expect(Object.keys(shown)).toEqual(['remoteAccess']);
});

test('warns if only a VPN or virtual machines lead to it, and not if there is a network besides', async () => {
  const url = await served(own);
  const view = { urls: [at(url)] };
  expect((await look({ view, interfaces: { wg0: ADDRESS } }))['remoteAccess']).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('VPN'),
  });
  const both = { urls: [at(url), at(url, '10.8.0.2')] };
  expect((await look({ view: both, interfaces: { eth0: ADDRESS, wg0: '10.8.0.2' } }))['remoteAccess']).toMatchObject({
    state: 'passed',
    detail: 'It’s open at 2 addresses',
  });
});

test('shakes hands at each address, and knows remote access by its key', async () => {
  const shown = await look({ view: { urls: [at(await served(own))] } });
  expect(shown['remoteAccess']).toMatchObject({ state: 'passed', detail: 'It’s open at 1 address' });
  expect(shown[`remoteAccess.${ADDRESS}`]).toMatchObject({ state: 'passed' });
});

test('notices another key, under the same authority even', async () => {
  expect((await look({ view: { urls: [at(await served(other))] } }))[`remoteAccess.${ADDRESS}`]).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('a key that isn’t Counterbell’s'),
    todo: expect.stringContaining('antivirus'),
  });
});

test('notices a certificate without the address', async () => {
  const view = { urls: [at(await served(own), '192.168.1.6')] };
  expect((await look({ view }))['remoteAccess.192.168.1.6']).toMatchObject({
    state: 'warning',
    detail: expect.stringMatching(/^The certificate doesn’t include https:/),
  });
});

test('notices that nothing responds, or not with TLS', async () => {
  const closed = createPlainServer((socket) =>
    socket
      .on('error', () => undefined)
      .resume()
      .end('no TLS here'),
  );
  await once(closed.listen(0, '127.0.0.1'), 'listening');
  const url = `https://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  const id = `remoteAccess.${ADDRESS}`;
  expect((await look({ view: { urls: [at(url)] } }))[id]).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining(`${url} doesn’t respond (ERR_SSL_`),
  });
  closed.close();
  await once(closed, 'close');
  expect((await look({ view: { urls: [at(url)] } }))[id]).toMatchObject({
    state: 'failed',
    detail: `${url} doesn’t respond (ECONNREFUSED), so colleagues who use this address can’t get in`,
  });
});

test('gives up on an address that accepts and stays silent', async () => {
  const silent = createPlainServer((socket) => socket.on('error', () => undefined));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => silent.close());
  const deadline = new AbortController();
  silent.once('connection', () => deadline.abort());
  const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const shown = await look({ view: { urls: [at(url)] }, signal: deadline.signal });
  expect(shown[`remoteAccess.${ADDRESS}`]).toMatchObject({ state: 'failed' });
});

test('looks at eight addresses at most', async () => {
  const url = await served(own);
  const urls = Array.from({ length: 20 }, (_, index) => at(url, `192.168.1.${index + 10}`));
  const shown = await look({ view: { urls } });
  expect(Object.keys(shown).filter((id) => id.startsWith('remoteAccess.192'))).toHaveLength(8);
});

test.each([
  ['linux', 'sudo ufw allow 9000/tcp'],
  ['win32', 'Windows Security'],
  ['darwin', 'System Settings'],
] as const)('says what to allow in the firewall of %s, as only other computers can tell', async (platform, words) => {
  const view = { urls: [at('https://127.0.0.1:9000')], isFixed: true };
  const { 'remoteAccess.firewall': shown } = await look({
    view,
    platform,
    connectedFrom: ['127.0.0.1', '::1', ADDRESS],
  });
  expect(shown).toMatchObject({ state: 'skipped', todo: expect.stringContaining(words) });
});

test('knows that the firewall is open while a colleague is connected from elsewhere', async () => {
  const view = { urls: [at(await served(own))] };
  const { 'remoteAccess.firewall': shown } = await look({ view, connectedFrom: [ADDRESS, '192.168.1.77'] });
  expect(shown).toMatchObject({ state: 'passed', todo: undefined });
});
