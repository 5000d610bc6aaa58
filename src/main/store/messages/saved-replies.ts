import type { SavedReply } from '#shared/contract/replies.ts';
import type { Connection } from '../connection.ts';
import { sql } from '../sqlite.ts';
import { ContractError, required } from '#shared/contract/errors.ts';
import type { Role } from '#shared/domain/entities.ts';
import { shortcutKey } from '#shared/domain/saved-replies.ts';
import { isActiveOperator } from '../chats/chat-change.ts';
import { rowId } from '../rows.ts';
import { forOperators } from '../refusals.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface SavedReplyRow extends Pick<SavedReply, 'id' | 'shortcut' | 'text'> {
  /** absent: everyone's */
  readonly operatorId?: string;
}

export const SELECT_REPLY = sql`SELECT id, shortcut, text, operator_id FROM saved_replies`;

/** As its reader sees it. */
function toSavedReply({ operatorId, ...reply }: SavedReplyRow): SavedReply {
  return { ...reply, ...(operatorId !== undefined && { isOwn: true }) };
}

/** Everyone's and the operator's own, by shortcut, in natural order. */
async function listSavedReplies(db: Connection, { operatorId }: { readonly operatorId: string }) {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const rows = await db.all<SavedReplyRow>`
    ${SELECT_REPLY} WHERE operator_id IS NULL OR operator_id = ${operatorId} ORDER BY shortcut_key, operator_id IS NULL`;
  return rows.map(toSavedReply).sort((a, b) => compare(a.shortcut, b.shortcut));
}

/** Per list; more than anyone can keep track of. */
const MAX_REPLIES = 1000;
/** Maximum number of characters of all texts of a list, which goes to windows whole. */
const MAX_CHARACTERS = 1_000_000;

export type SavedReplyInput = Pick<SavedReply, 'shortcut' | 'text'>;

/** Operator who changes saved replies: everyone's if they are an owner, and their own. */
export interface By {
  readonly by: { readonly operatorId: string; readonly role: Role };
}
/** Choice of a list: the operator's own or everyone's. */
export interface InList extends By {
  readonly isOwn?: boolean | undefined;
}

/** Coded errors: forbidden, shortcut_taken, invalid_input if there are a thousand already. */
async function addSavedReply(db: Connection, { shortcut, text, ...list }: SavedReplyInput & InList) {
  const operatorId = await listOf(db, list);
  await refuseTaken(db, shortcut, operatorId);
  const added = await insertSavedReply(db, { shortcut, text }, operatorId);
  await refuseTooMany(db, operatorId);
  return toSavedReply(added);
}

/** Coded errors: not_found, forbidden, shortcut_taken. */
async function changeSavedReply(
  db: Connection,
  {
    replyId,
    by,
    ...change
  }: { readonly replyId: string } & By & { readonly [W in keyof SavedReplyInput]?: SavedReplyInput[W] | undefined },
) {
  const before = await findChangeable(db, replyId, by);
  const input = toRow({ shortcut: change.shortcut ?? before.shortcut, text: change.text ?? before.text });
  if (shortcutKey(input.shortcut) !== shortcutKey(before.shortcut))
    await refuseTaken(db, input.shortcut, before.operatorId);
  await db.update('saved_replies', { id: before.id }, { ...input, shortcutKey: shortcutKey(input.shortcut) });
  await refuseTooMany(db, before.operatorId);
  return toSavedReply({ ...before, ...input });
}

/** Messages sent with it stay. Coded errors: not_found, forbidden. */
async function removeSavedReply(db: Connection, { replyId, by }: { readonly replyId: string } & By) {
  const { id } = await findChangeable(db, replyId, by);
  await db.run`DELETE FROM saved_replies WHERE id = ${id}`;
}

/** The operator whose list it is; undefined: everyone's. Coded errors: forbidden, not_signed_in if removed meanwhile. */
async function listOf(db: Connection, { by, isOwn = by.role === 'operator' }: InList) {
  if (!(await isActiveOperator(db, by.operatorId)))
    throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
  if (isOwn) return by.operatorId;
  if (by.role !== 'owner') throw forbidden();
  return undefined;
}

/** Colleagues' own replies are as good as not there. Coded errors: not_found, forbidden. */
async function findChangeable(db: Connection, replyId: string, { operatorId, role }: By['by']) {
  const found = required(
    await db.get<SavedReplyRow>`
      ${SELECT_REPLY} WHERE id = ${rowId(replyId)} AND (operator_id IS NULL OR operator_id = ${operatorId})`,
    'savedReply',
  );
  if (found.operatorId === undefined && role !== 'owner') throw forbidden();
  return found;
}

async function insertSavedReply(db: Connection, input: SavedReplyInput, operatorId: string | undefined) {
  const reply = { ...toRow(input), ...(operatorId !== undefined && { operatorId }) };
  const row = { ...reply, shortcutKey: shortcutKey(reply.shortcut) };
  return { id: await db.insert('saved_replies', row), ...reply };
}

function toRow({ shortcut, text }: SavedReplyInput): SavedReplyInput {
  return { shortcut: shortcut.normalize('NFC'), text };
}

async function findByShortcut(db: Connection, shortcut: string, operatorId: string | undefined) {
  return await db.get<SavedReplyRow>`
    ${SELECT_REPLY} WHERE shortcut_key = ${shortcutKey(shortcut)} AND operator_id IS ${operatorId}`;
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
  const count = (await db.value<number>`SELECT count(*) FROM saved_replies WHERE operator_id IS ${operatorId}`) ?? 0;
  if (count > MAX_REPLIES)
    throw new ContractError(
      'invalid_input',
      phrase('errors:refusals.saved.most', {
        most: MAX_REPLIES.toLocaleString('en'),
        number: count.toLocaleString('en'),
      }),
    );
  const characters =
    (await db.value<number>`SELECT sum(length(text)) FROM saved_replies WHERE operator_id IS ${operatorId}`) ?? 0;
  if (characters > MAX_CHARACTERS) {
    const most = MAX_CHARACTERS.toLocaleString('en');
    throw new ContractError('invalid_input', phrase('errors:refusals.saved.long', { most }));
  }
}

function forbidden(): ContractError {
  return new ContractError('forbidden', phrase('errors:refusals.operator.forbidden'));
}

export const savedReplyQueries = { listSavedReplies } as const;

export const savedReplyTransactions = forOperators({ addSavedReply, changeSavedReply, removeSavedReply });
