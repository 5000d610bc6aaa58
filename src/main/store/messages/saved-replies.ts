import { z } from 'zod';
import { nothing } from '#shared/contract/fields.ts';
import { savedReplyInput, type SavedReply } from '#shared/contract/replies.ts';
import { command, DONE, query } from '../command.ts';
import type { RequestContext } from '../thread.ts';
import type { Connection } from '../connection.ts';
import { findUpload, keepMedia } from '../media/media.ts';
import { inIds, sql } from '../sql.ts';
import { ContractError, required } from '#shared/contract/errors.ts';
import { shortcutKey } from '#shared/domain/saved-replies.ts';
import { isActiveOperator } from '../chats/chat-change.ts';
import { rowId } from '../rows.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface SavedReplyRow extends Pick<SavedReply, 'id' | 'shortcut' | 'text'> {
  /** absent: everyone's */
  readonly operatorId?: string;
}

export const SELECT_REPLY = sql`SELECT id, shortcut, text, operator_id FROM saved_replies`;

/** These replies as their reader sees them. */
async function toSavedReplies(db: Connection, rows: readonly SavedReplyRow[]): Promise<SavedReply[]> {
  const found = await db.all<{ replyId: string; id: string; fileName: string; digest: string; size: number }>`
    SELECT reply_id, id, file_name, saved_reply_files.digest, size
    FROM saved_reply_files JOIN media_files ON media_files.digest = saved_reply_files.digest
    WHERE reply_id IN ${inIds(rows.map(({ id }) => id))} ORDER BY id`;
  const files = Map.groupBy(found, ({ replyId }) => replyId);
  return rows.map(({ operatorId, ...reply }) => ({
    ...reply,
    ...(operatorId !== undefined && { isOwn: true as const }),
    ...(files.has(reply.id) && { files: files.get(reply.id)?.map(toFile) }),
  }));
}

function toFile({ id, fileName, digest, size }: Record<'id' | 'fileName' | 'digest', string> & { size: number }) {
  return { fileId: id, fileName, size, url: `/media/${digest}/${encodeURIComponent(fileName)}` };
}

async function toSavedReply(db: Connection, row: SavedReplyRow): Promise<SavedReply> {
  const [reply] = await toSavedReplies(db, [row]);
  return required(reply, 'savedReply');
}

/** Per list; more than anyone can keep track of. */
const MAX_REPLIES = 1000;
/** Maximum number of characters of all texts of a list, which goes to windows whole. */
const MAX_CHARACTERS = 1_000_000;

/** Everyone's, and each operator's own. Changing everyone's is for owners: `forbidden`. */
export const savedReplyQueries = {
  /** everyone's and the caller's own, by shortcut, in natural order */
  'savedReplies.list': query({
    for: 'everyone',
    input: nothing,
    topics: ['savedReplies'],
    read: async (db, _input, { operatorId }) => {
      const { compare } = new Intl.Collator('en', { numeric: true });
      const rows = await db.all<SavedReplyRow>`
        ${SELECT_REPLY} WHERE operator_id IS NULL OR operator_id = ${operatorId} ORDER BY shortcut_key, operator_id IS NULL`;
      return { replies: (await toSavedReplies(db, rows)).sort((a, b) => compare(a.shortcut, b.shortcut)) };
    },
  }),
} as const;

export const savedReplyCommands = {
  /** Coded errors: forbidden, not_found if an upload is gone, shortcut_taken (case-insensitive), invalid_input at a thousand saved replies, or a million characters in them */
  'savedReplies.create': command({
    for: 'everyone',
    input: savedReplyInput,
    run: async (db, { isOwn, files = [], ...words }, by) => {
      const operatorId = await listOf(db, by, isOwn);
      await refuseTaken(db, words.shortcut, operatorId);
      const added = await insertSavedReply(db, words, operatorId);
      await refuseTooMany(db, operatorId);
      await setFiles(db, added.id, files, by.operatorId);
      return { answer: await toSavedReply(db, added), touched: ['savedReplies'] };
    },
  }),
  /** Coded errors: not_found, forbidden, shortcut_taken, invalid_input as when creating one */
  'savedReplies.update': command({
    for: 'everyone',
    input: savedReplyInput.omit({ isOwn: true }).partial().extend({ replyId: z.string() }),
    run: async (db, { replyId, ...change }, by) => {
      const before = await findChangeable(db, replyId, by);
      const words = toRow({ shortcut: change.shortcut ?? before.shortcut, text: change.text ?? before.text });
      if (shortcutKey(words.shortcut) !== shortcutKey(before.shortcut))
        await refuseTaken(db, words.shortcut, before.operatorId);
      await db.update('saved_replies', { id: before.id }, { ...words, shortcutKey: shortcutKey(words.shortcut) });
      await refuseTooMany(db, before.operatorId);
      if (change.files !== undefined) await setFiles(db, before.id, change.files, by.operatorId);
      return { answer: await toSavedReply(db, { ...before, ...words }), touched: ['savedReplies'] };
    },
  }),
  /** messages sent with it stay. Coded errors: not_found, forbidden */
  'savedReplies.remove': command({
    for: 'everyone',
    input: { replyId: z.string() },
    run: async (db, { replyId }, by) => {
      const { id } = await findChangeable(db, replyId, by);
      await db.run`DELETE FROM saved_replies WHERE id = ${id}`;
      return { answer: DONE, touched: ['savedReplies'] };
    },
  }),
} as const;

/** Keeps those of its files that are named, and adds uploads of this operator. Coded error: not_found. */
async function setFiles(
  db: Connection,
  replyId: string,
  files: NonNullable<z.output<typeof savedReplyInput>['files']>,
  operatorId: string,
): Promise<void> {
  const kept = files.flatMap((file) => ('fileId' in file ? [file.fileId] : []));
  await db.run`DELETE FROM saved_reply_files WHERE reply_id = ${replyId} AND id NOT IN ${inIds(kept)}`;
  for (const file of files) {
    if ('fileId' in file) continue;
    const upload = required(await findUpload(db, { uploadId: file.uploadId, operatorId }), 'upload');
    await keepMedia(db, upload.digest);
    await db.insert('saved_reply_files', { replyId, digest: upload.digest, fileName: upload.fileName });
  }
}

type Words = Pick<SavedReply, 'shortcut' | 'text'>;

/**
 * The operator whose list it is; undefined: everyone's. Without `isOwn`, an owner means everyone's, and an operator
 * their own. Coded errors: forbidden, not_signed_in if removed meanwhile.
 */
async function listOf(db: Connection, by: RequestContext, isOwn = by.role === 'operator') {
  if (!(await isActiveOperator(db, by.operatorId)))
    throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
  if (isOwn) return by.operatorId;
  if (by.role !== 'owner') throw forbidden();
  return undefined;
}

/** Colleagues' own replies are as good as not there. Coded errors: not_found, forbidden. */
async function findChangeable(db: Connection, replyId: string, { operatorId, role }: RequestContext) {
  const found = required(
    await db.get<SavedReplyRow>`
      ${SELECT_REPLY} WHERE id = ${rowId(replyId)} AND (operator_id IS NULL OR operator_id = ${operatorId})`,
    'savedReply',
  );
  if (found.operatorId === undefined && role !== 'owner') throw forbidden();
  return found;
}

async function insertSavedReply(db: Connection, input: Words, operatorId: string | undefined) {
  const reply = { ...toRow(input), ...(operatorId !== undefined && { operatorId }) };
  const row = { ...reply, shortcutKey: shortcutKey(reply.shortcut) };
  return { id: await db.insert('saved_replies', row), ...reply };
}

function toRow({ shortcut, text }: Words): Words {
  return { shortcut: shortcut.normalize('NFC'), text: text.toWellFormed() };
}

async function findByShortcut(db: Connection, shortcut: string, operatorId: string | undefined) {
  return await db.get<SavedReplyRow>`
    ${SELECT_REPLY} WHERE shortcut_key = ${shortcutKey(shortcut)} AND operator_id IS NOT DISTINCT FROM ${operatorId}`;
}

/**
 * An operator's own reply takes no shortcut of everyone's; the other way round it may, as owners don't see what
 * operators have. Coded error: shortcut_taken.
 */
async function refuseTaken(db: Connection, shortcut: string, operatorId: string | undefined) {
  for (const list of new Set([operatorId, undefined])) {
    if ((await findByShortcut(db, shortcut, list)) !== undefined)
      throw new ContractError('shortcut_taken', phrase('errors:refusals.saved.taken', { shortcut }), [
        { path: 'shortcut', reason: phrase('errors:refusals.saved.has') },
      ]);
  }
}

/** After the insertion, which the refusal rolls back. */
async function refuseTooMany(db: Connection, operatorId: string | undefined) {
  const count =
    (await db.value<number>`SELECT count(*) FROM saved_replies WHERE operator_id IS NOT DISTINCT FROM ${operatorId}`) ??
    0;
  if (count > MAX_REPLIES)
    throw new ContractError(
      'invalid_input',
      phrase('errors:refusals.saved.most', {
        most: MAX_REPLIES.toLocaleString('en'),
        number: count.toLocaleString('en'),
      }),
    );
  const characters =
    (await db.value<number>`SELECT sum(length(text)) FROM saved_replies WHERE operator_id IS NOT DISTINCT FROM ${operatorId}`) ??
    0;
  if (characters > MAX_CHARACTERS) {
    const most = MAX_CHARACTERS.toLocaleString('en');
    throw new ContractError('invalid_input', phrase('errors:refusals.saved.long', { most }));
  }
}

function forbidden(): ContractError {
  return new ContractError('forbidden', phrase('errors:refusals.operator.forbidden'));
}
