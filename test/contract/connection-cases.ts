import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { certificate } from '../fixtures/certificates.ts';
import { naming } from '../fixtures/stale-answers.ts';

/** The connection method. Each case restores the default: this computer only. */
export const connectionCases: readonly ContractCase[] = [
  {
    name: 'connection.change takes an address of one’s own, checks.run finds out what answers there, and windows hear of it',
    run: async ({ ok, withWindow }) => {
      await withWindow(async (window) => {
        await window.hello();
        const { localUrl } = await ok('connection.get', {});
        try {
          await ok('connection.change', { way: 'own', own: { publicUrl: localUrl } });
          await window.waitFor('answers.stale', naming('connection.get'));
          await ok('checks.run', {});
          const { reach, settings } = await ok('connection.get', {});
          assert.equal(settings.own.publicUrl, localUrl);
          assert.deepEqual([reach.state, reach.url], ['reachable', localUrl]);
        } finally {
          await ok('connection.change', { way: 'local', own: { publicUrl: null } });
        }
        assert.equal((await ok('connection.get', {})).reach.state, 'local');
      });
    },
  },
  {
    name: 'connection.dismissMovedPort leaves nothing to say about the port',
    run: async ({ ok }) => {
      assert.equal((await ok('connection.dismissMovedPort', {})).movedPort, undefined);
    },
  },
  {
    name: 'connection.dismissFormerUrl takes the present address for the one that everybody knows',
    run: async ({ ok }) => {
      const { localUrl } = await ok('connection.get', {});
      const another = localUrl.replace('127.0.0.1', 'localhost');
      try {
        await ok('connection.change', { way: 'own', own: { publicUrl: localUrl } });
        await ok('connection.dismissFormerUrl', {});
        await ok('connection.change', { own: { publicUrl: another } });
        await ok('checks.run', {});
        assert.equal((await ok('connection.get', {})).formerUrl, localUrl);
        assert.equal((await ok('connection.dismissFormerUrl', {})).formerUrl, undefined);
      } finally {
        await ok('connection.change', { way: 'local', own: { publicUrl: null } });
      }
    },
  },
  {
    name: 'connection.change refuses a way that lacks what it needs, by field, and keeps secrets to itself',
    needs: 'network',
    run: async ({ refused, ok }) => {
      const { code, issues } = await refused('connection.change', { way: 'tunnel', tunnel: { kind: 'ngrok' } });
      assert.equal(code, 'invalid_input');
      assert.deepEqual(
        issues?.map(({ path }) => path),
        ['secrets.ngrokToken'],
      );
      const stored = await ok('connection.change', { secrets: { ngrokToken: 'canary-of-ngrok' } });
      assert.equal(stored.secrets.ngrokToken, true);
      assert.equal(JSON.stringify(stored).includes('canary'), false);
      assert.equal((await ok('connection.change', { secrets: { ngrokToken: '' } })).secrets.ngrokToken, false);
    },
  },
  {
    name: 'connection.authority is made once, and signs the certificate of the network server',
    needs: 'network',
    run: async ({ ok }) => {
      const authority = await ok('connection.authority', {});
      assert.deepEqual(await ok('connection.authority', {}), authority);
      assert.equal(new X509Certificate(authority.certificate).ca, true);
      try {
        const {
          certificate: shown,
          rootFrom,
          networkProblem,
        } = await ok('connection.change', {
          way: 'lan',
          network: { port: await freePort(), https: true, certificate: 'made' },
        });
        assert.equal(networkProblem, undefined);
        assert.equal(shown?.made, true);
        assert.equal(rootFrom, authority.validFrom);
        assert.ok(shown.names.includes('localhost'));
      } finally {
        await ok('connection.change', { way: 'local' });
      }
    },
  },
  {
    name: 'connection.renewAuthority puts another authority in its place',
    needs: 'network',
    run: async ({ ok }) => {
      const { fingerprint } = await ok('connection.authority', {});
      assert.equal((await ok('connection.renewAuthority', {})).lockedCertificate, undefined);
      assert.notEqual((await ok('connection.authority', {})).fingerprint, fingerprint);
    },
  },
  {
    name: 'connection.importCertificate keeps a certificate with its key, and says in words what is wrong with another pair',
    needs: 'network',
    run: async ({ refused, ok }) => {
      const { cert, key } = certificate('trusted');
      assert.equal(
        (await refused('connection.importCertificate', { certificate: cert, key: certificate('stranger').key })).code,
        'invalid_input',
      );
      assert.equal(
        (await ok('connection.importCertificate', { certificate: cert, key })).settings.network.certificate,
        'own',
      );
      await ok('connection.change', { network: { certificate: 'made' } });
    },
  },
  {
    name: 'connection.tools tells what this computer has',
    run: async ({ ok }) => {
      const { cloudflare, ngrok } = await ok('connection.tools', {});
      assert.ok(cloudflare === null || cloudflare?.version !== '');
      assert.deepEqual(ngrok, {});
    },
  },
];

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
