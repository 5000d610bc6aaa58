import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { Clock } from '#main/clock/clock.ts';
import { announcedBytes, TooManyRequests, type Admission } from '#main/intake/admission.ts';
import { clientAddress } from '#main/intake/client-address.ts';
import { invalidRequest, notFound, RequestProblem } from '#main/intake/request-problem.ts';
import { MediaProblem } from '#main/media/media-problem.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { type EngineFrame, type SiteStatus, visitorFrame, type VisitorFrame } from '#shared/site/frames.ts';
import { chatPage, CHAT_PAGE_HEADERS } from './chat-page.ts';
import { createPolled, type Polled } from './polled.ts';
import type { Session } from './session.ts';
import type { SiteFiles } from './site-files.ts';
import type { Uploads } from './uploads.ts';
import type { Carrier, Visitors } from './visitors.ts';
import type { Websites } from './websites.ts';

export interface SiteRoutesOptions {
  readonly channels: Pick<ChannelDirectory, 'siteAt'>;
  readonly visitors: Visitors;
  readonly websites: Websites;
  readonly uploads: Uploads;
  readonly files: SiteFiles;
  readonly statusOf: (channel: ChannelRecord, languages: readonly string[], isPage: boolean) => SiteStatus;
  readonly admission: Pick<Admission, 'toChannel' | 'receivedChannelBody' | 'extraMessages' | 'newChats' | 'isLimited'>;
  /** lets the body of this request take longer than others'; call what it returns when it is here */
  readonly allowSlowBody: (request: IncomingMessage) => () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

type Request = FastifyRequest<{ Params: { publicId: string }; Querystring: Record<string, string | undefined> }>;

/** Bytes of a frame: a long message in any script, and its other fields. */
export const MAX_FRAME_SIZE = 96 * 1024;
/** Bytes that wait for a window that reads too slowly. */
const MAX_BUFFERED = 1024 * 1024;
/** Connections by stream or poll: they occupy places of the listener that others need too. */
const MAX_REQUEST_CONNECTIONS = 2000;
/** Milliseconds for a window to take what was sent before its connection is cut. */
const CLOSING = 1000;
/** Milliseconds that an upload may take. */
const UPLOAD_TIMEOUT = 15 * 60_000;

const OPEN = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const TRY_AGAIN_LATER = 1013;
const NOT_ALLOWED = 1008;

/** The window on websites: its files, the chat page, and its connections. */
export const siteRoutes: FastifyPluginCallback<SiteRoutesOptions> = (app, options, done) => {
  const { channels, visitors, websites, admission, clock, log } = options;

  const channelOf = (request: Request): ChannelRecord => {
    const channel = channels.siteAt(request.params.publicId.replace(/\.js$/, ''));
    if (channel === undefined) throw notFound();
    return channel;
  };
  const isAdmitted = (request: Request, channel: ChannelRecord): boolean =>
    websites.admit(channel, request.headers.origin, request.headers.host);
  const limitsOf = (request: Request, channel: ChannelRecord) => {
    const address = clientAddress(request);
    return () => ({
      frame: (bytes: number) =>
        admission.toChannel(channel.id, address) ?? admission.receivedChannelBody(channel.id, address, bytes),
      further: (messages: number) => admission.extraMessages(channel.id, address, messages),
      newChats: admission.newChats(),
    });
  };
  const openFor = (request: Request, channel: ChannelRecord, carrier: Carrier) =>
    visitors.open(channel, { address: clientAddress(request), limits: limitsOf(request, channel) }, carrier);
  /** Throws RequestProblem if the window may not connect. */
  const connectable = (request: Request): ChannelRecord => {
    const channel = channelOf(request);
    if (!isAdmitted(request, channel)) throw new RequestProblem(403, 'forbidden', phrase('errors:calls.site.notHere'));
    if (!visitors.hasRoom(clientAddress(request), admission.isLimited())) throw new TooManyRequests(5000);
    return channel;
  };
  let byRequest = 0;
  /** the same for a connection that is an open request; call `free` when it is over */
  const takePlace = (request: Request) => {
    const channel = connectable(request);
    if (byRequest >= MAX_REQUEST_CONNECTIONS) throw new TooManyRequests(5000);
    byRequest += 1;
    return { channel, free: () => void (byRequest -= 1) };
  };
  const failed = (error: unknown): void => log.error({ err: error }, 'a window on a website met a fault');

  app.addHook('onRequest', (request, reply, next) => {
    void reply.headers(OPEN);
    const { publicId } = request.params as { readonly publicId?: string };
    const channel = publicId === undefined ? undefined : channels.siteAt(publicId.replace(/\.js$/, ''));
    next(channel && admission.toChannel(channel.id, clientAddress(request), announcedBytes(request.headers)));
  });

  // An open stream or poll is a request that would hold up the end.
  app.addHook('preClose', (closed) => {
    visitors.closeAll();
    closed();
  });

  app.get('/site/assets/:file', (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const file = options.files.asset(request.params.file);
    if (file === undefined) throw notFound();
    return reply.headers(file.headers).send(file.content);
  });
  app.get('/site/:publicId', (request: Request, reply) => {
    if (!request.params.publicId.endsWith('.js')) throw notFound();
    channelOf(request);
    const { headers, content } = options.files.loader();
    return reply.headers(headers).send(content);
  });
  app.get('/site/:publicId/status', (request: Request, reply) => {
    const channel = channelOf(request);
    const languages = (request.query['language'] ?? '').split(',').slice(0, 20);
    const status = isAdmitted(request, channel)
      ? options.statusOf(channel, languages, 'page' in request.query)
      : { show: false };
    return reply.type('application/json').send(JSON.stringify(status));
  });
  app.get('/chat/:publicId', (request: Request, reply) => {
    const channel = channelOf(request);
    return reply.headers(CHAT_PAGE_HEADERS).send(chatPage(channel, request.headers['accept-language']));
  });

  const responses = new WeakMap<IncomingMessage, ServerResponse>();
  app.route({
    method: 'GET',
    url: '/site/:publicId/connect',
    preValidation: async (request, reply) => {
      connectable(request as Request);
      if (request.ws) responses.set(request.raw, reply.raw);
    },
    handler: () => {
      throw new RequestProblem(426, 'upgrade_required', phrase('errors:calls.site.webSocket'));
    },
    wsHandler: (socket: WebSocket, request) => {
      const channel = connectable(request as Request);
      // What belongs to the request would be kept as long as the connection: more than all the rest of it.
      responses.get(request.raw)?.detachSocket(request.raw.socket);
      socket.removeAllListeners('error');
      let isAlive = true;
      const { session, close } = openFor(request as Request, channel, {
        send: (frame) => {
          if (socket.readyState !== socket.OPEN) return;
          if (socket.bufferedAmount > MAX_BUFFERED) return socket.terminate();
          socket.send(JSON.stringify(frame));
        },
        beat: () => {
          const answered = isAlive;
          isAlive = false;
          if (answered && socket.readyState === socket.OPEN) socket.send(PING);
          return answered;
        },
        close: () => {
          socket.close(TRY_AGAIN_LATER);
          // A window that does not answer must not hold up a stop.
          clock.after(CLOSING, () => socket.terminate());
        },
      });
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (socket.readyState !== socket.OPEN) return;
        isAlive = true;
        const value = isBinary ? undefined : parseJson(data.toString());
        if (!isReadable(value)) return socket.close(NOT_ALLOWED);
        handle(session, value, data.length).catch((error: unknown) => {
          failed(error);
          socket.close(1011);
        });
      });
      socket.on('close', close);
      socket.on('error', () => socket.terminate());
    },
  });

  app.post('/site/:publicId/connect', { bodyLimit: MAX_FRAME_SIZE }, async (request: Request, reply) => {
    const hello = readHello(bodyOf(request));
    const { channel, free } = takePlace(request);
    const { raw } = reply.hijack();
    raw.writeHead(200, { ...OPEN, 'content-type': 'application/x-ndjson', 'x-accel-buffering': 'no' });
    const write = (frame: EngineFrame): void => {
      if (raw.writableLength > MAX_BUFFERED) raw.destroy();
      else raw.write(`${JSON.stringify(frame)}\n`);
    };
    const { session, close } = openFor(request, channel, {
      send: write,
      beat: () => {
        write({ kind: 'ping' });
        return !raw.destroyed;
      },
      close: () => {
        raw.end();
        clock.after(CLOSING, () => raw.destroy());
      },
    });
    raw.on('close', () => {
      close();
      free();
    });
    raw.on('error', () => raw.destroy());
    await session.handle(hello, JSON.stringify(hello).length).catch((error: unknown) => {
      failed(error);
      raw.destroy();
    });
  });

  const polled = new Map<string, Polled>();
  const beginPoll = async (request: Request, said: unknown): Promise<Polled> => {
    const hello = readHello(said);
    const { channel, free } = takePlace(request);
    const begun = createPolled(
      clock,
      (carrier) => openFor(request, channel, carrier),
      () => {
        free();
        polled.delete(begun.session.id);
      },
    );
    polled.set(begun.session.id, begun);
    try {
      await begun.session.handle(hello, JSON.stringify(hello).length);
    } catch (error) {
      begun.close();
      throw error;
    }
    return begun;
  };
  app.post('/site/:publicId/poll', { bodyLimit: MAX_FRAME_SIZE }, async (request: Request, reply) => {
    const body = bodyOf(request) as Readonly<Record<'hello' | 'connection' | 'after', unknown>>;
    const channel = channelOf(request);
    const poll = body.hello === undefined ? polled.get(nameOf(body.connection)) : await beginPoll(request, body.hello);
    if (poll === undefined || poll.session.channelId !== channel.id) throw gone();
    const frames = await poll.next(reply.raw, typeof body.after === 'number' ? body.after : undefined);
    return reply.type('application/json').send(JSON.stringify(frames));
  });
  app.post('/site/:publicId/send', { bodyLimit: 2 * MAX_FRAME_SIZE }, async (request: Request, reply) => {
    const body = bodyOf(request) as { readonly connection?: unknown; readonly frames?: unknown };
    const session = visitors.find(channelOf(request).id, nameOf(body.connection));
    if (session === undefined) throw gone();
    if (!Array.isArray(body.frames) || body.frames.length > 50) throw unreadable();
    for (const each of body.frames as unknown[]) {
      if (!isReadable(each)) throw unreadable();
      await handle(session, each, JSON.stringify(each).length);
    }
    return reply.code(204).send();
  });

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
    uploading.post('/site/:publicId/files', { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request: Request, reply) => {
      const channel = channelOf(request);
      const session = visitors.find(channel.id, request.query['connection'] ?? '');
      const owner = session?.facts().externalId;
      if (session === undefined || owner === undefined) throw gone();
      if (channel.site?.files !== true && channel.site?.voice !== true)
        throw new RequestProblem(403, 'forbidden', phrase('errors:calls.site.noFiles'));
      if (announcedBytes(request.headers) > options.uploads.largest()) throw tooLarge();
      const ended = new AbortController();
      reply.raw.on('close', () => {
        if (!reply.raw.writableFinished) ended.abort(new Error('the upload was given up'));
      });
      const body = request.body as AsyncIterable<Uint8Array> | undefined;
      if (body === undefined) throw unreadable();
      const endSlowBody = options.allowSlowBody(request.raw);
      const cancelLate = clock.after(UPLOAD_TIMEOUT, () => void request.raw.destroy());
      try {
        const name = request.query['name']?.slice(0, 1024);
        const uploaded = session.facts().isBlocked
          ? await options.uploads.discard(name, body)
          : await options.uploads.add(owner, name, body, ended.signal);
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
  done();
};

const PING = JSON.stringify({ kind: 'ping' } satisfies EngineFrame);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is a frame, or at least has the id by which the window knows what was refused. */
function isReadable(value: unknown): value is object {
  return visitorFrame.safeParse(value).success || refusable.safeParse(value).success;
}

const refusable = z.object({ id: z.string().max(64) });

/** One frame; of one that this program does not understand, the window learns that it is not accepted. */
async function handle(session: Session, value: object, bytes: number): Promise<void> {
  const { data } = visitorFrame.safeParse(value);
  if (data !== undefined) return session.handle(data, bytes);
  session.send({ kind: 'refused', id: refusable.parse(value).id, code: 'invalid' });
}

function readHello(value: unknown): VisitorFrame {
  const { data } = visitorFrame.safeParse(value);
  if (data?.kind !== 'hello') throw unreadable();
  return data;
}

function bodyOf({ body }: FastifyRequest): object {
  try {
    const value: unknown = Buffer.isBuffer(body) ? JSON.parse(body.toString()) : undefined;
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Answered below.
  }
  throw unreadable();
}

const nameOf = (connection: unknown): string => (typeof connection === 'string' ? connection : '');

const unreadable = (): RequestProblem => invalidRequest(phrase('errors:calls.notObject'));
const gone = (): RequestProblem => new RequestProblem(404, 'gone', phrase('errors:calls.site.gone'));
const tooLarge = (): RequestProblem => new RequestProblem(413, 'too_large', phrase('errors:refusals.file.tooLarge'));
