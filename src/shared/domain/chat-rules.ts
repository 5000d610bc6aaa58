import type { ChatState } from './entities.ts';
import type { HeldBackReason } from './message.ts';

/** Ownership of a chat, and since when its customer has waited for an answer. */
export interface Ownership {
  readonly state: ChatState;
  readonly operatorId?: string | undefined;
  /** the bot that has it, or had it last */
  readonly botId?: string | undefined;
  /** time of the first unanswered customer message */
  readonly waitingSince?: number | undefined;
  /** the bot asked for a person, and no operator has taken the chat since then */
  readonly askedForPerson?: boolean | undefined;
  /** in Waiting because its bot asked for a person: the bot may write until an operator takes it */
  readonly botMaySpeak?: boolean | undefined;
}

/** Ownership after a step. */
interface Change {
  readonly ownership: Ownership;
  readonly changed: boolean;
}

type Refusal = 'chat_closed' | 'chat_taken';

export type Move = ({ readonly ok: true } & Change) | { readonly ok: false; readonly refusal: Refusal };

/** A customer's first message, or the first after a close, opens a chat: with the channel's bot, or waiting. */
export function openedByCustomer(at: number, botId?: string): Ownership {
  return botId === undefined ? { state: 'waiting', waitingSince: at } : { state: 'bot', botId, waitingSince: at };
}

/** An operator writes first: the chat is theirs, and the customer doesn't wait. */
export function startedByOperator(operatorId: string): Ownership {
  return { state: 'active', operatorId };
}

/** Another message of the customer: the time of the oldest unanswered one counts. */
export function customerWrote(ownership: Ownership, at: number): Ownership {
  return { ...ownership, waitingSince: ownership.waitingSince ?? at };
}

/** An operator takes a chat, from Waiting or a bot; `over` is required to take it from a colleague. */
export function take(ownership: Ownership, operatorId: string, over: boolean): Move {
  if (ownership.state === 'closed') return { ok: false, refusal: 'chat_closed' };
  if (ownership.state === 'active' && ownership.operatorId === operatorId)
    return { ok: true, ownership, changed: false };
  if (ownership.state === 'active' && !over) return { ok: false, refusal: 'chat_taken' };
  const { botId, waitingSince } = ownership;
  return { ok: true, ownership: { state: 'active', operatorId, botId, waitingSince }, changed: true };
}

/** Assigns a chat to an operator; `over` is required if a third one has it. */
export function assign(ownership: Ownership, byOperatorId: string, toOperatorId: string, over: boolean): Move {
  const isOwn = ownership.state === 'active' && ownership.operatorId === byOperatorId;
  return take(ownership, toOperatorId, over || isOwn);
}

/** The operator of the chat was removed: it returns to Waiting. */
export function release(ownership: Ownership, at: number): Change {
  if (ownership.state !== 'active') return { ownership, changed: false };
  const { botId, waitingSince } = ownership;
  return { ownership: { state: 'waiting', botId, waitingSince: waitingSince ?? at }, changed: true };
}

/** An operator answers: takes a chat that no colleague has, and the customer no longer waits. */
export function reply(ownership: Ownership, operatorId: string): Move {
  const taken = take(ownership, operatorId, false);
  return taken.ok ? { ...taken, ownership: { ...taken.ownership, waitingSince: undefined } } : taken;
}

/** A program writes: whoever has the chat keeps it, and its customer still waits for a person. */
export function programWrites(ownership: Ownership): Move {
  if (ownership.state === 'closed') return { ok: false, refusal: 'chat_closed' };
  return { ok: true, ownership, changed: false };
}

export function close(ownership: Ownership): Move {
  if (ownership.state === 'closed') return { ok: true, ownership, changed: false };
  return {
    ok: true,
    ownership: { state: 'closed', operatorId: ownership.operatorId, botId: ownership.botId },
    changed: true,
  };
}

/** Undoes a close: the chat returns to its previous state. */
export function reopen(ownership: Ownership, before: Ownership): Move {
  if (ownership.state !== 'closed') return { ok: true, ownership, changed: false };
  return { ok: true, ownership: before, changed: true };
}

/** A snooze has ended: the chat waits again, even if its customer has an answer. */
export function snoozeEnded(ownership: Ownership, at: number): Ownership {
  const isBots = ownership.state === 'closed' || (ownership.state === 'bot' && ownership.askedForPerson !== true);
  return isBots ? ownership : { ...ownership, waitingSince: ownership.waitingSince ?? at };
}

/** An operator gives a chat to a bot; a colleague's chat has to be taken over first. */
export function returnToBot(ownership: Ownership, operatorId: string, botId: string): Move {
  if (ownership.state === 'closed') return { ok: false, refusal: 'chat_closed' };
  if (ownership.state === 'active' && ownership.operatorId !== operatorId) return { ok: false, refusal: 'chat_taken' };
  if (ownership.state === 'bot' && ownership.botId === botId) return { ok: true, ownership, changed: false };
  return { ok: true, ownership: { state: 'bot', botId, waitingSince: ownership.waitingSince }, changed: true };
}

/** Reason why an event of a bot that has the chat, or had it, takes no effect there; undefined: it does. */
export function whyHeldBack(ownership: Ownership, botId: string, isEnabled: boolean): HeldBackReason | undefined {
  if (ownership.state === 'closed') return 'chat_closed';
  if (ownership.state === 'active') return 'operator_has_it';
  if (!isEnabled) return 'bot_disabled';
  const isOther = ownership.botId !== botId;
  if (ownership.state === 'bot') return isOther ? 'other_bot_has_it' : undefined;
  return isOther || ownership.botMaySpeak !== true ? 'handed_over' : undefined;
}

/** A bot answers. In Waiting, the customer still waits for a person. */
export function botReplied(ownership: Ownership): Ownership {
  return ownership.state === 'bot' && ownership.askedForPerson !== true
    ? { ...ownership, waitingSince: undefined }
    : ownership;
}

/** A bot asks for a person: with an operator online the chat joins Waiting, else the bot keeps it and it is marked. */
export function inviteAgent(ownership: Ownership, operatorsOnline: boolean, at: number): Change {
  if (ownership.state !== 'bot') return { ownership, changed: false };
  const invited = { ...ownership, waitingSince: ownership.waitingSince ?? at, askedForPerson: true };
  return operatorsOnline
    ? { ownership: { ...invited, state: 'waiting', botMaySpeak: true }, changed: true }
    : { ownership: invited, changed: ownership.askedForPerson !== true };
}

/** An operator came online: a chat whose bot asked for a person joins Waiting. */
export function operatorCameOnline(ownership: Ownership, at: number): Change {
  return ownership.askedForPerson === true ? inviteAgent(ownership, true, at) : { ownership, changed: false };
}

/** A bot failed, fell silent or was switched off: its chats, also those in Waiting, are the operators' alone. */
export function handOver(ownership: Ownership, botId: string, at: number): Change {
  if (ownership.state !== 'bot' || ownership.botId !== botId) return { ownership, changed: false };
  return {
    ownership: { ...ownership, state: 'waiting', waitingSince: ownership.waitingSince ?? at, botMaySpeak: undefined },
    changed: true,
  };
}

/** Milliseconds within which a customer's message equal to an accepted one is a repeat. */
export const REPEAT_WINDOW = 24 * 60 * 60 * 1000;
/** Milliseconds by which something accepted may seem to come from the future because the clock was adjusted since. */
export const CLOCK_STEP = 60_000;
