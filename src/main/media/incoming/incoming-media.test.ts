import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import type { Store } from '#main/store/store.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { mediaSettings, type MediaState } from '#shared/contract/media.ts';
import { folderFiles } from '../folder-files.ts';
import { startMediaFolder, type MediaFolder } from '../media-store.ts';
import { startFileServer, type FileServer } from '../../../../test/fixtures/customer-files.ts';
import { picture } from '../../../../test/fixtures/pictures.ts';
import { kindOf } from '#main/outgoing/address-guard.ts';
import { createIncomingMedia, type IncomingMedia, type MediaId } from './incoming-media.ts';
import { foreignText } from '#shared/locales/phrase.ts';
import { standing } from '../../../../test/fixtures/acts.ts';

const HOUR = 60 * 60 * 1000;
const PNG = picture(60, 40);
const log = pino({ level: 'silent' });

let folder: string;
let store: MemoryStore;
let files: FileServer;
let clock: FakeClock;
let media: MediaFolder;
let incoming: IncomingMedia;
let changes: EventEmitter;

const started = (on: Store): void => {
  const settings = () => mediaSettings.parse({});
  media = startMediaFolder({
    files: folderFiles(folder),
    store: on,
    clock,
    log,
    quota: () => 100_000_000,
    unsentQuota: () => 0,
  });
  incoming = createIncomingMedia({
    store: on,
    files: media,
    clock,
    log,
    settings,
    ownNetwork: () => true,
    isSample: () => false,
    edge: { resolve: async () => [], kindOf, userAgent: 'Counterbell/test' },
    touch: () => changes.emit('change'),
  });
};

beforeEach(async () => {
  changes = new EventEmitter().setMaxListeners(0);
  folder = await mkdtemp(join(tmpdir(), 'counterbell-media-'));
  store = await openUsualStore();
  files = await startFileServer();
  clock = createFakeClock();
  started(store);
});
afterEach(async () => {
  await incoming.stop();
  await media.stop();
  await files.stop();
  await rm(folder, { recursive: true, force: true });
});

const photoAt = async (file: string): Promise<MediaId> => {
  const { answer: received } = await store.write(
    'messages.receive',
    {
      channelId: 'shop',
      externalId: '"anna"',
      sender: {},
      type: 'photo',
      texts: [undefined],
      fields: { file, fileName: 'photo.png', fileSize: PNG.length },
      messageExternalId: undefined,
      digest: undefined,
    },
    standing(clock.wall()),
  );
  return { id: received.outcome !== 'stored' ? '' : (received.messageIds[0] ?? ''), part: 'file' };
};
const settled = async (mediaId: MediaId): Promise<MediaState> => {
  for (;;) {
    const changed = once(changes, 'change');
    const state = await incoming.calls['media.get'](mediaId);
    if (state.state !== 'fetching') return state;
    await changed;
  }
};

test('a fetch is limited in time', async () => {
  const one = await photoAt(files.at('/slow', () => undefined));
  const state = settled(one);
  await files.waitFor('/slow');
  await clock.advance(60_000);
  expect(await state).toEqual({ state: 'refused', reason: 'timeout', canRetry: true });
});

test('a temporary failure is retried when someone looks an hour later, and not before', async () => {
  const one = await photoAt(`${files.origin}/later.png`);
  expect(await settled(one)).toMatchObject({ state: 'refused', reason: 'status', status: 404 });
  files.file('/later.png', PNG);
  await clock.advance(HOUR - 1);
  expect(await settled(one)).toMatchObject({ state: 'refused' });
  await clock.advance(2);
  expect(await settled(one)).toMatchObject({ state: 'ready', width: 60, height: 40 });
});

test('a temporary failure of a clock that was ahead does not wait until then', async () => {
  const one = await photoAt(`${files.origin}/ahead.png`);
  expect(await settled(one)).toMatchObject({ state: 'refused', status: 404 });
  files.file('/ahead.png', PNG);
  clock.set(-31 * 24 * HOUR);
  expect(await settled(one)).toMatchObject({ state: 'ready' });
});

test('with a full disk, a file is tried once and not endlessly', async () => {
  const one = await photoAt(files.file('/a.png', PNG));
  const full: Store = {
    ...store,
    write: () => Promise.reject(new ContractError('storage_unavailable', foreignText('full'))),
  };
  await incoming.stop();
  await media.stop();
  started(full);
  for (let times = 0; times < 3; times += 1)
    expect(await settled(one)).toEqual({ state: 'refused', reason: 'no_space', canRetry: true });
  expect(files.asked).toHaveLength(1);
});

test('a fetch that ends during the lookup is not repeated', async () => {
  const one = await photoAt(files.file('/a.png', PNG));
  const states = await Promise.all(Array.from({ length: 40 }, () => settled(one)));
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['ready']));
  expect(files.asked).toHaveLength(1);
});

test('stopping aborts running fetches and leaves nothing behind', async () => {
  const one = await photoAt(files.at('/half', (_request, response) => void response.writeHead(200).write('half')));
  await incoming.calls['media.get'](one);
  await files.waitFor('/half');
  await incoming.stop();
  expect(await store.read('countMedia', { now: clock.wall() })).toMatchObject({ used: 0 });
  expect((await store.read('findMediaSource', one))?.outcome).toBeUndefined();
});
