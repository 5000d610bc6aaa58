import type { Browser, Page } from 'playwright';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import type { Headless } from '../../fixtures/headless.ts';
import type { Measure } from '../measures.ts';
import { hasProcFileSystem, currentSize } from '../processes.ts';
import { rendererIds, withChat } from './console-page.ts';
import { fillChat, textOf } from './filling.ts';

const FEW = 1000;
const MANY = 10_000;
const NAME = 'Live';
const MEGABYTE = 1024 * 1024;

/** The window's memory after 10,000 live messages in the open chat, compared with 1,000. */
export async function measureLiveMemory(host: Headless): Promise<readonly Measure[]> {
  if (!hasProcFileSystem) return [];
  const channel = await openChannel(host, { name: 'Live messages' });
  await fillChat(channel, NAME, 1);
  const [few, many] = await withChat(host, NAME, async (page, browser) => {
    await receiveMessages(page, channel, 1, FEW);
    const afterFew = await settledSize(page, browser);
    await receiveMessages(page, channel, FEW, MANY);
    return [afterFew, await settledSize(page, browser)] as const;
  });
  return [
    {
      name: 'the window’s memory after 10,000 live messages',
      ours: `${Math.round(many / MEGABYTE)} MB`,
      base: `after 1,000 ${Math.round(few / MEGABYTE)} MB`,
      ratio: many / few,
      bound: { atMost: 1.3 },
    },
  ];
}

/** Messages `from` to `to` arrive while the window shows the chat; resolves when it shows the last. */
async function receiveMessages(page: Page, channel: TestChannel, from: number, to: number): Promise<void> {
  await fillChat(channel, NAME, to, from);
  await page.getByRole('log').getByText(textOf(NAME, to), { exact: true }).waitFor({ timeout: 120_000 });
}

/** Bytes, after garbage collection. */
async function settledSize(page: Page, browser: Browser): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  return Math.max(...(await rendererIds(browser)).map(currentSize));
}
