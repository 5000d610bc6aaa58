import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setInterval as ticking, setTimeout as passing } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openChannel } from '../fixtures/channels.ts';
import { startHeadless, type Headless } from '../fixtures/headless.ts';
import { openWindow } from './console-window.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany } from './load.ts';
import type { Measure } from './measures.ts';

const CHATS = 1000;
const MESSAGES = 100_000;
/** Milliseconds that an idle host gets to settle. */
const IDLE = 5_000;
const MEGABYTE = 1024 * 1024;

/** Peak memory of a host that took 100,000 messages in 1,000 chats, against the peak of one that was only started. */
export async function measureMemory(): Promise<readonly Measure[]> {
  const idle = await peakOf(async () => {
    await passing(IDLE);
  });
  const full = await peakOf(async (host) => {
    const { messageUrl } = await openChannel(host);
    await postMany({ url: messageUrl, connections: 64, amount: MESSAGES, body: customerMessages(CHATS, 'memory') });
    const { chats } = await host.rpc('chats.list', { limit: 200 });
    for (const { id: chatId } of chats) await host.rpc('messages.list', { chatId, limit: 50 });
  });
  return [
    {
      name: 'peak memory, 1,000 chats and 100,000 messages',
      ours: `${Math.round(full / MEGABYTE)} MB`,
      base: `idle start ${Math.round(idle / MEGABYTE)} MB`,
      ratio: full / idle,
      bound: { atMost: 1.5 },
    },
  ];
}

/** Bytes that a fresh host with a console window had resident at most while `run` ran. */
async function peakOf(run: (host: Headless) => Promise<void>): Promise<number> {
  const host = await startHeadless();
  const sampling = new AbortController();
  try {
    const pid = host.process.pid ?? 0;
    const sampled = samplePeak(pid, sampling.signal);
    const window = await openWindow(host);
    await run(host);
    window.close();
    const known = await highWaterMark(pid);
    sampling.abort();
    return known ?? (await sampled);
  } finally {
    sampling.abort();
    await host.remove();
  }
}

/** What the kernel remembers of the peak (Linux); undefined elsewhere. */
export async function highWaterMark(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** The highest of many looks, where the system keeps no peak itself. */
async function samplePeak(pid: number, signal: AbortSignal): Promise<number> {
  let peak = 0;
  try {
    for await (const _tick of ticking(250, undefined, { signal })) peak = Math.max(peak, await residentSize(pid));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return peak;
}

/** Bytes that a process has in memory now. */
export async function currentSize(pid: number): Promise<number> {
  if (process.platform !== 'linux') return residentSize(pid);
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Bytes that a process has in memory; 0 on Linux, which knows the peak. */
export async function residentSize(pid: number): Promise<number> {
  if (process.platform === 'linux') return 0;
  const run = promisify(execFile);
  if (process.platform === 'win32') {
    const { stdout } = await run('powershell', ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).PeakWorkingSet64`]);
    return Number(stdout);
  }
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}
