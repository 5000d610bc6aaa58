import { ContractError } from '#shared/contract/errors.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { shortcutKey } from '#shared/domain/shortcut-key.ts';
import type { Connection, Row } from '../connection.ts';
import { toSavedReply } from '../queries/saved-replies.ts';
import { rowId } from '../rows.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** More than anybody finds again. */
const MOST = 1000;

export type SavedReplyWords = Pick<SavedReply, 'shortcut' | 'text'>;

/** Coded errors: shortcut_taken, invalid_input where there are a thousand already. */
export async function addSavedReply(connection: Connection, words: SavedReplyWords): Promise<SavedReply> {
  if ((await findByShortcut(connection, words.shortcut)) !== undefined) throw taken(words.shortcut);
  const added = await insertSavedReply(connection, words);
  await refuseTooMany(connection);
  return added;
}

/** Coded errors: not_found, shortcut_taken. */
export async function changeSavedReply(
  connection: Connection,
  change: { readonly replyId: string } & { readonly [W in keyof SavedReplyWords]?: SavedReplyWords[W] | undefined },
): Promise<SavedReply> {
  const id = rowId(change.replyId) ?? 0;
  const row = await connection.get('SELECT * FROM saved_replies WHERE id = ?', id);
  if (row === undefined) throw gone();
  const { shortcut, text } = {
    shortcut: change.shortcut ?? String(row['shortcut']),
    text: change.text ?? String(row['text']),
  };
  const holder = await findByShortcut(connection, shortcut);
  if (holder !== undefined && Number(holder['id']) !== id) throw taken(shortcut);
  await connection.run(
    'UPDATE saved_replies SET shortcut = ?, shortcut_key = ?, text = ? WHERE id = ?',
    shortcut.normalize('NFC'),
    shortcutKey(shortcut),
    text,
    id,
  );
  return { id: String(id), shortcut: shortcut.normalize('NFC'), text };
}

/** What was said with it stays. Coded error: not_found. */
export async function removeSavedReply(
  connection: Connection,
  { replyId }: { readonly replyId: string },
): Promise<void> {
  if ((await connection.run('DELETE FROM saved_replies WHERE id = ?', rowId(replyId) ?? 0)) === 0) throw gone();
}

/**
 * Adds many at once; a shortcut that is there already, or came before in the same list, gets the new text.
 * `changed` counts those that say something else now. Coded error: invalid_input where there would be more than a thousand.
 */
export async function importSavedReplies(
  connection: Connection,
  { replies }: { readonly replies: readonly SavedReplyWords[] },
): Promise<{ added: number; changed: number }> {
  const lastOfEach = new Map(replies.map((reply) => [shortcutKey(reply.shortcut), reply]));
  let [added, changed] = [0, 0];
  for (const words of lastOfEach.values()) {
    const known = await findByShortcut(connection, words.shortcut);
    if (known === undefined) {
      await insertSavedReply(connection, words);
      added += 1;
    } else
      changed += await connection.run(
        'UPDATE saved_replies SET text = ?1 WHERE id = ?2 AND text <> ?1',
        words.text,
        Number(known['id']),
      );
  }
  if (added > 0) await refuseTooMany(connection);
  return { added, changed };
}

async function insertSavedReply(connection: Connection, { shortcut, text }: SavedReplyWords): Promise<SavedReply> {
  const row = await connection.get(
    'INSERT INTO saved_replies (shortcut, shortcut_key, text) VALUES (?, ?, ?) RETURNING *',
    shortcut.normalize('NFC'),
    shortcutKey(shortcut),
    text,
  );
  return toSavedReply(row ?? {});
}

async function findByShortcut(connection: Connection, shortcut: string): Promise<Row | undefined> {
  return await connection.get('SELECT * FROM saved_replies WHERE shortcut_key = ?', shortcutKey(shortcut));
}

/** After the insertion, which the refusal takes back. */
async function refuseTooMany(connection: Connection): Promise<void> {
  const count = Number((await connection.get('SELECT count(*) AS count FROM saved_replies'))?.['count']);
  if (count > MOST)
    throw new ContractError(
      'invalid_input',
      phrase('errors:refusals.saved.most', { most: MOST.toLocaleString('en'), number: count.toLocaleString('en') }),
    );
}

function taken(shortcut: string): ContractError {
  return new ContractError('shortcut_taken', phrase('errors:refusals.saved.taken', { shortcut }), [
    { path: 'shortcut', reason: phrase('errors:refusals.saved.has') },
  ]);
}

function gone(): ContractError {
  return new ContractError('not_found', phrase('errors:refusals.no.savedReply'));
}
