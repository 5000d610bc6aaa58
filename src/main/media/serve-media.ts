import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { EngineContext, Store } from '#main/store/store.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { MediaSettings, Uploaded } from '#shared/contract/media.ts';
import {
  type ByteRange,
  jsonAnswer,
  type MediaAnswer,
  MediaProblem,
  type MediaRequest,
  type MediaStore,
  NO_STORE_HEADERS,
  refusedAnswer,
  SAFE_HEADERS,
  type ServeMedia,
  type StoredMedia,
} from './ports.ts';
import { safeFileName, attachmentHeader, isShown } from './file-name.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

export interface ServeMediaOptions extends Pick<EngineContext, 'store' | 'clock' | 'log'> {
  readonly files: MediaStore;
  readonly settings: () => MediaSettings;
}

/** Milliseconds without a byte after which an upload is aborted. */
const SILENCE_LIMIT = 60_000;
const MEGABYTE = 1024 * 1024;

/**
 * Serves `GET|HEAD /media/<digest>[/<name>]` and `/media/pictures/<picture>` to the console and accepts `POST
 * /media/uploads?name=<name>[&size=<bytes>]`.
 */
export function createServeMedia(options: ServeMediaOptions): ServeMedia {
  const { log } = options;
  return async (request) => {
    try {
      const url = new URL(request.url, 'http://console');
      const [, , first = '', name = '', ...more] = url.pathname.split('/');
      if (request.method === 'POST' && first === 'uploads' && name === '')
        return await takeUpload(options, request, url.searchParams);
      if (request.method === 'POST' || more.length > 0) return refusedAnswer(NOT_FOUND);
      if (first === 'pictures') return await sendPicture(options.store, request, name);
      return await sendFile(options.files, request, {
        digest: first,
        name: tryDecode(name),
        save: url.searchParams.has('save'),
      });
    } catch (error) {
      return failed(error, request, log);
    }
  };
}

/** Sends the picture of an operator or a channel; another picture has another address. */
async function sendPicture(store: Store, { method }: MediaRequest, picture: string): Promise<MediaAnswer> {
  const jpeg = await store.read('findPicture', { picture });
  if (jpeg === undefined) return refusedAnswer(NOT_FOUND);
  const bytes = Buffer.from(jpeg, 'base64');
  const headers = {
    ...SAFE_HEADERS,
    'content-type': 'image/jpeg',
    'content-length': String(bytes.length),
    'cache-control': 'private, max-age=31536000, immutable',
  };
  return { status: 200, headers, body: method === 'HEAD' ? undefined : Readable.from([bytes]) };
}

async function sendFile(
  files: MediaStore,
  { method, range: asked }: MediaRequest,
  wanted: { readonly digest: string; readonly name: string; readonly save: boolean },
): Promise<MediaAnswer> {
  const file = await files.find(wanted.digest);
  if (file === undefined) return refusedAnswer(NOT_FOUND);
  const headers = {
    ...SAFE_HEADERS,
    ...contentHeaders(file, wanted),
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    etag: `"${file.digest}"`,
  };
  const range = byteRange(asked, file.size);
  if (range === 'unsatisfiable') {
    const nothing = { ...NO_STORE_HEADERS, 'content-range': `bytes */${file.size}` };
    return { status: 416, headers: nothing, body: undefined };
  }
  const partial = range && { 'content-range': `bytes ${range.start}-${range.end}/${file.size}` };
  const length = range === undefined ? file.size : range.end - range.start + 1;
  const body = method === 'HEAD' ? undefined : await files.open(file.digest, range);
  if (method !== 'HEAD' && body === undefined) return refusedAnswer(NOT_FOUND);
  return {
    status: range === undefined ? 200 : 206,
    headers: { ...headers, ...partial, 'content-length': String(length) },
    body,
  };
}

/** Headers for a file; one that a page cannot show is sent as bytes that it may save. */
function contentHeaders({ mediaType }: StoredMedia, { name, save }: { readonly name: string; readonly save: boolean }) {
  const shown = isShown(mediaType);
  return {
    'content-type': shown ? mediaType : 'application/octet-stream',
    ...((save || !shown) && { 'content-disposition': attachmentHeader(safeFileName(name, mediaType)) }),
  };
}

async function takeUpload(
  { store, files, clock, settings }: ServeMediaOptions,
  { operatorId, body, signal }: MediaRequest,
  query: URLSearchParams,
): Promise<MediaAnswer> {
  if (body === undefined) throw new ContractError('invalid_input', phrase('errors:refusals.file.noBody'));
  const expected = query.get('size');
  async function* wanted(arriving: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* arriving;
    // It may have taken long: whoever was removed meanwhile leaves no file.
    await store.write('confirmActor');
  }
  const { digest, ...facts } = await files.add(wanted(withSilenceLimit(body, clock)), {
    largest: settings().largest * MEGABYTE,
    purpose: 'sent',
    signal,
    // In Electron, only its length distinguishes an aborted body from a complete one.
    refuses: ({ size }) => (expected === null || Number(expected) === size ? undefined : 'broken'),
  });
  const fileName = safeFileName(query.get('name') ?? undefined, facts.mediaType);
  const uploadId = randomUUID();
  await store.write('addUpload', { uploadId, operatorId, digest, fileName, at: clock.latest() });
  const uploaded: Uploaded = { ...facts, uploadId, fileName, url: `/media/${digest}/${encodeURIComponent(fileName)}` };
  return jsonAnswer(200, uploaded);
}

/** The incoming data, as long as it keeps coming: a closed page may leave a body that never ends. */
async function* withSilenceLimit(body: AsyncIterable<Uint8Array>, clock: Clock): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const silence = Promise.withResolvers<never>();
      const cancelTimer = clock.after(SILENCE_LIMIT, () =>
        silence.reject(new ContractError('not_arrived', phrase('errors:refusals.file.stopped'))),
      );
      const piece = await Promise.race([pieces.next(), silence.promise]).finally(cancelTimer);
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    // A silent source ends no earlier than this.
    void Promise.resolve(pieces.return?.()).catch(() => undefined);
  }
}

function failed(error: unknown, { signal }: MediaRequest, log: Logger): MediaAnswer {
  if (signal.aborted) return refusedAnswer({ code: 'invalid_input', reason: phrase('errors:refusals.file.givenUp') });
  if (error instanceof MediaProblem)
    return error.reason === 'no_space'
      ? refusedAnswer({ code: 'storage_unavailable', reason: phrase('errors:refusals.file.noRoom') }, 507)
      : refusedAnswer({ code: 'file_refused', reason: refusalReason(error) }, error.reason === 'too_large' ? 413 : 422);
  if (error instanceof ContractError) return refusedAnswer(error);
  log.error({ err: error }, 'a media request met a fault');
  return refusedAnswer({ code: 'internal', reason: phrase('errors:refusals.internal.text') });
}

function refusalReason({ reason, size }: MediaProblem): Phrase {
  if (reason === 'too_large') return phrase('errors:refusals.file.tooLarge');
  if (reason === 'too_many_pixels') return phrase('errors:refusals.file.tooManyPixels');
  return size === 0 ? phrase('errors:refusals.file.empty') : phrase('errors:refusals.file.damaged');
}

const NOT_FOUND = { code: 'not_found', reason: phrase('errors:refusals.nothing.file') } as const;

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The bytes that a Range header requests (RFC 9110, section 14); undefined: all, also if malformed or several. */
function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (found === null) return undefined;
  const [, first = '', last = ''] = found;
  if (first === '') {
    if (last === '') return undefined;
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: Math.min(last === '' ? size - 1 : Number(last), size - 1) };
}
