import type { FastifyReply, FastifyRequest } from 'fastify';
import { unknownBot, type BotInboundOptions } from '#main/bots/inbound.ts';
import type { InboundOptions } from '#main/channels/inbound.ts';
import { notFound, RequestProblem } from '#main/intake/request-problem.ts';
import { botPath, channelPath, RATING_PATH, type InboundNote } from '#main/journal/inbound-requests.ts';
import { refuseRatingMethod } from '#main/ratings/rating-page.ts';
import { answerProblem } from './answers.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** What is answered where no route fits, by path and method alone. */
export interface Unrouted {
  readonly problem: RequestProblem;
  /** which methods are answered at this address; undefined: none is */
  readonly allow?: string;
  readonly note?: InboundNote;
  /** a person's page: the answer is one too */
  readonly isPage?: boolean;
}

export interface KnownAddresses {
  readonly bots: Pick<BotInboundOptions['bots'], 'byAddress'>;
  readonly channels: Pick<InboundOptions['channels'], 'byAddress'>;
}

/** Another method on a known address is 405, everything else 404; a service address with a wrong token stays 401. */
export function unrouted(method: string, url: string, { bots, channels }: KnownAddresses): Unrouted {
  const path = url.replace(/[?#].*$/, '').replace(/^https?:\/\/[^/]*/i, '');
  const [first = '', second = '', third, ...more] = path.slice(1).split('/').map(decoded);
  const refused = { outcome: 'refused' as const, notes: [phrase('journal:method', { method })] };

  if (path === '/' || path === '/health') return otherMethod(method, 'GET, HEAD');
  if (!path.startsWith('/') || second === '' || third === '' || more.length > 0) return { problem: notFound() };
  if (first === 'rating' && third === undefined)
    return {
      ...otherMethod(method, 'GET, POST'),
      isPage: true,
      note: { ...refused, kind: 'rating', url: RATING_PATH },
    };
  if (first === 'files' && third !== undefined) return otherMethod(method, 'GET, HEAD');
  if (first === 'webhooks' && third !== undefined) {
    const bot = bots.byAddress(second, third);
    if (bot === undefined) return { problem: unknownBot() };
    return {
      ...otherMethod(method, 'POST'),
      note: { ...refused, kind: 'bot event', botId: bot.id, url: botPath(bot.providerId) },
    };
  }
  const isStatus = third === 'status';
  const channel = third === undefined || isStatus ? channels.byAddress(first, second) : undefined;
  if (channel === undefined) return { problem: notFound() };
  return {
    ...otherMethod(method, isStatus ? 'GET' : 'POST'),
    note: {
      ...refused,
      kind: isStatus ? 'status' : 'message',
      channelId: channel.id,
      url: channelPath(channel.publicId, isStatus),
    },
  };
}

/** Answers so, without waiting for a body. */
export function answerUnrouted(request: FastifyRequest, reply: FastifyReply, addresses: KnownAddresses): FastifyReply {
  const { problem, allow, note, isPage } = unrouted(request.method, request.url, addresses);
  request.noted = note;
  if (allow !== undefined) void reply.header('allow', allow);
  return isPage === true && allow !== undefined ? refuseRatingMethod(request, reply) : answerProblem(problem, reply);
}

/** An address whose own methods lead to no route is one with something else wrong: too long, or written in another way. */
function otherMethod(method: string, allow: string): Unrouted {
  return allow.split(', ').includes(method)
    ? { problem: notFound() }
    : { problem: new RequestProblem(405, 'method_not_allowed', phrase('journal:only', { methods: allow })), allow };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
