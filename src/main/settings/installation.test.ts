import { expect, test } from 'vitest';
import { connectionChange, connectionSettings } from '#shared/contract/connection.ts';
import { changedConnection } from './installation.ts';

const FRESH = { connection: connectionSettings.parse({}), connectionSecrets: {} };
const change = (given: object) => connectionChange.parse(given);

test('a change keeps fields that it does not contain', () => {
  const first = changedConnection(
    FRESH,
    change({
      way: 'tunnel',
      tunnel: { kind: 'cloudflare', cloudflare: { mode: 'named', port: 9500 } },
      network: { port: 9000, https: false },
      secrets: { cloudflareToken: 'one' },
    }),
  );
  const second = changedConnection(first, change({ network: { port: 9001 }, tunnel: { cloudflare: { port: 9501 } } }));
  expect(second.connection).toMatchObject({
    way: 'tunnel',
    network: { port: 9001, https: false },
    tunnel: { kind: 'cloudflare', cloudflare: { mode: 'named', port: 9501 } },
  });
  expect(second.connectionSecrets).toEqual({ cloudflareToken: 'one' });
});

test('an empty secret removes it, another one replaces it', () => {
  const stored = changedConnection(FRESH, change({ secrets: { ngrokToken: 'one', cloudflareToken: 'two' } }));
  expect(
    changedConnection(stored, change({ secrets: { ngrokToken: '', cloudflareToken: 'three' } })).connectionSecrets,
  ).toEqual({ cloudflareToken: 'three' });
});
