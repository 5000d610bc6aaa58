import { i18n } from '#renderer/language/i18n.ts';
import { formatMilliseconds, formatSeconds } from '#renderer/components/amounts.ts';
import { formatPhrase } from '#renderer/language/phrases.ts';
import type { BotAttempt, BotTurn } from '#shared/domain/bots.ts';

/** Milliseconds that a provider has to answer (bot provider interface, section 8). */
export const ANSWER_LIMIT = 3000;

export type OutTurn = Extract<BotTurn, { direction: 'out' }>;
export type InTurn = Extract<BotTurn, { direction: 'in' }>;

/** Why a provider's event did not count; undefined without a reason. */
export function noteText({ note, outcome }: Pick<InTurn, 'note' | 'outcome'>): string | undefined {
  if (typeof note === 'object') return formatPhrase(note);
  if (note !== undefined) return i18n.t(`conversation:botTurns.note.${note}`);
  return outcome === 'repeat' ? i18n.t('conversation:botTurns.note.repeat') : undefined;
}

/** "120 ms", "2.9 s" */
export function formatTook(milliseconds: number): string {
  return milliseconds < 1000 ? formatMilliseconds(milliseconds) : formatSeconds(milliseconds);
}

const withMessage = {
  invalid_answer: 'refusedWith',
  refused: 'refusedWith',
  not_sent: 'notSentBecause',
} as const;

/** The outcome of an attempt: its status, or why there was none. */
export function attemptText({ status, error, took }: BotAttempt): string {
  const kind = error?.kind ?? 'status';
  const message = error?.reason === undefined ? error?.message : formatPhrase(error.reason);
  const key = message !== undefined && kind in withMessage ? withMessage[kind as keyof typeof withMessage] : kind;
  const words = message ?? '';
  return i18n.t(`conversation:botTurns.attempt.${key}`, {
    took: formatTook(took),
    status: String(status),
    message: words,
  });
}
