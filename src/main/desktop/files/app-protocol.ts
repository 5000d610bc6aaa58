import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { OperatorEngine, OwnMediaRequest } from '#main/engine/engine.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
};

/** The page reaches the engine over IPC and its own origin, so it may connect only to itself. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // Components set style elements and attributes; scripts are never inline.
  "style-src 'self' 'unsafe-inline'",
  // Previews of files an operator is about to send.
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

/** Serves a file of the built renderer in `root`; 404 if it is missing or outside. */
export async function answerFromRenderer(root: string, host: string, url: string): Promise<Response> {
  const path = pathWithin(root, host, url);
  const type = path && CONTENT_TYPES[extname(path)];
  if (path === undefined || type === undefined) return notFound();
  try {
    const headers = {
      'content-type': type,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    };
    return new Response(new Uint8Array(await readFile(path)), { headers });
  } catch {
    return notFound();
  }
}

function pathWithin(root: string, host: string, url: string): string | undefined {
  const requested = new URL(url);
  try {
    const path = resolve(join(root, decodeURIComponent(requested.pathname)));
    return requested.host === host && path.startsWith(resolve(root) + sep) && !path.includes('\0') ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Answers that there is nothing at an address. */
export function notFound(): Response {
  return new Response('', { status: 404, headers: { 'content-security-policy': POLICY } });
}

const METHODS: ReadonlySet<string> = new Set<OwnMediaRequest['method']>(['GET', 'HEAD', 'POST']);

/** Tells requests for the engine's files from those for the built renderer's. */
export function isForMedia(ownHost: string, url: string): boolean {
  const { host, pathname } = new URL(url);
  return host === ownHost && pathname.startsWith('/media/');
}

/** Serves a page's request for a stored file, or its upload, as this desktop's operator. */
export async function answerFromMedia(engine: Pick<OperatorEngine, 'media'>, request: Request): Promise<Response> {
  if (!METHODS.has(request.method))
    return new Response('', { status: 405, headers: { allow: [...METHODS].join(', ') } });
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = await engine.media({
    method: request.method as OwnMediaRequest['method'],
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
