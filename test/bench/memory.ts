import { setTimeout as passing } from 'node:timers/promises';
import { openChannel } from '../fixtures/channels.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { openWindow } from './console-window.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany } from './load.ts';
import type { Measure } from './measures.ts';
import { hasProcFileSystem, memoryOf } from './processes.ts';
import { startPlainService } from './servers.ts';

const CHATS = 1000;
const MESSAGES = 100_000;
/** Milliseconds until the aftermath of the load is over. */
const SETTLING = 10_000;
const MEGABYTE = 1024 * 1024;

/** Memory of a host after 100,000 messages in 1,000 chats, compared with a small program that stores the same. */
export async function measureMemory(): Promise<readonly Measure[]> {
  if (!hasProcFileSystem) return [];
  const [base, ours] = [await memoryOfPlainService(), await memoryOfHeadless()];
  return [
    {
      name: 'memory 10 s after 100,000 messages in 1,000 chats',
      ours: `${Math.round(ours / MEGABYTE)} MB`,
      base: `Fastify and SQLite alone ${Math.round(base / MEGABYTE)} MB`,
      ratio: ours / base,
      bound: { atMost: 1.8 },
    },
  ];
}

async function memoryOfPlainService(): Promise<number> {
  const service = await startPlainService();
  try {
    return await memoryAfterLoad(service.url, service.pid);
  } finally {
    await service.stop();
  }
}

async function memoryOfHeadless(): Promise<number> {
  const host = await startHeadless();
  const window = await openWindow(host);
  try {
    const { messageUrl } = await openChannel(host);
    return await memoryAfterLoad(messageUrl, host.process.pid ?? 0);
  } finally {
    window.close();
    await host.remove();
  }
}

async function memoryAfterLoad(url: string, pid: number): Promise<number> {
  await postMany({ url, connections: 64, amount: MESSAGES, body: customerMessages(CHATS, 'memory') });
  await passing(SETTLING);
  return memoryOf([pid]);
}
