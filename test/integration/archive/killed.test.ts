import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { backUp, ended } from '../../fixtures/archive.ts';
import { channelByPublicId, openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHeadless, type Headless } from '../../fixtures/headless.ts';
import { seeded } from '../../fixtures/seeded.ts';

const ROUNDS = 3;
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);

let host: Headless;
afterEach(() => host.remove());

/** Enough that copying and packing it takes a while. */
async function longTalk(channel: TestChannel): Promise<void> {
  for (let round = 0; round < 4; round += 1)
    await Promise.all(
      Array.from({ length: 10 }, (_none, at) => channel.say(`customer ${at}`, randomBytes(6000).toString('base64'))),
    );
}

/** Temporary files in the data folder that exist only during a job. */
async function leftovers(): Promise<string[]> {
  const found = await readdir(host.dataDir, { recursive: true });
  return found.filter(
    (path) => path.includes('.partial') || /^(?:restore|erasing)/.test(path) || /^archive-work./.test(path),
  );
}

test(
  `a process that is killed while it makes a backup leaves nothing of it behind (seed ${SEED})`,
  { tags: ['thorough'] },
  async () => {
    host = await startHeadless();
    const channel = await openChannel(host);
    await longTalk(channel);
    const random = seeded(SEED);
    for (let round = 0; round < ROUNDS; round += 1) {
      const events = await host.events();
      await host.rpc('backups.make', { withMedia: true });
      const wanted = random(3);
      let seen = 0;
      await events.until(async () => {
        seen += 1;
        return seen > wanted || (await host.rpc('jobs.list', {})).jobs.every(({ state }) => state !== 'running')
          ? true
          : undefined;
      });
      await host.kill();
      host = await host.restart();
      expect(await leftovers()).toEqual([]);
      const { backups } = await host.rpc('backups.list', {});
      for (const { name } of backups) await host.rpc('backups.preview', { name });
    }
    const { name } = await backUp(host);
    await host.rpc('backups.preview', { name });
  },
);

test(
  `a process that is killed while it restores has all of the one or all of the other (seed ${SEED})`,
  { tags: ['thorough'] },
  async () => {
    host = await startHeadless();
    const channel = await openChannel(host);
    await longTalk(channel);
    const said = (await channel.receivedBy('"customer 3"')).length;
    const { name } = await backUp(host);
    const random = seeded(SEED + 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      const here = await channelByPublicId(host, channel.publicId);
      await here.say('later', 'This is not in the backup');
      const events = await host.events();
      await host.rpc('backups.restore', { name });
      const wanted = random(8);
      let seen = 0;
      await events.until(async () => {
        seen += 1;
        return seen > wanted || (await host.rpc('jobs.list', {})).jobs.every(({ state }) => state !== 'running')
          ? true
          : undefined;
      });
      await host.kill();
      host = await host.restart();
      expect(await leftovers()).toEqual([]);
      const after = await channelByPublicId(host, channel.publicId);
      expect((await after.receivedBy('"customer 3"')).length).toBe(said);
      const { restored } = await host.rpc('backups.list', {});
      const later = await after.findChat('"later"');
      expect(later === undefined).toBe(restored !== undefined);
      await after.say('somebody new', 'It works');
    }
  },
);

test('a cancelled job leaves nothing behind, and another can start', async () => {
  host = await startHeadless();
  const channel = await openChannel(host);
  await longTalk(channel);
  const { id } = await host.rpc('backups.make', { withMedia: true });
  await expect(host.rpc('backups.make', { withMedia: true })).rejects.toMatchObject({ code: 'job_running' });
  expect(await host.rpc('jobs.cancel', { jobId: id })).toMatchObject({ state: 'cancelled' });
  expect((await host.rpc('backups.list', {})).backups).toEqual([]);
  expect(await readdir(join(host.dataDir, 'backups')).catch(() => [])).toEqual([]);
  expect(await readdir(join(host.dataDir, 'archive-work'))).toEqual([]);
  const again = await ended(host, await host.rpc('backups.make', { withMedia: false }));
  expect(again.state).toBe('done');
});
