import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from './fixtures.ts';

/** Customers' messages in the database; undefined while it is being replaced. */
function said(dataDir: string): readonly string[] | undefined {
  try {
    const database = new DatabaseSync(join(dataDir, 'counterbell.db'), { readOnly: true });
    const rows = database.prepare("SELECT text FROM messages WHERE author = 'customer' ORDER BY id").all();
    database.close();
    return rows.map((row) => String(row['text']));
  } catch {
    return undefined;
  }
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
const parentOf = (pid: number): number =>
  Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Programs running on this data folder: their windows' processes name it, and are their children. */
function runningOn(dataDir: string): readonly number[] {
  const programs = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        let pid = Number(name);
        if (!commandOf(pid).includes(`--user-data-dir=${dataDir}`)) return undefined;
        while (commandOf(pid).includes('--type=')) pid = parentOf(pid);
        return pid;
      } catch {
        // It ended while it was inspected.
        return undefined;
      }
    });
  return [...new Set(programs.filter((pid) => pid !== undefined))];
}

test(
  'a backup is restored by a restart, and the app is back',
  { tag: '@thorough' },
  async ({ launch, dataDir, startAgain }) => {
    test.skip(process.platform !== 'linux', 'the program that starts by itself is found in /proc');
    const { app, rpc } = await launch();
    const channel = await rpc('channels.create', { name: 'Shop' });
    const { message: address } = await rpc('channels.addresses', { channelId: channel.id });
    const say = async (text: string): Promise<void> => {
      const { status } = await fetch(address, {
        method: 'POST',
        body: JSON.stringify({ sender: { id: 'anna' }, message: { type: 'text', text } }),
      });
      expect(status).toBe(200);
    };
    await say('Before the backup');
    await rpc('backups.make', { withMedia: false });
    await expect.poll(async () => (await rpc('backups.list', {})).backups.length).toBe(1);
    await say('After the backup');
    const first = app.process();
    const ended = new Promise<number | null>((resolve) => first.once('exit', resolve));
    const [backup] = (await rpc('backups.list', {})).backups;
    await rpc('backups.restore', { name: backup?.name ?? '' });
    expect(await ended).toBe(0);

    try {
      await expect.poll(() => runningOn(dataDir), { timeout: 30_000 }).toHaveLength(1);
      expect(runningOn(dataDir)).not.toContain(first.pid);
      await expect.poll(() => said(dataDir), { timeout: 30_000 }).toEqual(['Before the backup']);
      // Starting it again only focuses the running one.
      expect(await startAgain()).toBe(0);
    } finally {
      for (const pid of runningOn(dataDir)) process.kill(pid, 'SIGTERM');
      await expect.poll(() => runningOn(dataDir), { timeout: 30_000 }).toEqual([]);
    }
  },
);
