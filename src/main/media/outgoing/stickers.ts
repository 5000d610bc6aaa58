import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { StoredSticker } from '#main/store/queries/stickers.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { Sticker } from '#shared/contract/media.ts';
import { safeFileName } from '../file-name.ts';
import type { MediaStore } from '../ports.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Maximum bytes and pixels of a sticker: it is sent often and shown small. */
const LARGEST = 2 * 1024 * 1024;
const WIDEST = 1024;

export interface StickersOptions {
  readonly store: Store;
  readonly media: MediaStore;
  readonly clock: Clock;
  readonly emit: Emit;
}

/** Stickers of the operators. Reject with ContractError. */
export function createStickers({ store, media, clock, emit }: StickersOptions) {
  const list = async () => ({ stickers: (await store.read('listStickers')).map(toSticker) });
  const changed = async (): Promise<void> => emit('stickers.changed', await list());
  return {
    list,
    /** Coded error: file_refused */
    add: async (
      operatorId: string,
      { uploadId, emoji }: { readonly uploadId: string; readonly emoji?: string | undefined },
    ): Promise<Sticker> => {
      const upload = await store.read('findUpload', { uploadId, operatorId });
      const found = upload && (await media.find(upload.digest));
      if (upload === undefined || found === undefined)
        throw new ContractError('file_refused', phrase('errors:refusals.sticker.gone'));
      const { digest, mediaType, size, width = 0, height = 0, form } = found;
      if (form !== 'image')
        throw new ContractError('file_refused', phrase('errors:refusals.sticker.noPicture', { name: upload.fileName }));
      if (size > LARGEST || width > WIDEST || height > WIDEST)
        throw new ContractError(
          'file_refused',
          phrase('errors:refusals.sticker.tooLarge', {
            megabytes: LARGEST / 1024 / 1024,
            width: WIDEST,
            height: WIDEST,
          }),
        );
      const fileName = safeFileName(upload.fileName, mediaType);
      const sticker = await store.write('addSticker', {
        digest,
        emoji: emoji?.trim() === '' ? undefined : emoji?.trim(),
        fileName,
        mediaType,
        size,
        width,
        height,
        at: clock.wall(),
      });
      await changed();
      return toSticker(sticker);
    },
    /** Coded error: not_found */
    remove: async (stickerId: string): Promise<void> => {
      await store.write('removeSticker', { stickerId });
      await changed();
    },
  };
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
