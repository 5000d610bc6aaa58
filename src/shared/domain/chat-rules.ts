import type { ChatState } from './entities.ts';

/** Who has a chat, and since when its customer waits for an answer. */
export interface Standing {
  readonly state: ChatState;
  readonly operatorId?: string | undefined;
  /** time of the first unanswered customer message */
  readonly waitingSince?: number | undefined;
}

export type Refusal = 'chat_closed' | 'chat_taken';

export type Move = { readonly ok: true; readonly standing: Standing; readonly changed: boolean } | { readonly ok: false; readonly refusal: Refusal };

/** A customer's first message, or the first after a close, opens a chat: nobody has it yet. */
export function opened(at: number): Standing {
  return { state: 'waiting', waitingSince: at };
}

/** A further message of the customer: the oldest unanswered one counts. */
export function customerWrote(standing: Standing, at: number): Standing {
  return { ...standing, waitingSince: standing.waitingSince ?? at };
}

/** An operator takes a chat; `over` is needed to take it from a colleague. */
export function take(standing: Standing, operatorId: string, over: boolean): Move {
  if (standing.state === 'closed') return { ok: false, refusal: 'chat_closed' };
  if (standing.state === 'active' && standing.operatorId === operatorId) return { ok: true, standing, changed: false };
  if (standing.state === 'active' && !over) return { ok: false, refusal: 'chat_taken' };
  return { ok: true, standing: { ...standing, state: 'active', operatorId }, changed: true };
}

/** An operator answers: takes a waiting chat, and nobody waits any more. */
export function reply(standing: Standing, operatorId: string): Move {
  const taken = take(standing, operatorId, false);
  return taken.ok ? { ...taken, standing: { ...taken.standing, waitingSince: undefined } } : taken;
}

export function close(standing: Standing): Move {
  if (standing.state === 'closed') return { ok: true, standing, changed: false };
  return { ok: true, standing: { state: 'closed', operatorId: standing.operatorId }, changed: true };
}

/** Undoes a close: the chat stands as it stood before. */
export function reopen(standing: Standing, before: Standing): Move {
  if (standing.state !== 'closed') return { ok: true, standing, changed: false };
  return { ok: true, standing: before, changed: true };
}
