import { ContractError } from '#shared/contract/errors.ts';
import type { Connection } from '../connection.ts';
import { findSticker, type StoredSticker } from '../queries/stickers.ts';
import { rowId } from '../rows.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Adds a sticker to the operators' set; an existing one gets the given emoji. */
export async function addSticker(
  connection: Connection,
  sticker: Omit<StoredSticker, 'id'> & { readonly at: number },
): Promise<StoredSticker> {
  const { digest, emoji, fileName, mediaType, size, width, height, at } = sticker;
  const row = await connection.get<{ id: string }>(
    `INSERT INTO stickers (digest, emoji, file_name, media_type, size, width, height, added_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (digest) DO UPDATE SET emoji = ifnull(excluded.emoji, emoji) RETURNING id`,
    ...[digest, emoji, fileName, mediaType, size, width, height, at],
  );
  return await findSticker(connection, { stickerId: row?.id ?? '' });
}

/** Sent stickers stay. Coded error: not_found. */
export async function removeSticker(
  connection: Connection,
  { stickerId }: { readonly stickerId: string },
): Promise<void> {
  if ((await connection.run('DELETE FROM stickers WHERE id = ?', rowId(stickerId))) === 0)
    throw new ContractError('not_found', phrase('errors:refusals.no.sticker'));
}
