import { isIP } from 'node:net';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';

/** A server's certificate as a caller sees it. */
export interface SeenCertificate {
  /** names and addresses that it is for */
  readonly names: readonly string[];
  readonly validTo: number;
  /** code of what a caller who verifies objects to */
  readonly problem: string | undefined;
}

/** Shakes hands with the address of a URL and hangs up; `root`: PEM of one more authority to believe. `code`: there was no handshake. */
export function lookAtCertificate(
  url: URL,
  root: string | undefined,
  signal: AbortSignal,
): Promise<SeenCertificate | { readonly code: string }> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const { promise, resolve } = Promise.withResolvers<SeenCertificate | { readonly code: string }>();
  const socket = connect({
    host,
    port: url.port === '' ? 443 : Number(url.port),
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
    ...(root !== undefined && { ca: [...rootCertificates, root] }),
  });
  const hangUp = (): void => void socket.destroy();
  signal.addEventListener('abort', hangUp, { once: true });
  socket.once('secureConnect', () => resolve(seenOn(socket)));
  socket.once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? error.name }));
  socket.once('close', () => resolve({ code: 'ECONNRESET' }));
  return promise.finally(() => {
    signal.removeEventListener('abort', hangUp);
    hangUp();
  });
}

function seenOn(socket: TLSSocket): SeenCertificate {
  const { subjectaltname = '', subject, valid_to: validTo } = socket.getPeerCertificate();
  const names = subjectaltname
    .split(', ')
    .map((name) => name.replace(/^(DNS|IP Address):/, ''))
    .filter((name) => name !== '');
  const common: unknown = subject?.CN;
  // Typed as an error, it is the error's code.
  const objection: unknown = socket.authorizationError;
  return {
    names: names.length === 0 && typeof common === 'string' ? [common] : names,
    validTo: Date.parse(validTo),
    problem: socket.authorized ? undefined : codeOf(objection),
  };
}

function codeOf(objection: unknown): string {
  if (objection instanceof Error)
    return 'code' in objection && typeof objection.code === 'string' ? objection.code : objection.name;
  return typeof objection === 'string' ? objection : 'unknown';
}
