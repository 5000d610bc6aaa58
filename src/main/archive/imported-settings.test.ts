import { describe, expect, test } from 'vitest';
import { isLost, type SettingsState } from '#main/settings/installation.ts';
import {
  storedInstallation,
  type Installation,
  type StoredCertificate,
} from '#main/store/installation/stored-installation.ts';
import { mailSettings } from '#shared/domain/mail.ts';
import { certificate } from '../../../test/fixtures/certificates.ts';
import {
  withoutNewTrust,
  readImportedSecrets,
  secretsToSeal,
  resolveImported,
  type ImportedSecrets,
} from './imported-settings.ts';

const channel = {
  id: 'c1',
  name: 'Shop',
  publicId: 'shop',
  endpoint: 'https://chat.shop.example/replies',
  allowPlainHttp: false,
  paused: false,
  secret: '',
};
const bot = {
  id: 'b1',
  name: 'FAQ',
  providerId: 'p1',
  endpoint: 'https://bots.example/account-7',
  allowPlainHttp: false,
  channelIds: ['c1'],
  hourlyLimit: 10,
  silenceSeconds: 60,
  enabled: true,
  token: '',
};
type Tunnel = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
interface Changes {
  readonly channel?: object;
  readonly bot?: object;
  readonly own?: object;
  readonly tunnel?: Tunnel;
}

function settings(changed: Changes = {}): Installation {
  return storedInstallation.parse({
    installationId: '7d1c1a5e-0b55-4c53-9b5a-2a7a1b2f3c4d',
    setUp: true,
    operators: [{ id: 'o1', name: 'Olga', role: 'owner', presence: 'online', accessKey: 'olga' }],
    connection: {
      own: { publicUrl: 'https://bell.example', ...changed.own },
      ...(changed.tunnel === undefined ? {} : { tunnel: changed.tunnel }),
    },
    channels: [{ ...channel, ...changed.channel }],
    bots: [{ ...bot, ...changed.bot }],
  });
}

const HERE = {
  cloudflareToken: 'cf',
  ngrokToken: 'ng',
};

/** The present installation, with all its secrets. */
function present(changed: Changes = {}): SettingsState {
  const document = settings(changed);
  return {
    ...document,
    channels: document.channels.map((each) => ({ ...each, secret: 'path-secret', signingKey: 'channel key' })),
    bots: document.bots.map((each) => ({ ...each, token: 'bot-token', signingKey: 'bot key' })),
    connectionSecrets: HERE,
    certificates: [],
  };
}

/** Names of the secrets the owner has to enter again after a restore. */
function lostAfter(carried: Installation, secrets?: ImportedSecrets, here = present()): string[] {
  const { channels, bots, connectionSecrets } = resolveImported(carried, secrets, here);
  return [
    ...channels.filter(({ secret }) => isLost(secret)).map(() => 'channel'),
    ...bots.filter(({ token }) => isLost(token)).map(() => 'bot'),
    ...Object.entries(connectionSecrets)
      .filter(([, secret]) => isLost(secret))
      .map(([name]) => name),
  ];
}

test.each<[string, Changes, string[]]>([
  ['the same', {}, []],
  ['the same, written another way', { channel: { endpoint: 'https://CHAT.shop.example:443/replies' } }, []],
  [
    'no address at all',
    {
      channel: { endpoint: null },
      bot: { endpoint: null },
      own: { publicUrl: null },
    },
    [],
  ],
  ['another name', { channel: { name: 'Kiosk' }, bot: { name: 'Helper' } }, []],
  ['another host for replies', { channel: { endpoint: 'https://evil.example/replies' } }, ['channel']],
  ['another port for replies', { channel: { endpoint: 'https://chat.shop.example:8443/replies' } }, ['channel']],
  [
    'replies without encryption',
    { channel: { endpoint: 'http://chat.shop.example/replies', allowPlainHttp: true } },
    ['channel'],
  ],
  ['another public address', { own: { publicUrl: 'https://evil.example' } }, ['channel']],
  [
    'another address of the Cloudflare tunnel',
    { tunnel: { cloudflare: { publicUrl: 'https://evil.example' } } },
    ['channel'],
  ],
  ['another ngrok domain', { tunnel: { ngrok: { domain: 'evil.ngrok.app' } } }, ['channel']],
  ['another host of the bot', { bot: { endpoint: 'https://evil.example/account-7' } }, ['bot']],
  ['another account at the bot’s provider', { bot: { endpoint: 'https://bots.example/account-8' } }, ['bot']],
])('a backup without secrets, with %s: only secrets that would be sent there are lost', (_what, changes, lost) => {
  expect(lostAfter({ ...settings(changes), connectionSecrets: {} })).toEqual(lost);
});

test.each([
  ['stays with its servers', {}, []],
  [
    'does not go to another server',
    { imap: { host: 'evil.example', port: 993, user: 'help', tls: true } },
    ['channel'],
  ],
  [
    'does not go out in plain text',
    { smtp: { host: 'mail.example', port: 465, user: 'help', tls: false } },
    ['channel'],
  ],
])('the password of a mailbox %s', (_what, changed, expected) => {
  const server = { host: 'mail.example', port: 465, user: 'help', tls: true };
  const email = mailSettings.parse({ address: 'help@mail.example', imap: { ...server, port: 993 }, smtp: server });
  const here = present({ channel: { kind: 'email', email } });
  const there = settings({ channel: { kind: 'email', email: { ...email, ...changed } } });
  expect(lostAfter({ ...there, connectionSecrets: {} }, undefined, here)).toEqual(expected);
});

test('the keys that sign what is sent stay with its addresses; for other addresses there are new ones', () => {
  const keysAfter = (changes: Changes) => {
    const { channels, bots } = resolveImported(settings(changes), undefined, present());
    return [...channels, ...bots].map(({ signingKey }) => signingKey);
  };
  expect(keysAfter({ channel: { name: 'Kiosk' } })).toEqual(['channel key', 'bot key']);
  const moved = { endpoint: 'https://moved.example' };
  const [ofChannel, ofBot] = keysAfter({ channel: moved, bot: moved });
  expect([ofChannel, ofBot]).toEqual([expect.stringMatching(/^[\w-]{32}$/), expect.stringMatching(/^[\w-]{32}$/)]);
});

test('secrets from the backup go to addresses from the backup; missing ones are lost', () => {
  const carried = settings({
    channel: { endpoint: 'https://moved.example' },
    bot: { endpoint: 'https://moved.example' },
  });
  const settled = resolveImported(
    carried,
    {
      channels: { c1: 'theirs' },
      boxes: {},
      bots: {},
      signing: { c1: 'their key' },
      operators: {},
      connection: { cloudflareToken: 'theirs' },
      certificates: {},
    },
    present(),
  );
  expect(settled.channels[0]).toMatchObject({ secret: 'theirs', signingKey: 'their key' });
  expect(settled.bots[0]?.token).toMatchObject({ sealed: expect.stringMatching(/^missing:/) as unknown });
  expect(settled.connectionSecrets).toMatchObject({
    cloudflareToken: 'theirs',
    ngrokToken: 'ng',
  });
});

describe('certificates', () => {
  const [theirs, ours] = [certificate('trusted').cert, certificate('stranger').cert];
  const stored = (name: StoredCertificate['name'], pem: string, key: string): StoredCertificate => {
    return { name, certificate: pem, key, names: [] };
  };
  const [authority, made, own] = [
    stored('authority', theirs, ''),
    stored('made', theirs, ''),
    stored('own', theirs, ''),
  ];
  const secrets = {
    ...{ channels: {}, boxes: {}, bots: {}, signing: {}, operators: {}, connection: {} },
    certificates: { authority: 'their authority', made: 'their made', own: 'their own' },
  };
  /** Certificates after the restore: names with keys. */
  const after = (
    carried: readonly StoredCertificate[],
    given: ImportedSecrets | undefined,
    here: readonly StoredCertificate[],
  ) =>
    resolveImported({ ...settings(), certificates: [...carried] }, given, {
      ...present(),
      certificates: here,
    }).certificates.map(({ name, key }) => [name, isLost(key) ? 'lost' : key]);

  test('the owner’s come with their keys; those of this computer’s authority are kept', () => {
    const here = [
      stored('authority', ours, 'our authority'),
      stored('made', ours, 'our made'),
      stored('own', ours, 'our own'),
    ];
    expect(after([authority, made, own], secrets, here)).toEqual([
      ['authority', 'our authority'],
      ['made', 'our made'],
      ['own', 'their own'],
    ]);
    expect(after([authority, made], secrets, here)).toEqual([
      ['authority', 'our authority'],
      ['made', 'our made'],
    ]);
  });

  test('one without a key in the backup uses the key this computer has for it; otherwise it has to be entered again', () => {
    expect(after([own], undefined, [stored('own', theirs, 'our own')])).toEqual([['own', 'our own']]);
    expect(after([own], undefined, [stored('own', ours, 'our own')])).toEqual([['own', 'lost']]);
  });

  test('the authority’s are restored if this computer has none and sealed their keys itself; never from another computer', () => {
    expect(after([authority, made], secrets, [])).toEqual([
      ['authority', 'their authority'],
      ['made', 'their made'],
    ]);
    const believed = (here: readonly StoredCertificate[]) =>
      withoutNewTrust({ ...settings(), certificates: [authority, made, own] }, { ...present(), certificates: here });
    expect(believed([])).toMatchObject({ settings: { certificates: [own] }, distrusted: ['authority'] });
    expect(believed([stored('authority', theirs, 'our authority')]).distrusted).toEqual([]);
  });
});

test('sealed secrets are bound to the exact settings they were sealed with', () => {
  const sealed = secretsToSeal(present(), 'of these settings');
  expect(readImportedSecrets(sealed, 'of these settings')).toMatchObject({
    channels: { c1: 'path-secret' },
    bots: { b1: 'bot-token' },
    connection: HERE,
  });
  expect(() => readImportedSecrets(sealed, 'of others')).toThrow(
    expect.objectContaining({ code: 'backup_unusable' }) as Error,
  );
});
