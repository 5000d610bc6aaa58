import { MEDIA_TYPES, type MediaType } from '#shared/domain/kinds/file.ts';
import type { AgentContent } from '#shared/domain/kinds/kinds.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation, type Conversation } from '../../fixtures/conversation.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { startIntegrator, type Endpoint, type Integrator } from '../../fixtures/integrator.ts';
import { arrived, FILES, sendMedia } from '../../fixtures/media-replies.ts';
import { fetchStored, upload } from '../../fixtures/uploads.ts';

let host: Host;
let integrator: Integrator;
let endpoint: Endpoint;
let conversation: Conversation;

beforeAll(async () => {
  integrator = await startIntegrator();
  host = await startHost({
    provision: {
      operators: [{ name: 'Olga', photo: 'https://shop.example/olga.png', accessKey: 'olga-key-for-tests-0001' }],
    },
  });
  endpoint = integrator.endpoint('hook');
  conversation = await openConversation(host, { endpoint: endpoint.url }, 9007199254740991);
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

const FILE_OF = {
  photo: 'lamp.png',
  sticker: 'hello.png',
  video: 'clip.mp4',
  audio: 'doorbell.wav',
  voice: 'voice.wav',
  document: 'order.pdf',
} as const satisfies Record<MediaType, keyof typeof FILES>;
const CONTENT_TYPE = {
  photo: 'image/png',
  sticker: 'image/png',
  video: 'video/mp4',
  audio: /^audio\//,
  voice: /^audio\//,
  document: 'application/pdf',
} as const;

type SentMedia = Extract<AgentContent, { readonly file: string }>;

/** Sends a file as the operator does, without further fields. */
async function sent(type: MediaType, more: object = {}): Promise<SentMedia> {
  const { uploadId } = await upload(host, FILE_OF[type], FILES[FILE_OF[type]]);
  const messages = await sendMedia(host, conversation, { type, uploadId, ...more });
  const [content] = await arrived(endpoint, messages);
  if (content === undefined || !('file' in content)) throw new Error('no media arrived');
  return content;
}

describe('6 message.type to the integrator', () => {
  test.each(MEDIA_TYPES)(
    '%s: file, file_name, file_size; the file can be fetched and is the one sent',
    async (type) => {
      const content = await sent(type);
      const name = FILE_OF[type];
      expect(content).toMatchObject({ type, file_name: name, file_size: FILES[name].length });
      expect(content.file).toMatch(new RegExp(`^${host.listener}/files/[A-Za-z0-9_-]{32}/${name}$`));
      const answer = await fetch(content.file);
      expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(FILES[name])]).toEqual([200, true]);
      expect(answer.headers.get('content-type')).toMatch(CONTENT_TYPE[type]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-disposition')).toMatch(type === 'document' ? /^attachment/ : /^inline/);
    },
  );

  test('location: latitude, longitude', async () => {
    const messages = await sendMedia(host, conversation, { type: 'location', latitude: 59.3293, longitude: 18.0686 });
    expect(await arrived(endpoint, messages)).toEqual([
      { type: 'location', id: messages[0]?.id, latitude: 59.3293, longitude: 18.0686 },
    ]);
  });

  test('a location with its optional fields', async () => {
    const messages = await sendMedia(host, conversation, {
      type: 'location',
      latitude: -33.9,
      longitude: 151.2,
      title: 'Our shop',
      text: 'Beside the ferry',
    });
    expect(await arrived(endpoint, messages)).toMatchObject([
      { latitude: -33.9, longitude: 151.2, title: 'Our shop', text: 'Beside the ferry' },
    ]);
  });
});

describe('2 multimedia fields to the integrator', () => {
  test.each(MEDIA_TYPES)('%s with every optional field', async (type) => {
    const thumb = await upload(host, 'lamp-320.png', FILES['lamp-320.png']);
    const optional = {
      emoji: '💡',
      text: 'See here: 3 < 4 & “more”',
      duration: 12,
      performer: 'The Bells',
      title: 'Counter',
      fileName: `Lampe grün.${FILE_OF[type].split('.')[1] ?? ''}`,
      width: 160,
      height: 120,
    };
    const content = await sent(type, { ...optional, thumbUploadId: thumb.uploadId });
    const isPicture = type === 'photo' || type === 'sticker';
    const { width, height } =
      type === 'photo'
        ? { width: 640, height: 480 }
        : type === 'sticker'
          ? { width: 64, height: 64 }
          : type === 'video'
            ? optional
            : {};
    expect(content).toEqual({
      type,
      id: content.id,
      file: content.file,
      thumb: content.thumb,
      emoji: '💡',
      file_size: FILES[FILE_OF[type]].length,
      file_name: optional.fileName,
      text: optional.text,
      performer: 'The Bells',
      title: 'Counter',
      ...(!isPicture && { duration: 12 }),
      ...(width !== undefined && { width, height }),
    });
    expect(content.file).toMatch(/\/Lampe-grun\.[a-z0-9]+$/);
    const answer = await fetch(content.thumb ?? '');
    expect(Buffer.from(await answer.arrayBuffer()).equals(FILES['lamp-320.png'])).toBe(true);
  });

  test('sender, recipient and id accompany it as with text, and the integration’s ok marks it delivered', async () => {
    const { uploadId } = await upload(host, 'order.pdf', FILES['order.pdf']);
    const [message] = await sendMedia(host, conversation, { type: 'document', uploadId });
    expect((await conversation.verdict(message?.id ?? '')).state).toBe('delivered');
    const [received] = await endpoint.waitFor(1, ({ raw }) => raw.includes(`"id":"${message?.id}"`));
    expect(received?.raw).toContain(
      '{"sender":{"name":"Olga","photo":"https://shop.example/olga.png"},"recipient":{"id":9007199254740991},"message":{"type":"document"',
    );
  });

  test('several files are separate messages, in order, each with its caption', async () => {
    const [one, two] = [
      await upload(host, 'lamp.png', FILES['lamp.png']),
      await upload(host, 'order.pdf', FILES['order.pdf']),
    ];
    const messages = await sendMedia(
      host,
      conversation,
      { type: 'photo', uploadId: one.uploadId, text: 'First' },
      { type: 'document', uploadId: two.uploadId },
      { type: 'location', latitude: 1, longitude: 2, text: 'Last' },
    );
    const contents = await arrived(endpoint, messages);
    expect(contents.map(({ type, text }) => [type, text])).toEqual([
      ['photo', 'First'],
      ['document', undefined],
      ['location', 'Last'],
    ]);
    expect(contents.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
  });
});

describe('the stored message', () => {
  test('has every field that was sent, and shows its file without a request to anyone', async () => {
    const { uploadId } = await upload(host, 'lamp.png', FILES['lamp.png']);
    const [message] = await sendMedia(host, conversation, { type: 'photo', uploadId, text: 'The green one' });
    const { id = '' } = message ?? {};
    const { messages } = await host.rpc('messages.list', { chatId: conversation.chatId, limit: 1 });
    expect(messages).toMatchObject([
      {
        id,
        from: 'operator',
        type: 'photo',
        text: 'The green one',
        fileName: 'lamp.png',
        fileSize: FILES['lamp.png'].length,
        width: 640,
        height: 480,
        authorName: 'Olga',
      },
    ]);
    const state = await host.rpc('media.get', { id, part: 'file' });
    expect(state).toMatchObject({
      state: 'ready',
      mediaType: 'image/png',
      width: 640,
      height: 480,
      fileName: 'lamp.png',
    });
    const answer = await fetchStored(host, state.state === 'ready' ? state.url : '');
    expect(Buffer.from(await answer.arrayBuffer()).equals(FILES['lamp.png'])).toBe(true);
  });

  test('is not sent twice when requested again with the same clientId, even without its upload', async () => {
    const { uploadId } = await upload(host, 'order.pdf', FILES['order.pdf']);
    const request = {
      chatId: conversation.chatId,
      clientId: 'the-same-again-1',
      parts: [{ type: 'document' as const, uploadId }],
    };
    const first = await host.rpc('chats.replyMedia', request);
    await host.rpc('media.discardUpload', { uploadId });
    const again = await host.rpc('chats.replyMedia', request);
    expect(again.messages.map(({ id }) => id)).toEqual(first.messages.map(({ id }) => id));
    const [message] = first.messages;
    expect((await fetch(message?.file ?? '')).status).toBe(200);
  });

  test.each([
    ['an upload that nobody made', undefined, 'document'],
    ['a text that is called a picture', Buffer.from('not a picture'), 'photo'],
    ['a picture that is called a film', FILES['lamp.png'], 'video'],
  ] as const)('%s is refused with a reason, and nothing is sent', async (_name, bytes, type) => {
    const uploadId = bytes === undefined ? 'no-such-upload' : (await upload(host, FILE_OF[type], bytes)).uploadId;
    const before = await host.rpc('messages.list', { chatId: conversation.chatId, limit: 1 });
    const refused = await host.ask('chats.replyMedia', {
      chatId: conversation.chatId,
      clientId: 'refused-123',
      parts: [
        { type: 'location', latitude: 1, longitude: 1 },
        { type, uploadId },
      ],
    });
    expect(refused).toMatchObject({ ok: false, error: { code: 'file_refused' } });
    expect(
      (await host.rpc('messages.list', { chatId: conversation.chatId, limit: 1 })).messages.map(({ id }) => id),
    ).toEqual(before.messages.map(({ id }) => id));
  });
});
