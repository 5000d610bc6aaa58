import type { DeliveryError } from '#shared/domain/message.ts';
import { phrase, type Phrase, foreignText } from '#shared/locales/phrase.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** Why an endpoint could not be reached, as named in delivery errors. */
export function networkError(error: unknown): DeliveryError {
  const code = systemCode(error) ?? '';
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/.test(
    code,
  );
  if (isTls) return { kind: 'tls', message: code };
  if (code.startsWith('HPE_')) return { kind: 'invalid_answer', message: code };
  return { kind: 'unreachable', ...(code !== '' && { message: code }) };
}

const SYSTEM_CODES: ReadonlyMap<string, 'nobody' | 'cut' | 'unknownName' | 'noWay'> = new Map([
  ['ECONNREFUSED', 'nobody'],
  ['ECONNRESET', 'cut'],
  ['EPIPE', 'cut'],
  ['UND_ERR_SOCKET', 'cut'],
  ['ENOTFOUND', 'unknownName'],
  ['EAI_AGAIN', 'unknownName'],
  ['EHOSTUNREACH', 'noWay'],
  ['ENETUNREACH', 'noWay'],
  ['ETIMEDOUT', 'noWay'],
]);

/** Why a call failed, for people: messages of our own as they are, system codes in plain words. */
export function failurePhrase({ kind, code, message = '', reason }: DeliveryError): Phrase {
  if (reason !== undefined) return reason;
  if (kind === 'refused' && `${code ?? ''}${message}` !== '') return foreignText([code, message].join(' ').trim());
  const known = kind === 'unreachable' ? SYSTEM_CODES.get(message) : undefined;
  return phrase(`errors:calls.failed.${known ?? kind}`);
}
