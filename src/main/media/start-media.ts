import { join } from 'node:path';
import type { Due } from '#main/clock/due-work.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { EngineContext } from '#main/store/store.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { mediaRoutes, MediaSettings, stickerRoutes } from '#shared/contract/media.ts';
import { systemEdge } from './incoming/guarded-fetch.ts';
import { folderFiles } from './folder-files.ts';
import { createIncomingMedia } from './incoming/incoming-media.ts';
import { startMediaFolder, type MediaFolder } from './media-store.ts';
import type { MediaFiles } from './ports.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
import { createStickers } from './outgoing/stickers.ts';
import { createServeMedia } from './serve-media.ts';

export interface MediaOptions extends EngineContext {
  readonly dataDir: string;
  /** of all hosts on the database; undefined: in a folder below `dataDir` */
  readonly mediaFiles: MediaFiles | undefined;
  readonly settings: Settings;
  readonly channels: { readonly find: (channelId: string) => { readonly ownNetwork: boolean } | undefined };
  /** URL prefix of the files of sample messages */
  readonly sampleFiles: string;
  readonly version: string;
}

const MEGABYTE = 1024 * 1024;
/** Megabytes for visitors' files that no message has named, or one file if that may be larger. */
const UNSENT_QUOTA = 256;
const HOUR = 60 * 60 * 1000;
/** Milliseconds for which an operator's upload waits to be sent, and a file that nothing refers to stays. */
const UPLOAD_LIFETIME = 24 * HOUR;
const FORGOTTEN_AFTER = HOUR;
/** Milliseconds between two looks for such files; the first one is soon, as the last run may have left some. */
const LOOK_INTERVAL = 10 * 60_000;

/** Opens the media folder of a data folder, and fetches and serves files. */
export function startMedia(options: MediaOptions) {
  const { store, settings, channels, clock, log } = options;
  const current = (): MediaSettings => settings.current().media;
  const files = startMediaFolder({
    ...options,
    files: options.mediaFiles ?? folderFiles(join(options.dataDir, 'media')),
    quota: () => current().quota * MEGABYTE,
    unsentQuota: () => Math.max(UNSENT_QUOTA, current().largest) * MEGABYTE,
  });
  const incoming = createIncomingMedia({
    ...options,
    files,
    settings: current,
    edge: systemEdge(options.version),
    ownNetwork: (channelId) => channels.find(channelId)?.ownNetwork ?? false,
    // As it is requested: `/samples/..` leads elsewhere.
    isSample: (url) => URL.canParse(url) && new URL(url).href.startsWith(options.sampleFiles),
  });
  const releasing = releaseForgotten(options, files);
  const calls = {
    ...incoming.calls,
    ...createOutgoing({ ...options, settings: current, media: files }).calls,
    ...createStickers({ ...options, media: files }).calls,
    'media.settings': async () => {
      const { used, cached: fetched, hosted } = await store.read('countMedia', { now: clock.wall() });
      return { settings: current(), used, fetched, hosted };
    },
    'media.updateSettings': async (change) => {
      await settings.write('changeSettings', { media: change });
      await files.keepQuota();
      return current();
    },
    'media.clear': () => files.clear(),
    'media.discardUpload': async ({ uploadId }, { operatorId }) => {
      await files.remove([await store.write('removeUpload', { uploadId, operatorId })]);
    },
    // Who can fetch from the listener, going by the chosen connection method.
    'media.outlook': async () => {
      const { way } = settings.current().connection;
      return { reach: way === 'local' ? 'local' : way === 'lan' ? 'network' : 'public' };
    },
  } satisfies CallsOf<Omit<typeof mediaRoutes, 'chats.replyMedia'> & typeof stickerRoutes>;
  return {
    calls,
    files,
    hosted: {
      find: (token: string) => store.read('findHostedFile', { token }),
      picture: (token: string) => store.read('findPicture', { picture: token }),
      path: files.path,
      now: clock.wall,
    },
    serve: createServeMedia({ store, files, clock, log, settings: current }),
    settings: current,
    stop: async (): Promise<void> => {
      await releasing.stop();
      await incoming.stop();
      await files.stop();
    },
  };
}

/** Uploads that are not sent go after their time. */
function releaseForgotten({ store, clock, due }: MediaOptions, files: MediaFolder): Due {
  return due.add({
    work: 'removing files that were not sent',
    first: LOOK_INTERVAL,
    run: async () => {
      if (store.readOnly) return Infinity;
      const earliest = clock.earliest();
      await store.write('endUploads', { latest: clock.latest(), uploadsBefore: earliest - UPLOAD_LIFETIME });
      await files.removeForgotten(earliest - FORGOTTEN_AFTER);
      return LOOK_INTERVAL;
    },
  });
}
