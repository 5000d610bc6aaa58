import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Engine } from '#main/engine/engine.ts';
import { consoleHost } from '../windows/console-page.ts';

type MediaRequest = Parameters<Engine['media']>[0];

const METHODS: ReadonlySet<string> = new Set<MediaRequest['method']>(['GET', 'HEAD', 'POST']);

/** Whether a request of a page is for the engine's files, not for the built renderer's. */
export function isForMedia(url: string): boolean {
  const { host, pathname } = new URL(url);
  return host === consoleHost && pathname.startsWith('/media/');
}

/** Answers a page's request for a stored file, or its upload, as the operator of this desktop. */
export async function answerFromMedia(
  engine: Pick<Engine, 'media' | 'operators'>,
  request: Request,
): Promise<Response> {
  if (!METHODS.has(request.method))
    return new Response('', { status: 405, headers: { allow: [...METHODS].join(', ') } });
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = await engine.media({
    operatorId: engine.operators.first().id,
    method: request.method as MediaRequest['method'],
    url: `${pathname}${search}`,
    range: request.headers.get('range') ?? undefined,
    body: (request.body as WebStream<Uint8Array> | null) ?? undefined,
    signal: request.signal,
  });
  return new Response(body instanceof Readable ? (Readable.toWeb(body) as ReadableStream<Uint8Array>) : body, {
    status,
    headers,
  });
}
