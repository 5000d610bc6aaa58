import type { EngineContext } from '#main/store/store.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import { type Admission, TooManyRequests } from '#main/intake/admission.ts';
import { RequestProblem } from '#main/intake/request-problem.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { type EngineFrame, visitorFrame } from '#shared/site/frames.ts';
import { type Carrier, createPolled, type PolledCarrier, SocketCarrier } from './carriers.ts';
import { parseJson, readFrame } from './read-frame.ts';
import type { Session } from './session.ts';
import { channelOf, gone, type SiteRequest, unreadable } from './site-request.ts';
import type { Visitors } from './visitors.ts';
import type { Websites } from './websites.ts';

export interface ConnectionRoutesOptions extends Pick<EngineContext, 'clock' | 'log'> {
  readonly channels: Pick<ChannelDirectory, 'ofKindAt'>;
  readonly visitors: Visitors;
  readonly websites: Websites;
  readonly admission: Pick<
    Admission,
    'toChannel' | 'receivedChannelBody' | 'extraMessages' | 'newChats' | 'toRead' | 'hasRead' | 'isLimited'
  >;
}

/** Bytes of a frame: a long message in any script, and its other fields. */
export const MAX_FRAME_SIZE = 96 * 1024;
/** Connections by polls: they occupy places of the listener that others need too. */
const MAX_POLLED = 2000;

const NOT_ALLOWED = 1008;
const FAULT = 1011;

/** The connections of windows: a WebSocket or polls. */
export function connectionRoutes(app: FastifyInstance, options: ConnectionRoutesOptions): void {
  const { channels, visitors, websites, admission, clock, log } = options;
  /** Throws RequestProblem if the window may not connect. */
  const connectable = (request: SiteRequest): ChannelRecord => {
    const channel = channelOf(channels, request);
    if (!websites.admit(channel, request))
      throw new RequestProblem(403, 'forbidden', phrase('errors:calls.site.notHere'));
    if (!visitors.hasRoom(request.clientAddress, admission.isLimited())) throw new TooManyRequests(5000);
    return channel;
  };
  const open = (request: SiteRequest, channel: ChannelRecord, carrier: Carrier): Session =>
    visitors.open(channel, { address: request.clientAddress, admission }, carrier);
  const failed = (error: unknown): void => log.error({ err: error }, 'a window on a website met a fault');

  const responses = new WeakMap<IncomingMessage, ServerResponse>();
  app.route({
    method: 'GET',
    url: '/site/:publicId/connect',
    preValidation: async (request, reply) => {
      connectable(request as SiteRequest);
      if (request.ws) responses.set(request.raw, reply.raw);
    },
    handler: () => {
      throw new RequestProblem(426, 'upgrade_required', phrase('errors:calls.site.webSocket'));
    },
    wsHandler: (socket: WebSocket, request) => {
      const channel = connectable(request as SiteRequest);
      // What belongs to the request would be kept as long as the connection: more than all the rest of it.
      responses.get(request.raw)?.detachSocket(request.raw.socket);
      socket.removeAllListeners('error');
      const session = open(request as SiteRequest, channel, new SocketCarrier(socket, clock));
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (socket.readyState !== socket.OPEN) return;
        const frame = isBinary ? undefined : readFrame(parseJson(data.toString()));
        if (frame === undefined) return socket.close(NOT_ALLOWED);
        session.handle(frame, data.length).catch((error: unknown) => {
          failed(error);
          socket.close(FAULT);
        });
      });
      socket.on('close', () => visitors.close(session));
      socket.on('error', endSocket);
    },
  });

  /** by the name that their window has given them, or that they have here */
  const polls = new Map<string, { readonly carrier: PolledCarrier; readonly session: Session }>();
  const beginPoll = async (request: SiteRequest, hello: Hello, wire: string | undefined) => {
    const channel = connectable(request);
    if (polls.size >= MAX_POLLED) throw new TooManyRequests(5000);
    const carrier = createPolled(clock, () => {
      visitors.close(session);
      polls.delete(name);
    });
    const session = open(request, channel, carrier);
    const name = wire ?? session.id;
    const begun = { carrier, session };
    polls.set(name, begun);
    try {
      await session.handle(hello, JSON.stringify(hello).length);
    } catch (error) {
      carrier.close();
      throw error;
    }
    return begun;
  };
  /** The connection of a request: known here, or made from what the request says, because another process began it. */
  const pollOf = async (
    request: SiteRequest,
    { hello, wire, connection }: Omit<z.output<typeof pollBody>, 'after'>,
  ) => {
    const known = polls.get(wire ?? connection);
    if (known === undefined && hello !== undefined) return beginPoll(request, hello, wire);
    if (known === undefined || known.session.channel.id !== channelOf(channels, request).id) throw gone();
    if (hello !== undefined && !known.session.isOf(hello))
      await known.session.handle(hello, JSON.stringify(hello).length);
    return known;
  };
  app.post('/site/:publicId/poll', { bodyLimit: MAX_FRAME_SIZE }, async (request: SiteRequest, reply) => {
    const { after, ...from } = read(pollBody, request);
    const { carrier, session } = await pollOf(request, from);
    // What it has was counted where it comes from.
    const { frames, upTo } = await carrier.next(reply.raw, from.connection === session.id ? after : 0);
    const position: EngineFrame = { kind: 'read', connection: session.id, upTo };
    return reply
      .type('application/json')
      .send(JSON.stringify(from.wire === undefined ? frames : [...frames, position]));
  });

  app.post('/site/:publicId/send', { bodyLimit: 2 * MAX_FRAME_SIZE }, async (request: SiteRequest, reply) => {
    const { frames, ...from } = read(sendBody, request);
    const handleAll = async (session: Session): Promise<void> => {
      for (const input of frames) {
        const frame = readFrame(input);
        if (frame === undefined) throw unreadable();
        await session.handle(frame, JSON.stringify(input).length);
      }
    };
    if (from.wire === undefined) {
      const session = visitors.find(channelOf(channels, request).id, from.connection);
      if (session === undefined) throw gone();
      await handleAll(session);
      return reply.code(204).send();
    }
    const { carrier, session } = await pollOf(request, from);
    // Their token is not right any more, as the next poll says.
    if (from.hello?.token !== undefined && session.facts.externalId === undefined) throw gone();
    const answers = await carrier.answersTo(() => handleAll(session));
    return reply.type('application/json').send(JSON.stringify(answers));
  });
}

/** One function for all sockets. */
function endSocket(this: WebSocket): void {
  this.terminate();
}

const [helloFrame] = visitorFrame.options;
type Hello = z.output<typeof helloFrame>;
/** `wire`: made by the window, which says hello each time; without it, the connection has to be here */
const from = {
  hello: helloFrame.optional(),
  wire: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  connection: z.string().catch(''),
};
const pollBody = z.object({ ...from, after: z.number().optional().catch(undefined) });
const sendBody = z.object({ ...from, frames: z.array(z.unknown()).max(50) });

function read<Body>(schema: z.ZodType<Body>, { body }: FastifyRequest): Body {
  const { data } = schema.safeParse(Buffer.isBuffer(body) ? parseJson(body.toString()) : undefined);
  if (data === undefined) throw unreadable();
  return data;
}
