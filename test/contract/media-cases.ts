import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { FILES } from '../fixtures/media-replies.ts';
import { naming } from '../fixtures/stale-answers.ts';

export const mediaCases: readonly ContractCase[] = [
  {
    name: 'a file is uploaded and sent with its caption; the message knows it, and the console shows it; asked again, it is the same message',
    run: async ({ ok, newChannel, write, upload }) => {
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Show me');
      const photo = await upload('lamp.png', FILES['lamp.png']);
      assert.deepEqual(
        [photo.mediaType, photo.form, photo.size, photo.width, photo.height],
        ['image/png', 'image', FILES['lamp.png'].length, 640, 480],
      );
      const thumb = await upload('lamp-320.png', FILES['lamp-320.png']);
      const request = {
        chatId,
        clientId: 'contract-media-1',
        parts: [{ type: 'photo' as const, uploadId: photo.uploadId, thumbUploadId: thumb.uploadId, text: 'This one' }],
      };
      const { chat, messages } = await ok('chats.replyMedia', request);
      const [message] = messages;
      assert.deepEqual(
        [messages.length, message?.type, message?.text, message?.fileSize, message?.width],
        [1, 'photo', 'This one', FILES['lamp.png'].length, 640],
      );
      assert.deepEqual([chat.state, chat.lastMessage?.id], ['active', message?.id]);
      for (const part of ['file', 'thumb'] as const) {
        const state = await ok('media.get', { id: message?.id ?? '', part });
        assert.ok(state.state === 'ready' && state.mediaType === 'image/png' && state.url.startsWith('/media/'));
        assert.deepEqual(await ok('media.fetch', { id: message?.id ?? '', part }), state);
      }
      const again = await ok('chats.replyMedia', request);
      assert.deepEqual(
        again.messages.map(({ id }) => id),
        [message?.id],
      );
    },
  },
  {
    name: 'an upload that is given up is gone',
    run: async ({ ok, refused, newChannel, write, upload }) => {
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      const { uploadId } = await upload('order.pdf', FILES['order.pdf']);
      await ok('media.discardUpload', { uploadId });
      const { code } = await refused('chats.replyMedia', {
        chatId,
        clientId: 'contract-media-2',
        parts: [{ type: 'document', uploadId }],
      });
      assert.equal(code, 'file_refused');
    },
  },
  {
    name: 'stickers are added, listed, sent and removed, and every window hears of it',
    run: ({ ok, newChannel, write, upload, withWindow }) =>
      withWindow(async (window) => {
        await window.hello();
        const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
        const sticker = await ok('stickers.add', {
          uploadId: (await upload('hello.png', FILES['hello.png'])).uploadId,
          emoji: '🙂',
        });
        await window.waitFor('answers.stale', naming('stickers.list'));
        assert.deepEqual((await ok('stickers.list', {})).stickers, [sticker]);
        const { messages } = await ok('chats.replyMedia', {
          chatId,
          clientId: 'contract-media-3',
          parts: [{ type: 'sticker_of_ours', stickerId: sticker.id }],
        });
        assert.deepEqual(
          messages.map(({ type, emoji }) => [type, emoji]),
          [['sticker', '🙂']],
        );
        await ok('stickers.remove', { stickerId: sticker.id });
        assert.deepEqual((await ok('stickers.list', {})).stickers, []);
      }),
  },
  {
    name: 'media settings change field by field, and say what is on the disk and what is served',
    run: async ({ ok, refused }) => {
      const before = await ok('media.settings', {});
      assert.ok(before.used > 0 && before.hosted > 0);
      const changed = await ok('media.updateSettings', { largest: 20 });
      assert.deepEqual(changed, { ...before.settings, largest: 20 });
      assert.deepEqual((await ok('media.settings', {})).settings, changed);
      assert.equal((await refused('media.updateSettings', { quota: 1 })).code, 'invalid_input');
      await ok('media.updateSettings', before.settings);
      await ok('media.clear', {});
      // Operators' own files are not deleted.
      assert.equal((await ok('media.settings', {})).hosted, before.hosted);
    },
  },
  {
    name: 'media.outlook says who can fetch a file that is sent now',
    run: async ({ ok }) => {
      const { settings } = await ok('connection.get', {});
      const { reach } = await ok('media.outlook', {});
      assert.equal(reach === 'local', settings.way === 'local');
    },
  },
];
