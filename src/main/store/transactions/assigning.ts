import { ContractError } from '#shared/contract/errors.ts';
import { assign, release, type Standing } from '#shared/domain/chat-rules.ts';
import type { ChatEvent } from '#shared/domain/entities.ts';
import type { Connection } from '../connection.ts';
import type { BotContext } from './bot-events.ts';
import { allowed, findChat, finish, type ChatChange, type FoundChat } from './chat-change.ts';
import { takenLine, unansweredEvents, type ActingOperator, type FromBot, type OperatorAct } from './chats.ts';
import { insertSystemLine } from './messages.ts';
import { addNote } from './notes.ts';
import { standingOf } from './standing.ts';

export interface AssignAct extends OperatorAct, FromBot {
  readonly to: Pick<ActingOperator, 'id' | 'name'>;
  readonly over: boolean;
  /** who has it now */
  readonly holderName: string | undefined;
  readonly note?: string | undefined;
  /** of the note: the same again is the same note */
  readonly clientId?: string | undefined;
}

type Assigned = Extract<ChatEvent, { kind: 'assigned' }>;

/** An operator gives a chat to another, or takes it, with a note. Coded errors: not_found, chat_closed, chat_taken. */
export function assignChat(connection: Connection, act: AssignAct): ChatChange {
  const found = findChat(connection, act.chatId);
  const { operator, to } = act;
  const move = allowed(assign(found.standing, operator.id, to.id, act.over), act.holderName);
  const line = () =>
    to.id === operator.id
      ? takenLine(connection, found, act, act.holderName)
      : insertSystemLine(connection, found.chatId, assignedEvent(found.standing, act), act.at);
  // Whoever gets it is called to it, whatever they have looked at.
  if (move.changed && to.id !== operator.id)
    connection.run('UPDATE chats SET seen = json_remove(seen, ?) WHERE id = ?', `$."${to.id}"`, found.chatId);
  const change = finish(connection, found, move, line);
  if (act.note === undefined || act.note === '') return change;
  const { message, isNew } = addNote(connection, {
    chatId: act.chatId,
    operator,
    at: act.at,
    text: act.note,
    clientId: act.clientId,
  });
  return isNew ? { ...change, changed: true, added: [...change.added, message] } : change;
}

function assignedEvent(standing: Standing, { operator, to, holderName, botName }: AssignAct): Assigned {
  const { state, operatorId, botId, askedForPerson } = standing;
  return {
    kind: 'assigned',
    operatorId: operator.id,
    operatorName: operator.name,
    toOperatorId: to.id,
    toOperatorName: to.name,
    ...(state === 'active' && { fromOperatorId: operatorId, fromOperatorName: holderName }),
    ...(state === 'bot' && { fromBotId: botId, fromBotName: botName }),
    ...(askedForPerson === true && { fromAsked: true }),
  };
}

export interface UnassignAct extends OperatorAct {
  /** who has it now */
  readonly holderName: string | undefined;
  /** everybody who works here */
  readonly operatorIds: readonly string[];
  /** what a bot of this channel is told; undefined: none works there */
  readonly context: BotContext | undefined;
}

/**
 * Takes an assignment back, to who had the chat before; where that one is gone, to the queue.
 * Coded errors: not_found, chat_closed, chat_taken where anything has happened since.
 */
export function unassignChat(connection: Connection, act: UnassignAct): ChatChange {
  const found = findChat(connection, act.chatId);
  if (found.standing.state === 'closed') allowed({ ok: false, refusal: 'chat_closed' });
  const event = untouchedAssignment(connection, found);
  if (event?.operatorId !== act.operator.id) {
    throw new ContractError(
      'chat_taken',
      `${act.holderName ?? 'A colleague'} has begun already, so the chat stays where it is.`,
    );
  }
  const standing = standingBefore(event, found.standing, act);
  const change = finish(connection, found, { ok: true, standing, changed: true }, () =>
    insertSystemLine(
      connection,
      found.chatId,
      {
        kind: 'unassigned',
        operatorId: act.operator.id,
        operatorName: act.operator.name,
        toOperatorName: event.toOperatorName,
      },
      act.at,
    ),
  );
  if (standing.state !== 'bot' || standing.botId === undefined || act.context === undefined) return change;
  return {
    ...change,
    events: unansweredEvents(connection, found, {
      botId: standing.botId,
      since: standing.waitingSince,
      at: act.at,
      customer: change.chat.customer,
      context: act.context,
    }),
  };
}

/** The assignment by which the chat is where it is, as long as nobody has answered since. */
function untouchedAssignment(connection: Connection, { chatId, standing }: FoundChat): Assigned | undefined {
  const row = connection.get(
    "SELECT id, event FROM messages WHERE chat_id = ? AND author = 'system' AND event IS NOT NULL ORDER BY id DESC LIMIT 1",
    chatId,
  );
  if (row?.['event'] == null) return undefined;
  const event = JSON.parse(String(row['event'])) as ChatEvent;
  if (event.kind !== 'assigned' || standing.state !== 'active' || standing.operatorId !== event.toOperatorId)
    return undefined;
  const answer = connection.get(
    "SELECT id FROM messages WHERE chat_id = ? AND id > ? AND author = 'operator' LIMIT 1",
    chatId,
    Number(row['id']),
  );
  return answer === undefined ? event : undefined;
}

function standingBefore(
  { fromOperatorId, fromBotId, fromAsked }: Assigned,
  { botId, waitingSince }: Standing,
  { operatorIds, context, at }: UnassignAct,
): Standing {
  if (fromOperatorId !== undefined && operatorIds.includes(fromOperatorId))
    return { state: 'active', operatorId: fromOperatorId, botId, waitingSince };
  const askedForPerson = fromAsked === true;
  if (fromBotId !== undefined && context?.bots.some(({ id }) => id === fromBotId) === true)
    return { state: 'bot', botId: fromBotId, waitingSince, askedForPerson };
  return { state: 'waiting', botId, waitingSince: waitingSince ?? at, askedForPerson };
}

/** Open chats of operators who work here no more go back to the queue. */
export function releaseChats(
  connection: Connection,
  {
    operatorIds,
    removedName,
    at,
  }: { readonly operatorIds: readonly string[]; readonly removedName?: string | undefined; readonly at: number },
): readonly ChatChange[] {
  const rows = connection.all(
    "SELECT * FROM chats WHERE state <> 'closed' AND state = 'active' AND operator_id NOT IN (SELECT value FROM json_each(?))",
    JSON.stringify(operatorIds),
  );
  return rows.map((row) => {
    const found = { row, chatId: Number(row['id']), standing: standingOf(row) };
    const move = release(found.standing, at);
    return finish(connection, found, { ok: true, ...move }, () =>
      insertSystemLine(connection, found.chatId, { kind: 'operator_removed', removedName }, at),
    );
  });
}
