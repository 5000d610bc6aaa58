import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Engine } from '#main/engine/engine.ts';
import type { Connections } from '#main/intake/connections.ts';
import type { EventFrame } from '#shared/contract/events.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { refuse, refuseMore, type Admit } from './refusal.ts';
import type { Authenticator, SignedIn } from './sign-in.ts';

const PING_INTERVAL = 25_000;
/** Bytes buffered for a console that reads too slowly; beyond that it has to reconnect. */
const MAX_BUFFERED = 8 * 1024 * 1024;

/** Path of the console's WebSocket, and of no other. */
export const EVENTS = /^\/events(?:\?|$)/;

const SIGNED_OUT = 4401;
const TRY_AGAIN_LATER = 1013;

interface Listening {
  readonly socket: WebSocket;
  readonly check: () => void;
  /** of the engine's events */
  readonly stop: () => void;
  alive: boolean;
}

/** `GET /events`: a WebSocket for event frames, one JSON array per text message. Client messages are ignored. */
export function eventSocket(
  app: FastifyInstance,
  {
    engine,
    authenticator,
    admit,
    keep,
  }: {
    readonly engine: Engine;
    readonly authenticator: Authenticator;
    readonly admit: Admit;
    /** keeps a signed-in window's connection when others need room */
    readonly keep: Connections['keep'];
  },
): void {
  const open = new Set<Listening>();
  const callers = new WeakMap<IncomingMessage, SignedIn>();
  const bytesOf = serializeOnce();
  const heartbeat = setInterval(() => {
    for (const listening of open) {
      const { socket } = listening;
      if (!listening.alive) socket.terminate();
      else if (socket.readyState === socket.OPEN) {
        socket.ping();
        // For the page: browsers do not expose pings.
        socket.send('[]');
      }
      listening.alive = false;
      listening.check();
    }
  }, PING_INTERVAL);

  app.get(
    '/events',
    {
      websocket: true,
      preValidation: async (request, reply) => {
        if (!request.ws) return refuse(reply, 404, 'not_found', phrase('errors:refusals.nothing.address'));
        const caller = await authenticator.authenticate(request);
        if (caller.kind !== 'signedIn') return authenticator.reject(reply, caller);
        if (!admit(caller.operatorId, request.raw.socket)) return refuseMore(reply);
        callers.set(request.raw, caller);
        keep(request.raw.socket);
      },
    },
    (socket, request) => {
      const caller = callers.get(request.raw);
      if (caller === undefined) return socket.close(SIGNED_OUT);
      const { operatorId, deviceId } = caller;
      const key = engine.operators.keyFingerprint(operatorId);
      /** An operator's sockets end with the access key that they had; who stays signed in connects again. */
      const check = (): void => {
        if (engine.operators.keyFingerprint(operatorId) !== key) socket.close(SIGNED_OUT, 'Sign in again');
      };
      const send = (frame: EventFrame): void => {
        check();
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > MAX_BUFFERED) return socket.close(TRY_AGAIN_LATER, 'This connection is too slow');
        socket.send(bytesOf(frame), { binary: false });
      };
      const from = engine.clientAddress(request.raw);
      const stopEvents = engine.subscribe({ operatorId, deviceId, from }, send);
      const leave =
        deviceId === undefined
          ? undefined
          : engine.devices.use(deviceId, () => socket.close(SIGNED_OUT, 'Sign in again'));
      const stop = (): void => {
        stopEvents();
        leave?.();
      };
      const listening: Listening = { socket, check, stop, alive: true };
      open.add(listening);
      socket.on('pong', () => {
        listening.alive = true;
      });
      socket.on('close', () => {
        open.delete(listening);
        stop();
      });
    },
  );

  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    // The websocket plugin closes the sockets.
    for (const { stop } of open) stop();
  });
}

/** The JSON of a frame in UTF-8, written once for all sockets, which get it one right after the other. */
function serializeOnce(): (frame: EventFrame) => Buffer {
  const written = new WeakMap<EventFrame, Buffer>();
  return (frame) => {
    const bytes = written.get(frame) ?? Buffer.from(JSON.stringify(frame));
    written.set(frame, bytes);
    return bytes;
  };
}
