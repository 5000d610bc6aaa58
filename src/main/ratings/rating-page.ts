import { createHash } from 'node:crypto';
import type { FastifyContextConfig, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { EngineContext } from '#main/store/store.ts';
import type { Admission } from '#main/intake/admission.ts';
import { RequestProblem } from '#main/intake/request-problem.ts';
import { RATING_PATH } from '#main/journal/inbound-requests.ts';
import { ContractError } from '#shared/contract/errors.ts';
import {
  type Notice,
  noticePage,
  type PostedForm,
  type RatingPage,
  ratingPage,
  ratingStyle,
  readRate,
  readRatingForm,
  MAX_COMMENT_LENGTH,
  type FormProblem,
} from './rating-form.ts';
import { codePoints } from '#shared/protocol/code-points.ts';
import { languageFor, type Language } from '#shared/locales/languages.ts';

/** Bytes of a posted form: 2000 characters of any script, each encoded in up to 12, and the other fields. */
const MAX_FORM_BYTES = 32 * 1024;

export interface RatingPageOptions extends Pick<EngineContext, 'store' | 'clock' | 'log' | 'perform'> {
  readonly admission: Pick<Admission, 'lookUp'>;
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(ratingStyle).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
} as const;

type Request = FastifyRequest<{ Params: { token: string }; Querystring: { rate?: string } }>;

const RATING_URL = '/rating/:token';

/** `GET` and `POST /rating/:token`: the page where a customer rates a chat, for channels that cannot show a form. */
export const ratingPageRoutes: FastifyPluginCallback<RatingPageOptions> = (app, options, done) => {
  const { store, clock, log, perform, admission } = options;
  const pageOf = (token: string) => store.read('findRatingPage', { token, now: clock.wall() });
  const find = (request: Request) => admission.lookUp(request, () => pageOf(request.params.token));

  app.setErrorHandler((error, request, reply) => {
    // Errors that concern any address have the listener's wording.
    if (error instanceof RequestProblem) throw error;
    return answerFailure(error, request, reply, log);
  });
  app.get(RATING_URL, { config: OTHER_METHODS }, async (request: Request, reply) => {
    const page = await find(request);
    return page === undefined
      ? sendNotice(request, reply, 404, 'unknown')
      : send(reply, 200, ratingPage(languageOf(request), page, undefined, readRate(request.query.rate)));
  });
  /** Checked before the body is read. If the lookup fails the body is read, to keep the comment on the screen. */
  const refuseUnknown = async (request: Request, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const isKnown = await find(request).then(
      (page) => page !== undefined,
      (error: unknown) => {
        if (error instanceof RequestProblem) throw error;
        return true;
      },
    );
    return isKnown ? undefined : sendNotice(request, reply, 404, 'unknown');
  };
  app.post(RATING_URL, { bodyLimit: MAX_FORM_BYTES, onRequest: refuseUnknown }, async (request: Request, reply) => {
    const posted = readRatingForm(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    const { token } = request.params;
    const { rate, comment } = posted;
    const isTooLong = codePoints(comment ?? '') > MAX_COMMENT_LENGTH;
    if (rate === undefined || isTooLong)
      return answerWithProblem(request, reply, await pageOf(token), {
        problem: isTooLong ? 'tooLong' : 'choose',
        posted,
      });
    let page: RatingPage | undefined;
    try {
      page = await perform['ratings.rate']({ asked: { token }, rate, comment });
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      // The comment stays on the screen, to be sent again.
      return send(
        reply.header('retry-after', '60'),
        503,
        ratingPage(languageOf(request), { state: 'open' }, { problem: 'notKept', posted }),
      );
    }
    if (page === undefined) return sendNotice(request, reply, 404, 'unknown');
    // Relative, because a proxy may serve the page under another path.
    return send(reply.header('location', `./${encodeURIComponent(token)}`), 303, '');
  });
  done();
};

/** A form that cannot be taken: shown again, as it was, if a rating is still accepted. */
function answerWithProblem(
  request: Request,
  reply: FastifyReply,
  page: RatingPage | undefined,
  again: { readonly problem: FormProblem; readonly posted: PostedForm },
) {
  if (page === undefined) return sendNotice(request, reply, 404, 'unknown');
  const isTaken = page.state === 'open' || page.state === 'answered';
  return send(reply, 422, ratingPage(languageOf(request), page, isTaken ? again : undefined));
}

/** For other methods; the caller sets `Allow`. */
const OTHER_METHODS: FastifyContextConfig = {
  addressee: () => ({ kind: 'rating', url: RATING_PATH }),
  refuseMethod: (request, reply) => sendNotice(request, reply, 405, 'wrongMethod'),
};

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: RatingPageOptions['log']) {
  if (isStorageFailure(error)) return sendNotice(request, reply.header('retry-after', '60'), 503, 'notShown');
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return sendNotice(request, reply, 413, 'tooLarge');
  if (status < 500) return sendNotice(request, reply, status, 'wrongMethod');
  log.error({ err: error }, 'the rating page met a fault');
  return sendNotice(request, reply, 500, 'notShown');
}

function isStorageFailure(error: unknown): boolean {
  return error instanceof ContractError && error.code === 'storage_unavailable';
}

function sendNotice(request: FastifyRequest, reply: FastifyReply, status: number, notice: Notice) {
  return send(reply, status, noticePage(languageOf(request), notice));
}

async function send(reply: FastifyReply, status: number, page: string | Promise<string>): Promise<FastifyReply> {
  return await reply
    .code(status)
    .headers(HEADERS)
    .send(await page);
}

function languageOf(request: FastifyRequest) {
  return preferredLanguage(request.headers['accept-language']);
}

/** The supported language that `Accept-Language` prefers (`pt` is `pt-BR`); English by default. */
export function preferredLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return { range, weight: weightOf(parameters) };
  });
  return languageFor(
    wanted
      .filter(({ weight }) => weight > 0)
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ range }) => range),
  );
}

/** `q=0.8`; an invalid weight counts as absent */
function weightOf(parameters: readonly string[]): number {
  const rate = parameters
    .map((parameter) => /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameter)?.[1])
    .find((weight) => weight !== undefined);
  return rate === undefined ? 1 : Number(rate);
}
