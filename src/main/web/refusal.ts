import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from '#shared/contract/answers.ts';
import type { Answer, ErrorCode } from '#shared/contract/errors.ts';
import { phrase, wordsOfOthers, type Phrase } from '#shared/locales/phrase.ts';

/** HTTP status of each error code; the body says the same and more. */
const STATUS = {
  invalid_input: 400,
  not_signed_in: 401,
  unknown_route: 404,
  not_found: 404,
  chat_closed: 409,
  chat_taken: 409,
  chat_superseded: 409,
  no_bot: 409,
  public_id_taken: 409,
  endpoint_not_allowed: 409,
  not_reachable: 409,
  secret_lost: 409,
  not_failed: 409,
  not_replayable: 409,
  not_removable: 409,
  shortcut_taken: 409,
  tag_taken: 409,
  customer_blocked: 409,
  job_running: 409,
  not_cancellable: 409,
  backup_unusable: 422,
  file_refused: 422,
  storage_unavailable: 503,
  internal: 500,
} as const satisfies Record<ErrorCode, number>;

/** The HTTP status of an answer of the router. */
export function statusOf(answer: Answer): number {
  return answer.ok ? 200 : STATUS[answer.error.code];
}

/** Answers that a request was refused, in the same shape as the router's errors. */
export function refuse(reply: FastifyReply, status: number, code: ErrorCode, reason: Phrase): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send(refusal({ code, reason }) satisfies Answer);
}

/** What Fastify itself found wrong (body too large, malformed address), or a defect, in the same shape. */
export function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status === 413) return refuse(reply, 413, 'invalid_input', phrase('errors:refusals.request.large'));
  if (status >= 400 && status < 500) return refuse(reply, status, 'invalid_input', wordsOfOthers(error.message));
  request.log.error({ err: error }, 'console request failed');
  return refuse(reply, 500, 'internal', phrase('errors:refusals.internal.web'));
}
