import type { FastifyInstance } from 'fastify';
import type { Engine } from '#main/engine/engine.ts';
import { refuse, statusOf } from './refusal.ts';
import { isJson, parsedBody, type Doorkeeper } from './sign-in.ts';

/** `POST /rpc/:route`: the whole body is the route's input, the answer is the router's. */
export function rpcRoutes(app: FastifyInstance, engine: Engine, doorkeeper: Doorkeeper): void {
  app.post<{ Params: { route: string } }>('/rpc/:route', async (request, reply) => {
    const visitor = doorkeeper.visitor(request);
    if (visitor.kind !== 'guest') return doorkeeper.turnAway(reply, visitor);
    if (visitor.by === 'cookie' && !isJson(request)) {
      return refuse(reply, 415, 'invalid_input', 'Send JSON, with content-type application/json');
    }
    const input = parsedBody(request);
    if (input === undefined) return refuse(reply, 400, 'invalid_input', 'The body is not JSON');
    const key = engine.operators.keyFingerprint(visitor.operatorId);
    const answer = await engine.request(visitor.operatorId, request.params.route, input);
    // Who gives themselves a new key stays signed in where they did it.
    if (visitor.by === 'cookie' && engine.operators.keyFingerprint(visitor.operatorId) !== key)
      doorkeeper.letIn(request, reply, visitor.operatorId);
    else doorkeeper.renew(request, reply, visitor);
    return reply.code(statusOf(answer)).header('cache-control', 'no-store').send(answer);
  });
}
