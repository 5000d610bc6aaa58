import { expect, test } from 'vitest';
import type { Uploaded } from '#shared/contract/media.ts';
import { type Attachment, asReply, moved, natureByContent, natureOf, uploadedAs, uploadsOf } from './attachment.ts';

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

test('what a file is follows its media type at first; a drawing with scripts is a file', () => {
  expect(['image/png', 'video/mp4', 'audio/ogg', 'application/pdf', 'image/svg+xml', ''].map(natureOf)).toEqual([
    'photo',
    'video',
    'audio',
    'document',
    'document',
    'document',
  ]);
});

test('then its content decides, whatever it was called', () => {
  expect(natureByContent('other', { canDecode: false }, false)).toBe('document');
  expect(natureByContent('image', { canDecode: true, width: 3, height: 2 }, false)).toBe('photo');
  expect(natureByContent('image', { canDecode: false }, false)).toBe('document');
  expect(natureByContent('video', { canDecode: true, width: 3, height: 2, duration: 4 }, false)).toBe('video');
  expect(natureByContent('video', { canDecode: true, duration: 4 }, false)).toBe('audio');
  expect(natureByContent('video', { canDecode: true, duration: 4 }, true)).toBe('voice');
});

test('a zip named .jpg becomes a document', () => {
  const ready = uploadedAs(attachment(), uploaded('other'), { canDecode: false }, undefined);
  expect(asReply(ready)).toEqual({ type: 'document', uploadId: 'u1', fileName: 'lamp.jpg' });
});

test('a message has what is known: caption, preview, length and size of a video', () => {
  const video = attachment({ nature: 'video', sentAs: 'video', name: 'clip.mp4', caption: ' Look ' });
  const ready = uploadedAs(
    video,
    uploaded('video'),
    { canDecode: true, width: 640, height: 480, duration: 9 },
    { uploadId: 'u2', url: '/media/def' },
  );
  expect(asReply(ready)).toEqual({
    type: 'video',
    uploadId: 'u1',
    thumbUploadId: 'u2',
    fileName: 'clip.mp4',
    text: 'Look',
    duration: 9,
    width: 640,
    height: 480,
  });
  expect(asReply({ ...ready, sentAs: 'document' })).toEqual({
    type: 'document',
    uploadId: 'u1',
    thumbUploadId: 'u2',
    fileName: 'clip.mp4',
    text: 'Look',
  });
  expect(uploadsOf(ready)).toEqual(['u1', 'u2']);
});

test('performer and title go with audio alone', () => {
  const audio = uploadedAs(
    attachment({ nature: 'audio', sentAs: 'audio', performer: 'The Shades', title: 'Harbour' }),
    uploaded('audio'),
    { canDecode: true, duration: 4 },
    undefined,
  );
  expect(asReply(audio)).toMatchObject({ performer: 'The Shades', title: 'Harbour', duration: 4 });
  expect(asReply({ ...audio, sentAs: 'document' })).not.toHaveProperty('title');
});

test('a recorded length stays where the player finds none', () => {
  const voice = uploadedAs(
    attachment({ nature: 'voice', sentAs: 'voice', duration: 7 }),
    uploaded('audio'),
    { canDecode: false },
    undefined,
  );
  expect(asReply(voice)).toMatchObject({ type: 'voice', duration: 7 });
});

test('what is not uploaded is no message yet', () => {
  expect(asReply(attachment({ progress: { at: 'uploading', sent: 3 } }))).toBeUndefined();
});

test('one can be moved within the list', () => {
  const list = ['a', 'b', 'c'].map((id) => attachment({ id }));
  const order = (id: string, to: number) =>
    moved(list, id, to)
      .map((each) => each.id)
      .join('');
  expect([order('a', 1), order('c', 0), order('a', 9), order('b', -1), order('x', 0)]).toEqual([
    'bac',
    'cab',
    'bca',
    'bac',
    'abc',
  ]);
});
