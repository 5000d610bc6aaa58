import type { SavedReply } from '#shared/contract/saved-replies.ts';
import type { Connection } from '../connection.ts';

export interface SavedReplyRow extends Pick<SavedReply, 'id' | 'shortcut' | 'text'> {
  /** absent: everyone's */
  readonly operatorId?: string;
}

export const SELECT_REPLY = 'SELECT id, shortcut, text, operator_id FROM saved_replies';

/** As its reader sees it. */
export function toSavedReply({ operatorId, ...reply }: SavedReplyRow): SavedReply {
  return { ...reply, ...(operatorId !== undefined && { isOwn: true }) };
}

/** Everyone's and the operator's own, by shortcut, in natural order. */
export async function listSavedReplies(
  connection: Connection,
  { operatorId }: { readonly operatorId: string },
): Promise<SavedReply[]> {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const rows = await connection.all<SavedReplyRow>(
    `${SELECT_REPLY} WHERE operator_id IS NULL OR operator_id = ? ORDER BY shortcut_key, operator_id IS NULL`,
    operatorId,
  );
  return rows.map(toSavedReply).sort((one, other) => compare(one.shortcut, other.shortcut));
}
