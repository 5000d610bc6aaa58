import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Engine } from '#main/engine/engine.ts';
import { newSecret } from '#main/settings/installation.ts';
import {
  browserJoinRequest,
  joinRequest,
  lookRequest,
  type JoinAnswer,
  type LookAnswer,
} from '#shared/contract/joining.ts';
import { ContractError, ERROR_STATUS } from '#shared/contract/errors.ts';
import {
  deviceKey,
  deviceProof,
  hostProof,
  invitationId,
  isSameProof,
  newShortSecret,
} from '#shared/domain/invitation.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { browserName, refuse } from './refusal.ts';
import { isJson, parseBody, type Authenticator } from './sign-in.ts';

const BODY_LIMIT = 8 * 1024;
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * `POST /join`, for apps, `/join/browser` and `/join/look`: a person comes with an invitation. Whoever is in between and
 * shows a key of their own fails at the proof, which contains the key that the app saw.
 */
export function joinRoutes(
  app: FastifyInstance,
  {
    engine,
    authenticator,
    pin,
  }: {
    readonly engine: Pick<Engine, 'clientAddress' | 'remoteAccess' | 'installationId' | 'invitations' | 'shop'>;
    readonly authenticator: Authenticator;
    /** of the server's own key; undefined: it serves HTTP */
    readonly pin: () => string | undefined;
  },
): void {
  const { invitations } = engine;
  /** Lists the pins that an app may have seen, by how the connection is secured. */
  const seenPins = (request: FastifyRequest): readonly string[] => {
    const own = pin();
    const plain = own === undefined && LOOPBACK.test(engine.clientAddress(request.raw)) ? ['plain'] : [];
    return [...(own === undefined ? plain : [own]), ...(engine.remoteAccess.wanted().outside === '' ? [] : ['public'])];
  };
  const route = <S extends z.ZodType>(
    path: string,
    schema: S,
    answer: (input: z.output<S>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    app.post(path, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      if (!isJson(request)) return refuse(reply, 415, 'invalid_input', phrase('errors:refusals.web.json'));
      const input = schema.safeParse(parseBody(request));
      if (!input.success) return refuse(reply, 400, 'invalid_input', phrase('errors:refusals.input'));
      try {
        const data = await answer(input.data, request, reply);
        return await reply.header('cache-control', 'no-store').send({ ok: true, data });
      } catch (error) {
        if (!(error instanceof ContractError)) throw error;
        // Right ones are never refused, however many wrong ones were tried, and whoever has a used one hears that.
        const failed = error.code === 'invitation_unknown' ? authenticator.fail(request) : undefined;
        return failed?.kind === 'throttled'
          ? authenticator.reject(reply, failed)
          : refuse(reply, ERROR_STATUS[error.code], error.code, error.reason);
      }
    });
  };

  route('/join', joinRequest, async ({ invitation: id, nonce, device, proof }, request): Promise<JoinAnswer> => {
    const { secret, ...invitation } = await invitations.open(id);
    const proofs = await Promise.all(
      seenPins(request).map(
        async (seen) => [seen, await deviceProof({ secret, pin: seen, nonce }, device.name)] as const,
      ),
    );
    const seen = proofs.find(([, right]) => isSameProof(right, proof))?.[0];
    if (seen === undefined) throw new ContractError('invitation_unknown', phrase('errors:refusals.invitation.unknown'));
    const hostNonce = newShortSecret();
    const { id: deviceId, operatorId } = await invitations.accept(invitation, {
      kind: 'app',
      name: device.name,
      key: await deviceKey({ secret, nonce }, hostNonce),
      from: engine.clientAddress(request.raw),
    });
    authenticator.note(request, operatorId);
    return {
      deviceId,
      operatorId,
      nonce: hostNonce,
      proof: await hostProof({ secret, pin: seen, nonce }, hostNonce, deviceId),
      shop: engine.shop(),
      installationId: engine.installationId,
      addresses: [...engine.remoteAccess.addresses()],
    };
  });

  route('/join/browser', browserJoinRequest, async ({ secret }, request, reply) => {
    const { secret: _secret, ...invitation } = await invitations.open(await invitationId(secret));
    const key = newSecret();
    const device = await invitations.accept(invitation, {
      kind: 'browser',
      name: browserName(request),
      key,
      from: engine.clientAddress(request.raw),
    });
    authenticator.adopt(request, reply, device, key);
    authenticator.note(request, device.operatorId);
    return {};
  });

  route('/join/look', lookRequest, async (input): Promise<LookAnswer> => {
    const id = 'secret' in input ? await invitationId(input.secret) : input.invitation;
    const { name, role, operatorId } = await invitations.open(id);
    return { shop: engine.shop(), name, role, isFurther: operatorId !== undefined };
  });
}
