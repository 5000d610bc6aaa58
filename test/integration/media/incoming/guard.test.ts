import { Resolver } from 'node:dns/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { kindOf } from '#main/outgoing/address-guard.ts';
import { guardedFetch, type Fetch, type FetchEdge } from '#main/media/incoming/guarded-fetch.ts';
import { MediaProblem } from '#main/media/ports.ts';
import { endless, startFileServer, type FileServer } from '../../../fixtures/customer-files.ts';
import { startNameServer, type NameServer } from '../../../fixtures/name-server.ts';

/** Stands in for a public address: another one of this computer, if it has one. */
const OUTSIDE = '127.0.0.2';
const MEGABYTE = 1024 * 1024;

/** Addresses that never serve customers' files, each in several notations. */
const FORBIDDEN = [
  [
    'loopback',
    [
      '127.0.0.1',
      '127.255.255.254',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '017700000001',
      '１２７.0.0.1',
      '127。0。0。1',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
    ],
  ],
  ['this host', ['0.0.0.0', '0', '0x0', '0.1.2.3', '[::]', '[::ffff:0.0.0.0]']],
  [
    'private',
    [
      '10.0.0.1',
      '10.255.255.255',
      '0xa000001',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '3232235521',
      '[::ffff:192.168.0.1]',
      '[64:ff9b::c0a8:1]',
      '[fc00::1]',
      '[fdff::1]',
      '[2002:c0a8:1::1]',
      '[2001:0:c0a8:1::1]',
    ],
  ],
  ['carrier', ['100.64.0.1', '100.127.255.255', '[::ffff:100.64.0.1]']],
  ['link-local', ['169.254.0.1', '169.254.1.1', '[fe80::1]', '[febf::1]', '[::ffff:169.254.1.1]']],
  [
    'metadata',
    [
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '0251.0376.0251.0376',
      '169.254.43518',
      '[::ffff:a9fe:a9fe]',
      '[fd00:ec2::254]',
      '100.100.100.200',
      '169.254.170.2',
      '[fd20:ce::254]',
    ],
  ],
  [
    'multicast and reserved',
    [
      '224.0.0.1',
      '239.255.255.255',
      '240.0.0.1',
      '255.255.255.255',
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '[ff02::1]',
      '[2001:db8::1]',
      '[3fff::1]',
      '[100::1]',
      '[4000::1]',
      '[64:ff9b:1::1]',
    ],
  ],
  ['odd notations of anybody', ['134744072', '0x08080808', '8.8.2056', '010.8.8.8', '[::ffff:8.8.8.8]']],
] as const;

let names: NameServer;
let server: FileServer;

beforeEach(async () => {
  names = await startNameServer();
  server = await startFileServer();
});
afterEach(async () => {
  await server.stop();
  await names.stop();
});

const edge = (outside = OUTSIDE): FetchEdge => ({
  resolve: async (name) => {
    const resolver = new Resolver({ timeout: 2000, tries: 2 });
    resolver.setServers([names.address]);
    const [ipv4, ipv6] = await Promise.all([
      resolver.resolve4(name).catch(() => []),
      resolver.resolve6(name).catch(() => []),
    ]);
    if (ipv4.length + ipv6.length === 0) throw new Error(`no address of ${name}`);
    return [...ipv6.map((address) => ({ address, family: 6 })), ...ipv4.map((address) => ({ address, family: 4 }))];
  },
  kindOf: (address) => (address === outside ? 'public' : kindOf(address)),
  userAgent: 'Counterbell/test',
});
const named = (name: string, path: string): string => `http://${name}:${server.port}${path}`;
const get = async (url: string, more: Partial<Fetch> = {}): Promise<string> => {
  const { body, close } = await guardedFetch(
    { url, ownNetwork: false, largest: MEGABYTE, signal: new AbortController().signal, ...more },
    edge(),
  );
  try {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  } finally {
    close();
  }
};
const refusalOf = async (url: string, more: Partial<Fetch> = {}): Promise<unknown> => {
  const error = await get(url, more).then(
    (text) => expect.unreachable(`it was fetched: ${text.slice(0, 80)}`),
    (problem: unknown) => problem,
  );
  return error instanceof MediaProblem ? error.reason : error;
};
const redirect = (path: string, ...to: readonly string[]): string => {
  let turn = 0;
  server.at(path, (_request, response) => {
    response.writeHead(302, { location: to[Math.min(turn, to.length - 1)] }).end();
    turn += 1;
  });
  return path;
};

describe('an address', () => {
  test.each(FORBIDDEN)('of %s is refused in every notation, before any request', async (_what, hosts) => {
    for (const host of hosts)
      expect([host, await refusalOf(`http://${host}:${server.port}/`)]).toEqual([host, 'forbidden_address']);
    expect(server.asked).toEqual([]);
  });

  test.each([
    'ftp://files.example/a',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'gopher://127.0.0.1/',
    'http://user:secret@files.example/',
    'http://',
    '//files.example/',
    'http://files.example:99999/',
  ])('%s is not allowed', async (url) => {
    expect(await refusalOf(url)).toBe('forbidden_address');
  });

  test('of the private network is fetched if the channel allows it; metadata never', async () => {
    server.file('/a', Buffer.from('own'));
    expect(await get(`${server.origin}/a`, { ownNetwork: true })).toBe('own');
    expect(await refusalOf(`http://169.254.169.254/latest`, { ownNetwork: true })).toBe('forbidden_address');
    expect(await refusalOf(`http://2130706433:${server.port}/a`, { ownNetwork: true })).toBe('forbidden_address');
    expect(server.asked).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'darwin')('a host name', () => {
  test('is resolved to fetch its file', async () => {
    names.answer('files.example', [OUTSIDE]);
    server.file('/a', Buffer.from('hello'));
    expect(await get(named('files.example', '/a'))).toBe('hello');
    expect(server.asked).toEqual([{ address: OUTSIDE, path: '/a' }]);
  });

  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['fd00::1'],
    ['64:ff9b::7f00:1'],
    ['0.0.0.0'],
    [OUTSIDE, '127.0.0.1'],
    [OUTSIDE, '::1'],
  ])('of %s is refused', async (...addresses) => {
    names.answer('files.example', addresses);
    expect(await refusalOf(named('files.example', '/a'))).toBe('forbidden_address');
    expect(server.asked).toEqual([]);
  });

  test('that resolves to another computer the second time leads nowhere', async () => {
    names.answer('rebinding.example', [OUTSIDE], ['127.0.0.1']);
    redirect('/a', '/b');
    server.file('/b', Buffer.from('secret'));
    expect(await refusalOf(named('rebinding.example', '/a'))).toBe('forbidden_address');
    expect(server.asked).toEqual([{ address: OUTSIDE, path: '/a' }]);
  });

  test('is resolved once per connection, so that it cannot change between check and connection', async () => {
    names.answer('rebinding.example', [OUTSIDE], ['127.0.0.1']);
    server.file('/a', Buffer.from('hello'));
    expect(await get(named('rebinding.example', '/a'))).toBe('hello');
    expect(names.asked('rebinding.example')).toBe(1);
    expect(await refusalOf(named('rebinding.example', '/a'))).toBe('forbidden_address');
    expect(server.asked).toHaveLength(1);
  });

  test("that is unknown, and a host that doesn't answer, are unreachable", async () => {
    names.answer('files.example', [OUTSIDE]);
    expect(await refusalOf('http://nobody.example/')).toBe('unreachable');
    const { port } = server;
    await server.stop();
    expect(await refusalOf(`http://files.example:${port}/`)).toBe('unreachable');
    server = await startFileServer();
  });
});

describe.skipIf(process.platform === 'darwin')('a redirect', () => {
  const first = (): string => named('files.example', '/first');
  beforeEach(() => names.answer('files.example', [OUTSIDE]));

  test.each(FORBIDDEN)('to %s is not followed, in any notation', async (_what, hosts) => {
    const places = hosts
      .map((host) => `http://${host}:${server.port}/secret`)
      .filter((place) => /^[\x20-\x7E]*$/.test(place));
    redirect('/first', ...places);
    for (const place of places) expect([place, await refusalOf(first())]).toEqual([place, 'forbidden_address']);
    expect(server.asked.filter(({ path }) => path === '/secret')).toEqual([]);
  });

  test.each([
    'file:///etc/passwd',
    'ftp://files.example/',
    'javascript:alert(1)',
    'http://user:word@files.example/',
    'http://',
  ])('to %s is not followed', async (place) => {
    redirect('/first', place);
    expect(await refusalOf(first())).toBe('forbidden_address');
  });

  test('is followed three times at most', async () => {
    server.file('/file', Buffer.from('there'));
    redirect('/1', '/2');
    redirect('/2', named('files.example', '/3'));
    redirect('/3', '/file');
    redirect('/first', '/1');
    expect(await get(named('files.example', '/1'))).toBe('there');
    expect(await refusalOf(first())).toBe('redirects');
  });

  test('without a location, or any other status than 200, is reported by its status', async () => {
    for (const status of [302, 204, 206, 304, 401, 404, 500]) {
      server.at('/first', (_request, response) => response.writeHead(status).end());
      await expect(get(first())).rejects.toMatchObject({ reason: 'status', status });
    }
  });
});

describe('a server', () => {
  const own = { ownNetwork: true } as const;

  test('that announces too large a file is disconnected', async () => {
    const url = server.at('/large', (_request, response) =>
      response.writeHead(200, { 'content-length': 5 * MEGABYTE }).write('x'),
    );
    await expect(get(url, own)).rejects.toMatchObject({ reason: 'too_large', size: 5 * MEGABYTE });
    await expect.poll(server.connections).toBe(0);
  });

  test('that sends less than announced has sent a broken file', async () => {
    const url = server.at('/short', (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('half', () => response.destroy());
    });
    expect(await refusalOf(url, own)).toBe('broken');
  });

  test('with a compressed or non-HTTP response is not understood', async () => {
    const packed = server.at('/packed', (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('…'),
    );
    expect(await refusalOf(packed, own)).toBe('broken');
    const noise = server.at('/noise', (request) => request.socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    expect(await refusalOf(noise, own)).toBe('unreachable');
    const headers = server.at('/headers', (request) =>
      request.socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(64 * 1024)}\r\n\r\n`),
    );
    expect(await refusalOf(headers, own)).toBe('unreachable');
  });

  test.each([
    ['before its headers', () => undefined],
    ['in the middle of its file', endlessly],
  ] as const)('that stops %s is given up after the timeout', async (_when, listener) => {
    const url = server.at('/slow', listener);
    const overTime = new AbortController();
    const fetching = refusalOf(url, { ...own, signal: overTime.signal });
    await server.waitFor('/slow');
    overTime.abort(new MediaProblem('timeout'));
    expect(await fetching).toBe('timeout');
    await expect.poll(server.connections).toBe(0);
  });

  test('that sends endlessly is disconnected when the reader stops', async () => {
    const url = server.at('/endless', endless());
    const { body, close } = await guardedFetch(
      { url, ...own, largest: MEGABYTE, signal: new AbortController().signal },
      edge(),
    );
    for await (const piece of body) if (piece.byteLength > 0) break;
    close();
    await expect.poll(server.connections).toBe(0);
  });
});

function endlessly(
  _request: unknown,
  response: { writeHead: (status: number) => unknown; write: (text: string) => unknown },
): void {
  response.writeHead(200);
  response.write('and then');
}
