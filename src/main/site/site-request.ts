import type { FastifyRequest } from 'fastify';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import { invalidRequest, notFound, RequestProblem } from '#main/intake/request-problem.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Headers of everything that a website's page may ask. */
export const OPEN = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** A request of a window on a website. */
export type SiteRequest = FastifyRequest<{
  Params: { publicId: string; file?: string };
  Querystring: Record<string, string | undefined>;
}>;

/** The channel that a request's address names. Throws a RequestProblem if there is none. */
export function channelOf(channels: Pick<ChannelDirectory, 'ofKindAt'>, { params }: SiteRequest): ChannelRecord {
  const channel = channels.ofKindAt('site', params.publicId.replace(/\.js$/, ''));
  if (channel === undefined) throw notFound();
  return channel;
}

/** The connection is over: the window connects again. */
export const gone = (): RequestProblem => new RequestProblem(404, 'gone', phrase('errors:calls.site.gone'));

export const unreadable = (): RequestProblem => invalidRequest(phrase('errors:calls.notObject'));
