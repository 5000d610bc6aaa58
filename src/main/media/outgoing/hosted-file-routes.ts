import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { basename, dirname } from 'node:path';
import { TooManyRequests, type Admission } from '#main/intake/admission.ts';
import { createClientSlots } from '#main/intake/client-slots.ts';
import { notFound, RequestProblem } from '#main/intake/request-problem.ts';
import { filePath } from '#main/journal/inbound-requests.ts';
import type { HostedFile } from '#main/store/media/hosted-files.ts';
import { attachmentHeader, isShown } from '../file-name.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** The latest lookups are kept in memory: players request a file in many ranges. */
const MAX_CACHED = 500;
/** Maximum seconds for which a client may cache a file. */
const MAX_CACHE_SECONDS = 24 * 60 * 60;

export interface HostedFileOptions {
  readonly find: (token: string) => Promise<HostedFile | undefined>;
  /** photo of an operator, as base64: the newest, whichever version is requested */
  readonly picture: (token: string) => Promise<string | undefined>;
  /** of a whole file on the disk; undefined if it is gone */
  readonly path: (digest: string) => Promise<string | undefined>;
  /** milliseconds since 1970 */
  readonly now: () => number;
  readonly admission: Pick<Admission, 'lookUp'>;
}

/** Files on their way at once, and to one client; milliseconds until the next one is asked for again. */
const SLOTS = { most: 1024, mostOfClient: 64 };
const BUSY = 5000;

const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

/** `<token>.<version>`: a file's token contains no dot. */
const PICTURE = /^[\w-]+\.[\w-]+$/;
const PICTURE_HEADERS = { ...HEADERS, 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=3600' };

type Request = FastifyRequest<{ Params: { token: string } }>;

/** `GET` and `HEAD /files/:token/:name`: operators' files and photos for customers' apps, with ranges. */
export const hostedFileRoutes: FastifyPluginCallback<HostedFileOptions> = (app, options, done) => {
  const { now } = options;
  const slots = createClientSlots(SLOTS);
  const latest = new Map<string, HostedFile & { readonly path: string | undefined }>();
  /** Looks up each of the latest files once; one that seems expired again, because it may have been extended. */
  const find = async (token: string) => {
    const known = latest.get(token);
    if (known !== undefined && known.expiresAt > now()) return known;
    latest.delete(token);
    const found = await options.find(token);
    if (found === undefined) return undefined;
    const path = await options.path(found.digest).catch((error: unknown) => {
      if (!(error instanceof ContractError)) throw error;
      throw new RequestProblem(503, 'storage_unavailable', error.reason);
    });
    const file = { ...found, path };
    const [oldest] = latest.keys();
    if (latest.size >= MAX_CACHED && oldest !== undefined) latest.delete(oldest);
    if (file.path !== undefined) latest.set(token, file);
    return file;
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:token/:name',
    handler: async (request: Request, reply) => {
      const { token } = request.params;
      const file = await options.admission.lookUp(request, async () => {
        const picture = PICTURE.test(token) ? await options.picture(token) : undefined;
        return picture ?? (await find(token));
      });
      if (file === undefined) throw notFound();
      if (typeof file === 'string') return reply.headers(PICTURE_HEADERS).send(Buffer.from(file, 'base64'));
      if (file.expiresAt <= now() || file.path === undefined) throw fileGone();
      const free = slots.take(request.clientAddress);
      if (free === undefined) throw new TooManyRequests(BUSY);
      reply.raw.once('close', free);
      if (reply.raw.destroyed) free();
      reply.headers(headersOf(file, now()));
      if (await sendFile(file.path, file.fileName, request, reply)) return reply;
      latest.delete(token);
      // A copy of a file that is elsewhere is made again.
      const again = (await find(token))?.path;
      if (again !== undefined && (await sendFile(again, file.fileName, request, reply))) return reply;
      latest.delete(token);
      throw fileGone();
    },
  });
  done();
};

/** returns false, and sends nothing, if the file is gone */
async function sendFile(at: string, name: string, request: Request, reply: FastifyReply): Promise<boolean> {
  const { send } = await import('@fastify/send');
  const { statusCode, headers, stream, type } = await send(request.raw, basename(at), {
    root: dirname(at),
    cacheControl: false,
    contentType: false,
    index: false,
  });
  if (type === 'error') {
    stream.destroy();
    if (statusCode === 404) return false;
    const range = headers['Content-Range'];
    if (range !== undefined) void reply.header('content-range', range);
    throw new RequestProblem(
      statusCode,
      'invalid_request',
      statusCode === 416 ? phrase('errors:calls.file.bytes') : phrase('errors:calls.file.changed'),
    );
  }
  // Players request one file in many ranges: only the first shows who fetched it.
  if (request.headers.range === undefined)
    request.noted = { kind: 'file', outcome: 'accepted', notes: [], url: filePath(name) };
  void reply.code(statusCode).headers(headers).send(stream);
  return true;
}

/** Types that a browser would run or open can only be saved. */
function headersOf({ fileName, mediaType, expiresAt }: HostedFile, now: number): Record<string, string> {
  const saved = attachmentHeader(fileName);
  return {
    ...HEADERS,
    'cache-control': `private, max-age=${Math.min(MAX_CACHE_SECONDS, Math.floor((expiresAt - now) / 1000))}`,
    'content-type': isPlain(mediaType) ? mediaType : 'application/octet-stream',
    'content-disposition': isShown(mediaType) ? saved.replace(/^attachment/, 'inline') : saved,
  };
}

/** Documents that no browser runs, whatever requests them. */
function isPlain(mediaType: string): boolean {
  return isShown(mediaType) || !/html|xml|script/.test(mediaType);
}

function fileGone(): RequestProblem {
  return new RequestProblem(410, 'gone', phrase('errors:calls.file.gone'));
}
