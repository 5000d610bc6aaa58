import type { EngineContext } from '#main/store/store.ts';
import type { StoredSticker } from '#main/store/media/media.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { Sticker, stickerRoutes } from '#shared/contract/media.ts';
import { safeFileName } from '../file-name.ts';
import type { MediaStore } from '../ports.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Maximum bytes and pixels of a sticker: it is sent often and shown small. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_SIDE = 1024;
const MOST = { megabytes: MAX_BYTES / 1024 / 1024, width: MAX_SIDE, height: MAX_SIDE };

export interface StickersOptions extends Pick<EngineContext, 'store' | 'clock' | 'touch'> {
  readonly media: MediaStore;
}

/** Stickers of the operators. */
export function createStickers({ store, media, clock, touch }: StickersOptions) {
  const calls = {
    'stickers.list': async () => ({ stickers: (await store.read('listStickers')).map(toSticker) }),
    'stickers.add': async ({ uploadId, emoji }, { operatorId }) => {
      const upload = await store.read('findUpload', { uploadId, operatorId });
      const found = upload && (await media.find(upload.digest));
      if (upload === undefined || found === undefined)
        throw new ContractError('file_refused', phrase('errors:refusals.sticker.gone'));
      const { digest, mediaType, size, width = 0, height = 0, form } = found;
      if (form !== 'image')
        throw new ContractError('file_refused', phrase('errors:refusals.sticker.noPicture', { name: upload.fileName }));
      if (size > MAX_BYTES || width > MAX_SIDE || height > MAX_SIDE)
        throw new ContractError('file_refused', phrase('errors:refusals.sticker.tooLarge', MOST));
      const fileName = safeFileName(upload.fileName, mediaType);
      const sticker = await store.write('addSticker', {
        digest,
        emoji: emoji?.trim() || undefined,
        fileName,
        mediaType,
        size,
        width,
        height,
        at: clock.wall(),
      });
      touch('stickers');
      return toSticker(sticker);
    },
    'stickers.remove': async ({ stickerId }) => {
      await store.write('removeSticker', { stickerId });
      touch('stickers');
    },
  } satisfies CallsOf<typeof stickerRoutes>;
  return { calls };
}

function toSticker({ id, digest, emoji, fileName, width, height }: StoredSticker): Sticker {
  return {
    id,
    url: `/media/${digest}/${encodeURIComponent(fileName)}`,
    width,
    height,
    ...(emoji !== undefined && { emoji }),
  };
}
