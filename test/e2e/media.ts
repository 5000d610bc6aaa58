import { readFileSync } from 'node:fs';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { type FileServer, startFileServer } from '../fixtures/file-server.ts';
import { picture, recording } from '../fixtures/pictures.ts';
import { test as base } from './fixtures.ts';

const CLIP = readFileSync(new URL('../fixtures/media/clip.webm', import.meta.url));

interface MediaShop {
  /** a channel whose customers may have files in this computer's own network */
  readonly channel: TestChannel;
  readonly files: FileServer;
  /** posts a message of Anna's; fails unless it is accepted */
  readonly send: (message: Readonly<Record<string, unknown>>) => Promise<void>;
  /** what a media message says of a file that lies there */
  readonly file: (name: string) => { readonly file: string; readonly file_name: string; readonly file_size: number };
}

export const test = base.extend<{ readonly mediaShop: MediaShop }>({
  mediaShop: async ({ host }, use) => {
    const files = await startFileServer();
    for (const [name, bytes] of Object.entries(FILES)) files.put(name, bytes);
    const channel = await openChannel(host, { name: 'Shop website', publicId: 'shop-1', ownNetwork: true });
    await use({
      channel,
      files,
      send: async (message) => {
        const { status, body } = await channel.post({ sender: { id: 'anna', name: 'Anna', photo: files.url('anna.png') }, message });
        if (status !== 200) throw new Error(`the message was answered with ${status}: ${body}`);
      },
      file: (name) => ({ file: files.url(name), file_name: name, file_size: FILES[name]?.length ?? 1000 }),
    });
    await files.stop();
  },
});

const FILES: Readonly<Record<string, Buffer>> = {
  'anna.png': picture(128, 128, 9),
  'lamp.png': picture(1600, 1200, 2),
  'lamp-small.png': picture(320, 240, 2),
  'tall.png': picture(450, 800, 3),
  'one.png': picture(400, 300, 4),
  'two.png': picture(400, 300, 5),
  'three.png': picture(400, 300, 6),
  'sticker.png': picture(256, 256, 7),
  'clip.webm': CLIP,
  'voice.wav': recording(7),
  'song.wav': recording(60),
  'invoice.pdf': Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  'order.exe': Buffer.concat([Buffer.from('MZ'), Buffer.alloc(58), Buffer.from([0x40, 0, 0, 0]), Buffer.from('PE\0\0'), Buffer.alloc(400)]),
  'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="window.hacked=1"><script>window.hacked=1</script></svg>'),
};

export { expect } from './fixtures.ts';
