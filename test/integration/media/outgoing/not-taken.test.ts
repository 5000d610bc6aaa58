import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation, type Conversation } from '../../../fixtures/conversation.ts';
import { startHost, type Host } from '../../../fixtures/host.ts';
import { answer, bodyOf, startIntegrator, type Endpoint, type Integrator } from '../../../fixtures/integrator.ts';
import { arrived, FILES, sendMedia } from '../../../fixtures/media-replies.ts';
import { createQuickClock } from '../../../fixtures/quick-clock.ts';
import { upload } from '../../../fixtures/uploads.ts';

let host: Host;
let integrator: Integrator;

beforeAll(async () => {
  integrator = await startIntegrator();
  host = await startHost({ clock: createQuickClock() });
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

async function opened(
  name: string,
  takes: readonly ('text' | 'photo')[],
): Promise<{ readonly conversation: Conversation; readonly endpoint: Endpoint }> {
  const endpoint = integrator.endpoint(name);
  return { endpoint, conversation: await openConversation(host, { endpoint: endpoint.url, takes: [...takes] }) };
}

const photo = async (text?: string) => ({
  type: 'photo' as const,
  uploadId: (await upload(host, 'lamp.png', FILES['lamp.png'])).uploadId,
  ...(text !== undefined && { text }),
});
const LINK = /^http:\/\/127\.0\.0\.1:\d+\/files\/[A-Za-z0-9_-]{32}\/lamp\.png$/;
const LONG = `${'A word. '.repeat(200)}End`;

describe('media that a channel does not accept', () => {
  test('are sent as text: the caption, then a link to the file; the console shows the picture', async () => {
    const { conversation, endpoint } = await opened('caption', ['text']);
    const messages = await sendMedia(host, conversation, await photo('The green one'));
    expect(messages).toMatchObject([{ type: 'photo', text: 'The green one', fileName: 'lamp.png' }]);
    const [content] = await arrived(endpoint, messages);
    const [caption, link = ''] = content?.text?.split('\n') ?? [];
    expect([content?.type, caption]).toEqual(['text', 'The green one']);
    expect(link).toMatch(LINK);
    expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(FILES['lamp.png'])).toBe(true);
  });

  test('are the link alone without a caption', async () => {
    const { conversation, endpoint } = await opened('bare', ['text']);
    const [content] = await arrived(endpoint, await sendMedia(host, conversation, await photo()));
    expect(content).toMatchObject({ type: 'text', text: expect.stringMatching(LINK) as string });
  });

  test('include a location, sent as its text and a link to a map', async () => {
    const { conversation, endpoint } = await opened('place', ['text', 'photo']);
    const messages = await sendMedia(
      host,
      conversation,
      { type: 'location', latitude: 59.3293, longitude: 18.0686, title: 'Our shop', text: 'Until six' },
      await photo('Here'),
    );
    expect(await arrived(endpoint, messages)).toMatchObject([
      {
        type: 'text',
        text: 'Our shop\nUntil six\nhttps://www.openstreetmap.org/?mlat=59.3293&mlon=18.0686#map=16/59.3293/18.0686',
      },
      { type: 'photo', text: 'Here' },
    ]);
  });

  test('have a caption that is too long next to the link sent first, in messages of at most 1000 characters', async () => {
    const { conversation, endpoint } = await opened('long', ['text']);
    const contents = await arrived(endpoint, await sendMedia(host, conversation, await photo(LONG)));
    const texts = contents.map(({ text = '' }) => text);
    expect(texts.every((text) => text.length <= 1000)).toBe(true);
    expect(texts.slice(0, -1).join('')).toBe(LONG);
    expect(texts.at(-1)).toMatch(LINK);
  });
});

test('where accepted, have a long caption continued in messages after them', async () => {
  const { conversation, endpoint } = await opened('taken', ['text', 'photo']);
  const contents = await arrived(endpoint, await sendMedia(host, conversation, await photo(LONG)));
  expect(contents.map(({ type }) => type)).toEqual(['photo', 'text']);
  expect(contents.map(({ text = '' }) => text).join('')).toBe(LONG);
});

describe('resending', () => {
  test('uses current links, and the current format of the channel', async () => {
    const { conversation, endpoint } = await opened('again', ['text', 'photo']);
    endpoint.react(answer.body('no', 500), answer.body('no', 500), answer.body('no', 500), answer.ok);
    const [message] = await sendMedia(host, conversation, await photo('The green one'));
    const { id = '', file: before = '' } = message ?? {};
    expect((await conversation.verdict(id)).state).toBe('failed');
    await host.rpc('connection.change', { way: 'own', own: { publicUrl: 'https://chat.example/shop/' } });
    await host.rpc('messages.resend', { messageId: id });
    const [, , , fourth] = await endpoint.waitFor(4);
    const token = new URL(before).pathname.split('/')[2] ?? '';
    const file = `https://chat.example/shop/files/${token}/lamp.png`;
    expect(bodyOf(fourth).message).toMatchObject({ type: 'photo', id, file, text: 'The green one', width: 640 });
    expect((await host.rpc('messages.list', { chatId: conversation.chatId, limit: 1 })).messages).toMatchObject([
      { id, file },
    ]);
    expect(await host.rpc('media.get', { id, part: 'file' })).toMatchObject({ state: 'ready' });
    await host.rpc('connection.change', { way: 'local' });
  });

  test('is refused with a reason if the file is gone', async () => {
    const { conversation, endpoint } = await opened('gone', ['text', 'photo']);
    endpoint.react(answer.body('no', 500));
    const { uploadId, url } = await upload(host, 'gone.pdf', FILES['order.pdf']);
    const [message] = await sendMedia(host, conversation, { type: 'document', uploadId });
    expect((await conversation.verdict(message?.id ?? '')).state).toBe('failed');
    const digest = url.split('/')[2] ?? '';
    await rm(join(host.dataDir, 'media', digest.slice(0, 2), digest));
    expect(await host.ask('messages.resend', { messageId: message?.id })).toMatchObject({
      ok: false,
      error: { code: 'file_refused', message: expect.stringContaining('gone.pdf') as string },
    });
    expect((await fetch(message?.file ?? '')).status).toBe(410);
  });

  test('renders a failing reply again for a channel that no longer accepts pictures', async () => {
    const { conversation, endpoint } = await opened('changed', ['text', 'photo']);
    endpoint.react(answer.body('no', 500), answer.body('no', 500), answer.body('no', 500), answer.ok);
    const [message] = await sendMedia(host, conversation, await photo('The green one'));
    const { id = '' } = message ?? {};
    expect((await conversation.verdict(id)).state).toBe('failed');
    await host.rpc('channels.update', { channelId: conversation.channel.id, takes: ['text'] });
    await host.rpc('messages.resend', { messageId: id });
    const [, , , fourth] = await endpoint.waitFor(4);
    expect(bodyOf(fourth).message).toEqual({ type: 'text', id, text: `The green one\n${message?.file}` });
  });

  test('continues a long caption of a picture once, in messages after the link of at most 1000 characters', async () => {
    const { conversation, endpoint } = await opened('outgrown', ['text', 'photo']);
    endpoint.react(...Array.from({ length: 6 }, () => answer.body('no', 500)), answer.ok);
    const caption = LONG.slice(0, 1000);
    const [message] = await sendMedia(host, conversation, await photo(caption));
    const { id = '', file = '' } = message ?? {};
    expect((await conversation.verdict(id)).state).toBe('failed');
    await host.rpc('channels.update', { channelId: conversation.channel.id, takes: ['text'] });
    const events = await host.events();
    for (const before of [3, 6]) {
      await host.rpc('messages.resend', { messageId: id });
      if (before === 3)
        await events.waitFor(
          'message.changed',
          (changed) => changed.message.id === id && changed.message.delivery?.state === 'failed',
        );
    }
    const sent = (await endpoint.waitFor(8)).slice(6).map((request) => bodyOf(request).message);
    expect(sent.map(({ type, text = '' }) => [type, text.length <= 1000])).toEqual([
      ['text', true],
      ['text', true],
    ]);
    // The rest is delivered while the first one fails once more.
    const [rest = '', first = ''] = sent.map(({ text = '' }) => text);
    expect(first.endsWith(`\n${file}`)).toBe(true);
    expect(first.slice(0, -file.length - 1) + rest).toBe(caption);
    const { messages } = await host.rpc('messages.list', { chatId: conversation.chatId, limit: 10 });
    expect(
      messages
        .filter(({ from }) => from === 'operator')
        .map(({ text = '' }) => text)
        .join(''),
    ).toBe(caption);
  });
});
