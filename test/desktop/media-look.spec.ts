import { startMediaFiles, type MediaFiles } from '../fixtures/media-files.ts';
import { expectLook, kinds, sendEveryKind } from '../fixtures/media-look.ts';
import { shownWindows } from './customers.ts';
import { expect, skipWithoutRuntime, test as base } from './fixtures.ts';

const test = base.extend<{ readonly files: MediaFiles }>({
  files: async ({}, use) => {
    skipWithoutRuntime();
    const files = await startMediaFiles();
    await use(files);
    await files.stop();
  },
});

const SIZE = { width: 1280, height: 800 } as const;
/** High-density screens would enlarge the screenshots, subpixels colour their edges, and other languages change their times. */
const SAME_PIXELS = ['--force-device-scale-factor=1', '--disable-lcd-text', '--lang=en-GB'];

test('every kind of media looks as it should, light and dark', { tag: '@thorough' }, async ({ launch, files }) => {
  const { app, rpc, console } = await launch({ args: SAME_PIXELS });
  await console.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
  await app.evaluate(({ BrowserWindow }, size) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setContentSize(size.width, size.height);
    // The system's pointer may be over it.
    window?.setIgnoreMouseEvents(true);
  }, SIZE);
  await expect.poll(() => console.evaluate('({ width: innerWidth, height: innerHeight })')).toEqual(SIZE);
  await rpc('setup.finish', {});
  const channel = await rpc('channels.create', { name: 'Shop app', ownNetwork: true });
  const { message: address } = await rpc('channels.addresses', { channelId: channel.id });
  await sendEveryKind(async (message) => {
    const sender = { id: 'anna', name: 'Anna', photo: files.url('anna.png') };
    const answer = await fetch(address, { method: 'POST', body: JSON.stringify({ sender, message }) });
    expect(answer.status).toBe(200);
  }, files);

  await console.getByRole('option').filter({ hasText: 'Anna' }).click();
  const feed = console.getByRole('log', { name: 'Chat with Anna' });
  for (const theme of ['light', 'dark'] as const) {
    await console.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const kind of kinds(console, feed)) await expectLook(feed, kind, theme);
  }
});
