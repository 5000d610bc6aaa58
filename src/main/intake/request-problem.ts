import { ContractError } from '#shared/contract/errors.ts';

/** Why the listener refuses a request: HTTP status, code for programs, and what was expected. */
export class RequestProblem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, text: string, cause?: unknown) {
    super(text, { cause });
    this.name = 'RequestProblem';
    this.status = status;
    this.code = code;
  }
}

/** 400: a field is missing or wrong; the message names it. */
export function invalidRequest(text: string): RequestProblem {
  return new RequestProblem(400, 'invalid_request', text);
}

/** The same for an unknown channel and for a wrong secret. */
export const notFound = () => new RequestProblem(404, 'not_found', 'There is nothing at this address');

/** Whatever went wrong, as the one who asked is told of it. Status 500 is a fault of our own, and has its cause. */
export function problemOf(error: unknown): RequestProblem {
  if (error instanceof RequestProblem) return error;
  if (error instanceof ContractError && error.code === 'storage_unavailable') {
    return new RequestProblem(503, 'storage_unavailable', 'The message could not be stored. Send it again later.');
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413)
    return new RequestProblem(413, 'payload_too_large', 'The body is too large: at most 262144 bytes are accepted');
  if (status < 500) return invalidRequest('The body could not be read as it was announced');
  return new RequestProblem(500, 'internal', 'The service met a fault of its own', error);
}
