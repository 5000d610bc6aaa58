import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Agent, request } from 'undici';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAuthority, makeServerCertificate } from '#main/exposure/authority.ts';
import { type Certificates, createCertificates } from '#main/exposure/certificates.ts';
import type { ServerCertificate } from '#main/exposure/ports.ts';
import { createKeyFileVault } from '#main/settings/vault.ts';
import { storedInstallation } from '#main/store/installation/stored-installation.ts';
import { openSettings } from '#main/settings/settings.ts';
import { openMemoryStore } from '../../fixtures/memory-store.ts';
import { noOpenssl, openssl } from '../../fixtures/openssl.ts';

const DAY = 86_400_000;
const NAMES = ['localhost', 'shop-pc', 'shop-pc.local', '127.0.0.1', '192.168.1.5', '2001:db8::7'];
const folders: string[] = [];
let now = Date.now();
/** the earliest that it may be; undefined: now */
let earliest: number | undefined;
let folder: string;
/** outlives the settings read from it, as a restart does */
let store: ReturnType<typeof openMemoryStore>;

beforeEach(async () => {
  now = Date.now();
  earliest = undefined;
  store = openMemoryStore();
  folder = await mkdtemp(join(tmpdir(), 'counterbell-certificates-'));
  folders.push(folder);
});

afterAll(async () => {
  for (const each of folders) await rm(each, { recursive: true, force: true });
});

async function certificatesOf(computerName = 'shop-pc'): Promise<Certificates> {
  const clock = { wall: () => now, earliest: () => earliest ?? now };
  const vault = await createKeyFileVault({ folder });
  return createCertificates({
    settings: await openSettings({
      publish: ({ answer }) => answer,
      store,
      vault,
      clock,
      log: pino({ level: 'silent' }),
    }),
    clock,
    computerName,
  });
}

/** The certificates as stored in the database. */
async function keptRows(): Promise<unknown> {
  return storedInstallation.parse(await store.read('readInstallation')).certificates;
}

async function answerOf(server: ServerCertificate, root: string, host: string): Promise<string> {
  const running = createServer({ cert: server.certificate, key: server.key }, (_request, response) =>
    response.end('verified'),
  );
  await once(running.listen(0, '::'), 'listening');
  const agent = new Agent({ connect: { ca: root, timeout: 5000 } });
  try {
    const { body } = await request(`https://${host}:${(running.address() as AddressInfo).port}/`, {
      dispatcher: agent,
    });
    return await body.text();
  } finally {
    await agent.close();
    await close(running);
  }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

describe('a certificate made here', () => {
  test('is accepted for each name and address by a client with the root, and by no other', async () => {
    const certificates = await certificatesOf();
    const addresses = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address);
    const { certificate } = await certificates.serverCertificate('made', [...NAMES, ...addresses]);
    const root = (await certificates.authority()).certificate;
    for (const host of ['localhost', '127.0.0.1', ...addresses])
      expect(await answerOf(certificate, root, host)).toBe('verified');
    const stranger = (await makeAuthority('shop-pc', now)).certificate;
    await expect(answerOf(certificate, stranger, 'localhost')).rejects.toThrow();
  });

  test('is valid for 397 days at most, and signed by a root valid for ten years', async () => {
    const certificates = await certificatesOf();
    const { info } = await certificates.serverCertificate('made', NAMES);
    expect(info).toMatchObject({ made: true, issuer: 'Counterbell' });
    expect(new Set(info.names)).toEqual(new Set(NAMES));
    expect((info.validTo - info.validFrom) / DAY).toBeLessThanOrEqual(397);
    expect(info.validFrom).toBeLessThanOrEqual(now);
    const { validTo, fingerprint, certificate } = await certificates.authority();
    expect((validTo - now) / DAY).toBeGreaterThan(3650);
    expect(new X509Certificate(certificate).fingerprint256).toBe(fingerprint);
  });

  test('is unchanged by restarts, whatever the order of the names, and its key is sealed', async () => {
    const first = await (await certificatesOf()).serverCertificate('made', NAMES);
    const again = await (await certificatesOf()).serverCertificate('made', NAMES.toReversed());
    expect(again.info.fingerprint).toBe(first.info.fingerprint);
    expect(again.certificate.key).toBe(first.certificate.key);
    expect(JSON.stringify(await keptRows())).not.toMatch(/PRIVATE KEY/);
  });

  test('is reissued by the same authority when the names change, and 30 days before it expires', async () => {
    const certificates = await certificatesOf();
    const { fingerprint: root } = await certificates.authority();
    const first = await certificates.serverCertificate('made', NAMES);
    const moved = await certificates.serverCertificate('made', [...NAMES, '192.168.1.99']);
    expect(moved.info.fingerprint).not.toBe(first.info.fingerprint);
    now = moved.info.validTo - 31 * DAY;
    expect((await certificates.serverCertificate('made', [...NAMES, '192.168.1.99'])).info.fingerprint).toBe(
      moved.info.fingerprint,
    );
    now = moved.info.validTo - 29 * DAY;
    const renewed = await certificates.serverCertificate('made', [...NAMES, '192.168.1.99']);
    expect(renewed.info.fingerprint).not.toBe(moved.info.fingerprint);
    expect((await certificates.authority()).fingerprint).toBe(root);
    await certificates.renewAuthority();
    const anew = await certificates.serverCertificate('made', NAMES);
    // Colleagues' apps know the installation by this key.
    expect(new Set([first, moved, renewed, anew].map(({ pin }) => pin)).size).toBe(1);
  });

  test('stays, and so does the authority, while a clock runs ahead; one that is made then can be used now', async () => {
    const certificates = await certificatesOf();
    const [first, root] = [await certificates.serverCertificate('made', NAMES), await certificates.authority()];
    earliest = now;
    now += 3650 * DAY;
    expect((await certificates.serverCertificate('made', NAMES)).info).toEqual(first.info);
    expect((await certificates.authority()).fingerprint).toBe(root.fingerprint);
    const { info } = await certificates.serverCertificate('made', [...NAMES, '192.168.1.99']);
    expect(info.validFrom).toBeLessThanOrEqual(earliest);
  });

  test('is made anew with its authority 30 days before that ends: devices have to trust the new one', async () => {
    const [certificates, today] = [await certificatesOf(), now];
    now -= 3623 * DAY;
    const root = await certificates.authority();
    now = root.validTo - 31 * DAY;
    expect((await certificates.authority()).fingerprint).toBe(root.fingerprint);
    now = today;
    const { certificate } = await certificates.serverCertificate('made', NAMES);
    const anew = await certificates.authority();
    expect([anew.fingerprint === root.fingerprint, now - anew.validFrom < DAY]).toEqual([false, true]);
    expect(await answerOf(certificate, anew.certificate, 'localhost')).toBe('verified');
    await expect(answerOf(certificate, root.certificate, 'localhost')).rejects.toThrow();
  });

  test('has another key, under another authority, if the owner asks for one because it was stolen', async () => {
    const certificates = await certificatesOf();
    const [before, root] = [await certificates.serverCertificate('made', NAMES), await certificates.authority()];
    await certificates.renewKey(NAMES);
    const { certificate, pin } = await certificates.serverCertificate('made', NAMES);
    const anew = await certificates.authority();
    expect(pin).not.toBe(before.pin);
    expect(certificate.key).not.toBe(before.certificate.key);
    expect(anew.fingerprint).not.toBe(root.fingerprint);
    expect(await answerOf(certificate, anew.certificate, 'localhost')).toBe('verified');
    expect((await (await certificatesOf()).serverCertificate('made', NAMES)).pin).toBe(pin);
  });

  test('whose key is locked is kept, with its authority: it is used again when the key is back', async () => {
    const keyFile = join(folder, 'vault.key');
    const first = await certificatesOf();
    const before = await first.serverCertificate('made', NAMES);
    const root = await first.authority();
    const key = await readFile(keyFile);
    const stored = await keptRows();

    await rm(keyFile);
    const locked = await certificatesOf();
    await expect(locked.serverCertificate('made', NAMES)).rejects.toMatchObject({ code: 'secret_lost' });
    await expect(locked.serverCertificate('made', [...NAMES, '192.168.1.99'])).rejects.toMatchObject({
      code: 'secret_lost',
    });
    // What devices get contains no secret.
    expect(await locked.authority()).toEqual(root);
    expect(await keptRows()).toEqual(stored);

    await writeFile(keyFile, key);
    expect((await (await certificatesOf()).serverCertificate('made', NAMES)).info).toEqual(before.info);
  });

  test('is signed by another authority if the owner asks for one because the key is lost for good', async () => {
    const root = await (await certificatesOf()).authority();
    await rm(join(folder, 'vault.key'));
    const certificates = await certificatesOf();
    await certificates.renewAuthority();
    const { certificate } = await certificates.serverCertificate('made', NAMES);
    const anew = await certificates.authority();
    expect(anew.fingerprint).not.toBe(root.fingerprint);
    expect(await answerOf(certificate, anew.certificate, 'localhost')).toBe('verified');
  });

  test('of the owner is kept while its key is locked', async () => {
    const { key, certificate } = (await (await certificatesOf()).serverCertificate('made', NAMES)).certificate;
    const imported = await (await certificatesOf()).importOwn({ certificate, key });
    const vaultKey = await readFile(join(folder, 'vault.key'));
    await rm(join(folder, 'vault.key'));
    const stored = await keptRows();
    await expect((await certificatesOf()).serverCertificate('own', [])).rejects.toMatchObject({ code: 'secret_lost' });
    expect(await keptRows()).toEqual(stored);
    await writeFile(join(folder, 'vault.key'), vaultKey);
    expect((await (await certificatesOf()).serverCertificate('own', [])).info).toEqual(imported);
  });

  test('covers no name of the internet', async () => {
    const { info } = await (
      await certificatesOf()
    ).serverCertificate('made', [
      'bank.example',
      'localhost.bank.example',
      'SHOP-PC',
      'shop-pc.home.arpa',
      'fe80::1%eth0',
      '<b>',
    ]);
    expect(new Set(info.names)).toEqual(new Set(['localhost', 'shop-pc', 'shop-pc.home.arpa']));
  });
});

describe('the authority', () => {
  test('signs nothing for the internet, even with a stolen key: clients refuse it', async () => {
    const authority = await makeAuthority('shop-pc', now);
    const forged = await makeServerCertificate({ ...authority, domains: ['example'] }, ['bank.example'], now);
    const server = createServer({ cert: forged.certificate, key: forged.key }, (_request, response) => response.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const agent = new Agent({ connect: { ca: authority.certificate, servername: 'bank.example' } });
    await expect(
      request(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`, { dispatcher: agent }),
    ).rejects.toMatchObject({ message: 'permitted subtree violation' });
    await agent.close();
    await close(server);
  });

  test.skipIf(noOpenssl !== undefined)(
    `openssl agrees${noOpenssl === undefined ? '' : ` (skipped: ${noOpenssl})`}`,
    async () => {
      const tool = openssl();
      try {
        const authority = await makeAuthority('shop-pc', now);
        const good = await makeServerCertificate(authority, NAMES, now);
        const forged = await makeServerCertificate({ ...authority, domains: ['example'] }, ['bank.example'], now);
        tool.write('root.pem', authority.certificate);
        tool.write('good.pem', good.certificate);
        tool.write('forged.pem', forged.certificate);
        expect(
          tool.run('verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', 'root.pem', 'good.pem'),
        ).toContain('good.pem: OK');
        expect(() => tool.run('verify', '-purpose', 'sslserver', '-CAfile', 'root.pem', 'forged.pem')).toThrow(
          /permitted subtree violation/,
        );
        expect(tool.run('x509', '-in', 'root.pem', '-noout', '-text')).toMatch(
          /X509v3 Name Constraints: critical[\s\S]*DNS:localhost[\s\S]*DNS:shop-pc/,
        );
      } finally {
        tool.remove();
      }
    },
  );
});
