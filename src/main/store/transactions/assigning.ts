import { ContractError } from '#shared/contract/errors.ts';
import { assign, release, type Standing } from '#shared/domain/chat-rules.ts';
import type { ChatEvent } from '#shared/domain/message.ts';
import type { Connection } from '../connection.ts';
import type { BotContext } from './bot-events.ts';
import { allowed, findChat, finish, type ChatChange, type FoundChat } from './chat-change.ts';
import { formerNames, takenLine, unansweredEvents, type OperatorAct } from './chats.ts';
import { insertSystemLine } from './messages.ts';
import { addNote } from './notes.ts';
import { actingOperator, attachedBots, operatorName, worksHere, type ActingOperator } from './people.ts';
import { standingOf } from './standing.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface AssignAct extends OperatorAct {
  readonly toOperatorId: string;
  readonly over: boolean;
  readonly note?: string | undefined;
  /** of the note: the same again is the same note */
  readonly clientId?: string | undefined;
}

type Assigned = Extract<ChatEvent, { kind: 'assigned' }>;

/** An operator gives a chat to another, or takes it, with a note. Coded errors: not_found, chat_closed, chat_taken. */
export async function assignChat(connection: Connection, act: AssignAct): Promise<ChatChange> {
  const operator = await actingOperator(connection, act.operatorId);
  const found = await findChat(connection, act.chatId);
  const to = await colleague(connection, act.toOperatorId);
  const move = await allowed(connection, found, assign(found.standing, operator.id, to.id, act.over));
  const line = async () =>
    to.id === operator.id
      ? await takenLine(connection, found, operator, act.at)
      : await insertSystemLine(
          connection,
          found.chatId,
          await assignedEvent(connection, found.standing, operator, to),
          act.at,
        );
  // Whoever gets it is called to it, whatever they have looked at.
  if (move.changed && to.id !== operator.id)
    await connection.run('UPDATE chats SET seen = json_remove(seen, ?) WHERE id = ?', `$."${to.id}"`, found.chatId);
  const change = await finish(connection, found, move, line);
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

/** Coded error: not_found, where they work here no more. */
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
  /** what a bot is told of each channel on which one works */
  readonly contexts: Readonly<Record<string, BotContext>>;
}

/**
 * Takes an assignment back, to who had the chat before; where that one is gone, to the queue.
 * Coded errors: not_found, chat_closed, chat_taken where anything has happened since.
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
  const channelId = String(found.row['channel_id']);
  const context = act.contexts[channelId];
  const bots = await attachedBots(connection, channelId, context);
  const standing = await standingBefore(connection, event, found.standing, { bots, at: act.at });
  const change = await finish(connection, found, { ok: true, standing, changed: true }, () =>
    insertSystemLine(
      connection,
      found.chatId,
      {
        kind: 'unassigned',
        operatorId: operator.id,
        operatorName: operator.name,
        toOperatorName: event.toOperatorName,
      },
      act.at,
    ),
  );
  if (standing.state !== 'bot' || standing.botId === undefined || context === undefined) return change;
  return {
    ...change,
    events: await unansweredEvents(connection, found, {
      botId: standing.botId,
      since: standing.waitingSince,
      at: act.at,
      customer: change.chat.customer,
      context,
    }),
  };
}

/** The assignment by which the chat is where it is, as long as nobody has answered since. */
async function untouchedAssignment(
  connection: Connection,
  { chatId, standing }: FoundChat,
): Promise<Assigned | undefined> {
  const row = await connection.get(
    "SELECT id, event FROM messages WHERE chat_id = ? AND author = 'system' AND event IS NOT NULL ORDER BY id DESC LIMIT 1",
    chatId,
  );
  if (row?.['event'] == null) return undefined;
  const event = JSON.parse(String(row['event'])) as ChatEvent;
  if (event.kind !== 'assigned' || standing.state !== 'active' || standing.operatorId !== event.toOperatorId)
    return undefined;
  const answer = await connection.get(
    "SELECT id FROM messages WHERE chat_id = ? AND id > ? AND author = 'operator' LIMIT 1",
    chatId,
    Number(row['id']),
  );
  return answer === undefined ? event : undefined;
}

async function standingBefore(
  connection: Connection,
  { fromOperatorId, fromBotId, fromAsked }: Assigned,
  { botId, waitingSince }: Standing,
  { bots, at }: { readonly bots: BotContext['bots']; readonly at: number },
): Promise<Standing> {
  if (await worksHere(connection, fromOperatorId))
    return { state: 'active', operatorId: fromOperatorId, botId, waitingSince };
  const askedForPerson = fromAsked === true;
  if (fromBotId !== undefined && bots.some(({ id }) => id === fromBotId))
    return { state: 'bot', botId: fromBotId, waitingSince, askedForPerson };
  return { state: 'waiting', botId, waitingSince: waitingSince ?? at, askedForPerson };
}

/** Open chats of an operator who works here no more go back to the queue. */
export async function releaseChats(
  connection: Connection,
  { operatorId, name, at }: { readonly operatorId: string; readonly name: string; readonly at: number },
): Promise<readonly ChatChange[]> {
  const rows = await connection.all(
    "SELECT * FROM chats WHERE state <> 'closed' AND state = 'active' AND operator_id = ?",
    operatorId,
  );
  return await Array.fromAsync(rows, async (row) => {
    const found = { row, chatId: Number(row['id']), standing: standingOf(row) };
    const move = release(found.standing, at);
    return await finish(connection, found, { ok: true, ...move }, () =>
      insertSystemLine(connection, found.chatId, { kind: 'operator_removed', removedName: name }, at),
    );
  });
}
