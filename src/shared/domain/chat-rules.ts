import type { ChatState } from './entities.ts';
import type { HeldBackReason } from './message.ts';

/** Who has a chat, and since when its customer has waited for an answer. */
export interface Standing {
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

export type Refusal = 'chat_closed' | 'chat_taken';

export type Move =
  | { readonly ok: true; readonly standing: Standing; readonly changed: boolean }
  | { readonly ok: false; readonly refusal: Refusal };

/** What happens to a bot's event: it takes effect, is shown as held back, or doesn't concern this bot. */
export type BotMove =
  | { readonly ok: true; readonly standing: Standing; readonly changed: boolean }
  | { readonly ok: false; readonly heldBack: HeldBackReason | undefined };

/** A customer's first message, or the first after a close, opens a chat: with the channel's bot, or waiting. */
export function opened(at: number, botId?: string): Standing {
  return botId === undefined ? { state: 'waiting', waitingSince: at } : { state: 'bot', botId, waitingSince: at };
}

/** An operator writes first: the chat is theirs, and the customer doesn't wait. */
export function begun(operatorId: string): Standing {
  return { state: 'active', operatorId };
}

/** Another message of the customer: the time of the oldest unanswered one counts. */
export function customerWrote(standing: Standing, at: number): Standing {
  return { ...standing, waitingSince: standing.waitingSince ?? at };
}

/** An operator takes a chat, from Waiting or a bot; `over` is required to take it from a colleague. */
export function take(standing: Standing, operatorId: string, over: boolean): Move {
  if (standing.state === 'closed') return { ok: false, refusal: 'chat_closed' };
  if (standing.state === 'active' && standing.operatorId === operatorId) return { ok: true, standing, changed: false };
  if (standing.state === 'active' && !over) return { ok: false, refusal: 'chat_taken' };
  const { botId, waitingSince } = standing;
  return { ok: true, standing: { state: 'active', operatorId, botId, waitingSince }, changed: true };
}

/** Assigns a chat to an operator; `over` is required if a third one has it. */
export function assign(standing: Standing, byOperatorId: string, toOperatorId: string, over: boolean): Move {
  const isOwn = standing.state === 'active' && standing.operatorId === byOperatorId;
  return take(standing, toOperatorId, over || isOwn);
}

/** The operator of the chat was removed: it returns to Waiting. */
export function release(standing: Standing, at: number): { readonly standing: Standing; readonly changed: boolean } {
  if (standing.state !== 'active') return { standing, changed: false };
  const { botId, waitingSince } = standing;
  return { standing: { state: 'waiting', botId, waitingSince: waitingSince ?? at }, changed: true };
}

/** An operator answers: takes a chat that no colleague has, and the customer no longer waits. */
export function reply(standing: Standing, operatorId: string): Move {
  const taken = take(standing, operatorId, false);
  return taken.ok ? { ...taken, standing: { ...taken.standing, waitingSince: undefined } } : taken;
}

export function close(standing: Standing): Move {
  if (standing.state === 'closed') return { ok: true, standing, changed: false };
  return {
    ok: true,
    standing: { state: 'closed', operatorId: standing.operatorId, botId: standing.botId },
    changed: true,
  };
}

/** Undoes a close: the chat returns to its previous state. */
export function reopen(standing: Standing, before: Standing): Move {
  if (standing.state !== 'closed') return { ok: true, standing, changed: false };
  return { ok: true, standing: before, changed: true };
}

/** A snooze has ended: the chat waits again, even if its customer has an answer. */
export function woke(standing: Standing, at: number): Standing {
  const isBots = standing.state === 'closed' || (standing.state === 'bot' && standing.askedForPerson !== true);
  return isBots ? standing : { ...standing, waitingSince: standing.waitingSince ?? at };
}

/** An operator gives a chat to a bot; a colleague's chat has to be taken over first. */
export function returnToBot(standing: Standing, operatorId: string, botId: string): Move {
  if (standing.state === 'closed') return { ok: false, refusal: 'chat_closed' };
  if (standing.state === 'active' && standing.operatorId !== operatorId) return { ok: false, refusal: 'chat_taken' };
  if (standing.state === 'bot' && standing.botId === botId) return { ok: true, standing, changed: false };
  return { ok: true, standing: { state: 'bot', botId, waitingSince: standing.waitingSince }, changed: true };
}

/** Whether a bot's event takes effect in this chat, or what the operator sees of it; `hasHeld`: it has, or had, the chat. */
export function acceptBotEvent(
  standing: Standing,
  botId: string,
  { isEnabled, hasHeld }: { readonly isEnabled: boolean; readonly hasHeld: boolean },
): BotMove {
  if (!hasHeld) return { ok: false, heldBack: undefined };
  if (standing.state === 'closed') return { ok: false, heldBack: 'chat_closed' };
  if (standing.state === 'active') return { ok: false, heldBack: 'operator_has_it' };
  if (!isEnabled) return { ok: false, heldBack: 'bot_disabled' };
  const isOther = standing.botId !== botId;
  if (standing.state === 'bot' && isOther) return { ok: false, heldBack: 'other_bot_has_it' };
  if (standing.state === 'waiting' && (isOther || standing.botMaySpeak !== true))
    return { ok: false, heldBack: 'handed_over' };
  return { ok: true, standing, changed: false };
}

/** A bot answers. In Waiting, the customer still waits for a person. */
export function botSpoke(standing: Standing): Standing {
  return standing.state === 'bot' && standing.askedForPerson !== true
    ? { ...standing, waitingSince: undefined }
    : standing;
}

/** A bot asks for a person: with an operator online the chat joins Waiting, else the bot keeps it and it is marked. */
export function inviteAgent(
  standing: Standing,
  operatorsOnline: boolean,
  at: number,
): { readonly standing: Standing; readonly changed: boolean } {
  if (standing.state !== 'bot') return { standing, changed: false };
  const waitingSince = standing.waitingSince ?? at;
  if (operatorsOnline)
    return {
      standing: { ...standing, state: 'waiting', waitingSince, askedForPerson: true, botMaySpeak: true },
      changed: true,
    };
  return { standing: { ...standing, waitingSince, askedForPerson: true }, changed: standing.askedForPerson !== true };
}

/** An operator came online: a chat whose bot asked for a person joins Waiting. */
export function operatorCameOnline(
  standing: Standing,
  at: number,
): { readonly standing: Standing; readonly changed: boolean } {
  return standing.askedForPerson === true ? inviteAgent(standing, true, at) : { standing, changed: false };
}

/** A bot failed, fell silent or was switched off: its chats, also those in Waiting, are the operators' alone. */
export function handOver(
  standing: Standing,
  botId: string,
  at: number,
): { readonly standing: Standing; readonly changed: boolean } {
  if (standing.state !== 'bot' || standing.botId !== botId) return { standing, changed: false };
  return {
    standing: { ...standing, state: 'waiting', waitingSince: standing.waitingSince ?? at, botMaySpeak: undefined },
    changed: true,
  };
}
