import { ContractError } from '#shared/contract/errors.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** An operators' sticker with its file in the media folder. */
export interface StoredSticker {
  readonly id: string;
  readonly digest: string;
  readonly emoji?: string | undefined;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

const SELECT_STICKER = 'SELECT id, digest, emoji, file_name, media_type, size, width, height FROM stickers';

/** In the order in which they were added. */
export async function listStickers(connection: Connection): Promise<readonly StoredSticker[]> {
  return await connection.all<StoredSticker>(`${SELECT_STICKER} ORDER BY id`);
}

/** Coded error: not_found. */
export async function findSticker(
  connection: Connection,
  { stickerId }: { readonly stickerId: string },
): Promise<StoredSticker> {
  const sticker = await connection.get<StoredSticker>(`${SELECT_STICKER} WHERE id = ?`, rowId(stickerId));
  if (sticker === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.sticker'));
  return sticker;
}
