import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Engine } from '#main/engine/engine.ts';
import type { Connections } from '#main/intake/connections.ts';
import { bodyPieces } from '#main/intake/early-answers.ts';
import { refuseMore, type Admit } from './refusal.ts';
import type { Authenticator } from './sign-in.ts';

type MediaRequest = Parameters<Engine['media']>[0];

/** Maximum bytes of an upload before the settings are checked: their highest possible limit and a little. */
const UPLOAD_LIMIT = 2001 * 1024 * 1024;

/** `/media/…`: stored files for signed-in operators, and uploads, which are streamed. */
export async function mediaRoutes(
  app: FastifyInstance,
  {
    engine,
    authenticator,
    admit,
    keep,
  }: {
    readonly engine: Pick<Engine, 'media' | 'clientAddress' | 'devices'>;
    readonly authenticator: Authenticator;
    readonly admit: Admit;
    /** keeps the connection until the answer ends, even if it is read slowly */
    readonly keep: Connections['keep'];
  },
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = await authenticator.authenticate(request);
    if (caller.kind !== 'signedIn') return authenticator.reject(reply, caller);
    if (!admit(caller.operatorId, reply.raw)) return refuseMore(reply);
    keep(request.raw.socket);
    // A long file or upload ends with the device.
    if (caller.deviceId !== undefined)
      reply.raw.once(
        'close',
        engine.devices.use(caller.deviceId, () => request.raw.destroy()),
      );
    const aborted = new AbortController();
    const { status, headers, body } = await engine.media({
      operatorId: caller.operatorId,
      from: engine.clientAddress(request.raw),
      method: request.method as MediaRequest['method'],
      url: request.url,
      range: request.headers.range,
      signal: aborted.signal,
      body: request.method === 'POST' ? piecesOf(request, aborted) : undefined,
    });
    authenticator.renew(request, reply, caller);
    return reply.code(status).headers(headers).send(body);
  };
  app.route({ method: ['GET', 'HEAD'], url: '/media/*', handler: answer });
  const slow = { method: 'POST', config: { isSlow: true }, handler: answer } as const;
  // A backup may be as large as the disk; an invalid one is deleted again.
  app.route({ ...slow, url: '/media/backups', bodyLimit: Number.MAX_SAFE_INTEGER });
  app.route({ ...slow, url: '/media/uploads', bodyLimit: UPLOAD_LIMIT });
}

/** Discards the rest of an unwanted upload, so that the answer arrives. */
async function* piecesOf({ raw }: FastifyRequest, aborted: AbortController): AsyncGenerator<Uint8Array> {
  try {
    yield* bodyPieces(raw);
  } catch (error) {
    aborted.abort(error);
    throw error;
  } finally {
    raw.resume();
  }
}
