import { expect, test } from 'vitest';
import type { Uploaded } from '#shared/contract/media.ts';
import {
  type Attachment,
  toReply,
  moveAttachment,
  natureByContent,
  natureOf,
  withUpload,
  uploadsOf,
} from './attachment.ts';

const attachment = (change: Partial<Attachment> = {}): Attachment => ({
  id: 'a',
  chatId: 'c',
  isLeaving: false,
  name: 'lamp.jpg',
  size: 1000,
  nature: 'photo',
  sentAs: 'photo',
  caption: '',
  performer: '',
  title: '',
  progress: { at: 'queued' },
  ...change,
});
const uploaded = (form: Uploaded['form']): Uploaded => ({
  uploadId: 'u1',
  url: '/media/abc',
  fileName: 'lamp.jpg',
  mediaType: 'image/jpeg',
  form,
  size: 1000,
});

test("guesses a file's kind from its media type; an SVG with scripts is a file", () => {
  const types = ['image/png', 'video/mp4', 'audio/ogg', 'application/pdf', 'image/svg+xml', ''];
  expect(types.map(natureOf)).toEqual(['photo', 'video', 'audio', 'document', 'document', 'document']);
});

test.each([
  ['other', { canDecode: false }, false, 'document'],
  ['image', { canDecode: true, width: 3, height: 2 }, false, 'photo'],
  ['image', { canDecode: false }, false, 'document'],
  ['video', { canDecode: true, width: 3, height: 2, duration: 4 }, false, 'video'],
  ['video', { canDecode: true, duration: 4 }, false, 'audio'],
  ['video', { canDecode: true, duration: 4 }, true, 'voice'],
] as const)(
  'then follows its content, whatever its name: %s, %o, recorded: %s: %s',
  (form, look, isRecorded, nature) => {
    expect(natureByContent(form, look, isRecorded)).toBe(nature);
  },
);

test('turns a zip named .jpg into a file', () => {
  const ready = withUpload(attachment(), uploaded('other'), { canDecode: false }, undefined);
  expect(toReply(ready)).toEqual({ type: 'document', uploadId: 'u1', fileName: 'lamp.jpg' });
});

test('fills a message with what is known: caption, preview, length and size of a video', () => {
  const video = attachment({ nature: 'video', sentAs: 'video', name: 'clip.mp4', caption: ' Look ' });
  const ready = withUpload(
    video,
    uploaded('video'),
    { canDecode: true, width: 640, height: 480, duration: 9 },
    { uploadId: 'u2', url: '/media/def' },
  );
  const sent = { uploadId: 'u1', thumbUploadId: 'u2', fileName: 'clip.mp4', text: 'Look' };
  expect(toReply(ready)).toEqual({ ...sent, type: 'video', duration: 9, width: 640, height: 480 });
  expect(toReply({ ...ready, sentAs: 'document' })).toEqual({ ...sent, type: 'document' });
  expect(uploadsOf(ready)).toEqual(['u1', 'u2']);
});

test('sends performer and title only with audio', () => {
  const audio = withUpload(
    attachment({ nature: 'audio', sentAs: 'audio', performer: 'The Shades', title: 'Harbour' }),
    uploaded('audio'),
    { canDecode: true, duration: 4 },
    undefined,
  );
  expect(toReply(audio)).toMatchObject({ performer: 'The Shades', title: 'Harbour', duration: 4 });
  expect(toReply({ ...audio, sentAs: 'document' })).not.toHaveProperty('title');
});

test('keeps the recorded length if the player finds none', () => {
  const voice = withUpload(
    attachment({ nature: 'voice', sentAs: 'voice', duration: 7 }),
    uploaded('audio'),
    { canDecode: false },
    undefined,
  );
  expect(toReply(voice)).toMatchObject({ type: 'voice', duration: 7 });
});

test('makes no message before the upload is complete', () => {
  expect(toReply(attachment({ progress: { at: 'uploading', sent: 3 } }))).toBeUndefined();
});

test('moves an attachment within the list', () => {
  const list = ['a', 'b', 'c'].map((id) => attachment({ id }));
  const order = (id: string, to: number) =>
    moveAttachment(list, id, to)
      .map((each) => each.id)
      .join('');
  const orders = [order('a', 1), order('c', 0), order('a', 9), order('b', -1), order('x', 0)];
  expect(orders.join(' ')).toBe('bac cab bca bac abc');
});
