import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAddressGuard, SYSTEM_EDGE } from '#main/outgoing/address-guard.ts';
import { type Caller, createCaller } from '#main/outgoing/caller.ts';
import { type FindOptions, findSettings, type FoundSettings, readAutoconfig } from './find-settings.ts';
import { PROVIDERS } from './providers.ts';

const server = (kind: string, host: string, port: number, socketType: string, username = '%EMAILADDRESS%') =>
  `<${kind === 'smtp' ? 'outgoing' : 'incoming'}Server type="${kind}"><hostname>${host}</hostname><port>${port}</port>
   <socketType>${socketType}</socketType><username>${username}</username><authentication>x</authentication>
   </${kind === 'smtp' ? 'outgoing' : 'incoming'}Server>`;
const file = (...servers: readonly string[]): string =>
  `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="shop.test"><domain>shop.test</domain>
   ${servers.join('\n')}</emailProvider></clientConfig>`;
const FILE = file(server('imap', 'mail.shop.test', 993, 'SSL'), server('smtp', 'mail.shop.test', 587, 'STARTTLS'));
const whole = (settings: FoundSettings | undefined) =>
  settings && [settings.source, settings.imap, settings.smtp, settings.provider?.name];
const at = (host: string, port: number, user = 'help@shop.test') => ({ host, port, user, tls: true });

/** What the world answers: files by host and path, and DNS records by name. */
let files: Record<string, string | ((response: ServerResponse) => unknown)>;
let records: Record<string, readonly unknown[]>;
let asked: string[];
let world: Server;
let caller: Caller;
beforeEach(async () => {
  [files, records, asked] = [{}, {}, []];
  world = createServer((request, response) => {
    const answer = files[new URL(request.url ?? '', 'http://x').pathname];
    if (typeof answer === 'string') response.end(answer);
    else if (answer === undefined) response.writeHead(404).end();
    else answer(response);
  }).listen(0, '127.0.0.1');
  await once(world, 'listening');
  caller = createCaller();
});
afterEach(() => {
  caller.stop();
  world.closeAllConnections();
  world.close();
});

const find = (address: string, more: Partial<FindOptions> = {}) => {
  const lookUp = async (name: string) => {
    asked.push(name);
    const found = records[name];
    if (found === undefined) throw new Error('ENOTFOUND');
    return found as never;
  };
  return findSettings(address, {
    call: (call) => {
      asked.push(call.address);
      const { port } = world.address() as AddressInfo;
      return caller.call({ ...call, address: call.address.replace('https://', `http://127.0.0.1:${port}/`) });
    },
    dns: { resolveSrv: lookUp, resolveMx: lookUp },
    signal: new AbortController().signal,
    ...more,
  });
};
const OWN_FILE = '/autoconfig.shop.test/mail/config-v1.1.xml';
const WELL_KNOWN = '/shop.test/.well-known/autoconfig/mail/config-v1.1.xml';

describe('the settings of an address', () => {
  test('of a known provider are known without asking anybody', async () => {
    const found = await find('olga@GMAIL.com');
    expect(whole(found)).toEqual([
      'provider',
      at('imap.gmail.com', 993, 'olga@GMAIL.com'),
      at('smtp.gmail.com', 465, 'olga@GMAIL.com'),
      'Gmail',
    ]);
    expect(found?.provider?.needs).toBe('appPassword');
    expect((await find('olga@icloud.com'))?.imap.user).toBe('olga');
    expect((await find('olga@outlook.com'))?.provider?.needs).toBe('none');
    expect((await find('olga@proton.me'))?.smtp).toEqual({
      host: '127.0.0.1',
      port: 1025,
      user: 'olga@proton.me',
      tls: false,
    });
    expect(asked).toEqual([]);
  });

  test.each([OWN_FILE, WELL_KNOWN])('are those of the domain’s file at %s', async (path) => {
    files[path] = FILE;
    records['shop.test'] = [{ priority: 10, exchange: 'aspmx.l.google.com' }];
    expect(whole(await find('help@shop.test'))).toEqual([
      'autoconfig',
      at('mail.shop.test', 993),
      at('mail.shop.test', 587),
      undefined,
    ]);
    expect(asked).toContain('https://autoconfig.shop.test/mail/config-v1.1.xml?emailaddress=help%40shop.test');
  });

  test('are those of a file elsewhere that the domain refers to, by HTTPS only', async () => {
    files[OWN_FILE] = (response) => response.writeHead(302, { location: 'http://mail.test/plain.xml' }).end();
    files['/mail.test/plain.xml'] = FILE;
    expect(await find('help@shop.test')).toBeUndefined();
    files[OWN_FILE] = (response) => response.writeHead(301, { location: 'https://mail.test/file.xml' }).end();
    files['/mail.test/file.xml'] = FILE;
    expect((await find('help@shop.test'))?.source).toBe('autoconfig');
    files['/mail.test/file.xml'] = (response) => response.writeHead(301, { location: '/file.xml' }).end();
    expect(await find('help@shop.test')).toBeUndefined();
  });

  test('are those of its SRV records: with TLS from the first byte rather than later, the preferred first', async () => {
    records['_imap._tcp.shop.test'] = [{ name: 'late.shop.test', port: 143, priority: 0, weight: 0 }];
    records['_imaps._tcp.shop.test'] = [
      { name: 'second.shop.test', port: 993, priority: 20, weight: 0 },
      { name: 'first.shop.test', port: 993, priority: 10, weight: 0 },
    ];
    records['_submissions._tcp.shop.test'] = [{ name: '.', port: 0, priority: 0, weight: 0 }];
    records['_submission._tcp.shop.test'] = [{ name: 'smtp.shop.test.', port: 587, priority: 0, weight: 0 }];
    expect(whole(await find('help@shop.test'))).toEqual([
      'srv',
      at('first.shop.test', 993),
      at('smtp.shop.test', 587),
      undefined,
    ]);
  });

  test('are those of the known provider that takes its mail', async () => {
    records['shop.test'] = [
      { priority: 20, exchange: 'backup.test' },
      { priority: 10, exchange: 'shop-test.mail.protection.outlook.com' },
    ];
    const found = await find('help@shop.test');
    expect(whole(found)).toEqual([
      'provider',
      at('outlook.office365.com', 993),
      at('smtp.office365.com', 587),
      'Microsoft',
    ]);
    // Its name only ends like the provider's.
    records['shop.test'] = [{ priority: 10, exchange: 'evil-google.com' }];
    expect(await find('help@shop.test')).toBeUndefined();
  });

  test('name the known provider whose servers they are', async () => {
    files[OWN_FILE] = file(server('imap', 'imap.gmail.com', 993, 'SSL'), server('smtp', 'smtp.gmail.com', 465, 'SSL'));
    expect((await find('help@shop.test'))?.provider?.needs).toBe('appPassword');
  });

  test.each(['', 'help', '@shop.test', 'help@', 'help@shop test', 'help@shop.test/x'])(
    'are not looked for if it is none: %j',
    async (address) => {
      expect(await find(address)).toBeUndefined();
    },
  );

  test('are not found where nobody answers, and not waited for', async () => {
    files[OWN_FILE] = () => undefined;
    const stop = new AbortController();
    const finding = find('help@shop.test', { signal: stop.signal });
    await once(world, 'request');
    stop.abort();
    expect(await finding).toBeUndefined();
  });

  test('are not read from this computer’s own network', async () => {
    const guarded = createCaller(undefined, createAddressGuard({ ...SYSTEM_EDGE, resolve: async () => LOCAL }, false));
    const LOCAL = [{ address: '127.0.0.1', family: 4 }];
    let calls = 0;
    const call: Caller['call'] = (one) => {
      calls += 1;
      return guarded.call({ ...one, address: one.address.replace('https://', 'http://') });
    };
    expect(await find('help@shop.test', { call })).toBeUndefined();
    expect(calls).toBe(2);
    guarded.stop();
  });
});

describe('a file of the autoconfiguration', () => {
  const read = async (...servers: readonly string[]) => whole(await readAutoconfig(file(...servers), 'help@shop.test'));

  test('has the first server of each kind with TLS, and names to fill in', async () => {
    expect(
      await read(
        server('pop3', 'pop.shop.test', 995, 'SSL'),
        server('imap', 'plain.shop.test', 143, 'plain'),
        server('imap', 'imap.%EMAILDOMAIN%', 143, 'STARTTLS', '%EMAILLOCALPART%'),
        server('imap', 'second.shop.test', 993, 'SSL'),
        server('smtp', 'SMTP.shop.test', 465, 'SSL'),
      ),
    ).toEqual(['autoconfig', at('imap.shop.test', 143, 'help'), at('smtp.shop.test', 465), undefined]);
  });

  const smtp = server('smtp', 'smtp.shop.test', 465, 'SSL');
  test.each([
    ['no servers', ''],
    ['no TLS', server('imap', 'imap.shop.test', 143, 'plain') + smtp],
    ['one kind only', smtp],
    ['a host that is none', server('imap', 'imap.shop.test/x', 993, 'SSL') + smtp],
    ['a port that is none', server('imap', 'imap.shop.test', 99_993, 'SSL') + smtp],
    ['this computer', server('imap', 'localhost', 993, 'SSL') + smtp],
    ['an end in the middle', server('imap', 'imap.shop.test', 993, 'SSL') + smtp.slice(0, 90)],
  ])('with %s says nothing', async (_what, servers) => {
    expect(await read(servers)).toBeUndefined();
  });

  test('may be anything else', async () => {
    for (const text of [
      '',
      '<html>Not found',
      '<'.repeat(64_000),
      '<a>'.repeat(21_000),
      '\0',
      '<!DOCTYPE x [<!ENTITY a "b">]>',
    ])
      expect(await readAutoconfig(text, 'help@shop.test')).toBeUndefined();
  });
});

test('each domain belongs to one provider, and each provider is complete', () => {
  const domains = PROVIDERS.flatMap((provider) => provider.domains);
  expect(new Set(domains).size).toBe(domains.length);
  for (const { help, imap, smtp } of PROVIDERS) {
    expect(new URL(help).protocol).toBe('https:');
    for (const name of [imap, smtp]) expect(name).toMatch(/^[a-z0-9.-]+(?::\d+)?$/);
  }
});
