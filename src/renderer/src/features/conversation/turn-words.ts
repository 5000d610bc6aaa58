import type { BotAttempt, BotTurn } from '#shared/domain/bots.ts';
import { heldBackReason, type DeliveryError } from '#shared/domain/entities.ts';
import { botTurns } from '#shared/words/en/bot-turns.ts';
import { millisecondsWords, secondsWords } from '#renderer/components/amounts.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('botTurns', botTurns);

/** Milliseconds a provider has for its answer (bot provider interface, section 8). */
export const ANSWER_LIMIT = 3000;

/** What the bot turn inspector says; owners read it too, so it names events and states as the interface does. */
export const turnWords = {
  title: say('turn.title'),
  lead: say('turn.lead'),
  lines: say('turn.lines'),
  close: say('turn.close'),
  empty: say('turn.empty'),
  emptyMore: say('turn.emptyMore'),
  loading: say('turn.loading'),
  notLoaded: say('turn.notLoaded'),
  tryAgain: say('turn.tryAgain'),
  earlier: say('turn.earlier'),
  to: (botName: string) => say('turn.to', { botName }),
  from: (botName: string) => say('turn.from', { botName }),
  removedBot: say('turn.removedBot'),
  unknownEvent: say('turn.unknownEvent'),
  attempt: (number: number) => say('turn.attempt', { number }),
  /** at the end of the bar that an attempt fills */
  limit: say('turn.limit'),
  noAttempt: say('turn.noAttempt'),
  answered: say('turn.answered'),
  event: say('turn.event'),
  eventOf: (event: string) => say('turn.eventOf', { event }),
  curlOf: (event: string) => say('turn.curlOf', { event }),
  curl: say('turn.curl'),
  droppedNote: say('turn.droppedNote'),
} as const;

export type OutTurn = Extract<BotTurn, { direction: 'out' }>;
export type InTurn = Extract<BotTurn, { direction: 'in' }>;

/** What became of an event to the provider. */
export function outStateWords(state: OutTurn['state']): string {
  const states: Record<OutTurn['state'], string> = {
    sending: say('states.sending'),
    delivered: say('states.delivered'),
    failed: say('states.failed'),
    dropped: say('states.dropped'),
  };
  return states[state];
}

/** What became of an event from the provider. */
export function inOutcomeWords({ outcome, status }: Pick<InTurn, 'outcome' | 'status'>): string {
  const outcomes: Record<InTurn['outcome'], string> = {
    accepted: say('outcomes.accepted'),
    repeat: say('outcomes.repeat'),
    held_back: say('outcomes.heldBack'),
    refused: say('outcomes.refused'),
  };
  return `${outcomes[outcome]} · ${String(status)}`;
}

/** Why an event from the provider did not count, as a sentence; undefined where nothing was said. */
export function noteWords({ note, outcome }: Pick<InTurn, 'note' | 'outcome'>): string | undefined {
  const reason = heldBackReason.safeParse(note);
  if (reason.success) {
    switch (reason.data) {
      case 'operator_has_it':
        return say('note.operatorHasIt');
      case 'other_bot_has_it':
        return say('note.otherBotHasIt');
      case 'handed_over':
        return say('note.handedOver');
      case 'chat_closed':
        return say('note.chatClosed');
      case 'bot_disabled':
        return say('note.botDisabled');
      case 'no_plain_text':
        return say('note.noPlainText');
      case 'not_reachable':
        return say('note.notReachable');
    }
  }
  return note ?? (outcome === 'repeat' ? say('note.repeat') : undefined);
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
    ? say('attempt.answered', { took })
    : say('attempt.status', { status: String(status), took });
}

function failureWords({ kind, status: code, message }: DeliveryError, took: string): string {
  const status = String(code);
  switch (kind) {
    case 'unreachable':
      return say('attempt.unreachable', { took });
    case 'timeout':
      return say('attempt.timeout');
    case 'tls':
      return say('attempt.tls', { took });
    case 'status':
      return code === undefined ? say('attempt.otherStatus', { took }) : say('attempt.status', { status, took });
    case 'redirect':
      return code === undefined ? say('attempt.redirect', { took }) : say('attempt.redirectStatus', { status, took });
    case 'invalid_answer':
    case 'refused':
      return message === undefined ? say('attempt.refused', { took }) : say('attempt.refusedWith', { message, took });
    case 'not_sent':
      return message === undefined ? say('attempt.notSent') : say('attempt.notSentBecause', { message });
    case 'interrupted':
      return say('attempt.interrupted', { took });
  }
}
