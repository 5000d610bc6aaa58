import { ContractError } from '#shared/contract/errors.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { shortcutKey } from '#shared/domain/shortcut-key.ts';
import type { Connection } from '../connection.ts';
import { SELECT_REPLY } from '../queries/saved-replies.ts';
import { rowId } from '../rows.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** More than anyone can keep track of. */
const MAX_REPLIES = 1000;

export type SavedReplyInput = Pick<SavedReply, 'shortcut' | 'text'>;

/** Coded errors: shortcut_taken, invalid_input if there are a thousand already. */
export async function addSavedReply(connection: Connection, input: SavedReplyInput): Promise<SavedReply> {
  if ((await findByShortcut(connection, input.shortcut)) !== undefined) throw shortcutTaken(input.shortcut);
  const added = await insertSavedReply(connection, input);
  await refuseTooMany(connection);
  return added;
}

/** Coded errors: not_found, shortcut_taken. */
export async function changeSavedReply(
  connection: Connection,
  change: { readonly replyId: string } & { readonly [W in keyof SavedReplyInput]?: SavedReplyInput[W] | undefined },
): Promise<SavedReply> {
  const before = await connection.get<SavedReply>(`${SELECT_REPLY} WHERE id = ?`, rowId(change.replyId));
  if (before === undefined) throw replyNotFound();
  const reply = {
    ...before,
    ...toRow({ shortcut: change.shortcut ?? before.shortcut, text: change.text ?? before.text }),
  };
  const holder = await findByShortcut(connection, reply.shortcut);
  if (holder !== undefined && holder.id !== reply.id) throw shortcutTaken(change.shortcut ?? before.shortcut);
  const { id, ...input } = reply;
  await connection.update('saved_replies', { id }, { ...input, shortcutKey: shortcutKey(input.shortcut) });
  return reply;
}

/** Messages sent with it stay. Coded error: not_found. */
export async function removeSavedReply(
  connection: Connection,
  { replyId }: { readonly replyId: string },
): Promise<void> {
  if ((await connection.run('DELETE FROM saved_replies WHERE id = ?', rowId(replyId))) === 0) throw replyNotFound();
}

/**
 * Adds many at once; an existing or repeated shortcut gets the new text. `changed` counts those whose text differs.
 * Coded error: invalid_input if there would be more than a thousand.
 */
export async function importSavedReplies(
  connection: Connection,
  { replies }: { readonly replies: readonly SavedReplyInput[] },
): Promise<{ added: number; changed: number }> {
  const lastOfEach = new Map(replies.map((reply) => [shortcutKey(reply.shortcut), reply]));
  let [added, changed] = [0, 0];
  for (const input of lastOfEach.values()) {
    const known = await findByShortcut(connection, input.shortcut);
    if (known === undefined) {
      await insertSavedReply(connection, input);
      added += 1;
    } else
      changed += await connection.run(
        'UPDATE saved_replies SET text = ?1 WHERE id = ?2 AND text <> ?1',
        input.text,
        known.id,
      );
  }
  if (added > 0) await refuseTooMany(connection);
  return { added, changed };
}

async function insertSavedReply(connection: Connection, input: SavedReplyInput): Promise<SavedReply> {
  const reply = toRow(input);
  const row = { ...reply, shortcutKey: shortcutKey(reply.shortcut) };
  return { id: await connection.insert('saved_replies', row), ...reply };
}

function toRow({ shortcut, text }: SavedReplyInput): SavedReplyInput {
  return { shortcut: shortcut.normalize('NFC'), text };
}

async function findByShortcut(connection: Connection, shortcut: string): Promise<SavedReply | undefined> {
  return await connection.get<SavedReply>(`${SELECT_REPLY} WHERE shortcut_key = ?`, shortcutKey(shortcut));
}

/** After the insertion, which the refusal rolls back. */
async function refuseTooMany(connection: Connection): Promise<void> {
  const all = await connection.get<{ count: number }>('SELECT count(*) AS count FROM saved_replies');
  const count = all?.count ?? 0;
  if (count > MAX_REPLIES)
    throw new ContractError(
      'invalid_input',
      phrase('errors:refusals.saved.most', {
        most: MAX_REPLIES.toLocaleString('en'),
        number: count.toLocaleString('en'),
      }),
    );
}

function shortcutTaken(shortcut: string): ContractError {
  return new ContractError('shortcut_taken', phrase('errors:refusals.saved.taken', { shortcut }), [
    { path: 'shortcut', reason: phrase('errors:refusals.saved.has') },
  ]);
}

function replyNotFound(): ContractError {
  return new ContractError('not_found', phrase('errors:refusals.no.savedReply'));
}
