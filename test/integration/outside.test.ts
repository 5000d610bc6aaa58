import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toEnglish } from '#shared/locales/english.ts';
import { certificate, trustCertificate } from '../fixtures/certificates.ts';
import { type Host, startHost } from '../fixtures/host.ts';

/** What the owner's web server does wrong. */
interface Faults {
  /** passes on to the customers' listener instead */
  readonly toListener?: boolean;
  readonly dropsHost?: boolean;
  readonly dropsUpgrade?: boolean;
  /** its other side is away */
  readonly isAlone?: boolean;
}

let distrust: () => void;
let host: Host;
let proxy: Server;
let outside: string;
let faults: Faults;

const target = (): URL => new URL(faults.toListener === true ? host.listener : host.console);
const headersOf = ({ headers }: IncomingMessage) => ({
  ...headers,
  ...(faults.dropsHost === true && { host: 'inside.example' }),
});

/** The owner's HTTPS server in front of the console, as a reverse proxy is. */
async function startProxy(): Promise<Server> {
  const { key, cert } = certificate('trusted');
  const server = createServer({ key, cert }, (asked, answer) => {
    if (faults.isAlone === true) return void answer.writeHead(502).end('Bad Gateway');
    const { method = 'GET', url = '/' } = asked;
    const passed = request(new URL(url, target()), { method, headers: headersOf(asked), agent: false }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.on('upgrade', (asked: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined);
    // As nginx does without the two lines: the request goes on as one of HTTP/1.0.
    const dropped = faults.dropsUpgrade === true ? ['connection', 'upgrade'] : [];
    const lines = Object.entries(headersOf(asked)).filter(([name]) => !dropped.includes(name));
    const { hostname, port } = target();
    const passed = connect(Number(port), hostname, () =>
      passed.write(
        `GET ${asked.url ?? '/'} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${String(value)}`).join('\r\n')}\r\n\r\n`,
      ),
    );
    passed.on('error', () => socket.destroy());
    socket.on('close', () => passed.destroy());
    passed.pipe(socket).pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

beforeAll(async () => {
  distrust = trustCertificate();
  host = await startHost();
  proxy = await startProxy();
  outside = `https://localhost:${(proxy.address() as AddressInfo).port}`;
  await host.rpc('remoteAccess.change', { outside });
});
beforeEach(() => {
  faults = {};
});
afterAll(async () => {
  await host.remove();
  proxy.closeAllConnections();
  proxy.close();
  distrust();
});

/** What the check says of the address from outside. */
const found = async () => {
  const { findings } = await host.rpc('checks.run', {});
  const finding = findings.find(({ id }) => id === 'remoteAccess.outside');
  return finding && { state: finding.state, path: finding.path, says: toEnglish(finding.detail) };
};

test('an HTTPS address of the owner’s that leads to the console is proven, live events included', async () => {
  expect(await found()).toMatchObject({ state: 'passed', says: expect.stringContaining('It leads here') });
});

test.each([
  ['the customers’ address', { toListener: true }, 'Something else answers'],
  ['a server that says another name', { dropsHost: true }, 'under another name'],
  ['a server that passes no WebSockets on', { dropsUpgrade: true }, 'doesn’t pass WebSockets on'],
  ['a server whose other side is away', { isAlone: true }, 'can’t reach this computer'],
] as const)('%s is not, and the check says what to do', async (_what, wrong, says) => {
  faults = wrong;
  expect(await found()).toMatchObject({
    state: 'failed',
    path: '/settings/operators',
    says: expect.stringContaining(says),
  });
});

test('an address whose certificate nobody vouches for is not', async () => {
  const strangers = createServer(certificate('stranger'), (_request, answer) => answer.end());
  await once(strangers.listen(0, '127.0.0.1'), 'listening');
  await host.rpc('remoteAccess.change', { outside: `https://localhost:${(strangers.address() as AddressInfo).port}` });
  expect(await found()).toMatchObject({ state: 'failed', says: expect.stringContaining('certificate isn’t valid') });
  strangers.close();
  await host.rpc('remoteAccess.change', { outside: '' });
  expect(await found()).toBeUndefined();
});

test('nonces that nobody waits for have no answer', async () => {
  expect((await fetch(`${host.console}/reach/${'a'.repeat(32)}`)).status).toBe(404);
});
