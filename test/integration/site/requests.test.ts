import { createHmac, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteInput } from '#shared/contract/routes.ts';
import type { EngineFrame } from '#shared/site/frames.ts';
import { startHeadless } from '../../fixtures/headless.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { hostile } from '../../fixtures/hostile-files.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { openRawConnection } from '../../fixtures/raw-connection.ts';
import { picture as testPicture } from '../../fixtures/pictures.ts';
import { credentialsOf, HELLO, named, newId, siteRequests, writer } from '../../fixtures/site-client.ts';

let host: Host;
let url: string;
let lamps: ReturnType<typeof siteRequests>;

beforeAll(async () => {
  host = await startHost();
  url = host.listener;
  for (const publicId of ['lamps', 'other'])
    await host.rpc('channels.create', { name: publicId, kind: 'site', publicId });
  lamps = siteRequests(url, 'lamps');
});
afterAll(() => host.remove());

const stored = async (): Promise<readonly string[]> => {
  const found = await readdir(join(host.dataDir, 'media'), { recursive: true, withFileTypes: true });
  return found.filter((each) => each.isFile()).map(({ name }) => name);
};

describe('texts of the owner', () => {
  test('come with the status, in the language of the visitor, and are known ones', async () => {
    const { id: channelId } = await host.rpc('channels.create', { name: 'Texts', kind: 'site', publicId: 'texts' });
    const statusIn = async (language: string) =>
      (await httpRequest(`${url}/site/texts/status?language=${language}`)).json() as Promise<object>;
    expect(await statusIn('de')).toMatchObject({ texts: {}, button: { name: 'Chatten Sie mit uns', isShown: false } });
    const hostileText = '</script>\u2028`${x}`"\\';
    await host.rpc('channels.update', {
      channelId,
      site: { texts: { en: { title: 'Bella' }, de: { greeting: hostileText, button: 'Frag uns' } } },
    });
    expect(await statusIn('de-AT,en')).toMatchObject({
      texts: { title: 'Bella', greeting: hostileText },
      button: { name: 'Frag uns', isShown: true },
    });
    expect(await statusIn('ru')).toMatchObject({ texts: { title: 'Bella' }, button: { isShown: false } });
    const unknown = { channelId, site: { texts: { en: { send: 'Go' } } } } as object;
    expect(await host.ask('channels.update', unknown as RouteInput<'channels.update'>)).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
  });
});

describe('uploads', () => {
  test('too large, announced or not: 413, and nothing stays', async () => {
    const { visitor, token } = await named(url, 'lamps');
    const { settings } = await host.rpc('media.settings', {});
    await host.rpc('media.updateSettings', { largest: 1 });
    const before = await stored();
    const bytes = Buffer.alloc(1024 * 1024 + 1);
    expect((await lamps.upload(token, 'a.bin', bytes)).status).toBe(413);
    expect((await lamps.upload(token, 'a.bin', bytes, { chunkSize: 65_536 })).status).toBe(413);
    expect(await stored()).toEqual(before);
    await host.rpc('media.updateSettings', { largest: settings.largest });
    await visitor.leave();
  });

  test('given up half-way: nothing stays', async () => {
    const { visitor, token } = await named(url, 'lamps');
    const before = await stored();
    const sent = request(`${lamps.base}/files?name=half.bin`, {
      method: 'POST',
      headers: { ...credentialsOf(token), 'content-length': '1000000' },
    });
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(500_000));
    await expect.poll(async () => (await stored()).length).toBeGreaterThan(before.length);
    sent.destroy();
    await expect.poll(stored).toEqual(before);
    await visitor.leave();
  });

  test('with a token of nobody or of another channel, of somebody signed in without their signature, or with none: 404', async () => {
    const { visitor, token } = await named(url, 'lamps');
    expect((await lamps.upload('none', 'a.txt', 'x')).status).toBe(404);
    expect((await lamps.upload('', 'a.txt', 'x')).status).toBe(404);
    expect((await siteRequests(url, 'other').upload(token, 'a.txt', 'x')).status).toBe(404);
    expect((await lamps.post('files?name=a.txt', 'x')).status).toBe(404);
    const [channel] = (await host.rpc('channels.list', {})).channels.filter(({ publicId }) => publicId === 'lamps');
    const { identityKey } = await host.rpc('sites.addresses', { channelId: channel?.id ?? '' });
    const anna = { id: 'anna', signature: createHmac('sha256', identityKey).update('anna').digest('hex') };
    visitor.say({ kind: 'identify', identity: anna });
    const { token: signedIn } = await visitor.next('token', (frame) => frame.token.startsWith('i.'));
    expect((await lamps.upload(signedIn, 'a.txt', 'x')).status).toBe(404);
    expect((await lamps.upload({ ...anna, signature: '00' }, 'a.txt', 'x')).status).toBe(404);
    expect((await lamps.upload(anna, 'a.txt', 'x')).status).toBe(200);
    await visitor.leave();
  });

  test('of one visitor is no other’s, and of no message that is not theirs', async () => {
    const [one, other] = [await named(url, 'lamps'), await named(url, 'lamps')];
    const { upload } = (await lamps.upload(one.token, 'a.txt', 'mine')).json() as { readonly upload: string };
    other.visitor.say({ kind: 'message', id: newId(), upload });
    expect((await other.visitor.next('refused')).code).toBe('file');
    await Promise.all([one.visitor.leave(), other.visitor.leave()]);
  });

  test.each(['html', 'svg', 'gifAndScript', 'pdfAndHtml', 'exe'] as const)(
    'what is not what its name says (%s as photo.png) is served so that no browser runs it',
    async (name) => {
      const { visitor, token } = await named(url, 'lamps');
      const answer = await lamps.upload(token, '../../\u202Egnp.photo.png', hostile[name]);
      expect(answer.status).toBe(200);
      const { upload } = answer.json() as { readonly upload: string };
      visitor.say({ kind: 'message', id: newId(), upload });
      const { message } = await visitor.next('message');
      expect(message.file?.name).not.toMatch(/[/\\\u202E]/);
      const { headers, status } = await httpRequest(`${url}/${message.file?.url ?? ''}`);
      expect(status).toBe(200);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-type']).not.toMatch(/html|svg|xml|script/);
      if (message.type === 'document') expect(headers['content-disposition']).toMatch(/^attachment/);
      await visitor.leave();
    },
  );

  test(
    'of a stranger, who fills 64 MB, and “Delete files” take nothing that a customer sent',
    { tags: ['thorough'] },
    async () => {
      await host.rpc('media.updateSettings', { quota: 50 });
      const customer = await named(url, 'lamps');
      const picture = testPicture(50, 20);
      const answer = await lamps.upload(customer.token, 'lamp.png', picture);
      customer.visitor.say({ kind: 'message', id: newId(), upload: (answer.json() as { upload: string }).upload });
      const { message } = await customer.visitor.next('message');
      const stranger = await named(url, 'lamps');
      const fill = async (megabytes: number): Promise<number> =>
        (await lamps.upload(stranger.token, 'a.bin', randomBytes(megabytes * 1024 * 1024))).status;
      expect([await fill(30), await fill(30), await fill(10), await fill(1)]).toEqual([200, 200, 200, 429]);
      await host.rpc('media.clear', {});
      const still = await fetch(`${url}/${message.file?.url ?? ''}`);
      expect(Buffer.from(await still.arrayBuffer()).equals(picture)).toBe(true);
      await Promise.all([customer.visitor.leave(), stranger.visitor.leave()]);
    },
  );
});

describe('polls', () => {
  test('of a connection of another channel, or of a WebSocket: 404', async () => {
    const connection = await lamps.hello();
    const { visitor, connection: socket } = await named(url, 'lamps');
    const other = siteRequests(url, 'other');
    expect((await other.post('poll', { connection })).status).toBe(404);
    expect((await other.post('send', { connection, frames: [HELLO] })).status).toBe(404);
    expect((await lamps.post('poll', { connection: socket })).status).toBe(404);
    expect((await lamps.post('poll', { connection: { toString: 'x' } })).status).toBe(404);
    await visitor.leave();
  });

  test('a second one ends the first, so that a window holds one request', async () => {
    const connection = await lamps.hello();
    const waiting = Array.from({ length: 50 }, () => lamps.post('poll', { connection }));
    await lamps.post('send', { connection, frames: [{ kind: 'begin' }] });
    const answers = (await Promise.all(waiting)).map((answer) => answer.json() as EngineFrame[]);
    expect(answers.flat().map(({ kind }) => kind)).toEqual(['token']);
  });

  test('an answer that was lost is given again to whoever says what they have', async () => {
    const connection = await lamps.hello();
    await lamps.post('send', { connection, frames: [{ kind: 'begin' }] });
    const poll = async (after: unknown) =>
      ((await lamps.post('poll', { connection, after })).json() as EngineFrame[]).map(({ kind }) => kind);
    expect(await poll(1)).toEqual(['token']);
    expect(await poll(1)).toEqual(['token']);
    expect(await poll(-5)).toEqual(['token']);
    await lamps.post('send', { connection, frames: [{ kind: 'history', before: '1' }] });
    expect(await poll(1)).toEqual(['token', 'history']);
    expect(await poll(2)).toEqual(['history']);
    const waiting = poll(1e308);
    await lamps.post('send', { connection, frames: [{ kind: 'history', before: '1' }] });
    expect(await waiting).toEqual(['history']);
  });

  test('nobody fetches 1001 frames: the connection is over', async () => {
    const { token, visitor } = await writer(url, 'lamps', 'To be polled');
    const [welcome] = (await lamps.post('poll', { hello: { ...HELLO, token } })).json() as EngineFrame[];
    if (welcome?.kind !== 'welcome') throw new Error('no welcome');
    const { connection } = welcome;
    const statuses = new Set<number>();
    for (let at = 0; at < 30; at += 1) {
      const frames = Array.from({ length: 50 }, () => ({ kind: 'history', before: '1' }));
      statuses.add((await lamps.post('send', { connection, frames })).status);
    }
    expect(statuses).toEqual(new Set([204, 404]));
    expect((await lamps.post('poll', { connection })).status).toBe(404);
    await visitor.leave();
  });
});

test('what the program took before a restart is good after it: a file for its message, and a window that polls', async () => {
  const wire = randomBytes(16).toString('hex');
  const before = await startHost();
  await before.rpc('channels.create', { name: 'Shop', kind: 'site', publicId: 'shop' });
  const { token } = await named(before.listener, 'shop');
  const requests = siteRequests(before.listener, 'shop');
  const hello = { ...HELLO, token };
  const [, read] = (await requests.post('poll', { hello, wire })).json() as EngineFrame[];
  const { upload } = (await requests.upload(token, 'a.txt', 'kept')).json() as { readonly upload: string };
  await before.stop();
  const after = await before.restart();
  const again = siteRequests(after.listener, 'shop');
  const message = { kind: 'message', id: newId(), upload };
  const answers = (await again.post('send', { hello, wire, frames: [message] })).json();
  expect(answers).toMatchObject([{ kind: 'accepted', id: message.id }]);
  const frames: EngineFrame[] = [];
  while (!frames.some(({ kind }) => kind === 'message'))
    frames.push(...((await again.post('poll', { ...(frames.at(-1) ?? read), hello, wire })).json() as EngineFrame[]));
  expect(frames.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['welcome', 'message', 'read']));
  const { file } = frames.flatMap((frame) => (frame.kind === 'message' ? [frame.message] : []))[0] ?? {};
  expect((await httpRequest(`${after.listener}/${file?.url ?? ''}`)).body).toBe('kept');
  await after.remove();
});

test('half-open connections hold up nobody', async () => {
  const raws = await Promise.all(Array.from({ length: 200 }, () => openRawConnection(url)));
  for (const [at, raw] of raws.entries())
    raw.write(
      at % 2 === 0
        ? 'POST /site/lamps/poll HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'
        : 'GET /site/lamps/connect HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
  await Promise.all(raws.filter((_, at) => at % 2 === 1).map((raw) => raw.waitFor((text) => text.includes(' 101 '))));
  const { visitor } = await writer(url, 'lamps', 'Among the half-open');
  await visitor.leave();
  for (const raw of raws) raw.destroy();
});

test(
  'a stop is prompt with a thousand windows open, some of which neither read nor answer',
  { tags: ['thorough'], timeout: 120_000 },
  async () => {
    const own = await startHeadless();
    await own.rpc('channels.create', { name: 'Shop', kind: 'site', publicId: 'shop' });
    const hello = JSON.stringify(HELLO);
    const raws = await Promise.all(
      Array.from({ length: 1000 }, async (_, at) => {
        const raw = await openRawConnection(own.listener);
        raw.write(
          at % 2 === 0
            ? `POST /site/shop/poll HTTP/1.1\r\nHost: x\r\nContent-Length: ${hello.length + 10}\r\n\r\n{"hello":${hello}}`
            : 'GET /site/shop/connect HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
        );
        await raw.waitFor((text) => / (?:101|200) /.test(text));
        raw.socket.pause();
        return raw;
      }),
    );
    const ended = once(own.process, 'exit');
    own.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    for (const raw of raws) raw.destroy();
    await own.remove();
  },
);
