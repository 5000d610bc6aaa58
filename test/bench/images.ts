import { setTimeout as passing } from 'node:timers/promises';
import { allMessages, openChannel, type TestChannel } from '../fixtures/channels.ts';
import { startFileServer } from '../fixtures/file-server.ts';
import type { Headless } from '../fixtures/headless.ts';
import { picture } from '../fixtures/pictures.ts';
import { lateShare, peakRendererMemory, scroll, withChat } from './console/console-page.ts';
import type { Measure } from './measures.ts';
import { hasProcFileSystem } from './processes.ts';
import { median, percentile } from './statistics.ts';

const IMAGES = 2000;
/** Number of visually different pictures; each message still has a separate file. */
const DIFFERENT = 40;
const FRAMES = 300;
const ROUNDS = 5;
const MEGABYTE = 1024 * 1024;

/** Scrolling through a chat with 2,000 images compared with one of as many texts; and its memory compared with half as many. */
export async function measureImages(host: Headless): Promise<readonly Measure[]> {
  const files = await startFileServer();
  try {
    const channel = await openChannel(host, { name: 'Images', ownNetwork: true });
    const pictures = Array.from({ length: DIFFERENT }, (_, seed) => picture(480, 360, seed));
    const image = (index: number): Record<string, unknown> => {
      const name = `image-${index}.png`;
      // Bytes after a picture's end aren't part of it, but make it another file.
      files.put(name, Buffer.concat([pictures[index % DIFFERENT] ?? Buffer.alloc(0), Buffer.from(String(index))]));
      return {
        type: 'photo',
        file: files.url(name),
        file_name: name,
        width: 480,
        height: 360,
        text: `Number ${index}.`,
      };
    };
    await fill(channel, 'Texts', IMAGES, (index) => ({
      type: 'text',
      text: `Number ${index}. It came yesterday, and I would like to know more about it.`,
    }));
    await fill(channel, 'Images', IMAGES, image);
    await fill(channel, 'Fewer images', IMAGES / 2, image);
    for (const name of ['Images', 'Fewer images'])
      await fetchAll(host, (await channel.chatOf(JSON.stringify(name))).id);
    return hasProcFileSystem ? [await frames(host), await memory(host)] : [await frames(host)];
  } finally {
    await files.stop();
  }
}

async function frames(host: Headless): Promise<Measure> {
  const shares: Record<string, number[]> = { Images: [], Texts: [] };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['Images', 'Texts']) {
      const took = await withChat(host, name, (page) => scroll(page, FRAMES));
      shares[name]?.push(lateShare(took));
      if (name === 'Images') times.push(...took);
    }
  }
  const [ours, base] = [median(shares['Images'] ?? []), median(shares['Texts'] ?? [])];
  return {
    name: 'late frames while 2,000 images scroll by, in points above texts',
    ours: `${(ours * 100).toFixed(1)} % (99th: ${percentile(times, 0.99).toFixed(0)} ms)`,
    base: `texts ${(base * 100).toFixed(1)} %`,
    ratio: (ours - base) * 100,
    bound: { atMost: 1 },
  };
}

async function memory(host: Headless): Promise<Measure> {
  const fewer = await peak(host, 'Fewer images');
  const all = await peak(host, 'Images');
  return {
    name: 'the window’s peak memory, 2,000 images seen',
    ours: `${Math.round(all / MEGABYTE)} MB`,
    base: `1,000 images ${Math.round(fewer / MEGABYTE)} MB`,
    ratio: all / fewer,
    bound: { atMost: 1.2 },
  };
}

/** Peak bytes of the window after scrolling through a whole chat. */
function peak(host: Headless, name: string): Promise<number> {
  return withChat(host, name, async (page, browser) => {
    const first = page.getByText('Number 0.', { exact: true });
    while ((await first.count()) === 0) await scroll(page, 60, { step: -400 });
    return peakRendererMemory(browser);
  });
}

async function fill(
  channel: TestChannel,
  name: string,
  amount: number,
  message: (index: number) => Record<string, unknown>,
): Promise<void> {
  for (let index = 0; index < amount; index += 1) {
    const { status, body } = await channel.post({ sender: { id: name, name }, message: message(index) });
    if (status !== 200) throw new Error(`the message was answered with ${status}: ${body}`);
  }
}

/** Only the window is measured, so all files are fetched before. */
async function fetchAll(host: Headless, chatId: string): Promise<void> {
  for (const { id } of await allMessages(host, chatId)) {
    for (;;) {
      const { state } = await host.rpc('media.get', { id, part: 'file' });
      if (state === 'ready') break;
      if (state !== 'fetching') throw new Error(`an image is ${state}`);
      await passing(2);
    }
  }
}
