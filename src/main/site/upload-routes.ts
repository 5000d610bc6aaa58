import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { Clock } from '#main/clock/clock.ts';
import { announcedBytes } from '#main/intake/admission.ts';
import { RequestProblem } from '#main/intake/request-problem.ts';
import { MediaProblem } from '#main/media/media-problem.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { channelOf, gone, type SiteRequest, unreadable } from './site-request.ts';
import type { Uploads } from './uploads.ts';
import type { Visitors } from './visitors.ts';

export interface UploadRoutesOptions {
  readonly channels: Pick<ChannelDirectory, 'siteAt'>;
  readonly visitors: Visitors;
  readonly uploads: Uploads;
  /** lets the body of this request take longer than others'; call what it returns when it is here */
  readonly allowSlowBody: (request: IncomingMessage) => () => void;
  readonly clock: Clock;
}

/** Milliseconds that an upload may take. */
const UPLOAD_TIMEOUT = 15 * 60_000;

/** Files that visitors send: each waits for the message that names it. */
export function uploadRoutes(app: FastifyInstance, options: UploadRoutesOptions): void {
  const { channels, visitors, uploads, clock } = options;
  // Browsers ask first: the window watches how far an upload is.
  app.options('/site/:publicId/files', (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
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
      const { externalId: owner, visitor } = visitors.find(channel.id, request.query['connection'] ?? '')?.facts ?? {};
      if (owner === undefined) throw gone();
      if (channel.site?.files !== true && channel.site?.voice !== true)
        throw new RequestProblem(403, 'forbidden', phrase('errors:calls.site.noFiles'));
      if (announcedBytes(request.headers) > uploads.largest()) throw tooLarge();
      const ended = new AbortController();
      reply.raw.on('close', () => {
        if (!reply.raw.writableFinished) ended.abort(new Error('the upload was given up'));
      });
      const body = request.body as AsyncIterable<Uint8Array> | undefined;
      if (body === undefined) throw unreadable();
      const endSlowBody = options.allowSlowBody(request.raw);
      const cancelLate = clock.after(UPLOAD_TIMEOUT, () => void request.raw.destroy());
      try {
        const uploaded =
          visitor?.blocked === true
            ? await uploads.discard(body)
            : await uploads.add(owner, request.query['name']?.slice(0, 1024), body, ended.signal);
        return await reply.type('application/json').send(JSON.stringify(uploaded));
      } catch (error) {
        if (!(error instanceof MediaProblem)) throw error;
        if (error.reason === 'too_large') throw tooLarge();
        throw error.reason === 'no_space'
          ? new RequestProblem(507, 'no_space', phrase('errors:refusals.file.noRoom'))
          : new RequestProblem(422, 'file_refused', phrase('errors:refusals.file.damaged'));
      } finally {
        cancelLate();
        endSlowBody();
      }
    });
    registered();
  });
}

const tooLarge = (): RequestProblem => new RequestProblem(413, 'too_large', phrase('errors:refusals.file.tooLarge'));
