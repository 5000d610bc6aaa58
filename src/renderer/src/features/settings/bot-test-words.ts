import type { BotTest } from '#shared/contract/bots.ts';
import type { Bot } from '#shared/domain/bots.ts';
import type { DeliveryError } from '#shared/domain/entities.ts';
import { botTest } from '#shared/words/en/bot-test.ts';
import { millisecondsWords, secondsWords } from '#renderer/components/amounts.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('botTest', botTest);

/** What "Send a test message" says. */
export const botTestWords = {
  title: say('title'),
  lead: say('lead'),
  text: say('text'),
  usual: say('usual'),
  send: say('send'),
  sending: say('sending'),
  answer: say('answer'),
  emptyAnswer: say('emptyAnswer'),
  events: say('events'),
  eventBody: (what: string) => say('eventBody', { what }),
  whatItSent: say('whatItSent'),
} as const;

const NOTHING_CAME = say('nothingCame');

/** Why nothing came back; a test message is heard of a bot that is off, too. */
export const nothingCame: Record<Bot['state'], string> = {
  working: NOTHING_CAME,
  disabled: NOTHING_CAME,
  blocked: say('nothingCame.blocked'),
  token_conflict: say('nothingCame.tokenConflict'),
  token_lost: say('nothingCame.tokenLost'),
};

export interface Verdict {
  readonly tone: 'good' | 'urgent';
  /** what happened */
  readonly title: string;
  /** what to do; undefined where nothing is to be done */
  readonly advice: string | undefined;
}

/** Milliseconds as seconds: 0.4 s. */
export function tookWords(milliseconds: number): string {
  return milliseconds < 100 ? millisecondsWords(Math.max(1, milliseconds)) : secondsWords(milliseconds);
}

/** What a provider did with a test message, in plain words, and what to do about it. */
export function verdictOf({ ok, status, took, error }: BotTest): Verdict {
  if (ok)
    return {
      tone: 'good',
      title:
        status === undefined
          ? say('taken', { took: tookWords(took) })
          : say('taken.withStatus', { took: tookWords(took), status: String(status) }),
      advice: undefined,
    };
  const [title, advice] = failureWords(error ?? { kind: 'unreachable', status });
  return { tone: 'urgent', title, advice };
}

function failureWords(error: DeliveryError): readonly [title: string, advice: string] {
  switch (error.kind) {
    case 'unreachable':
      return [say('failure.unreachable'), say('failure.unreachable.advice')];
    case 'timeout':
      return [say('failure.timeout'), say('failure.timeout.advice')];
    case 'tls':
      return [say('failure.tls'), say('failure.tls.advice')];
    case 'redirect':
      return [say('failure.redirect'), say('failure.redirect.advice')];
    case 'status':
      return statusWords(error.status);
    case 'refused':
    case 'invalid_answer':
      return [
        error.message === undefined
          ? say('failure.invalidAnswer.noMessage')
          : say('failure.invalidAnswer', { message: error.message }),
        say('failure.invalidAnswer.advice'),
      ];
    case 'not_sent':
      return [say('failure.notSent'), say('failure.notSent.advice')];
    case 'interrupted':
      return [say('failure.interrupted'), say('failure.interrupted.advice')];
  }
}

function statusWords(code: number | undefined): readonly [title: string, advice: string] {
  if (code === undefined) return [say('status.none'), say('status.advice')];
  const status = String(code);
  if (code === 401 || code === 403) return [say('status.token', { status }), say('status.token.advice')];
  if (code === 404) return [say('status.address', { status }), say('status.address.advice')];
  if (code === 405) return [say('status.method', { status }), say('status.method.advice')];
  if (code === 429) return [say('status.tooMuch', { status }), say('status.tooMuch.advice')];
  if (code >= 500) return [say('status.fault', { status }), say('status.fault.advice')];
  return [say('status', { status }), say('status.advice')];
}
