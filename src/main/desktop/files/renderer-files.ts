import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';

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

/** The page reaches the engine over IPC and its own origin, so it may connect to nothing but itself. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // Components set style elements and attributes; scripts never come that way.
  "style-src 'self' 'unsafe-inline'",
  // What an operator is about to send is seen before it is sent.
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

/** Answers a request for a file of the built renderer in `root`; 404 for anything outside it or missing. */
export async function answerFromRenderer(root: string, host: string, url: string): Promise<Response> {
  const path = pathWithin(root, host, url);
  const type = path && CONTENT_TYPES[extname(path)];
  if (path === undefined || type === undefined) return missing();
  try {
    const headers = {
      'content-type': type,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    };
    return new Response(new Uint8Array(await readFile(path)), { headers });
  } catch {
    return missing();
  }
}

function pathWithin(root: string, host: string, url: string): string | undefined {
  const asked = new URL(url);
  if (asked.host !== host) return undefined;
  const name = decoded(asked.pathname);
  if (name === undefined || name.includes('\0')) return undefined;
  const path = resolve(join(root, name));
  return path.startsWith(resolve(root) + sep) ? path : undefined;
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

function missing(): Response {
  return new Response('', { status: 404, headers: { 'content-security-policy': POLICY } });
}
