import { failedAnswer } from '#shared/contract/answers.ts';
import { ERROR_STATUS, type ContractError } from '#shared/contract/errors.ts';
import type { MediaAnswer } from './ports.ts';

/** Served content may do nothing when opened as a page. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** The same for content that must not be cached. */
export const NO_STORE_HEADERS = { ...SAFE_HEADERS, 'cache-control': 'no-store' } as const;

/** Answers a request of the console's own origin with a value. */
export function jsonAnswer(status: number, value: object): MediaAnswer {
  const body = JSON.stringify(value);
  return {
    status,
    headers: {
      ...NO_STORE_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  };
}

/** Refuses a request in the format of the routes. */
export function refusedAnswer(
  error: Pick<ContractError, 'code' | 'reason'>,
  status: number = ERROR_STATUS[error.code],
): MediaAnswer {
  return jsonAnswer(status, failedAnswer(error));
}
