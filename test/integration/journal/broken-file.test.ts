import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';

const MESSAGES = 400;

let dataDir: string;
let host: Host | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'counterbell-test-'));
});
afterEach(async () => {
  await host?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

test('a journal that cannot be written loses its entries, which are counted, but not a single message', async () => {
  await mkdir(join(dataDir, 'journal.db'));
  host = await startHost({ dataDir });
  const channel = await openChannel(host);
  await Promise.all(Array.from({ length: MESSAGES }, (_none, at) => channel.say('anna', `message ${at}`)));
  expect(await channel.receivedBy('"anna"')).toHaveLength(MESSAGES);
  expect(await host.ask('journal.list', {})).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } });
  const left = [...host.log().matchAll(/"dropped":(\d+).*the journal left entries out/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  expect(left).toBe(MESSAGES);
  await rm(join(dataDir, 'journal.db'), { recursive: true });
  await channel.say('anna', 'afterwards');
  expect(await host.rpc('journal.list', {})).toMatchObject({ entries: [{ kind: 'message' }], dropped: MESSAGES });
});

test('a damaged journal is replaced by a new one', async () => {
  host = await startHost({ dataDir });
  await host.stop();
  await writeFile(join(dataDir, 'journal.db'), 'this is no database '.repeat(1000));
  host = await host.restart();
  const channel = await openChannel(host);
  await channel.say('anna', 'Hello');
  expect((await host.rpc('journal.list', {})).entries).toHaveLength(1);
});
