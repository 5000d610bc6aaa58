import { z } from 'zod';
import { ContractError } from '#shared/contract/errors.ts';
import { assign, release, type Ownership } from '#shared/domain/chat-rules.ts';
import { clientId as clientIdField } from '#shared/contract/fields.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { ChatEvent } from '#shared/domain/message.ts';
import { type Change, command, ofChat } from '../command.ts';
import type { RequestContext } from '../thread.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { sql } from '../sql.ts';
import {
  actingOperator,
  type ActingOperator,
  requireAllowed,
  type ChatChange,
  findChat,
  findChats,
  finish,
  type FoundChat,
  markUnseen,
  operatorName,
  workingBots,
  isActiveOperator,
} from './chat-change.ts';
import { formerHolder, takenEvent, unansweredEvents } from './chats.ts';
import { addNote } from '../messages/notes.ts';
import { phrase } from '#shared/locales/phrase.ts';

type Assigned = Extract<ChatEvent, { kind: 'assigned' }>;

export const assigningCommands = {
  /**
   * Assigns an open chat to an operator, with a private note; `over: true` if a colleague has it. The same `clientId`
   * again is the same note. Coded errors: not_found, chat_closed, chat_taken
   */
  'chats.assign': command({
    for: 'everyone',
    input: {
      chatId: z.string(),
      operatorId: z.string(),
      note: z.string().trim().max(10_000).default(''),
      over: z.boolean().default(false),
      clientId: clientIdField.optional(),
    },
    run: async (db, act, { operatorId, at }) => {
      const operator = await actingOperator(db, operatorId);
      const found = await findChat(db, act.chatId);
      const to = await colleague(db, act.operatorId, found.row.channelId);
      const move = await requireAllowed(db, found, assign(found.ownership, operator.id, to.id, act.over));
      const isOwn = to.id === operator.id;
      // The new operator is alerted, whatever they have seen.
      if (move.changed && !isOwn) await markUnseen(db, { id: found.chatId, seen: found.row.seen }, to.id);
      const event = isOwn
        ? await takenEvent(db, found, operator)
        : await assignedEvent(db, found.ownership, operator, to);
      const change = await finish(db, found, move, event, at);
      if (act.note === '') return ofChat(change);
      const { chatId, clientId } = act;
      const note = { chatId, operatorId, at, text: act.note.toWellFormed(), clientId };
      const { chat, message, isNew } = await addNote(db, note);
      return ofChat(isNew ? { ...change, chat, changed: true, added: [...change.added, message] } : change);
    },
  }),
  /**
   * undoes the caller's latest assignment, except for its note: the chat returns to the previous operator or, if they
   * were removed, to Waiting. Coded errors: not_found, chat_closed, chat_taken if anything has happened since
   */
  'chats.unassign': command({ for: 'everyone', input: { chatId: z.string() }, run: unassign }),
} as const;

/** Coded error: not_found, if they were removed, or don't work on the channel. */
async function colleague(db: Connection, operatorId: string, channelId: string) {
  if (!(await isActiveOperator(db, operatorId)))
    throw new ContractError('not_found', phrase('errors:refusals.operator.gone'));
  if (!(await isActiveOperator(db, operatorId, channelId)))
    throw new ContractError('not_found', phrase('errors:refusals.operator.otherChannels'));
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

async function unassign(
  db: Connection,
  act: { readonly chatId: string },
  { operatorId, at, staffedChannels }: RequestContext,
): Promise<Change<Chat>> {
  const operator = await actingOperator(db, operatorId);
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
  const ownership = await previousOwnership(db, event, found, { bots, at });
  const { toOperatorId, toOperatorName } = event;
  const by = { operatorId: operator.id, operatorName: operator.name };
  const back = { kind: 'unassigned', ...by, toOperatorId, toOperatorName } as const;
  const change = await finish(db, found, { ok: true, ownership, changed: true }, back, at);
  const { state, botId, waitingSince: since } = ownership;
  if (state !== 'bot' || botId === undefined) return ofChat(change);
  const unanswered = { botId, since, at, customer: change.chat.customer, staffedChannels };
  return ofChat({ ...change, events: await unansweredEvents(db, found, unanswered) });
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
  { ownership: { botId, waitingSince }, row: { channelId } }: FoundChat,
  { bots, at }: { readonly bots: readonly { readonly id: string }[]; readonly at: number },
): Promise<Ownership> {
  if (await isActiveOperator(db, fromOperatorId, channelId))
    return { state: 'active', operatorId: fromOperatorId, botId, waitingSince };
  const askedForPerson = fromAsked === true;
  if (fromBotId !== undefined && bots.some(({ id }) => id === fromBotId))
    return { state: 'bot', botId: fromBotId, waitingSince, askedForPerson };
  return { state: 'waiting', botId, waitingSince: waitingSince ?? at, askedForPerson };
}

/** Moves open chats of an operator who was removed, or works on these channels only from now on, back to Waiting. */
export async function releaseChats(
  db: Connection,
  {
    operatorId,
    name,
    at,
    channels,
  }: {
    readonly operatorId: string;
    readonly name: string;
    readonly at: number;
    readonly channels?: readonly string[];
  },
): Promise<readonly ChatChange[]> {
  const theirs = await findChats(db, sql`chats.state = 'active' AND chats.operator_id = ${operatorId}`);
  const activeChats = theirs.filter(({ row }) => channels?.includes(row.channelId) !== true);
  const ofChannel = channels === undefined ? {} : ({ ofChannel: true } as const);
  const event = { kind: 'operator_removed', removedName: name, ...ofChannel } as const;
  return await mapInOrder(activeChats, (found) =>
    finish(db, found, { ok: true, ...release(found.ownership, at) }, event, at),
  );
}
