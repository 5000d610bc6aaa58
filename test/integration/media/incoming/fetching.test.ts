import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMediaHost, type MediaHost } from '../../../fixtures/media-host.ts';
import { hostile } from '../../../fixtures/hostile-files.ts';
import { picture } from '../../../fixtures/pictures.ts';
import { openChannel } from '../../../fixtures/channels.ts';

const PNG = picture(60, 40);
const MEGABYTE = 1024 * 1024;

let media: MediaHost;

beforeAll(async () => {
  media = await startMediaHost({ ownNetwork: false });
});
afterAll(() => media.stop());

const photo = (file: string, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'photo',
  file,
  file_name: 'photo.png',
  file_size: PNG.length,
  ...more,
});
const fileOf = (id: string) => ({ id, part: 'file' }) as const;

describe('a file on this computer’s private network', () => {
  test('is not fetched until its channel allows it', async () => {
    const file = media.files.file('/own.png', PNG);
    const id = await media.send(photo(file));
    expect(await media.settled(fileOf(id))).toEqual({ state: 'refused', reason: 'forbidden_address', canRetry: false });
    await media.host.rpc('media.fetch', fileOf(id));
    expect(await media.settled(fileOf(id))).toMatchObject({ state: 'refused', reason: 'forbidden_address' });
    expect(media.files.asked).toEqual([]);

    await media.host.rpc('channels.update', { channelId: media.channel.id, ownNetwork: true });
    expect(await media.settled(fileOf(id))).toMatchObject({ state: 'refused', canRetry: true });
    await media.host.rpc('media.fetch', fileOf(id));
    expect(await media.ready(fileOf(id))).toMatchObject({ form: 'image', width: 60, height: 40 });
  });

  test('is fetched by the engine only, and only once', async () => {
    const id = await media.send(photo(media.files.file('/once.png', PNG)));
    await Promise.all([1, 2, 3].map(() => media.settled(fileOf(id))));
    await media.ready(fileOf(id));
    expect(media.files.asked.filter(({ path }) => path === '/once.png')).toHaveLength(1);
  });

  test('of a sample message is available, although it is on this computer', async () => {
    const { id } = await openChannel(media.host, { name: 'Fresh' });
    await media.host.rpc('channels.sendSample', { channelId: id, type: 'photo', customerName: 'Sample' });
    const { chats } = await media.host.rpc('chats.list', { limit: 200 });
    const chat = chats.find(({ channelId }) => channelId === id);
    const { messages } = await media.host.rpc('messages.list', { chatId: chat?.id ?? '' });
    for (const part of ['file', 'thumb'] as const)
      expect(await media.ready({ id: messages.at(-1)?.id ?? '', part })).toMatchObject({ form: 'image' });
  });
});

describe('a large file', () => {
  const bytes = Buffer.alloc(11 * MEGABYTE, 1);
  beforeAll(() => media.host.rpc('media.updateSettings', { largest: 12 }));
  afterAll(() => media.host.rpc('media.updateSettings', { largest: 50 }));

  test.each([
    ['as its message says', bytes.length, []],
    ['as its server says', 10, ['/large']],
  ])('waits for a request, %s', async (_who, file_size, asked) => {
    const before = media.files.asked.length;
    const id = await media.send(photo(media.files.file('/large', bytes), { file_size }));
    expect(await media.settled(fileOf(id))).toEqual({ state: 'waiting', size: bytes.length });
    expect(media.files.asked.slice(before).map(({ path }) => path)).toEqual(asked);
    await media.host.rpc('media.fetch', fileOf(id));
    expect(await media.ready(fileOf(id))).toMatchObject({ form: 'other', size: bytes.length });
  });

  test('over the limit is refused, and can be retried when the limit is higher', async () => {
    const id = await media.send(photo(media.files.file('/larger', Buffer.alloc(13 * MEGABYTE, 2))));
    expect(await media.settled(fileOf(id))).toEqual({ state: 'refused', reason: 'too_large', canRetry: false });
    await media.host.rpc('media.updateSettings', { largest: 14 });
    expect(await media.settled(fileOf(id))).toMatchObject({ canRetry: true });
    await media.host.rpc('media.fetch', fileOf(id));
    expect(await media.ready(fileOf(id))).toMatchObject({ size: 13 * MEGABYTE });
  });
});

test('a customer’s photo must be a picture; another address is another photo', async () => {
  const ask = async (photoPath: string) => {
    await media.send({ type: 'text', text: 'hello' }, { id: 'ben', photo: `${media.files.origin}${photoPath}` });
    const { customer } = await media.channel.chatOf('"ben"');
    return media.settled({ id: customer.id, part: 'avatar' });
  };
  media.files.file('/ben.png', picture(128, 128, 2));
  media.files.file('/ben.svg', hostile.svg);
  expect(await ask('/ben.png')).toMatchObject({ state: 'ready', width: 128 });
  expect(await ask('/ben.svg')).toMatchObject({ state: 'refused', reason: 'wrong_type' });
  expect(await ask('/ben.png')).toMatchObject({ state: 'ready', mediaType: 'image/png' });
});

test('an unknown file does not exist', async () => {
  for (const id of ['999999', 'x', ''])
    for (const part of ['file', 'thumb', 'avatar'] as const)
      await expect(media.host.rpc('media.get', { id, part })).rejects.toMatchObject({ code: 'not_found' });
});

test('the least recently used file is deleted when the quota is full, and fetched again when viewed', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 8; at += 1) {
    ids.push(await media.send(photo(media.files.file(`/quota-${at}`, Buffer.alloc(9 * MEGABYTE, at + 1)))));
    await media.ready(fileOf(ids[at] ?? ''));
    // The first one is viewed all the time.
    await (await media.get((await media.ready(fileOf(ids[0] ?? ''))).url)).arrayBuffer();
  }
  await media.host.rpc('media.updateSettings', { quota: 50 });
  expect((await media.host.rpc('media.settings', {})).used).toBeLessThanOrEqual(50 * MEGABYTE);
  const asked = (at: number): number => media.files.asked.filter(({ path }) => path === `/quota-${at}`).length;
  await media.ready(fileOf(ids[0] ?? ''));
  expect(asked(0)).toBe(1);
  await media.ready(fileOf(ids[1] ?? ''));
  expect(asked(1)).toBe(2);
  expect((await media.host.rpc('media.settings', {})).used).toBeLessThanOrEqual(50 * MEGABYTE);

  await media.host.rpc('media.clear', {});
  expect((await media.host.rpc('media.settings', {})).used).toBe(0);
  expect(await media.ready(fileOf(ids[1] ?? ''))).toMatchObject({ size: 9 * MEGABYTE });
});
