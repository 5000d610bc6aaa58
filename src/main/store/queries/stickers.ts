import { ContractError } from '#shared/contract/errors.ts';
import type { Connection, Row } from '../connection.ts';
import { rowId } from '../rows.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** A sticker of the operators, with its file in the media folder. */
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

/** In the order in which they were added. */
export async function listStickers(connection: Connection): Promise<readonly StoredSticker[]> {
  return (await connection.all('SELECT * FROM stickers ORDER BY id')).map(toSticker);
}

/** Coded error: not_found. */
export async function findSticker(
  connection: Connection,
  { stickerId }: { readonly stickerId: string },
): Promise<StoredSticker> {
  const row = await connection.get('SELECT * FROM stickers WHERE id = ?', rowId(stickerId) ?? 0);
  if (row === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.sticker'));
  return toSticker(row);
}

function toSticker(row: Row): StoredSticker {
  return {
    id: String(row['id']),
    digest: String(row['digest']),
    emoji: row['emoji'] == null ? undefined : String(row['emoji']),
    fileName: String(row['file_name']),
    mediaType: String(row['media_type']),
    size: Number(row['size']),
    width: Number(row['width']),
    height: Number(row['height']),
  };
}
