import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { openRawConnection } from '../../fixtures/raw-connection.ts';

let host: Host;
let channel: TestChannel;
let path: string;

beforeAll(async () => {
  host = await startHost();
  channel = await openChannel(host);
  path = new URL(channel.messageUrl).pathname;
});

afterAll(() => host.remove());

const body = (sender: string): string =>
  JSON.stringify({ sender: { id: sender }, message: { type: 'text', text: sender } });
const head = (...fields: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: shop', ...fields, '', ''].join('\r\n');
const whole = (sender: string): string => head(`Content-Length: ${body(sender).length}`) + body(sender);
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const heard = async (sender: string): Promise<boolean> =>
  (await channel.findChat(JSON.stringify(sender))) !== undefined;

/** The response up to the end of the connection, which must come. */
async function untilClosed(text: string): Promise<{ readonly text: string; readonly statuses: readonly number[] }> {
  const connection = await openRawConnection(host.listener);
  connection.write(Buffer.from(text, 'latin1'));
  return { text: await connection.closed, statuses: connection.statuses() };
}

/** The first response on a connection that stays open. */
async function firstAnswer(text: string): Promise<string> {
  const connection = await openRawConnection(host.listener);
  connection.write(Buffer.from(text, 'latin1'));
  const answered = await connection.waitFor((came) => /^HTTP\/1\.1 \d{3} /.test(came) && came.includes('\r\n\r\n'));
  connection.destroy();
  return answered;
}

describe.concurrent('two conflicting body lengths are refused, the connection is closed, and no part of the body is accepted', () => {
  test.each([
    ['Transfer-Encoding and Content-Length', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['the other way round', ['Transfer-Encoding: chunked', 'Content-Length: 5']],
    ['two different Content-Lengths', ['Content-Length: 5', 'Content-Length: 500']],
    ['the same Content-Length twice', ['Content-Length: 5', 'Content-Length: 5']],
    ['a list of Content-Lengths', ['Content-Length: 5, 5']],
    ['Transfer-Encoding twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
    ['an unknown Transfer-Encoding', ['Transfer-Encoding: xchunked']],
    ['chunked not last', ['Transfer-Encoding: chunked, identity']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
    ['a vertical tab', ['Transfer-Encoding: \x0bchunked']],
    ['a folded line', ['X-One: two', ' Content-Length: 5', 'Content-Length: 500']],
    ['a NUL', ['X-One: a\0b', 'Content-Length: 5']],
    ['a signed length', ['Content-Length: +5']],
    ['a negative length', ['Content-Length: -5']],
    ['a hexadecimal length', ['Content-Length: 0x5']],
    ['a length beyond all numbers', ['Content-Length: 99999999999999999999']],
  ])('%s', async (words, fields) => {
    const sender = `smuggled by ${words}`;
    const { statuses, text } = await untilClosed(head(...fields) + `0\r\n\r\n${whole(sender)}`);
    expect(statuses).toEqual([400]);
    expect(text).toContain('Connection: close');
    expect(await heard(sender)).toBe(false);
  });

  test.each([
    ['bare line feeds', (sender: string) => whole(sender).replaceAll('\r\n', '\n')],
    ['bare carriage returns', (sender: string) => whole(sender).replaceAll('\r\n', '\r')],
    [
      'chunks with bare line feeds',
      (sender: string) => head('Transfer-Encoding: chunked') + chunk(body(sender)).replaceAll('\r\n', '\n') + '0\n\n',
    ],
    [
      'a chunk of negative size',
      (sender: string) => head('Transfer-Encoding: chunked') + `-5\r\n${body(sender)}\r\n0\r\n\r\n`,
    ],
    [
      'a chunk beyond all numbers',
      (sender: string) => head('Transfer-Encoding: chunked') + `FFFFFFFFFFFFFFFFF\r\n${body(sender)}\r\n0\r\n\r\n`,
    ],
    [
      'a chunk that is longer than it says',
      (sender: string) => head('Transfer-Encoding: chunked') + `3\r\n${body(sender)}\r\n0\r\n\r\n`,
    ],
    ['another version of HTTP', (sender: string) => whole(sender).replace('HTTP/1.1', 'HTTP/1.2')],
    ['the preface of HTTP/2', (sender: string) => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${whole(sender)}`],
    ['TLS on the plain port', (sender: string) => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${whole(sender)}`],
    ['no Host', (sender: string) => whole(sender).replace('Host: shop\r\n', 'Connection: close\r\n')],
  ])('%s', async (words, text) => {
    const { statuses } = await untilClosed(text(`smuggled by ${words}`));
    expect(statuses).toEqual([400]);
    expect(await heard(`smuggled by ${words}`)).toBe(false);
  });
});

describe.concurrent('false lengths', () => {
  test('a body shorter than its length is rejected', async () => {
    const connection = await openRawConnection(host.listener);
    connection.write(head('Content-Length: 5000') + body('cut short'));
    connection.socket.end();
    await connection.closed;
    expect(await heard('cut short')).toBe(false);
  });

  test('data after the length is not part of the body: it is the next request, or none', async () => {
    const connection = await openRawConnection(host.listener);
    connection.write(whole('exact'));
    await connection.waitFor(() => connection.statuses().length === 1);
    connection.write('and more');
    await connection.closed;
    expect(connection.statuses()).toEqual([200, 400]);
    expect((await channel.receivedBy('"exact"')).map(({ text }) => text)).toEqual(['exact']);
  });

  test('a length over the limit is refused before the body is read', async () => {
    const answered = await untilClosed(head('Content-Length: 10000000') + '{');
    expect(answered.statuses).toEqual([413]);
    expect(answered.text.toLowerCase()).toContain('connection: close');
  });

  test('endless chunks are cut off at the limit', async () => {
    const connection = await openRawConnection(host.listener);
    connection.write(head('Transfer-Encoding: chunked'));
    const piece = chunk('x'.repeat(16_384));
    for (let count = 0; count < 20; count += 1) connection.write(piece);
    await connection.waitFor(() => connection.statuses().length > 0);
    expect(connection.statuses()).toEqual([413]);
    connection.destroy();
  });
});

describe.concurrent('headers of any size and number', () => {
  test.each([
    ['one field of 20 KB', () => head(`X-One: ${'x'.repeat(20_000)}`)],
    ['3000 fields', () => head(...Array.from({ length: 3000 }, (_, index) => `X-${index}: x`))],
    ['an address of 20 KB', () => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: shop\r\n\r\n`],
  ])('%s: 431', async (_words, text) => {
    expect((await untilClosed(text())).statuses).toEqual([431]);
  });

  test('headers just below the limit are accepted', async () => {
    expect(
      await firstAnswer(
        head(`X-One: ${'x'.repeat(15_000)}`, `Content-Length: ${body('long head').length}`) + body('long head'),
      ),
    ).toContain('200 OK');
    expect(await heard('long head')).toBe(true);
  });

  test('500 pipelined requests are all answered in order', async () => {
    const connection = await openRawConnection(host.listener);
    const wanted = Array.from({ length: 500 }, (_, index) => (index % 3 === 0 ? 404 : 200));
    connection.write(
      wanted
        .map((status) => `GET ${status === 200 ? `${path}/status` : `/nothing${path}`} HTTP/1.1\r\nHost: shop\r\n\r\n`)
        .join(''),
    );
    await connection.waitFor(() => connection.statuses().length === wanted.length);
    expect(connection.statuses()).toEqual(wanted);
    connection.destroy();
  });
});

describe.concurrent('paths that try to be others', () => {
  const asked = async (target: string): Promise<number> =>
    Number(/^HTTP\/1\.1 (\d{3})/.exec(await firstAnswer(`GET ${target} HTTP/1.1\r\nHost: shop\r\n\r\n`))?.[1]);

  test.each([
    (known: string) => `/x/..${known}/status`,
    (known: string) => `/.${known}/status`,
    (known: string) => `/%2e%2e${known}/status`,
    (known: string) => `/${known}/status`,
    (known: string) => `${known}//status`,
    (known: string) => `${known}/status//`,
    (known: string) => `${known}%2fstatus`,
    (known: string) => `${known}/STATUS`,
    (known: string) => `${known}/status;x=1`,
    (known: string) => `${known}/status%00`,
    (known: string) => `${known}%00/status`,
    (known: string) => `/%2f${known.slice(1)}/status`,
    (known: string) => `${known}/%c0%ae%c0%ae/status`,
    (known: string) => `/\\..\\..${known}/status`,
    (known: string) => `${known}/%`,
    (known: string) => `/%E0%A4%A${known}/status`,
    () => '/../../../../etc/passwd',
    () => '/%2e%2e/%2e%2e/etc/passwd',
    () => '/..%2f..%2fetc%2fpasswd',
    () => '//evil.example/x',
    () => '//',
    () => '/health//',
    () => '/reach/../health',
    () => `/${'x/'.repeat(2000)}`,
    () => `/${'%41'.repeat(1000)}/${'%41'.repeat(1000)}`,
  ])('%#: 404', async (target) => {
    expect(await asked(target(path))).toBe(404);
  });

  test('but a slash at the end of an address is no other address', async () => {
    expect(await asked(`${path}/status/`)).toBe(200);
    expect(await asked('/health/?x=/')).toBe(200);
  });

  test('a NUL or a space in the path is an invalid request', async () => {
    for (const sign of ['\0', ' '])
      expect((await untilClosed(`GET ${path}${sign}/status HTTP/1.1\r\nHost: shop\r\n\r\n`)).statuses).toEqual([400]);
  });

  test('the absolute form reaches the same path, whatever host it names', async () => {
    expect(await asked(`http://evil.example${path}/status`)).toBe(200);
    expect(await asked('http://evil.example/nothing/there/at/all')).toBe(404);
  });

  test('CONNECT and upgrades are refused', async () => {
    const { text } = await untilClosed('CONNECT shop:80 HTTP/1.1\r\nHost: shop\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 404 [^]*"code":"not_found"/);
    for (const upgrade of ['websocket', 'h2c']) {
      expect(
        await firstAnswer(
          `GET ${path}/status HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`,
        ),
      ).toMatch(/^HTTP\/1\.1 200 /);
    }
  });
});

describe.concurrent('Host and forwarding headers from a stranger', () => {
  const SPOOFED = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-port': '666',
    forwarded: 'for=203.0.113.9;host=evil.example;proto=gopher',
    'x-original-url': '/health',
    'x-rewrite-url': '/health',
    'x-http-method-override': 'DELETE',
  };

  test('do not affect the response', async () => {
    for (const target of ['/', '/health', `${path}/status`, '/nothing/there', path]) {
      const plain = await httpRequest(`${host.listener}${target}`);
      const spoofed = await httpRequest(`${host.listener}${target}`, { headers: SPOOFED });
      const stable = ({ status, headers: { date: _date, ...headers }, body: text }: typeof plain) => ({
        status,
        headers,
        text,
      });
      expect(stable(spoofed)).toEqual(stable(plain));
    }
  });

  test('are not trusted, and the message is accepted normally', async () => {
    const posted = await httpRequest(channel.messageUrl, {
      method: 'POST',
      headers: {
        ...SPOOFED,
        'x-forwarded-for': '203.0.113.9',
        'x-real-ip': '203.0.113.9',
        'cf-connecting-ip': '203.0.113.9',
      },
      body: body('spoofed'),
    });
    expect(posted.status).toBe(200);
    const { entries } = await host.rpc('journal.list', { channelId: channel.id, text: 'spoofed' });
    expect(entries.map(({ from }) => from)).toEqual(['127.0.0.1']);
  });
});

test('after all that, a normal message is accepted', async () => {
  await channel.say('honest', 'still there?');
  expect((await channel.receivedBy('"honest"')).map(({ text }) => text)).toEqual(['still there?']);
});
