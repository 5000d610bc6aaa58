import { describe, expect, it } from 'vitest';
import {
  deviceKey,
  deviceName,
  deviceProof,
  encodeInvitation,
  hostProof,
  invitationId,
  isSameProof,
  newShortSecret,
  readInvitation,
  type InvitationCode,
} from './invitation.ts';

const code: InvitationCode = {
  secret: 'AAECAwQFBgcICQoLDA0ODw',
  pin: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
  addresses: ['https://192.168.1.5:8791', 'https://[fd00::5]:8791', { u: 'https://chat.example' }],
};
const raw = (content: unknown): string =>
  btoa(JSON.stringify(content)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const plain = { v: 1, s: code.secret, p: code.pin, a: code.addresses };

describe('the code of an invitation', () => {
  it.each(['', 'https://192.168.1.5:8791/join#', 'https://chat.example/join#', 'counterbell://join/'])(
    'is read after %j',
    (before) => {
      expect(readInvitation(` ${before}${encodeInvitation(code)}\n`)).toEqual(code);
    },
  );

  it('has at most eight addresses, which may be this computer in plain HTTP', () => {
    const addresses = Array.from({ length: 20 }, (_, index) => `http://127.0.0.1:${8790 + index}`);
    const read = readInvitation(encodeInvitation({ ...code, addresses }));
    expect(read).toEqual({ ...code, addresses: addresses.slice(0, 8) });
  });

  it.each([
    ['nothing', ''],
    ['a word', 'hello'],
    ['another link', `https://chat.example/other#${encodeInvitation(code)}`],
    ['another scheme', `javascript://join/${encodeInvitation(code)}`],
    ['a cut code', encodeInvitation(code).slice(0, -3)],
    ['no object', raw('text')],
    ['a short secret', raw({ ...plain, s: 'AAECAwQFBgcICQoLDA0O' })],
    ['a secret with stray bits', raw({ ...plain, s: 'AAECAwQFBgcICQoLDA0ODx' })],
    ['a pin that is none', raw({ ...plain, p: code.secret })],
    ['no address', raw({ ...plain, a: [] })],
    ['too many addresses', raw({ ...plain, a: Array.from({ length: 9 }, () => 'https://10.0.0.1') })],
    ['an address with a path', raw({ ...plain, a: ['https://10.0.0.1/x'] })],
    ['an address with a password', raw({ ...plain, a: ['https://me:you@10.0.0.1'] })],
    ['plain HTTP elsewhere', raw({ ...plain, a: ['http://10.0.0.1:8791'] })],
    ['plain HTTP for the authorities', raw({ ...plain, a: [{ u: 'http://chat.example' }] })],
    ['an address with more to it', raw({ ...plain, a: [{ u: 'https://chat.example', x: 1 }] })],
    ['a flood', 'A'.repeat(1e6)],
    ['a long code', raw({ ...plain, more: 'x'.repeat(5000) })],
  ])('is unreadable if it is %s', (_what, text) => {
    expect(readInvitation(text)).toBe('unreadable');
  });

  it('of a later version is recognized as such', () => {
    expect(readInvitation(raw({ v: 2, x: 'whatever' }))).toBe('newer');
  });
});

describe('the exchange', () => {
  const exchange = { secret: code.secret, pin: code.pin, nonce: 'EBESExQVFhcYGRobHB0eHw' };
  const hostNonce = 'ICEiIyQlJicoKSorLC0uLw';

  // Fixed values: a host and an app of different versions have to agree on them.
  it('computes what every version computes', async () => {
    expect({
      id: await invitationId(code.secret),
      device: await deviceProof(exchange, 'Reception'),
      host: await hostProof(exchange, hostNonce, 'device-1'),
      key: await deviceKey(exchange, hostNonce),
    }).toEqual({
      id: 'UUPZ1vqA31maGrOhIpIolA',
      device: '2h93JK4_8Xt-k8RKtZOXvifibgztRwLm9266i5OtVGk',
      host: 'nIAevaSmLL68r-ZmAfAoWz5hs2aQJ90EWcCPavWea7A',
      key: 'NAVs5jz9Ws_L295wPEZeaoeYhRGo3eMhKpeGLB-kW2g',
    });
  });

  it.each([
    ['secret', { secret: newShortSecret() }],
    ['key that was seen', { pin: 'public' }],
    ['nonce', { nonce: newShortSecret() }],
  ])('depends on the %s', async (_what, change) => {
    const other = { ...exchange, ...change };
    expect(await deviceProof(other, 'Reception')).not.toBe(await deviceProof(exchange, 'Reception'));
    expect(await hostProof(other, hostNonce, 'device-1')).not.toBe(await hostProof(exchange, hostNonce, 'device-1'));
  });

  it('has proofs that cannot stand in for each other, nor for another device or name', async () => {
    const proofs = await Promise.all([
      deviceProof(exchange, 'Reception'),
      deviceProof(exchange, 'Office'),
      hostProof(exchange, hostNonce, 'device-1'),
      hostProof(exchange, hostNonce, 'device-2'),
      hostProof(exchange, exchange.nonce, 'device-1'),
      deviceKey(exchange, hostNonce),
      deviceKey(exchange, exchange.nonce),
    ]);
    expect(new Set(proofs).size).toBe(proofs.length);
    const [first, second] = proofs;
    const compared = [first, second, first.slice(1), ''].map((other) => isSameProof(other, first));
    expect(compared).toEqual([true, false, false, false]);
  });
});

it.each([
  ['Olga’s MacBook', true],
  ['', true],
  ['x'.repeat(81), false],
  ['two\nlines', false],
  ['a\0b', false],
])('the device name %j is accepted: %j', (name, accepted) => {
  expect(deviceName.safeParse(name).success).toBe(accepted);
});
