import type { DeliveryError } from '#shared/domain/message.ts';

/** Why an endpoint could not be asked, as delivery errors name it. */
export function networkError(error: unknown): DeliveryError {
  const code = codeOf(error) ?? '';
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/.test(
    code,
  );
  if (isTls) return { kind: 'tls', message: code };
  if (code.startsWith('HPE_')) return { kind: 'invalid_answer', message: code };
  return { kind: 'unreachable', ...(code !== '' && { message: code }) };
}

/** What Node calls a failure, such as ECONNREFUSED. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}
