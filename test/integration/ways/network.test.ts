import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect as tlsConnect } from 'node:tls';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { makeFarNetwork, noFarNetwork, type FarNetwork } from '../../fixtures/far-network.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { noOpenssl, openssl } from '../../fixtures/openssl.ts';

/** Posts a body and prints the status; verifies the certificate with only this root. */
const CLIENT = `
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
const [url, ca, body] = process.argv.slice(1);
const asked = (url.startsWith('https:') ? secure : plain)(url, { method: 'POST', ca: ca === '' ? undefined : ca }, (response) => {
  response.resume().once('end', () => console.log(response.statusCode));
});
asked.once('error', (error) => console.log(error.code));
asked.end(body);
`;

let far: FarNetwork;
let host: Host;
let channel: TestChannel;
let port: number;

const body = (sender: string): string =>
  JSON.stringify({ sender: { id: sender }, message: { type: 'text', text: `from ${sender}` } });

describe.skipIf(noFarNetwork !== undefined)(
  `another computer in the network${noFarNetwork === undefined ? '' : ` (skipped: ${noFarNetwork})`}`,
  () => {
    beforeAll(async () => {
      far = makeFarNetwork();
      port = await freePort();
      host = await startHost();
      channel = await openChannel(host);
    });

    afterAll(async () => {
      await host.remove();
      far.remove();
    });

    const urls = async (): Promise<readonly string[]> =>
      (await host.rpc('connection.get', {})).addresses.flatMap(({ url }) => url ?? []);
    /** this computer's address in the other one's network */
    const nearUrl = async (): Promise<string> => {
      const subnet = far.address.split('.').slice(0, 3).join('.');
      const found = (await urls()).find((url) => new URL(url).hostname.startsWith(`${subnet}.`));
      if (found === undefined) throw new Error(`no address in ${subnet}: ${(await urls()).join()}`);
      return found;
    };
    const postFromThere = async (base: string, root: string, sender: string): Promise<string> => {
      const [command = '', ...before] = far.within;
      const { pathname } = new URL(channel.messageUrl);
      const { stdout } = await promisify(execFile)(command, [
        ...before,
        process.execPath,
        '--input-type=module',
        '-e',
        CLIENT,
        `${base}${pathname}`,
        root,
        body(sender),
      ]);
      return stdout.trim();
    };
    const addressOf = async (text: string): Promise<string | undefined> =>
      (await host.rpc('journal.list', { channelId: channel.id, text })).entries[0]?.from;

    test('only this computer: no port is open to the network', async () => {
      expect(await urls()).toEqual([]);
      const subnet = far.address.replace(/\d+$/, '1');
      expect(await postFromThere(`http://${subnet}:${new URL(host.listener).port}`, '', 'nobody')).toBe('ECONNREFUSED');
    });

    test('HTTPS with a certificate made here: verified with the exported root, refused without it', async () => {
      await host.rpc('connection.change', { way: 'lan', network: { port, https: true, certificate: 'made' } });
      const { certificate: root } = await host.rpc('connection.authority', {});
      const base = await nearUrl();
      expect(base).toMatch(/^https:/);
      expect(await postFromThere(base, root, 'anna')).toBe('200');
      expect((await channel.receivedBy('"anna"')).map(({ text }) => text)).toEqual(['from anna']);
      expect(await addressOf('anna')).toBe(far.address);
      expect(await postFromThere(base, '', 'nobody')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    });

    test('HTTP, if the owner wants it', async () => {
      await host.rpc('connection.change', { way: 'lan', network: { port, https: false } });
      const base = await nearUrl();
      expect(base).toMatch(/^http:/);
      expect(await postFromThere(base, '', 'berta')).toBe('200');
      expect(await addressOf('berta')).toBe(far.address);
    });

    test('back to this computer only: the port is closed', async () => {
      const base = await nearUrl();
      await host.rpc('connection.change', { way: 'local' });
      expect(await postFromThere(base, '', 'nobody')).toBe('ECONNREFUSED');
    });
  },
);

describe.skipIf(noOpenssl !== undefined)(
  `a certificate of one's own on the network server${noOpenssl === undefined ? '' : ` (skipped: ${noOpenssl})`}`,
  () => {
    test('importing a certificate while the port is open: new connections get it, open ones stay', async () => {
      const tool = openssl();
      const running = await startHost();
      try {
        const ownPort = await freePort();
        const [before, after] = [tool.chain(), tool.chain()];
        await running.rpc('connection.importCertificate', {
          certificate: before.server.certificate + before.between.certificate,
          key: before.server.key,
        });
        await running.rpc('connection.change', {
          way: 'lan',
          network: { port: ownPort, https: true, certificate: 'own' },
        });
        const open = tlsConnect({ port: ownPort, host: '127.0.0.1', ca: before.root.certificate });
        await once(open, 'secureConnect');
        const view = await running.rpc('connection.importCertificate', {
          certificate: after.server.certificate + after.between.certificate,
          key: after.server.key,
        });
        expect(view.certificate).toMatchObject({
          made: false,
          names: ['shop.example', 'localhost', '127.0.0.1', '2001:db8::1'],
        });
        const agent = new Agent({ connect: { ca: after.root.certificate } });
        const { statusCode, body: answered } = await request(`https://127.0.0.1:${ownPort}/health`, {
          dispatcher: agent,
        });
        expect([statusCode, await answered.json()]).toEqual([200, { status: 'ok' }]);
        await agent.close();
        const received = once(open, 'data');
        open.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
        const [first] = (await received) as [Buffer];
        expect(first.toString()).toContain('HTTP/1.1 200 OK');
        open.destroy();
      } finally {
        await running.remove();
        tool.remove();
      }
    });
  },
);
