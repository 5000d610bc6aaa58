import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Certificates, createCertificates } from '#main/exposure/certificates.ts';
import { createKeyFileVault } from '#main/settings/vault.ts';
import { openSettings } from '#main/settings/settings.ts';
import { openMemoryStore } from '../../fixtures/memory-store.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { toEnglish } from '#shared/locales/english.ts';
import { noOpenssl, openssl, type MadeCertificate, type Openssl } from '../../fixtures/openssl.ts';

let tool: Openssl;
let folder: string;
const store = openMemoryStore();
let certificates: Certificates;
let root: MadeCertificate;
let between: MadeCertificate;
let server: MadeCertificate;
/** offset of the clock in milliseconds */
let ahead = 0;

describe.skipIf(noOpenssl !== undefined)(
  `a certificate of one's own, made by openssl${noOpenssl === undefined ? '' : ` (skipped: ${noOpenssl})`}`,
  () => {
    beforeAll(async () => {
      tool = openssl();
      folder = await mkdtemp(join(tmpdir(), 'counterbell-certificates-'));
      const clock = { wall: () => Date.now() + ahead, earliest: () => Date.now() };
      const vault = await createKeyFileVault({ folder });
      certificates = createCertificates({
        settings: await openSettings({
          publish: ({ answer }) => answer,
          store,
          vault,
          clock,
          log: pino({ level: 'silent' }),
        }),
        clock,
        computerName: 'shop-pc',
      });
      ({ root, between, server } = tool.chain());
    });

    afterAll(async () => {
      tool.remove();
      await rm(folder, { recursive: true, force: true });
    });

    const refused = async (
      given: Parameters<Certificates['importOwn']>[0],
    ): Promise<{ readonly path: string | undefined; readonly message: string }> => {
      const error: unknown = await certificates.importOwn(given).then(
        () => undefined,
        (failed: unknown) => failed,
      );
      if (!(error instanceof ContractError) || error.code !== 'invalid_input')
        throw new Error(`it was not refused: ${String(error)}`);
      return { path: error.issues?.[0]?.path, message: toEnglish(error.reason) };
    };

    test('there is none at first', async () => {
      await expect(certificates.serverCertificate('own', [])).rejects.toMatchObject({ code: 'invalid_input' });
    });

    test('PEM: names, issuer, expiry and fingerprint are shown; it is stored, its key sealed', async () => {
      const info = await certificates.importOwn({
        certificate: server.certificate + between.certificate,
        key: server.key,
      });
      expect(info).toMatchObject({
        made: false,
        issuer: 'Authority of the shop',
        names: ['shop.example', 'localhost', '127.0.0.1', '2001:db8::1'],
      });
      tool.write('look.pem', server.certificate);
      expect(`sha256 Fingerprint=${info.fingerprint}`).toBe(
        tool.run('x509', '-in', 'look.pem', '-noout', '-fingerprint', '-sha256').trim(),
      );
      expect((info.validTo - info.validFrom) / 86_400_000).toBe(300);
      const stored = await certificates.serverCertificate('own', ['other.example']);
      expect(stored.info).toEqual(info);
      const rows = await store.read('readInstallation');
      expect(rows).toMatchObject({ certificates: [{ name: 'own', key: expect.stringMatching(/^v1:/) as string }] });
    });

    test('the chain is ordered, without the root and unrelated certificates', async () => {
      const stranger = tool.chain();
      const order = [root.certificate, stranger.root.certificate, between.certificate, server.certificate].join('\n');
      await certificates.importOwn({ certificate: order, key: server.key });
      const { certificate } = (await certificates.serverCertificate('own', [])).certificate;
      expect(certificate.replace(/\s/g, '')).toBe((server.certificate + between.certificate).replace(/\s/g, ''));
    });

    test('a key in the same file, an encrypted key, and legacy formats are read', async () => {
      tool.write('k.key', server.key);
      expect(await certificates.importOwn({ certificate: server.certificate + server.key, key: '' })).toMatchObject({
        made: false,
      });
      const encrypted = tool.run('pkcs8', '-topk8', '-in', 'k.key', '-passout', 'pass:secret words');
      expect(
        await certificates.importOwn({ certificate: server.certificate, key: encrypted, passphrase: 'secret words' }),
      ).toMatchObject({ made: false });
      expect(await refused({ certificate: server.certificate, key: encrypted })).toEqual({
        path: 'passphrase',
        message: 'This key is encrypted: enter its passphrase',
      });
      expect(await refused({ certificate: server.certificate, key: encrypted, passphrase: 'other' })).toEqual({
        path: 'passphrase',
        message: 'This passphrase doesn’t open the key',
      });
      const old = tool.run('ec', '-in', 'k.key');
      expect(old).toContain('BEGIN EC PRIVATE KEY');
      expect(await certificates.importOwn({ certificate: server.certificate, key: old })).toMatchObject({
        made: false,
      });
    });

    test('a certificate file of nothing but openings is answered at once', async () => {
      const begin = (what: string): string => `-----BEGIN ${what}-----\n`;
      const many = (what: string, length: number): string =>
        begin(what).repeat(Math.floor(length / begin(what).length));
      expect(await refused({ certificate: many('CERTIFICATE', 200_000), key: server.key })).toMatchObject({
        path: 'certificate',
      });
      expect(await refused({ certificate: server.certificate, key: many('EC PRIVATE KEY', 50_000) })).toMatchObject({
        path: 'key',
      });
    });

    test('errors are shown as text at the field', async () => {
      expect(await refused({ certificate: 'hello', key: server.key })).toMatchObject({
        path: 'certificate',
        message: expect.stringContaining('This isn’t a certificate') as string,
      });
      expect(
        await refused({ certificate: server.certificate.replace(/\n.{20}/, '\n'), key: server.key }),
      ).toMatchObject({ path: 'certificate', message: expect.stringContaining('damaged') as string });
      expect(await refused({ certificate: server.certificate, key: 'hello' })).toMatchObject({
        path: 'key',
        message: expect.stringContaining('This isn’t a private key') as string,
      });
      expect(await refused({ certificate: server.certificate, key: root.key })).toEqual({
        path: 'key',
        message: 'This key doesn’t belong to the certificate',
      });
      tool.run(
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        'bare.key',
        '-out',
        'bare.pem',
        '-subj',
        '/CN=shop.example',
      );
      expect(
        await refused({ certificate: tool.read('bare.pem').toString(), key: tool.read('bare.key').toString() }),
      ).toMatchObject({
        path: 'certificate',
        message: expect.stringContaining('names no host or address') as string,
      });
    });

    test('an expired or not yet valid one is refused with the date', async () => {
      const given = { certificate: server.certificate, key: server.key };
      const after = async (days: number): Promise<string> => {
        ahead = days * 86_400_000;
        const { message } = await refused(given).finally(() => (ahead = 0));
        return message;
      };
      expect(await after(400)).toMatch(/^This certificate expired on \d{4}-\d\d-\d\d$/);
      expect(await after(-400)).toMatch(
        /^This certificate isn’t valid before \d{4}-\d\d-\d\d: if that day is past, check this computer’s clock$/,
      );
    });

    test('a refused one leaves the stored one', async () => {
      const stored = await certificates.importOwn({ certificate: server.certificate, key: server.key });
      await refused({ certificate: root.certificate, key: server.key });
      expect((await certificates.serverCertificate('own', [])).info).toEqual(stored);
    });
  },
);
