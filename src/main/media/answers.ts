import { refusal } from '#shared/contract/answers.ts';
import { ERROR_STATUS, type ContractError } from '#shared/contract/errors.ts';
import type { MediaAnswer } from './ports.ts';

/** What is served may do where it is opened as a page of its own: nothing. */
export const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** The same of what is not to be kept on the way. */
export const FLEETING = { ...HARMLESS, 'cache-control': 'no-store' } as const;

/** Answers a request of the console's own origin with a value. */
export function jsonAnswer(status: number, value: object): MediaAnswer {
  const body = JSON.stringify(value);
  return {
    status,
    headers: {
      ...FLEETING,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  };
}

/** Refuses one, in the form in which routes do. */
export function refusedAnswer(
  error: Pick<ContractError, 'code' | 'reason'>,
  status: number = ERROR_STATUS[error.code],
): MediaAnswer {
  return jsonAnswer(status, refusal(error));
}
