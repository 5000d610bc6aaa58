import { heldBackReason, type BotAttempt, type BotTurn, type DeliveryError } from '#shared/domain/entities.ts';

/** Milliseconds a provider has for its answer (bot provider interface, section 8). */
export const ANSWER_LIMIT = 3000;

/** What the bot turn inspector says; owners read it too, so it names events and states as the interface does. */
export const turnWords = {
  title: 'Bot inspector',
  lead: 'To and from the bot’s provider, oldest first',
  lines: 'Events between Counterbell and the bot',
  close: 'Hide bot inspector',
  empty: 'Nothing yet.',
  emptyMore: 'What is sent to the bot’s provider and what it answers stands here as it happens.',
  loading: 'Loading the inspector',
  notLoaded: 'The inspector could not be loaded.',
  tryAgain: 'Try again',
  earlier: 'Show earlier',
  to: (botName: string) => `to ${botName}`,
  from: (botName: string) => `from ${botName}`,
  removedBot: 'a removed bot',
  unknownEvent: 'Unknown event',
  attempt: (number: number) => `Attempt ${String(number)}`,
  /** at the end of the bar that an attempt fills */
  limit: '3 s',
  noAttempt: 'Not attempted yet.',
  answered: 'Answer',
  event: 'Event as JSON',
  eventOf: (event: string) => `${event} as JSON`,
  curlOf: (event: string) => `Copy as curl: ${event}`,
  curl: 'Copy as curl',
  droppedNote: 'The bot lost the chat before this was due, so it was not sent.',
} as const;

export type OutTurn = Extract<BotTurn, { direction: 'out' }>;
export type InTurn = Extract<BotTurn, { direction: 'in' }>;

/** What became of an event to the provider. */
export function outStateWords(state: OutTurn['state']): string {
  const states: Record<OutTurn['state'], string> = { sending: 'On its way', delivered: 'Taken', failed: 'Not taken', dropped: 'Not sent' };
  return states[state];
}

/** What became of an event from the provider. */
export function inOutcomeWords({ outcome, status }: Pick<InTurn, 'outcome' | 'status'>): string {
  const outcomes: Record<InTurn['outcome'], string> = { accepted: 'Accepted', repeat: 'Repeated', held_back: 'Held back', refused: 'Refused' };
  return `${outcomes[outcome]} · ${String(status)}`;
}

/** Why an event from the provider did not count, as a sentence; undefined where nothing was said. */
export function noteWords({ note, outcome }: Pick<InTurn, 'note' | 'outcome'>): string | undefined {
  const reason = heldBackReason.safeParse(note);
  if (reason.success) {
    switch (reason.data) {
      case 'operator_has_it':
        return 'An operator had the chat; nothing of it reached the customer.';
      case 'handed_over':
        return 'The bot had lost the chat to the queue; nothing of it reached the customer.';
      case 'chat_closed':
        return 'The chat was closed; nothing of it reached the customer.';
      case 'bot_disabled':
        return 'The bot was switched off; nothing of it reached the customer.';
      case 'no_plain_text':
        return 'Buttons without a text, on a channel that cannot show buttons.';
    }
  }
  return note ?? (outcome === 'repeat' ? 'It came before and counts once.' : undefined);
}

/** "120 ms", "2.9 s" */
export function tookWords(milliseconds: number): string {
  return milliseconds < 1000 ? `${String(Math.round(milliseconds))} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** What an attempt came to: the status, or why there was none. */
export function attemptWords({ status, error, took }: BotAttempt): string {
  const after = `after ${tookWords(took)}`;
  if (error === undefined) return `answered ${status === undefined ? '' : `${String(status)} `}${after}`;
  return `${failureWords(error)}${error.kind === 'timeout' || error.kind === 'not_sent' ? '' : ` ${after}`}`;
}

function failureWords({ kind, status, message }: DeliveryError): string {
  switch (kind) {
    case 'unreachable':
      return 'nobody answered at the address';
    case 'timeout':
      return 'no answer within 3 s';
    case 'tls':
      return 'the secure connection could not be made';
    case 'status':
      return `answered ${status === undefined ? 'with another status' : String(status)}`;
    case 'redirect':
      return `answered with a redirect${status === undefined ? '' : ` (${String(status)})`}, which is not followed,`;
    case 'invalid_answer':
    case 'refused':
      return `refused${message === undefined ? '' : ` (${message})`}`;
    case 'not_sent':
      return message === undefined ? 'not sent' : `not sent: ${message}`;
    case 'interrupted':
      return 'Counterbell was stopped';
  }
}
