import { ContractError } from '#shared/contract/errors.ts';
import { assign, release, type Ownership } from '#shared/domain/chat-rules.ts';
import type { ChatEvent } from '#shared/domain/message.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { sql } from '../sqlite.ts';
import {
  actingOperator,
  type ActingOperator,
  requireAllowed,
  type ChatChange,
  findChat,
  findChats,
  finish,
  type FoundChat,
  operatorName,
  workingBots,
  isActiveOperator,
} from './chat-change.ts';
import { formerHolder, type OperatorInput, takenEvent, unansweredEvents } from './chats.ts';
import { addNote } from '../messages/notes.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface AssignInput extends OperatorInput {
  readonly toOperatorId: string;
  readonly over: boolean;
  readonly note?: string | undefined;
  /** of the note: the same id is the same note */
  readonly clientId?: string | undefined;
}

type Assigned = Extract<ChatEvent, { kind: 'assigned' }>;

/** An operator assigns a chat, or takes it, with a note. Coded errors: not_found, chat_closed, chat_taken. */
async function assignChat(db: Connection, act: AssignInput) {
  const operator = await actingOperator(db, act.operatorId);
  const found = await findChat(db, act.chatId);
  const to = await colleague(db, act.toOperatorId);
  const move = await requireAllowed(db, found, assign(found.ownership, operator.id, to.id, act.over));
  const isOwn = to.id === operator.id;
  // The new operator is alerted, whatever they have seen.
  if (move.changed && !isOwn)
    await db.run`UPDATE chats SET seen = json_remove(seen, ${`$."${to.id}"`}) WHERE id = ${found.chatId}`;
  const event = isOwn ? await takenEvent(db, found, operator) : await assignedEvent(db, found.ownership, operator, to);
  const change = await finish(db, found, move, event, act.at);
  if (act.note === undefined || act.note === '') return change;
  const { message, isNew } = await addNote(db, {
    chatId: act.chatId,
    operatorId: operator.id,
    at: act.at,
    text: act.note,
    clientId: act.clientId,
  });
  return isNew ? { ...change, changed: true, added: [...change.added, message] } : change;
}

/** Coded error: not_found, if they were removed. */
async function colleague(db: Connection, operatorId: string) {
  if (!(await isActiveOperator(db, operatorId)))
    throw new ContractError('not_found', phrase('errors:refusals.operator.gone'));
  return await actingOperator(db, operatorId);
}

async function assignedEvent(
  db: Connection,
  ownership: Ownership,
  operator: ActingOperator,
  to: ActingOperator,
): Promise<Assigned> {
  const { state, botId, askedForPerson } = ownership;
  return {
    kind: 'assigned',
    operatorId: operator.id,
    operatorName: operator.name,
    toOperatorId: to.id,
    toOperatorName: to.name,
    ...(state === 'bot' && { fromBotId: botId }),
    ...(await formerHolder(db, ownership)),
    ...(askedForPerson === true && { fromAsked: true }),
  };
}

export interface UnassignInput extends OperatorInput {
  /** channels with someone there */
  readonly staffedChannels: readonly string[];
}

/**
 * Undoes an assignment, to the previous operator or, if they were removed, to Waiting. Coded errors: not_found,
 * chat_closed, chat_taken if anything has happened since.
 */
async function unassignChat(db: Connection, act: UnassignInput) {
  const operator = await actingOperator(db, act.operatorId);
  const found = await findChat(db, act.chatId);
  if (found.ownership.state === 'closed') await requireAllowed(db, found, { ok: false, refusal: 'chat_closed' });
  const event = await untouchedAssignment(db, found);
  if (event?.operatorId !== operator.id) {
    const holder = await operatorName(db, found.ownership.operatorId);
    throw new ContractError(
      'chat_taken',
      holder === undefined
        ? phrase('errors:refusals.chat.begun.unnamed')
        : phrase('errors:refusals.chat.begun.text', { name: holder }),
    );
  }
  const bots = await workingBots(db, found.row.channelId);
  const ownership = await previousOwnership(db, event, found.ownership, { bots, at: act.at });
  const { toOperatorId, toOperatorName } = event;
  const by = { operatorId: operator.id, operatorName: operator.name };
  const back = { kind: 'unassigned', ...by, toOperatorId, toOperatorName } as const;
  const change = await finish(db, found, { ok: true, ownership, changed: true }, back, act.at);
  const { state, botId, waitingSince: since } = ownership;
  if (state !== 'bot' || botId === undefined) return change;
  const { staffedChannels } = act;
  const context = { botId, since, at: act.at, customer: change.chat.customer, staffedChannels };
  return { ...change, events: await unansweredEvents(db, found, context) };
}

/** The assignment that put the chat where it is, as long as nobody has replied since. */
async function untouchedAssignment(db: Connection, { chatId, ownership }: FoundChat) {
  const row = await db.get<{ id: string; event: ChatEvent }>`
    SELECT id, event FROM messages
    WHERE chat_id = ${chatId} AND author = 'system' AND event IS NOT NULL ORDER BY id DESC LIMIT 1`;
  if (row === undefined) return undefined;
  const { event } = row;
  if (event.kind !== 'assigned' || ownership.state !== 'active' || ownership.operatorId !== event.toOperatorId)
    return undefined;
  const answer = await db.get`
    SELECT id FROM messages WHERE chat_id = ${chatId} AND id > ${row.id} AND author = 'operator' LIMIT 1`;
  return answer === undefined ? event : undefined;
}

async function previousOwnership(
  db: Connection,
  { fromOperatorId, fromBotId, fromAsked }: Assigned,
  { botId, waitingSince }: Ownership,
  { bots, at }: { readonly bots: readonly { readonly id: string }[]; readonly at: number },
): Promise<Ownership> {
  if (await isActiveOperator(db, fromOperatorId))
    return { state: 'active', operatorId: fromOperatorId, botId, waitingSince };
  const askedForPerson = fromAsked === true;
  if (fromBotId !== undefined && bots.some(({ id }) => id === fromBotId))
    return { state: 'bot', botId: fromBotId, waitingSince, askedForPerson };
  return { state: 'waiting', botId, waitingSince: waitingSince ?? at, askedForPerson };
}

/** Moves a removed operator's open chats back to Waiting. */
export async function releaseChats(
  db: Connection,
  { operatorId, name, at }: { readonly operatorId: string; readonly name: string; readonly at: number },
): Promise<readonly ChatChange[]> {
  const activeChats = await findChats(db, sql`chats.state = 'active' AND chats.operator_id = ${operatorId}`);
  const event = { kind: 'operator_removed', removedName: name } as const;
  return await mapInOrder(activeChats, (found) =>
    finish(db, found, { ok: true, ...release(found.ownership, at) }, event, at),
  );
}

export const assigningTransactions = { assignChat, unassignChat } as const;
