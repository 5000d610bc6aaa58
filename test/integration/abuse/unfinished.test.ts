import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { noNginx, startNginx, type Nginx } from '../../fixtures/nginx.ts';
import { openRawConnection, type RawConnection } from '../../fixtures/raw-connection.ts';

// As many incomplete requests as there are places or more, while 100 customers write.

const DIRECTLY = 4200;
const THROUGH = 700;
/** Only Linux has loopback addresses other than 127.0.0.1 without setup. */
const noOtherAddresses = process.platform === 'linux' ? undefined : 'only Linux has all of 127.0.0.0/8';
const tooFewFiles =
  noOtherAddresses ??
  (openFilesAllowed() > 2 * DIRECTLY + 1000
    ? undefined
    : `fewer than ${2 * DIRECTLY + 1000} files may be open (ulimit -n)`);
const because = (reason: string | undefined): string => (reason === undefined ? '' : ` (skipped: ${reason})`);

let host: Host;
let channel: TestChannel;
let path: string;

beforeAll(async () => {
  host = await startHost();
  channel = await openChannel(host);
  path = new URL(channel.messageUrl).pathname;
});

afterAll(() => host.remove());

function openFilesAllowed(): number {
  return Number(execFileSync('bash', ['-c', 'ulimit -Hn']).toString().trim().replace('unlimited', '1000000'));
}

/** What such a connection sends before it falls silent; `secret` is a channel's path. */
const SHAPES: readonly (readonly [string, (secret: string) => string])[] = [
  ['a body that never comes, for a page', () => 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 10\r\n\r\n'],
  [
    'a body that never comes, for a channel',
    (secret) => `POST ${secret} HTTP/1.1\r\nHost: shop\r\nContent-Length: 10\r\n\r\n`,
  ],
  [
    'a body that stops, for a channel',
    (secret) => `POST ${secret} HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
  ],
  ['a head that stops', (secret) => `POST ${secret} HTTP/1.1\r\nHost: sh`],
];

/** Opens this many, a hundred at a time, each five hundred from another address; some may be closed again already. */
async function hold(
  url: string,
  amount: number,
  text: string,
  from: (ordinal: number) => string | undefined = () => undefined,
): Promise<readonly RawConnection[]> {
  const held: RawConnection[] = [];
  while (held.length < amount) {
    held.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, (_, index) => openRawConnection(url, from(held.length + index))),
      )),
    );
    for (const { write } of held.slice(-100)) write(text);
  }
  return held;
}

/** Counts the statuses of a hundred customer messages, sent ten at a time. */
async function honest(url: string, localAddress?: string): Promise<Readonly<Record<number, number>>> {
  const counts: Record<number, number> = {};
  let next = 0;
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let ordinal = next++; ordinal < 100; ordinal = next++) {
        const body = JSON.stringify({
          sender: { id: `honest-${ordinal % 10}` },
          message: { type: 'text', text: `${url} ${ordinal}` },
        });
        const { status } = await httpRequest(`${url}${path}`, {
          method: 'POST',
          body,
          ...(localAddress !== undefined && { localAddress }),
        }).catch(() => ({ status: 0 }));
        counts[status] = (counts[status] ?? 0) + 1;
      }
    }),
  );
  return counts;
}

/** Checks that a hundred customers’ messages are all accepted while this many connections send only this. */
async function expectServed(
  url: string,
  amount: number,
  text: string,
  from?: (ordinal: number) => string,
  honestFrom?: string,
): Promise<void> {
  const held = await hold(url, amount, text, from);
  try {
    expect(await honest(url, honestFrom)).toEqual({ 200: 100 });
  } finally {
    for (const { destroy } of held) destroy();
    await Promise.all(held.map(({ closed }) => closed));
  }
}

describe.skipIf(tooFewFiles !== undefined)(`${DIRECTLY} connections${because(tooFewFiles)}`, () => {
  const USUAL = { perAddress: 300, perChannel: 200 };
  /** This is about connections: requests alone would exceed the limits of the customers’ address or channel. */
  const RAISED = { perAddress: 10_000, perChannel: 10_000 };

  test.each(SHAPES)('%s: limits off', { tags: ['thorough'] }, async (_words, text) => {
    await host.rpc('connection.change', { way: 'local' });
    await expectServed(host.listener, DIRECTLY, text(path));
  });

  for (const [at, [words, text]] of SHAPES.entries())
    test(`${words}: limits on, from one address`, { tags: at === 1 ? [] : ['thorough'] }, async () => {
      await host.rpc('connection.change', { way: 'own', own: { publicUrl: host.listener }, limits: USUAL });
      await expectServed(host.listener, DIRECTLY, text(path), () => '127.0.7.1', '127.0.7.2');
    });

  test.each(SHAPES)('%s: limits on, from many addresses', { tags: ['thorough'] }, async (_words, text) => {
    await host.rpc('connection.change', { way: 'own', own: { publicUrl: host.listener }, limits: RAISED });
    await expectServed(host.listener, DIRECTLY, text(path), (ordinal) => `127.0.8.${1 + (ordinal % 250)}`, '127.0.7.2');
  });

  test.each(SHAPES)('%s: limits on, from the customers’ own address', { tags: ['thorough'] }, async (_words, text) => {
    await host.rpc('connection.change', { way: 'own', own: { publicUrl: host.listener }, limits: RAISED });
    await expectServed(host.listener, DIRECTLY, text(path));
  });
});

describe.skipIf(noNginx !== undefined).each([
  ['trusted, which keeps bodies back until they are whole', ['127.0.0.1'], true],
  ['trusted, which passes bodies on as they come', ['127.0.0.1'], false],
  ['that nobody listed, which passes bodies on as they come', [], false],
] as const)(
  `${THROUGH} connections behind a real nginx %s${because(noNginx)}`,
  { tags: ['thorough'] },
  (_words, trustedProxies, buffersRequests) => {
    let nginx: Nginx;

    beforeAll(async () => {
      nginx = await startNginx(host.listener, { buffersRequests });
      await host.rpc('connection.change', {
        way: 'own',
        own: { publicUrl: nginx.url, trustedProxies: [...trustedProxies] },
      });
    });
    afterAll(async () => {
      await host.rpc('connection.change', { way: 'local', own: { publicUrl: null, trustedProxies: [] } });
      await nginx.stop();
    });

    test.each(SHAPES)('%s', async (_shape, text) => {
      await expectServed(nginx.url, THROUGH, text(path));
    });
  },
);
