import { i18n } from '#renderer/language/i18n.ts';
import type { BotTest } from '#shared/contract/bots.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import { millisecondsWords, secondsWords } from '#renderer/components/amounts.ts';

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
          ? i18n.t('channels:botTest.taken.text', { took: tookWords(took) })
          : i18n.t('channels:botTest.taken.withStatus', { took: tookWords(took), status: String(status) }),
      advice: undefined,
    };
  const [title, advice] = failureWords(error ?? { kind: 'unreachable', status });
  return { tone: 'urgent', title, advice };
}

function failureWords(error: DeliveryError): readonly [title: string, advice: string] {
  switch (error.kind) {
    case 'unreachable':
      return [
        i18n.t('channels:botTest.failure.unreachable.text'),
        i18n.t('channels:botTest.failure.unreachable.advice'),
      ];
    case 'timeout':
      return [i18n.t('channels:botTest.failure.timeout.text'), i18n.t('channels:botTest.failure.timeout.advice')];
    case 'tls':
      return [i18n.t('channels:botTest.failure.tls.text'), i18n.t('channels:botTest.failure.tls.advice')];
    case 'redirect':
      return [i18n.t('channels:botTest.failure.redirect.text'), i18n.t('channels:botTest.failure.redirect.advice')];
    case 'status':
      return statusWords(error.status);
    case 'refused':
    case 'invalid_answer':
      return [
        error.message === undefined
          ? i18n.t('channels:botTest.failure.invalidAnswer.noMessage')
          : i18n.t('channels:botTest.failure.invalidAnswer.text', { message: error.message }),
        i18n.t('channels:botTest.failure.invalidAnswer.advice'),
      ];
    case 'not_sent':
      return [i18n.t('channels:botTest.failure.notSent.text'), i18n.t('channels:botTest.failure.notSent.advice')];
    case 'interrupted':
      return [
        i18n.t('channels:botTest.failure.interrupted.text'),
        i18n.t('channels:botTest.failure.interrupted.advice'),
      ];
  }
}

function statusWords(code: number | undefined): readonly [title: string, advice: string] {
  if (code === undefined) return [i18n.t('channels:botTest.status.none'), i18n.t('channels:botTest.status.advice')];
  const status = String(code);
  if (code === 401 || code === 403)
    return [i18n.t('channels:botTest.status.token.text', { status }), i18n.t('channels:botTest.status.token.advice')];
  if (code === 404)
    return [
      i18n.t('channels:botTest.status.address.text', { status }),
      i18n.t('channels:botTest.status.address.advice'),
    ];
  if (code === 405)
    return [i18n.t('channels:botTest.status.method.text', { status }), i18n.t('channels:botTest.status.method.advice')];
  if (code === 429)
    return [
      i18n.t('channels:botTest.status.tooMuch.text', { status }),
      i18n.t('channels:botTest.status.tooMuch.advice'),
    ];
  if (code >= 500)
    return [i18n.t('channels:botTest.status.fault.text', { status }), i18n.t('channels:botTest.status.fault.advice')];
  return [i18n.t('channels:botTest.status.text', { status }), i18n.t('channels:botTest.status.advice')];
}
