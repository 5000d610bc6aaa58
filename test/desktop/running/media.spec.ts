import { agentMessage, type AgentContent } from '#shared/domain/kinds/kinds.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startFileServer, type FileServer } from '../../fixtures/customer-files.ts';
import { bodyOf, startIntegrator, type Endpoint, type Integrator } from '../../fixtures/integrator.ts';
import { picture, recording } from '../../fixtures/pictures.ts';
import { expect, test as base, type Running } from './fixtures.ts';

interface Around {
  readonly files: FileServer;
  readonly shop: Shop;
}

const test = base.extend<Around>({
  files: async ({}, use) => {
    const files = await startFileServer();
    await use(files);
    await files.stop();
  },
  shop: async ({ desktop }, use) => {
    const integrator = await startIntegrator();
    await use(await openShop(desktop, integrator));
    await integrator.stop();
  },
});

const LAMP = picture(1600, 1200, 2);
const CLIP = readFileSync(new URL('../../fixtures/media/clip.webm', import.meta.url));

interface Shop extends Running {
  readonly endpoint: Endpoint;
  /** posts a message of Anna's; fails unless it is accepted */
  readonly say: (message: Readonly<Record<string, unknown>>) => Promise<void>;
  /** opens Anna's chat in the console's window; resolves with its messages */
  readonly openChat: () => Promise<Locator>;
}

/** The app with a channel whose customers have files on this computer. */
async function openShop(desktop: Running, integrator: Integrator): Promise<Shop> {
  const { rpc, console } = desktop;
  const endpoint = integrator.endpoint('replies');
  const channel = await rpc('channels.create', { name: 'Shop app', endpoint: endpoint.url, ownNetwork: true });
  const { message: address } = await rpc('channels.addresses', { channelId: channel.id });
  return {
    ...desktop,
    endpoint,
    say: async (message) => {
      const answer = await fetch(address, {
        method: 'POST',
        body: JSON.stringify({ sender: { id: 'anna', name: 'Anna' }, message }),
      });
      expect(answer.status).toBe(200);
    },
    openChat: async () => {
      await console.getByRole('option').filter({ hasText: 'Anna' }).click();
      return console.getByRole('log', { name: 'Chat with Anna' });
    },
  };
}

/** URLs requested by the page from now on, except its own. */
function foreignRequests(page: Page): readonly string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('app://counterbell/') && !/^(blob|data):/.test(request.url()))
      foreign.push(request.url());
  });
  return foreign;
}

/** A range of a stored file, as the page receives it; bytes as base64. */
const partOf = (page: Page, url: string, range: string) =>
  page.evaluate(
    async ([address, asked]) => {
      const answer = await fetch(address, { headers: { range: asked } });
      const bytes = Array.from(new Uint8Array(await answer.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(
        '',
      );
      return {
        status: answer.status,
        mediaType: answer.headers.get('content-type'),
        of: answer.headers.get('content-range'),
        base64: btoa(bytes),
      };
    },
    [url, range] as const,
  );

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type MediaContent = Extract<AgentContent, { readonly file: string }>;

/** The first file received by the endpoint, fetched as an integration would. */
async function sentFile(
  endpoint: Endpoint,
): Promise<{ readonly message: MediaContent; readonly bytes: Buffer; readonly mediaType: string | null }> {
  const [first] = await endpoint.waitFor(1, (received) => 'file' in bodyOf(received).message);
  const { message } = agentMessage.parse(JSON.parse(first?.raw ?? ''));
  if (!('file' in message)) throw new Error(`a ${message.type} has no file`);
  const answer = await fetch(message.file);
  expect(answer.status).toBe(200);
  return { message, bytes: Buffer.from(await answer.arrayBuffer()), mediaType: answer.headers.get('content-type') };
}

test('a customer’s picture is served by the engine; the page requests nothing from the customer', async ({
  files,
  shop: { console, say, openChat },
}) => {
  const foreign = foreignRequests(console);
  await say({ type: 'photo', file: files.file('/lamp.png', LAMP, 'image/png'), file_name: 'lamp.png' });
  const feed = await openChat();
  const shown = feed.getByRole('button', { name: 'lamp.png, view larger' }).locator('img');
  await expect(shown).toHaveJSProperty('naturalWidth', 1600);
  await expect(shown).toHaveJSProperty('src', `app://counterbell/media/${digestOf(LAMP)}/lamp.png`);
  expect(foreign).toEqual([]);
  expect(files.asked.map(({ path }) => path)).toEqual(['/lamp.png']);
});

test('the page gets ranges of a customer’s file, and nothing executable', async ({
  files,
  shop: { console, say, openChat },
}) => {
  await say({ type: 'video', file: files.file('/clip.webm', CLIP), file_name: 'clip.webm' });
  const page = Buffer.from('<!doctype html><script>globalThis.ran = true</script>');
  await say({ type: 'document', file: files.file('/page.html', page, 'text/html'), file_name: 'page.html' });
  const feed = await openChat();
  await expect(feed.getByRole('button', { name: 'Play clip.webm' })).toBeVisible();
  await expect(feed.getByRole('link', { name: 'Save page.html' })).toBeVisible();

  const clip = `/media/${digestOf(CLIP)}/clip.webm`;
  const part = (from: number, to: number) => ({
    status: 206,
    mediaType: 'video/webm',
    of: `bytes ${from}-${to}/${CLIP.length}`,
    base64: CLIP.subarray(from, to + 1).toString('base64'),
  });
  expect(await partOf(console, clip, 'bytes=0-99')).toEqual(part(0, 99));
  expect(await partOf(console, clip, 'bytes=5000-')).toEqual(part(5000, CLIP.length - 1));
  expect(await partOf(console, clip, 'bytes=-10')).toEqual(part(CLIP.length - 10, CLIP.length - 1));
  expect(await partOf(console, clip, `bytes=${CLIP.length}-`)).toMatchObject({
    status: 416,
    of: `bytes */${CLIP.length}`,
  });
  expect(await partOf(console, `/media/${digestOf(page)}/page.html`, 'bytes=0-')).toMatchObject({
    status: 206,
    mediaType: 'application/octet-stream',
  });
  expect(await partOf(console, `/media/${'0'.repeat(64)}/page.html`, 'bytes=0-')).toMatchObject({ status: 404 });
});

test(
  'a video and a long recording can be played and seeked',
  { tag: '@thorough' },
  async ({ files, shop: { console, say, openChat } }) => {
    // Larger than what is fetched automatically, and than a player's read-ahead.
    const song = recording(3000);
    await say({ type: 'video', file: files.file('/clip.webm', CLIP), file_name: 'clip.webm' });
    await say({ type: 'audio', file: files.file('/song.wav', song), file_name: 'song.wav', title: 'Harbour Light' });
    const feed = await openChat();
    await feed.getByRole('button', { name: 'Play clip.webm' }).click();
    const video = feed.getByLabel('Video clip.webm');
    await expect(video).toHaveJSProperty('ended', true);
    await expect(video).toHaveJSProperty('videoWidth', 320);

    const slider = feed.getByRole('slider', { name: 'Position in Harbour Light' });
    await feed.getByRole('button', { name: /^Load audio/ }).click();
    await feed.getByRole('button', { name: 'Play Harbour Light' }).click();
    await feed.getByRole('button', { name: 'Pause Harbour Light' }).click();
    await slider.press('Home');
    await expect(slider).toHaveAttribute('aria-valuetext', '0:00 of 50:00');
    await slider.fill('2700');
    await expect(slider).toHaveAttribute('aria-valuetext', '45:00 of 50:00');
    await feed.getByRole('button', { name: 'Play Harbour Light' }).click();
    await expect(slider).toHaveAttribute('aria-valuetext', /^45:0[1-9] of 50:00$/);

    const jumped = await console.evaluate<readonly number[]>(`(async () => {
    const player = new Audio('/media/${digestOf(song)}/song.wav');
    const heard = (name) => new Promise((resolve, reject) => {
      player.addEventListener(name, resolve, { once: true });
      player.addEventListener('error', () => reject(new Error(player.error.message)), { once: true });
    });
    await heard('loadedmetadata');
    const places = [];
    for (const place of [2990, 5, 1500]) {
      player.currentTime = place;
      await heard('seeked');
      places.push(player.currentTime);
    }
    return places;
  })()`);
    expect(jumped).toEqual([2990, 5, 1500]);
  },
);

test('a customer’s file is saved whole under its safe name, and opened by the computer’s own program', async ({
  files,
  shop: { app, console, dataDir, say, openChat },
}) => {
  const invoice = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5_000_000, 'invoice ')]);
  await say({ type: 'document', file: files.file('/invoice', invoice), file_name: '../../invoice.pdf' });
  const feed = await openChat();
  // Neither the system's dialog nor its program can be driven from outside.
  await app.evaluate(({ session, shell }, folder) => {
    const handled: { saved: string[]; opened: string[] } = { saved: [], opened: [] };
    Object.assign(globalThis, { handled });
    session.defaultSession.on('will-download', (_event, item) => {
      item.setSavePath(`${folder}/${item.getFilename()}`);
      item.once('done', (_done, state) => handled.saved.push(`${state} ${item.getFilename()}`));
    });
    shell.openPath = async (path) => {
      handled.opened.push(path);
      return '';
    };
  }, dataDir);
  const handled = () =>
    app.evaluate(() => (globalThis as unknown as { handled: { saved: string[]; opened: string[] } }).handled);
  await feed.getByRole('link', { name: 'Save invoice.pdf' }).click();
  await expect.poll(async () => (await handled()).saved).toEqual(['completed invoice.pdf']);
  expect((await readFile(join(dataDir, 'invoice.pdf'))).equals(invoice)).toBe(true);

  await feed.getByRole('button', { name: 'Open invoice.pdf' }).click();
  const question = console.getByRole('alertdialog', { name: 'Open invoice.pdf?' });
  await expect(question).toContainText('macros, scripts or links');
  expect((await handled()).opened).toEqual([]);
  await question.getByRole('button', { name: 'Open' }).click();
  await expect.poll(async () => (await handled()).opened).toEqual([expect.stringMatching(/[/\\]invoice\.pdf$/)]);
  expect((await readFile((await handled()).opened[0] ?? '')).equals(invoice)).toBe(true);
});

test('a file on disk is uploaded through the page’s own origin, and an integration can fetch it', async ({
  shop: { console, dataDir, say, openChat, endpoint },
}) => {
  const foreign = foreignRequests(console);
  await say({ type: 'text', text: 'Do you have a picture?' });
  const feed = await openChat();
  // Long enough to arrive in many chunks.
  const manual = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(30_000_000, 'manual ')]);
  const path = join(dataDir, 'manual.pdf');
  await writeFile(path, manual);
  await console.getByLabel('Photos and files').setInputFiles(path);
  await expect(console.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toContainText('30 MB');
  await console.getByRole('button', { name: 'Send', exact: true }).click();

  const { message, bytes, mediaType } = await sentFile(endpoint);
  expect(message).toMatchObject({ type: 'document', file_name: 'manual.pdf', file_size: manual.length });
  expect(mediaType).toBe('application/pdf');
  expect(bytes.equals(manual)).toBe(true);
  await expect(feed.getByRole('img', { name: 'Delivered' })).toBeVisible();
  expect(foreign).toEqual([]);
});

test('a picture is sent with its preview, and shown without being fetched', async ({
  shop: { console, rpc, dataDir, say, openChat, endpoint },
}) => {
  await say({ type: 'text', text: 'Do you have a picture?' });
  const feed = await openChat();
  const path = join(dataDir, 'lamp.png');
  await writeFile(path, LAMP);
  await console.getByLabel('Photos and files').setInputFiles(path);
  await console.getByRole('textbox', { name: 'Caption for lamp.png' }).fill('The brass one');
  await console.getByRole('button', { name: 'Send', exact: true }).click();

  const { message, bytes } = await sentFile(endpoint);
  expect(message).toMatchObject({
    type: 'photo',
    text: 'The brass one',
    width: 1600,
    height: 1200,
    file_size: bytes.length,
  });
  const { listenerUrl } = await rpc('setup.get', {});
  expect(message.file).toMatch(new RegExp(`^${listenerUrl}/files/[^/]+/lamp\\.png$`));
  expect((await fetch(message.thumb ?? '')).headers.get('content-type')).toMatch(/^image\//);
  const shown = feed.getByRole('button', { name: 'lamp.png, view larger' }).locator('img').last();
  await expect(shown).toHaveJSProperty('naturalWidth', 1600);
  await expect(shown).toHaveJSProperty('src', `app://counterbell/media/${digestOf(bytes)}/lamp.png`);
});

test('the microphone is blocked for a page until Record is pressed; a camera always is', async ({
  shop: { console, say, openChat, endpoint },
}) => {
  const listen = (what: string) =>
    console.evaluate<string>(
      `navigator.mediaDevices.getUserMedia(${what}).then((stream) => { for (const track of stream.getTracks()) track.stop(); return 'given'; }, ({ name }) => name)`,
    );
  const everything = ['{ audio: true }', '{ video: true }', '{ audio: true, video: true }'];
  for (const what of everything) expect(await listen(what)).toBe('NotAllowedError');
  expect(
    await console.evaluate<string>(
      `navigator.mediaDevices.getDisplayMedia({ video: true }).then(() => 'given', ({ name }) => name)`,
    ),
  ).not.toBe('given');

  await say({ type: 'text', text: 'Can you call me?' });
  await openChat();
  await console.getByRole('button', { name: 'Record a voice message' }).click();
  const recorder = console.getByRole('group', { name: 'Recording' });
  await expect(recorder.getByRole('timer')).toHaveText(/^0:0[2-9]$/);
  for (const what of everything.slice(1)) expect(await listen(what)).toBe('NotAllowedError');
  await recorder.getByRole('button', { name: 'Done' }).click();
  await expect(console.getByRole('list', { name: 'Attachments' })).toContainText('Voice message');
  await console.getByRole('button', { name: 'Send', exact: true }).click();

  const { message, bytes, mediaType } = await sentFile(endpoint);
  expect(message).toMatchObject({ type: 'voice', duration: expect.any(Number), file_size: bytes.length });
  expect(message.duration).toBeGreaterThanOrEqual(2);
  expect(mediaType).toMatch(/^audio\//);
});
