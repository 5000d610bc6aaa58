import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChannel } from '../../fixtures/channels.ts';
import { failToStart } from '../../fixtures/headless.ts';
import { type Host, refusalToStart, startHost } from '../../fixtures/host.ts';

let host: Host;

beforeAll(async () => {
  host = await startHost();
});

afterAll(() => host.remove());

const PLAIN = [
  'http://shop.example/hook',
  'http://10.0.0.5/hook',
  'http://192.168.1.10:8080/hook',
  'http://0.0.0.0/hook',
  'http://localhost.shop.example/hook',
  'http://127.0.0.1.shop.example/hook',
  'http://[::2]/hook',
  'HTTP://SHOP.EXAMPLE/hook',
];
const LOOPBACK = [
  'http://127.0.0.1:8080/hook',
  'http://127.8.8.8/hook',
  'http://localhost/hook',
  'http://LOCALHOST:81/hook',
  'http://[::1]:8080/hook',
];

describe('allowed reply addresses', () => {
  test.each(PLAIN)('%s is not https: refused', async (endpoint) => {
    expect(await host.ask('channels.create', { name: 'Shop', endpoint })).toMatchObject({
      ok: false,
      error: { code: 'endpoint_not_allowed' },
    });
  });

  test.each(PLAIN)('%s is accepted with "allow plain HTTP (development)"', async (endpoint) => {
    expect(await host.ask('channels.create', { name: 'Shop', endpoint, allowPlainHttp: true })).toMatchObject({
      ok: true,
    });
  });

  test.each(['https://shop.example/hook', 'HTTPS://shop.example', ...LOOPBACK])('%s is accepted', async (endpoint) => {
    expect(await host.ask('channels.create', { name: 'Shop', endpoint })).toMatchObject({ ok: true });
  });

  test('without its https:// it gets it', async () => {
    const { endpoint } = await host.rpc('channels.create', { name: 'Shop', endpoint: ' shop.example/hook ' });
    expect(endpoint).toBe('https://shop.example/hook');
  });

  test.each(['ftp://shop.example/hook', '/hook', 'javascript:alert(1)', 'https://', 'file:///etc/passwd'])(
    '%s is not an endpoint',
    async (endpoint) => {
      expect(await host.ask('channels.create', { name: 'Shop', endpoint, allowPlainHttp: true })).toMatchObject({
        ok: false,
        error: { code: 'invalid_input' },
      });
    },
  );

  test.each(['http://127.0.0.1@shop.example/hook', 'http://localhost:80@shop.example/hook'])(
    '%s only looks like loopback: refused',
    async (endpoint) => {
      expect(await host.ask('channels.create', { name: 'Shop', endpoint })).toMatchObject({ ok: false });
    },
  );

  test('a change is held to the same rule', async () => {
    const { id: channelId } = await openChannel(host, { endpoint: 'http://shop.example/hook', allowPlainHttp: true });
    expect(await host.ask('channels.update', { channelId, allowPlainHttp: false })).toMatchObject({
      ok: false,
      error: { code: 'endpoint_not_allowed' },
    });
    expect(
      await host.ask('channels.update', { channelId, allowPlainHttp: false, endpoint: 'https://shop.example/hook' }),
    ).toMatchObject({ ok: true });
    expect(await host.ask('channels.update', { channelId, endpoint: 'http://shop.example/hook' })).toMatchObject({
      ok: false,
      error: { code: 'endpoint_not_allowed' },
    });
    const { channels } = await host.rpc('channels.list', {});
    expect(channels.find(({ id }) => id === channelId)).toMatchObject({
      endpoint: 'https://shop.example/hook',
      allowPlainHttp: false,
    });
  });
});

describe('a provision file', () => {
  test('that breaks the rule fails the start and names the entry', async () => {
    const { code, stderr } = await failToStart({
      provision: {
        channels: [
          { name: 'Good', publicId: 'good-1', secret: 'good-secret', endpoint: 'https://shop.example/hook' },
          { name: 'Bad', publicId: 'bad-2', secret: 'bad-secret', endpoint: 'http://shop.example/hook' },
        ],
      },
    });
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(/channels\[1\].*endpoint/);
    expect(stderr).not.toContain('bad-secret');
  });

  test.each([
    [{ operators: [{ name: 'Olga', accessKey: 'short' }] }, /accessKey/],
    [
      { operators: [{ name: 'Olga', accessKey: 'olga-key-for-tests-0001', photo: 'data:image/png;base64,AA==' }] },
      /photo/,
    ],
    [{ channels: [{ name: 'Shop' }] }, /publicId/],
    [{ channels: [{ name: 'Shop', publicId: 'a/b', secret: 's-secret' }] }, /publicId/],
  ])('%j is refused with the entry named', async (provision, named) => {
    expect(await refusalToStart({ provision })).toMatch(named);
  });

  test('with "allowPlainHttp" in the entry is applied, and changes nothing when applied again', async () => {
    const provision = {
      channels: [
        {
          name: 'Shop app',
          publicId: 'shop-1',
          secret: 'path-secret',
          endpoint: 'http://shop.example/hook',
          allowPlainHttp: true,
        },
      ],
    };
    const first = await startHost({ provision });
    const before = await first.rpc('channels.list', {});
    expect(before.channels).toMatchObject([
      {
        name: 'Shop app',
        publicId: 'shop-1',
        endpoint: 'http://shop.example/hook',
        allowPlainHttp: true,
        paused: false,
      },
    ]);
    await first.stop();
    const second = await first.restart();
    try {
      expect(await second.rpc('channels.list', {})).toEqual(before);
      expect(await second.rpc('operators.list', {})).toMatchObject({ operators: [{ name: 'Olga' }] });
    } finally {
      await second.remove();
    }
  });
});
