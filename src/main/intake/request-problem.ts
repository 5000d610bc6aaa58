import { ContractError } from '#shared/contract/errors.ts';
import { toEnglish } from '#shared/locales/english.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import type { FastifyServerOptions } from 'fastify';

/** Refusal by the listener: HTTP status, code for programs and an English message with what was expected. */
export class RequestProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly reason: Phrase;

  constructor(status: number, code: string, reason: Phrase, cause?: unknown) {
    super(toEnglish(reason), { cause });
    this.name = 'RequestProblem';
    this.status = status;
    this.code = code;
    this.reason = reason;
  }
}

/** 400: a field is missing or invalid; the message names it. */
export function invalidRequest(reason: Phrase): RequestProblem {
  return new RequestProblem(400, 'invalid_request', reason);
}

/** The same answer for an unknown channel and for a wrong secret. */
export const notFound = () => new RequestProblem(404, 'not_found', phrase('errors:refusals.nothing.address'));

/** Any failure as the client sees it. Status 500 is a fault of our own, and has its cause. */
export function asRequestProblem(error: unknown): RequestProblem {
  if (error instanceof RequestProblem) return error;
  if (error instanceof ContractError && error.code === 'storage_unavailable') {
    return new RequestProblem(503, 'storage_unavailable', phrase('errors:calls.notStored'));
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413)
    return new RequestProblem(413, 'payload_too_large', phrase('errors:calls.tooLarge', { bytes: 262_144 }));
  if (status < 500) return invalidRequest(phrase('errors:calls.unreadable'));
  return new RequestProblem(500, 'internal', phrase('errors:calls.fault'), error);
}

const refuse = (): never => {
  throw new Error('Routes have no JSON schemas: what comes in is read by schemas of our own');
};

/** For a server whose routes have no JSON schemas: loading the schema compilers would take half of its start. */
export const noSchemas: Pick<FastifyServerOptions, 'schemaController'> = {
  schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } },
};
