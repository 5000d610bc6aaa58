/** @module-tag thorough */
import { randomUUID, X509Certificate } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { addBackup, backUp, ended, restore } from '../../fixtures/archive.ts';
import { certificate } from '../../fixtures/certificates.ts';
import { channelByPublicId, openChannel } from '../../fixtures/channels.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { ACCESS_KEY } from '../../fixtures/host-client.ts';
import { picture } from '../../fixtures/pictures.ts';
import { fetchStored, upload } from '../../fixtures/uploads.ts';
import { readZip, writeZipOf } from '../../fixtures/zip.ts';
import { phrase } from '#shared/locales/phrase.ts';

const PASSPHRASE = 'a bell that counts to nine';
const PNG = picture(40, 30);

const hosts: Host[] = [];
const start = async (options: Parameters<typeof startHost>[0] = {}): Promise<Host> => {
  const host = await startHost(options);
  hosts.push(host);
  return host;
};
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.remove();
});

/** The key of the letterbox on the shop's website, as it is uploaded there. */
async function letterboxKey(host: Host): Promise<string | undefined> {
  const [letterbox] = (await host.rpc('letterboxes.list', {})).letterboxes;
  const answer = await fetch(`${host.console}/media/site/${letterbox?.channelId ?? ''}/letterbox.zip`, {
    headers: { authorization: `Bearer ${ACCESS_KEY}` },
  });
  const zip = join(host.dataDir, 'letterbox.zip');
  await writeFile(zip, await answer.bytes());
  return (await readZip(zip)).get('counterbell/box-key.php')?.toString();
}

/** A shop with a chat, a picture sent from here, a letterbox on its website, and a bot. */
async function filled() {
  const host = await start();
  const channel = await openChannel(host);
  await channel.say('anna', 'Is the lamp in stock?');
  const { id: chatId } = await channel.chatOf('"anna"');
  await host.rpc('chats.take', { chatId });
  const sent = await upload(host, 'lamp.png', PNG);
  await host.rpc('chats.replyMedia', {
    chatId,
    clientId: randomUUID(),
    parts: [{ type: 'photo', uploadId: sent.uploadId }],
  });
  const window = await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
  await host.rpc('letterboxes.set', { channelId: window.id, url: `127.0.0.1:${await freePort()}` });
  await host.rpc('bots.create', { name: 'FAQ', token: 'a-token-of-the-bot' });
  return { host, channel, chatId, picture: sent.url };
}

test('everything moves to another computer with a passphrase, and works there at once', async () => {
  const { host, channel, picture: url } = await filled();
  const { name } = await backUp(host, { withMedia: true, passphrase: PASSPHRASE });
  const { folder } = await host.rpc('backups.list', {});
  const bytes = await readFile(join(folder, name));
  const entries = await readZip(join(folder, name));
  const secret = new URL(channel.messageUrl).pathname.split('/')[1] ?? '';
  for (const content of entries.values()) {
    expect(content.includes(secret)).toBe(false);
    expect(content.includes('a-token-of-the-bot')).toBe(false);
  }

  const other = await start();
  const added = await addBackup(other, bytes);
  const { name: here } = (await added.json()) as { name: string };
  const preview = await other.rpc('backups.preview', { name: here });
  expect(preview).toMatchObject({
    isOwnInstallation: false,
    isNewer: false,
    withMedia: true,
    secrets: 'passphrase',
    counts: { customers: 1, chats: 1, channels: 2, bots: 1, operators: 1, media: 1 },
  });
  const wrong = await ended(
    other,
    await other.rpc('backups.restore', { name: here, passphrase: 'another one altogether' }),
  );
  expect(wrong).toMatchObject({ state: 'failed', problem: phrase('errors:refusals.backup.passphrase') });

  await restore(other, { name: here, passphrase: PASSPHRASE });
  const moved = await channelByPublicId(other, channel.publicId);
  expect(new URL(moved.messageUrl).pathname).toBe(new URL(channel.messageUrl).pathname);
  await moved.say('anna', 'I wrote to the new computer');
  expect((await moved.receivedBy('"anna"')).map(({ text }) => text)).toEqual([
    'Is the lamp in stock?',
    'I wrote to the new computer',
  ]);
  const shown = await fetchStored(other, url);
  expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true);
  const [bot] = (await other.rpc('bots.list', {})).bots;
  expect((await other.rpc('bots.addresses', { botId: bot?.id ?? '' })).token).toBe('a-token-of-the-bot');
  expect(await letterboxKey(other)).toBe(await letterboxKey(host));
});

test('the owner’s certificate and key move with a passphrase; the authority trusted by devices does not', async () => {
  const { cert, key } = certificate('trusted');
  const host = await start();
  await host.rpc('connection.importCertificate', { certificate: cert, key });
  const before = await host.rpc('connection.authority', {});
  const { name } = await backUp(host, { withMedia: false, passphrase: PASSPHRASE });
  const path = join((await host.rpc('backups.list', {})).folder, name);
  const inside = join(host.dataDir, 'inside.db');
  await writeFile(inside, (await readZip(path)).get('counterbell.db') ?? '');
  const database = new DatabaseSync(inside);
  expect(database.prepare('SELECT name, key FROM certificates ORDER BY name').all()).toMatchObject([
    { name: 'authority', key: '' },
    { name: 'own', key: '' },
  ]);
  database.close();

  const other = await start();
  const here = await other.rpc('connection.authority', {});
  const added = (await (await addBackup(other, await readFile(path))).json()) as { name: string };
  const { restored } = await restore(other, { name: added.name, passphrase: PASSPHRASE });
  expect(restored?.distrusted).toEqual(['authority']);
  const shown = await other.rpc('connection.change', { way: 'lan', network: { port: await freePort() } });
  expect(shown).toMatchObject({
    certificate: { made: false, fingerprint: new X509Certificate(cert).fingerprint256 },
    settings: { network: { certificate: 'own' } },
  });
  expect(shown.networkProblem).toBeUndefined();
  expect(await other.rpc('connection.authority', {})).toEqual(here);
  expect(here.fingerprint).not.toBe(before.fingerprint);
});

test('a restore without a passphrase keeps the current secrets, and can be undone with the backup it made', async () => {
  const { host, channel } = await filled();
  const { name } = await backUp(host, { withMedia: false });
  await channel.say('ben', 'I came after the backup');
  const { restored } = await restore(host, { name });
  await channel.say('anna', 'The address is still the same');
  expect(await channel.findChat('"ben"')).toBeUndefined();

  await restore(host, { name: restored?.previous ?? '' });
  expect((await channel.receivedBy('"ben"')).map(({ text }) => text)).toEqual(['I came after the backup']);
  expect((await channel.receivedBy('"anna"')).map(({ text }) => text)).not.toContain('The address is still the same');
  expect(await readdir(host.dataDir)).not.toContain('restore');
});

test('a file that is no backup, or was tampered with, is refused and replaces nothing', async () => {
  const { host, channel } = await filled();
  const { name } = await backUp(host);
  const { folder } = await host.rpc('backups.list', {});
  const entries = await readZip(join(folder, name));
  const changed = (change: Readonly<Record<string, Buffer | undefined>>): (readonly [string, Buffer])[] =>
    [...new Map([...entries, ...Object.entries(change)])].filter(
      (entry): entry is [string, Buffer] => entry[1] !== undefined,
    );
  const manifest = JSON.parse(String(entries.get('backup.json'))) as object;
  const refused: Readonly<Record<string, Readonly<Record<string, Buffer | undefined>>>> = {
    'no manifest': { 'backup.json': undefined },
    'a stranger in it': { 'notes.txt': Buffer.from('hello') },
    'a path upwards': { 'media/../counterbell.db': Buffer.from('{}') },
    'settings beside the database': { 'settings.json': Buffer.from('{}') },
    'a later format': { 'backup.json': Buffer.from(JSON.stringify({ ...manifest, formatVersion: 2 })) },
    'no database': { 'counterbell.db': undefined },
  };
  for (const [what, change] of Object.entries(refused)) {
    const path = join(host.dataDir, 'candidate.zip');
    await writeZipOf(path, changed(change)).catch(() => undefined);
    const answer = await addBackup(host, await readFile(path));
    expect([what, answer.status]).toEqual([what, 422]);
  }
  const foundInside = {
    'a picture under another one’s name': { [`media/00/${'0'.repeat(64)}`]: Buffer.from('another picture') },
    'no database inside': { 'counterbell.db': Buffer.from('not a database') },
    'a database that acts': {
      'counterbell.db': await changedBy(
        'CREATE TRIGGER bad AFTER INSERT ON messages BEGIN DELETE FROM customers; END',
        host,
        entries.get('counterbell.db'),
      ),
    },
    'settings of another kind': {
      'counterbell.db': await changedBy(
        `UPDATE settings SET value = '{"way":"elsewhere"}' WHERE name = 'connection'`,
        host,
        entries.get('counterbell.db'),
      ),
    },
  };
  for (const [what, change] of Object.entries(foundInside)) {
    const path = join(host.dataDir, 'candidate.zip');
    await writeZipOf(path, changed(change));
    const added = (await (await addBackup(host, await readFile(path))).json()) as { name: string };
    const job = await ended(host, await host.rpc('backups.restore', { name: added.name }));
    expect([what, job.state]).toEqual([what, 'failed']);
    await host.rpc('backups.remove', { name: added.name });
  }
  expect((await channel.receivedBy('"anna"')).map(({ text }) => text)).toEqual(['Is the lamp in stock?']);
});

async function changedBy(sql: string, host: Host, database: Buffer = Buffer.alloc(0)): Promise<Buffer> {
  const path = join(host.dataDir, 'candidate.db');
  await writeFile(path, database);
  const opened = new DatabaseSync(path);
  opened.exec(sql);
  opened.close();
  return readFile(path);
}
