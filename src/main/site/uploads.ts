import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import { announcedBytes, TooManyRequests } from '#main/intake/admission.ts';
import { createClientSlots } from '#main/intake/client-slots.ts';
import { bodyPieces } from '#main/intake/early-answers.ts';
import { RequestProblem } from '#main/intake/request-problem.ts';
import { safeFileName } from '#main/media/file-name.ts';
import { MediaProblem, type MediaStore, type StoredMedia } from '#main/media/ports.ts';
import { hostedMessage } from '#main/media/outgoing/hosted-message.ts';
import { openSecret } from '#main/settings/installation.ts';
import { decrypt, encrypt } from '#main/settings/vault.ts';
import type { Store } from '#main/store/store.ts';
import type { ReceivedMessage } from '#main/store/messages/receive-message.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { channelOf, gone, type SiteRequest, unreadable } from './site-request.ts';
import { readCredentials } from './visitor-token.ts';

/** A visitor's file that waits for its message. */
export interface UploadedFile {
  readonly id: string;
  /** wall clock */
  readonly until: number;
  readonly stored: StoredMedia;
  readonly fileName: string;
}

/** One that counts from its first byte on, until a message names it. */
interface Waiting {
  readonly owner: string;
  /** monotonic */
  readonly until: number;
  /** undefined: it is under way */
  bytes?: number;
}

/** Milliseconds for which an upload waits, and how many do at once: the oldest are forgotten first. */
const UPLOAD_RETENTION = 60 * 60_000;
const MAX_UPLOADS = 5000;
/** Uploads of one visitor that wait for their messages, or are under way; and under way in all. */
const MAX_PER_CLIENT = 20;
/** Bytes of one visitor's uploads that wait: one more may begin below this. */
const MAX_BYTES_PER_CLIENT = 64 * 1024 * 1024;
const MAX_ACTIVE_UPLOADS = 64;
/** Maximum number of uploads under way from one client's address. */
const MAX_ACTIVE_OF_ADDRESS = 16;
/** Owner of what is not kept: no visitor's id is empty. */
const NOBODY = '';
/** Milliseconds until a visitor who sends too many tries again. */
const BUSY = 10_000;

/**
 * Visitors' uploads. Until a message names them they have a quota of their own in the media folder. Their names hold all
 * that there is to know of them, sealed for the visitor, so that any process with the key can read them.
 */
export function createUploads(options: {
  readonly media: Pick<MediaStore, 'add'>;
  readonly clock: Pick<SettledClock, 'wall' | 'monotonic' | 'earliest'>;
  readonly key: Buffer;
  /** bytes of a file */
  readonly largest: () => number;
  /** milliseconds for which a file can be fetched */
  readonly hostedFor: () => number;
  /** the listener's public address, without a slash at the end */
  readonly publicUrl: () => string;
}) {
  const { media, clock, key } = options;
  /** by id, the oldest first */
  const all = new Map<string, Waiting>();
  const has = (most: number, isCounted: (upload: Waiting) => boolean): boolean =>
    all.values().filter(isCounted).take(most).toArray().length === most;
  const nameOf = (file: Omit<UploadedFile, 'until'>, owner: string) => {
    const known: UploadedFile = { ...file, until: clock.wall() + UPLOAD_RETENTION };
    return { upload: encrypt(JSON.stringify(known), key, Buffer.from(owner)).toString('base64url') };
  };
  return {
    largest: options.largest,
    /** `owner`: the visitor. Throws MediaProblem, TooManyRequests. */
    add: async (
      owner: string,
      name: string | undefined,
      source: AsyncIterable<Uint8Array>,
      signal: AbortSignal,
    ): Promise<{ readonly upload: string }> => {
      const now = clock.monotonic();
      const waiting = all
        .values()
        .filter((other) => other.owner === owner && (other.bytes === undefined || other.until > now))
        .toArray();
      if (
        has(MAX_ACTIVE_UPLOADS, ({ bytes }) => bytes === undefined) ||
        waiting.length >= MAX_PER_CLIENT ||
        waiting.reduce((sum, { bytes = 0 }) => sum + bytes, 0) >= MAX_BYTES_PER_CLIENT
      )
        throw new TooManyRequests(BUSY);
      for (const [id, { bytes, until }] of all) {
        if (until > now && all.size < MAX_UPLOADS) break;
        if (bytes !== undefined) all.delete(id);
      }
      const id = randomUUID();
      const entry: Waiting = { owner, until: now + UPLOAD_RETENTION };
      all.set(id, entry);
      try {
        const stored = await media.add(source, { largest: options.largest(), purpose: 'unsent', signal });
        entry.bytes = stored.size;
        return nameOf({ id, stored, fileName: safeFileName(name, stored.mediaType) }, owner);
      } catch (error) {
        all.delete(id);
        throw error;
      }
    },
    /** reads a file that is not kept, and answers as if it were */
    discard: async (name: string | undefined, source: AsyncIterable<Uint8Array>) => {
      let size = 0;
      for await (const { byteLength } of source) size += byteLength;
      const mediaType = 'application/octet-stream';
      const stored = { digest: '0'.repeat(64), size, form: 'other', mediaType } as const;
      return nameOf({ id: randomUUID(), stored, fileName: safeFileName(name, mediaType) }, NOBODY);
    },
    find: (upload: string, owner: string): UploadedFile | undefined => {
      try {
        const known = decrypt(Buffer.from(upload, 'base64url'), key, Buffer.from(owner));
        const file = JSON.parse(known) as UploadedFile;
        return file.until > clock.earliest() ? file : undefined;
      } catch {
        return undefined;
      }
    },
    /** the message of an upload */
    host: (upload: UploadedFile, isVoice: boolean): Pick<ReceivedMessage, 'type' | 'fields' | 'files'> => {
      const { id, stored, fileName } = upload;
      all.delete(id);
      return hostedMessage(stored, {
        fileName,
        isVoice,
        expiresAt: clock.wall() + options.hostedFor(),
        publicUrl: options.publicUrl(),
      });
    },
  };
}

export type Uploads = ReturnType<typeof createUploads>;

export interface UploadRoutesOptions {
  readonly channels: Pick<ChannelDirectory, 'ofKindAt'>;
  readonly store: Pick<Store, 'read'>;
  readonly uploads: Uploads;
  /** lets the body of this request take longer than others'; call what it returns when it is here */
  readonly allowSlowBody: (request: IncomingMessage) => () => void;
  readonly clock: SettledClock;
}

/** Milliseconds that an upload may take. */
const UPLOAD_TIMEOUT = 15 * 60_000;

/** Files that visitors send: each waits for the message that names it. */
export function uploadRoutes(app: FastifyInstance, options: UploadRoutesOptions): void {
  const { channels, store, uploads, clock } = options;
  const slots = createClientSlots({ most: MAX_ACTIVE_UPLOADS, mostOfClient: MAX_ACTIVE_OF_ADDRESS });
  // Browsers ask first: the window watches how far an upload is.
  app.options('/site/:publicId/files', (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send(),
  );
  app.register((uploading, _options, registered) => {
    // The body is streamed to the disk, not collected.
    uploading.removeAllContentTypeParsers();
    uploading.addContentTypeParser('*', (_request, payload, parsed) => {
      // While bytes are counted it flows already: what comes before it is read would be lost.
      payload.pause();
      parsed(null, payload);
    });
    const largest = { bodyLimit: Number.MAX_SAFE_INTEGER };
    uploading.post('/site/:publicId/files', largest, async (request: SiteRequest, reply) => {
      const channel = channelOf(channels, request);
      const owner = readCredentials(openSecret(channel.secret), request.headers.authorization)?.externalId;
      if (owner === undefined) throw gone();
      if (channel.site?.files !== true && channel.site?.voice !== true)
        throw new RequestProblem(403, 'forbidden', phrase('errors:calls.site.noFiles'));
      if (announcedBytes(request.headers) > uploads.largest()) throw tooLarge();
      if (request.body === undefined) throw unreadable();
      const body = upTo(uploads.largest(), bodyPieces(request.raw));
      const ended = new AbortController();
      reply.raw.on('close', () => {
        if (!reply.raw.writableFinished) ended.abort(new Error('the upload was given up'));
      });
      const free = slots.take(request.clientAddress);
      if (free === undefined) throw new TooManyRequests(BUSY);
      const endSlowBody = options.allowSlowBody(request.raw);
      const cancelLate = clock.after(UPLOAD_TIMEOUT, () => void request.raw.destroy());
      const name = request.query['name']?.slice(0, 1024);
      try {
        const visitor = await store.read('findVisitor', { channelId: channel.id, externalId: owner });
        const uploaded =
          visitor?.blocked === true
            ? await uploads.discard(name, body)
            : await uploads.add(owner, name, body, ended.signal);
        return await reply.type('application/json').send(JSON.stringify(uploaded));
      } catch (error) {
        if (!(error instanceof MediaProblem)) throw error;
        if (error.reason === 'too_large') throw tooLarge();
        throw error.reason === 'no_space'
          ? new RequestProblem(507, 'no_space', phrase('errors:refusals.file.noRoom'))
          : new RequestProblem(422, 'file_refused', phrase('errors:refusals.file.damaged'));
      } finally {
        free();
        cancelLate();
        endSlowBody();
      }
    });
    registered();
  });
}

async function* upTo(largest: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > largest) throw new MediaProblem('too_large');
    yield piece;
  }
}

const tooLarge = (): RequestProblem => new RequestProblem(413, 'too_large', phrase('errors:refusals.file.tooLarge'));
