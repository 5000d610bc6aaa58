import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { type MediaFiles, startMediaFiles } from '../fixtures/media-files.ts';
import { test as base } from './fixtures.ts';

interface MediaShop {
  /** a channel whose customers may have files on this computer's private network */
  readonly channel: TestChannel;
  readonly files: MediaFiles;
  /** posts a message of Anna's; fails unless it is accepted */
  readonly send: (message: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly file: MediaFiles['file'];
}

export const test = base.extend<{ readonly mediaShop: MediaShop }>({
  mediaShop: async ({ host }, use) => {
    const files = await startMediaFiles();
    const channel = await openChannel(host, { name: 'Shop website', publicId: 'shop-1', ownNetwork: true });
    await use({
      channel,
      files,
      send: async (message) => {
        const { status, body } = await channel.post({
          sender: { id: 'anna', name: 'Anna', photo: files.url('anna.png') },
          message,
        });
        if (status !== 200) throw new Error(`the message was answered with ${status}: ${body}`);
      },
      file: files.file,
    });
    await files.stop();
  },
});

export { expect } from './fixtures.ts';
