import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#main/clock/clock.ts';
import type { NewJournalEntry } from '#main/store/journal.ts';
import type { Journal } from './journal.ts';
import { MASK, maskPath } from './masking.ts';

/** A route's details of its request; `url` with secrets masked. */
export type InboundNote = Pick<
  NewJournalEntry,
  'kind' | 'outcome' | 'notes' | 'channelId' | 'botId' | 'chatId' | 'messageId' | 'furtherMessageIds'
> & { readonly url: string };

export interface InboundJournalOptions {
  readonly journal: Pick<Journal, 'add'>;
  readonly clock: Clock;
  /** names of channels and providers, which may appear in the path of an unknown address */
  readonly knownNames: () => readonly string[];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** for the journal; a request without it is stored only if it was refused */
    noted: InboundNote | undefined;
    /** monotonic milliseconds */
    begunAt: number;
  }
}

/** The listener's own words in paths. */
const KNOWN_WORDS: ReadonlySet<string> = new Set(['webhooks', 'status', 'rating', 'health', 'reach', 'files']);

/** Records every request with its answer before that is sent. For the root of the app, before its routes. */
export function journalRequests(app: FastifyInstance, options: InboundJournalOptions): void {
  const { journal, clock } = options;
  const isKnown = (word: string): boolean => KNOWN_WORDS.has(word) || options.knownNames().includes(tryDecode(word));

  app.decorateRequest('noted', undefined);
  app.decorateRequest('begunAt', 0);
  app.addHook('onRequest', (request, _reply, next) => {
    // Fastify's own timing only works if a hook follows the answer.
    request.begunAt = clock.monotonic();
    next();
  });
  app.addHook('onSend', (request, reply, payload, next) => {
    const note = request.noted ?? describeOther(request, reply, isKnown);
    if (note !== undefined) add(request, reply, payload, note);
    next();
  });

  function add(request: FastifyRequest, reply: FastifyReply, payload: unknown, { url, ...note }: InboundNote): void {
    const body = Buffer.isBuffer(request.body) ? request.body : undefined;
    // Headers and bodies of a flood are not kept.
    const isLeftOut = body !== undefined && reply.statusCode === 429;
    const type = String(reply.getHeader('content-type') ?? '');
    const retryAfter = reply.getHeader('retry-after');
    journal.add(
      {
        ...note,
        at: clock.wall(),
        direction: 'in',
        status: reply.statusCode,
        took: Math.round((clock.monotonic() - request.begunAt) * 100) / 100,
        size: body?.length ?? 0,
        from: request.clientAddress,
      },
      {
        method: request.method,
        url,
        requestHeaders: request.raw.rawHeaders,
        requestBody: isLeftOut ? undefined : body,
        isBodyLeftOut: isLeftOut,
        responseHeaders: [
          'content-type',
          type,
          ...(retryAfter === undefined ? [] : ['retry-after', String(retryAfter)]),
        ],
        responseBody: type.startsWith('application/json') && typeof payload === 'string' ? payload : undefined,
        isJson: note.outcome !== 'refused' && note.kind !== 'rating',
      },
    );
  }
}

/** Rating pages, and refused requests: monitors and plain pages do not fill the journal. */
function describeOther(
  request: FastifyRequest,
  reply: FastifyReply,
  isKnown: (word: string) => boolean,
): InboundNote | undefined {
  const isRefused = reply.statusCode >= 400;
  if (request.routeOptions.url?.startsWith('/rating/') === true)
    return { kind: 'rating', outcome: isRefused ? 'refused' : 'accepted', notes: [], url: RATING_PATH };
  return isRefused
    ? { kind: 'unknown address', outcome: 'refused', notes: [], url: maskPath(request.url, isKnown) }
    : undefined;
}

/** `/rating/(token)`: a rating page. */
export const RATING_PATH = `/rating/${MASK}`;

/** `/(secret)/{public id}` and below: a channel's path, whatever its secret and however it is spelled. */
export function channelPath(publicId: string, isStatus: boolean): string {
  return `/${MASK}/${encodeURIComponent(publicId)}${isStatus ? '/status' : ''}`;
}

/** `/files/(token)/{file name}`: a file that customers' apps fetch. */
export function filePath(fileName: string): string {
  return `/files/${MASK}/${encodeURIComponent(fileName)}`;
}

/** `/webhooks/{provider id}/(token)`: the service address of a bot. */
export function botPath(providerId: string): string {
  return `/webhooks/${encodeURIComponent(providerId)}/${MASK}`;
}

function tryDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
