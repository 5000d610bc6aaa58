import { i18n } from '#renderer/language/i18n.ts';
import type { BotAttempt, BotTurn } from '#shared/domain/bots.ts';
import type { DeliveryError } from '#shared/domain/entities.ts';
import { millisecondsWords, secondsWords } from '#renderer/components/amounts.ts';
import { phraseWords } from '#renderer/language/phrases.ts';

/** Milliseconds a provider has for its answer (bot provider interface, section 8). */
export const ANSWER_LIMIT = 3000;

export type OutTurn = Extract<BotTurn, { direction: 'out' }>;
export type InTurn = Extract<BotTurn, { direction: 'in' }>;

/** What became of an event to the provider. */
export function outStateWords(state: OutTurn['state']): string {
  const states: Record<OutTurn['state'], string> = {
    sending: i18n.t('conversation:botTurns.states.sending'),
    delivered: i18n.t('conversation:botTurns.states.delivered'),
    failed: i18n.t('conversation:botTurns.states.failed'),
    dropped: i18n.t('conversation:botTurns.states.dropped'),
  };
  return states[state];
}

/** What became of an event from the provider. */
export function inOutcomeWords({ outcome, status }: Pick<InTurn, 'outcome' | 'status'>): string {
  const outcomes: Record<InTurn['outcome'], string> = {
    accepted: i18n.t('conversation:botTurns.outcomes.accepted'),
    repeat: i18n.t('conversation:botTurns.outcomes.repeat'),
    held_back: i18n.t('conversation:botTurns.outcomes.heldBack'),
    refused: i18n.t('conversation:botTurns.outcomes.refused'),
  };
  return `${outcomes[outcome]} · ${String(status)}`;
}

/** Why an event from the provider did not count, as a sentence; undefined where nothing was said. */
export function noteWords({ note, outcome }: Pick<InTurn, 'note' | 'outcome'>): string | undefined {
  if (typeof note === 'object') return phraseWords(note);
  if (note !== undefined) {
    switch (note) {
      case 'operator_has_it':
        return i18n.t('conversation:botTurns.note.operatorHasIt');
      case 'other_bot_has_it':
        return i18n.t('conversation:botTurns.note.otherBotHasIt');
      case 'handed_over':
        return i18n.t('conversation:botTurns.note.handedOver');
      case 'chat_closed':
        return i18n.t('conversation:botTurns.note.chatClosed');
      case 'bot_disabled':
        return i18n.t('conversation:botTurns.note.botDisabled');
      case 'no_plain_text':
        return i18n.t('conversation:botTurns.note.noPlainText');
      case 'not_reachable':
        return i18n.t('conversation:botTurns.note.notReachable');
    }
  }
  return outcome === 'repeat' ? i18n.t('conversation:botTurns.note.repeat') : undefined;
}

/** "120 ms", "2.9 s" */
export function tookWords(milliseconds: number): string {
  return milliseconds < 1000 ? millisecondsWords(milliseconds) : secondsWords(milliseconds);
}

/** What an attempt came to: the status, or why there was none. */
export function attemptWords({ status, error, took: milliseconds }: BotAttempt): string {
  const took = tookWords(milliseconds);
  if (error !== undefined) return failureWords(error, took);
  return status === undefined
    ? i18n.t('conversation:botTurns.attempt.answered', { took })
    : i18n.t('conversation:botTurns.attempt.status', { status: String(status), took });
}

function failureWords({ kind, status: code, message, reason }: DeliveryError, took: string): string {
  const status = String(code);
  switch (kind) {
    case 'unreachable':
      return i18n.t('conversation:botTurns.attempt.unreachable', { took });
    case 'timeout':
      return i18n.t('conversation:botTurns.attempt.timeout');
    case 'tls':
      return i18n.t('conversation:botTurns.attempt.tls', { took });
    case 'status':
      return code === undefined
        ? i18n.t('conversation:botTurns.attempt.otherStatus', { took })
        : i18n.t('conversation:botTurns.attempt.status', { status, took });
    case 'redirect':
      return code === undefined
        ? i18n.t('conversation:botTurns.attempt.redirect', { took })
        : i18n.t('conversation:botTurns.attempt.redirectStatus', { status, took });
    case 'invalid_answer':
    case 'refused':
      return message === undefined
        ? i18n.t('conversation:botTurns.attempt.refused', { took })
        : i18n.t('conversation:botTurns.attempt.refusedWith', { message, took });
    case 'not_sent':
      return reason === undefined
        ? i18n.t('conversation:botTurns.attempt.notSent')
        : i18n.t('conversation:botTurns.attempt.notSentBecause', { message: phraseWords(reason) });
    case 'interrupted':
      return i18n.t('conversation:botTurns.attempt.interrupted', { took });
  }
}
