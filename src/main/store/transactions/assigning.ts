import { ContractError } from '#shared/contract/errors.ts';
import { assign, release, type Standing } from '#shared/domain/chat-rules.ts';
import type { ChatEvent } from '#shared/domain/message.ts';
import { type Connection, inOrder } from '../connection.ts';
import {
  actingOperator,
  type ActingOperator,
  allowed,
  type ChatChange,
  findChat,
  findChats,
  finish,
  type FoundChat,
  operatorName,
  workingBots,
  worksHere,
} from './chat-change.ts';
import { formerNames, type OperatorAct, takenEvent, unansweredEvents } from './chats.ts';
import { addNote } from './notes.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface AssignAct extends OperatorAct {
  readonly toOperatorId: string;
  readonly over: boolean;
  readonly note?: string | undefined;
  /** of the note: the same id is the same note */
  readonly clientId?: string | undefined;
}

type Assigned = Extract<ChatEvent, { kind: 'assigned' }>;

/** An operator assigns a chat, or takes it, with a note. Coded errors: not_found, chat_closed, chat_taken. */
export async function assignChat(connection: Connection, act: AssignAct): Promise<ChatChange> {
  const operator = await actingOperator(connection, act.operatorId);
  const found = await findChat(connection, act.chatId);
  const to = await colleague(connection, act.toOperatorId);
  const move = await allowed(connection, found, assign(found.standing, operator.id, to.id, act.over));
  const isOwn = to.id === operator.id;
  // The new operator is alerted, whatever they have seen.
  if (move.changed && !isOwn)
    await connection.run('UPDATE chats SET seen = json_remove(seen, ?) WHERE id = ?', `$."${to.id}"`, found.chatId);
  const event = isOwn
    ? await takenEvent(connection, found, operator)
    : await assignedEvent(connection, found.standing, operator, to);
  const change = await finish(connection, found, move, event, act.at);
  if (act.note === undefined || act.note === '') return change;
  const { message, isNew } = await addNote(connection, {
    chatId: act.chatId,
    operatorId: operator.id,
    at: act.at,
    text: act.note,
    clientId: act.clientId,
  });
  return isNew ? { ...change, changed: true, added: [...change.added, message] } : change;
}

/** Coded error: not_found, if they were removed. */
async function colleague(connection: Connection, operatorId: string): Promise<ActingOperator> {
  if (!(await worksHere(connection, operatorId)))
    throw new ContractError('not_found', phrase('errors:refusals.operator.gone'));
  return await actingOperator(connection, operatorId);
}

async function assignedEvent(
  connection: Connection,
  standing: Standing,
  operator: ActingOperator,
  to: ActingOperator,
): Promise<Assigned> {
  const { state, operatorId, botId, askedForPerson } = standing;
  return {
    kind: 'assigned',
    operatorId: operator.id,
    operatorName: operator.name,
    toOperatorId: to.id,
    toOperatorName: to.name,
    ...(state === 'active' && { fromOperatorId: operatorId }),
    ...(state === 'bot' && { fromBotId: botId }),
    ...(await formerNames(connection, standing)),
    ...(askedForPerson === true && { fromAsked: true }),
  };
}

export interface UnassignAct extends OperatorAct {
  /** channels with someone there */
  readonly staffedChannels: readonly string[];
}

/**
 * Undoes an assignment, to the previous operator or, if they were removed, to Waiting. Coded errors: not_found,
 * chat_closed, chat_taken if anything has happened since.
 */
export async function unassignChat(connection: Connection, act: UnassignAct): Promise<ChatChange> {
  const operator = await actingOperator(connection, act.operatorId);
  const found = await findChat(connection, act.chatId);
  if (found.standing.state === 'closed') await allowed(connection, found, { ok: false, refusal: 'chat_closed' });
  const event = await untouchedAssignment(connection, found);
  if (event?.operatorId !== operator.id) {
    const holder = await operatorName(connection, found.standing.operatorId);
    throw new ContractError(
      'chat_taken',
      holder === undefined
        ? phrase('errors:refusals.chat.begun.unnamed')
        : phrase('errors:refusals.chat.begun.text', { name: holder }),
    );
  }
  const bots = await workingBots(connection, found.row.channelId);
  const standing = await standingBefore(connection, event, found.standing, { bots, at: act.at });
  const { toOperatorName } = event;
  const back = { kind: 'unassigned', operatorId: operator.id, operatorName: operator.name, toOperatorName } as const;
  const change = await finish(connection, found, { ok: true, standing, changed: true }, back, act.at);
  const { state, botId, waitingSince: since } = standing;
  if (state !== 'bot' || botId === undefined) return change;
  const { staffedChannels } = act;
  const context = { botId, since, at: act.at, customer: change.chat.customer, staffedChannels };
  return { ...change, events: await unansweredEvents(connection, found, context) };
}

/** The assignment that put the chat where it is, as long as nobody has replied since. */
async function untouchedAssignment(
  connection: Connection,
  { chatId, standing }: FoundChat,
): Promise<Assigned | undefined> {
  const row = await connection.get<{ id: string; event: ChatEvent }>(
    "SELECT id, event FROM messages WHERE chat_id = ? AND author = 'system' AND event IS NOT NULL ORDER BY id DESC LIMIT 1",
    chatId,
  );
  if (row === undefined) return undefined;
  const { event } = row;
  if (event.kind !== 'assigned' || standing.state !== 'active' || standing.operatorId !== event.toOperatorId)
    return undefined;
  const answer = await connection.get(
    "SELECT id FROM messages WHERE chat_id = ? AND id > ? AND author = 'operator' LIMIT 1",
    chatId,
    row.id,
  );
  return answer === undefined ? event : undefined;
}

async function standingBefore(
  connection: Connection,
  { fromOperatorId, fromBotId, fromAsked }: Assigned,
  { botId, waitingSince }: Standing,
  { bots, at }: { readonly bots: readonly { readonly id: string }[]; readonly at: number },
): Promise<Standing> {
  if (await worksHere(connection, fromOperatorId))
    return { state: 'active', operatorId: fromOperatorId, botId, waitingSince };
  const askedForPerson = fromAsked === true;
  if (fromBotId !== undefined && bots.some(({ id }) => id === fromBotId))
    return { state: 'bot', botId: fromBotId, waitingSince, askedForPerson };
  return { state: 'waiting', botId, waitingSince: waitingSince ?? at, askedForPerson };
}

/** Moves a removed operator's open chats back to Waiting. */
export async function releaseChats(
  connection: Connection,
  { operatorId, name, at }: { readonly operatorId: string; readonly name: string; readonly at: number },
): Promise<readonly ChatChange[]> {
  const theirs = await findChats(connection, "chats.state = 'active' AND chats.operator_id = ?", operatorId);
  const event = { kind: 'operator_removed', removedName: name } as const;
  return await inOrder(theirs, (found) =>
    finish(connection, found, { ok: true, ...release(found.standing, at) }, event, at),
  );
}
