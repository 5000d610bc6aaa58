/** @module-tag thorough */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addBackup, backUp, ended, restore } from '../../fixtures/archive.ts';
import { channelByPublicId, openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { readZip, writeZipOf } from '../../fixtures/zip.ts';
import { phrase } from '#shared/locales/phrase.ts';

const TOKEN = 'a-token-of-the-bot';

/** A thief who gave the owner a backup to restore, and what was sent to them. */
let thief: Server;
let stolen: string[];
let address: string;
let host: Host;
let channel: TestChannel;
let botId: string;

beforeEach(async () => {
  stolen = [];
  thief = createServer((request, response) => {
    stolen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(thief, 'listening');
  address = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
  host = await startHost();
  channel = await openChannel(host);
  await channel.say('anna', 'Is the lamp in stock?');
  botId = (
    await host.rpc('bots.create', {
      name: 'FAQ',
      token: TOKEN,
      endpoint: 'https://bots.example/faq',
      channelIds: [channel.id],
    })
  ).id;
});
afterEach(async () => {
  await host.remove();
  thief.close();
});

/** The same backup, with bots and channels that point to the thief. */
const leadingAway = (name: string): Promise<string> =>
  changedBackup(name, (database) => {
    for (const table of ['bots', 'channels']) database.prepare(`UPDATE ${table} SET endpoint = ?`).run(address);
  });

async function changedBackup(name: string, change: (database: DatabaseSync) => void): Promise<string> {
  const { folder } = await host.rpc('backups.list', {});
  const entries = new Map(await readZip(join(folder, name)));
  const file = join(host.dataDir, 'candidate.db');
  await writeFile(file, entries.get('counterbell.db') ?? '');
  const database = new DatabaseSync(file);
  change(database);
  database.close();
  entries.set('counterbell.db', await readFile(file));
  const path = join(host.dataDir, 'candidate.zip');
  await writeZipOf(path, entries);
  const added = (await (await addBackup(host, await readFile(path))).json()) as { name: string };
  return added.name;
}

test('a backup with other addresses gets none of the current secrets: the owner is asked for them', async () => {
  const { name } = await backUp(host, { withMedia: false });
  await restore(host, { name: await leadingAway(name) });
  expect((await host.rpc('channels.list', {})).channels).toMatchObject([{ secretLost: true, endpoint: address }]);
  expect((await host.rpc('bots.list', {})).bots).toMatchObject([{ state: 'token_lost', endpoint: address }]);
  expect((await channel.status()).status).toBe(404);

  // Even if the owner reactivates the channel: its chats reach no bot without a token.
  await host.rpc('channels.restoreSecret', { channelId: channel.id, address: channel.messageUrl });
  const again = await channelByPublicId(host, channel.publicId);
  await again.say('ben', 'Anybody there?');
  expect((await again.chatOf('"ben"')).state).toBe('waiting');
  await host.rpc('bots.test', { botId }).catch(() => undefined);
  expect(stolen.join('\n')).not.toContain(TOKEN);
  expect(stolen).toEqual([]);
});

test('secrets sealed in a backup are useless with other settings', async () => {
  const { name } = await backUp(host, { withMedia: false });
  const { restored } = await restore(host, { name });
  const stored = await leadingAway(restored?.previous ?? '');
  expect((await host.rpc('backups.preview', { name: stored })).secrets).toBe('host');
  const job = await ended(host, await host.rpc('backups.restore', { name: stored }));
  expect(job).toMatchObject({
    state: 'failed',
    problem: phrase('errors:refusals.backup.settingsChanged'),
  });

  const sealed = await backUp(host, { withMedia: false, passphrase: 'a bell that counts to nine' });
  const opened = await ended(
    host,
    await host.rpc('backups.restore', {
      name: await leadingAway(sealed.name),
      passphrase: 'a bell that counts to nine',
    }),
  );
  expect(opened).toMatchObject({ state: 'failed', problem: job.problem });
  expect((await host.rpc('bots.list', {})).bots).toMatchObject([
    { state: 'working', endpoint: 'https://bots.example/faq' },
  ]);
});

test('a backup adds no trusted proxy, and reports that; the installation’s own backup restores its trusted proxies', async () => {
  const own = { publicUrl: 'https://chat.example', trustedProxies: ['10.1.2.3'] };
  await host.rpc('connection.change', { way: 'own', own });
  await host.rpc('channels.update', { channelId: channel.id, ownNetwork: true });
  const { name } = await backUp(host, { withMedia: false });
  const widened = await changedBackup(name, (database) => {
    database.exec(`
      UPDATE settings SET value = json_set(value,
        '$.own.trustedProxies', json('["10.1.2.3", "0.0.0.0/1", "8000::/1"]')) WHERE name = 'connection';
      CREATE TEMP TABLE added AS SELECT * FROM channels;
      UPDATE added SET id = 'c-new', public_id = 'new', name = 'New', own_network = 1, sort_order = 2;
      INSERT INTO channels SELECT * FROM added`);
  });
  const { restored } = await restore(host, { name: widened });
  expect(restored?.distrusted).toEqual(['proxies', 'ownNetwork']);
  const { settings } = await host.rpc('connection.get', {});
  expect(settings.own.trustedProxies).toEqual(['10.1.2.3']);
  const { channels } = await host.rpc('channels.list', {});
  expect(channels.map(({ name: called, ownNetwork }) => [called, ownNetwork])).toEqual([
    [channels[0]?.name, true],
    ['New', false],
  ]);

  await host.rpc('connection.change', { own: { ...own, trustedProxies: ['10.9.9.9'] } });
  const back = await restore(host, { name: restored?.previous ?? '' });
  expect(back.restored?.distrusted).toEqual([]);
  expect((await host.rpc('connection.get', {})).settings.own.trustedProxies).toEqual(['10.1.2.3']);
});
