import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation, type Conversation } from '../../../fixtures/conversation.ts';
import { startHeadless } from '../../../fixtures/headless.ts';
import { startHost, type Host } from '../../../fixtures/host.ts';
import { httpRequest } from '../../../fixtures/http-request.ts';
import { startIntegrator, type Endpoint, type Integrator } from '../../../fixtures/integrator.ts';
import { locatedJpeg } from '../../../fixtures/located-pictures.ts';
import { arrived, FILES, sendMedia } from '../../../fixtures/media-replies.ts';
import { openRawConnection } from '../../../fixtures/raw-connection.ts';
import { fetchStored, upload } from '../../../fixtures/uploads.ts';
import { naming } from '../../../fixtures/stale-answers.ts';

let host: Host;
let integrator: Integrator;
let endpoint: Endpoint;
let conversation: Conversation;

beforeAll(async () => {
  integrator = await startIntegrator();
  host = await startHost();
  endpoint = integrator.endpoint('hook');
  conversation = await openConversation(host, { endpoint: endpoint.url });
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

/** Sends a document; returns the link that the integration got, and the message's id. */
async function linkTo(
  name: string,
  bytes: Buffer,
  type: 'document' | 'photo' = 'document',
): Promise<{ readonly link: string; readonly fileName: string | undefined; readonly id: string }> {
  const { uploadId } = await upload(host, name, bytes);
  const messages = await sendMedia(host, conversation, { type, uploadId });
  const [content] = await arrived(endpoint, messages);
  if (content === undefined || !('file' in content)) throw new Error('no media arrived');
  return { link: content.file, fileName: content.file_name, id: content.id };
}

const bytesAt = async (link: string): Promise<Buffer> => Buffer.from(await (await fetch(link)).arrayBuffer());

describe('hosted files', () => {
  test('serve ranges, and nothing to those who guess', async () => {
    const { link } = await linkTo('order.pdf', FILES['order.pdf']);
    const part = await fetch(link, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '%PDF',
      `bytes 0-3/${FILES['order.pdf'].length}`,
    ]);
    const guessed = link.replace(/\/files\/./, (start) => `/files/${start.endsWith('a') ? 'b' : 'a'}`);
    const unknown = await httpRequest(guessed);
    expect([unknown.status, unknown.json()]).toEqual([
      404,
      { error: { code: 'not_found', message: expect.any(String) as string } },
    ]);
    expect(unknown.body).toBe((await httpRequest(`${host.listener}/nowhere/at-all`)).body);
  });

  test.each([
    '../../../etc/passwd',
    'C:\\CON',
    'a\u202Efdp.exe',
    '<img src=x>.html',
    'a"; filename=b.html',
    `${'ä'.repeat(250)}.pdf`,
    '',
  ])('serve a file called %j under a safe name, as a download only', async (name) => {
    const { link, fileName = '' } = await linkTo(name === '' ? 'x' : name, Buffer.from('<script>alert(1)</script>'));
    expect(fileName).not.toMatch(/[/\\\u202E<>":]|^\.|^CON$/);
    expect(Buffer.byteLength(fileName)).toBeLessThanOrEqual(255);
    expect(new URL(link).pathname).toMatch(/^\/files\/[A-Za-z0-9_-]{32}\/[A-Za-z0-9_.-]{1,72}$/);
    const answer = await fetch(link);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"]*"; filename\*=UTF-8''[^";]+$/,
    );
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  test.skipIf(process.platform !== 'linux')(
    'stay there for others while one client holds all that it can get, and reads none of it',
    async () => {
      const large = randomBytes(16 * 1024 * 1024);
      const { link } = await linkTo('large.bin', large);
      const readers = await Promise.all(Array.from({ length: 100 }, () => openRawConnection(link, '127.0.9.1')));
      const statuses = await Promise.all(
        readers.map(async ({ write, waitFor, statuses: answered, socket }) => {
          write(`GET ${new URL(link).pathname} HTTP/1.1\r\nHost: shop\r\n\r\n`);
          await waitFor((text) => text.includes('\r\n\r\n'));
          socket.pause();
          return answered()[0];
        }),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(64);
      expect(statuses.filter((status) => status === 429)).toHaveLength(36);
      const other = await httpRequest(link, { localAddress: '127.0.9.2', headers: { range: 'bytes=0-99' } });
      expect([other.status, other.headers['content-length']]).toEqual([206, '100']);
      for (const { destroy } of readers) destroy();
    },
  );

  test('survive a restart, including those sent before a kill', { tags: ['thorough'] }, async () => {
    const one = await startHeadless();
    const hook = integrator.endpoint('restart');
    const talk = await openConversation(one, { endpoint: hook.url });
    const { uploadId } = await upload(one, 'order.pdf', FILES['order.pdf']);
    const [message] = await sendMedia(one, talk, { type: 'document', uploadId });
    await talk.verdict(message?.id ?? '');
    await one.kill();
    const again = await one.restart();
    try {
      const link = (message?.file ?? '').replace(one.listener, again.listener);
      expect((await bytesAt(link)).equals(FILES['order.pdf'])).toBe(true);
    } finally {
      await again.remove();
    }
  });

  test('are journalled when fetched, without the secret part of the address', async () => {
    const { link } = await linkTo('journal.pdf', FILES['order.pdf']);
    await bytesAt(link);
    const token = new URL(link).pathname.split('/')[2] ?? 'x';
    const { entries } = await host.rpc('journal.list', { limit: 100 });
    const fetched = entries.find(({ kind }) => kind === 'file');
    expect(fetched).toMatchObject({ direction: 'in', outcome: 'accepted', status: 200 });
    const details = await Promise.all(entries.slice(0, 20).map(({ id }) => host.rpc('journal.get', { entryId: id })));
    expect(JSON.stringify(details)).toContain('/files/***');
    expect(JSON.stringify([entries, details])).not.toContain(token);
    expect(host.log()).not.toContain(token);
  });
});

test('report an unprocessed photo by its upright height', async () => {
  const { uploadId } = await upload(host, 'photo.jpg', locatedJpeg());
  const messages = await sendMedia(host, conversation, { type: 'photo', uploadId });
  expect(await arrived(endpoint, messages)).toMatchObject([{ width: 8, height: 16 }]);
});

describe('own stickers', () => {
  test('are added, listed, sent and removed; sent ones stay', async () => {
    const events = await host.events();
    const { uploadId } = await upload(host, 'hello.png', FILES['hello.png']);
    const sticker = await host.rpc('stickers.add', { uploadId, emoji: '🙂' });
    expect(sticker).toMatchObject({ emoji: '🙂', width: 64, height: 64 });
    await events.waitFor('answers.stale', naming('stickers.list'));
    expect(await host.rpc('stickers.list', {})).toEqual({ stickers: [sticker] });
    expect(Buffer.from(await (await fetchStored(host, sticker.url)).arrayBuffer()).equals(FILES['hello.png'])).toBe(
      true,
    );

    const messages = await sendMedia(host, conversation, { type: 'sticker_of_ours', stickerId: sticker.id });
    const [content] = await arrived(endpoint, messages);
    expect(content).toMatchObject({
      type: 'sticker',
      emoji: '🙂',
      file_name: 'hello.png',
      file_size: FILES['hello.png'].length,
      width: 64,
      height: 64,
    });

    await host.rpc('stickers.remove', { stickerId: sticker.id });
    expect(await host.rpc('stickers.list', {})).toEqual({ stickers: [] });
    const file = content !== undefined && 'file' in content ? content.file : '';
    expect(
      createHash('sha256')
        .update(await bytesAt(file))
        .digest('hex'),
    ).toBe(createHash('sha256').update(FILES['hello.png']).digest('hex'));
    expect(await host.ask('stickers.remove', { stickerId: sticker.id })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    expect(
      await host.ask('chats.replyMedia', {
        chatId: conversation.chatId,
        clientId: 'gone-sticker',
        parts: [{ type: 'sticker_of_ours', stickerId: sticker.id }],
      }),
    ).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  test('the same picture twice is one sticker', async () => {
    const one = await host.rpc('stickers.add', {
      uploadId: (await upload(host, 'a.png', FILES['lamp-320.png'])).uploadId,
    });
    const two = await host.rpc('stickers.add', {
      uploadId: (await upload(host, 'b.png', FILES['lamp-320.png'])).uploadId,
      emoji: '💡',
    });
    expect(two).toEqual({ ...one, emoji: '💡' });
  });

  test('must be pictures', async () => {
    const { uploadId } = await upload(host, 'a.png', FILES['order.pdf']);
    expect(await host.ask('stickers.add', { uploadId })).toMatchObject({ ok: false, error: { code: 'file_refused' } });
  });
});
