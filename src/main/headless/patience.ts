import type { FastifyInstance } from 'fastify';
import type { Clock } from '#main/clock/clock.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** its request may take long to arrive */
    readonly takesTime?: boolean;
  }
}

/** Milliseconds within which a request has to be here whole. */
export const REQUEST_LIMIT = 30_000;
/** Milliseconds for one that takes time: a large file over a slow line. */
export const LONG_REQUEST_LIMIT = 60 * 60 * 1000;

/** Gives up on requests that do not arrive; Node knows one limit for all, and that is the long one. */
export function giveUpOnSlowRequests(app: FastifyInstance, clock: Pick<Clock, 'after'>): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if ((length === undefined && encoding === undefined) || routeOptions.config.takesTime === true) return;
    const callOff = clock.after(REQUEST_LIMIT, () => {
      if (!raw.complete) raw.destroy();
    });
    raw.once('close', callOff);
  });
}
