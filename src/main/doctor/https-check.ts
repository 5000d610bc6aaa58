import {
  check,
  failed,
  passed,
  places,
  skipped,
  warning,
  trustedRoot,
  type Check,
  type Found,
  type CheckParts,
} from './check.ts';
import { phrase, type Phrase, problemOf } from '#shared/locales/phrase.ts';
import { isIP } from 'node:net';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import { systemCode } from '#shared/domain/system-code.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Days before a certificate expires from which the owner is warned. */
const WARNING_DAYS = 14;
/** Below this many days, the count is shown too. */
const SHOWN_DAYS = 400;

/** Whether callers who verify certificates reach the public address, and for how much longer. */
export function httpsCheck({ exposure, clock }: Pick<CheckParts, 'exposure' | 'clock'>): Check {
  return check('https', 12, async (signal) => {
    const { reach, settings, certificate } = exposure.view();
    if (settings.way === 'local') return skipped(phrase('findings:findings.https.local'));
    const url = new URL(reach.url);
    if (url.protocol === 'http:') return plain(settings.way);
    if (reach.state !== 'reachable') return skipped(phrase('findings:findings.reachFirst'));
    const seen = await inspectCertificate(url, await trustedRoot(exposure), signal);
    if ('code' in seen)
      return failed(problemOf('findings.https.none', { host: url.host, code: seen.code }), places.connection);
    return evaluate(seen, url.host, clock.wall(), certificate?.made === true && settings.way === 'lan');
  });
}

function plain(way: 'lan' | 'own' | 'tunnel'): Found {
  const todo =
    way === 'lan' ? phrase('findings:findings.https.plain.network.todo') : phrase('findings:findings.https.plain.todo');
  return warning({ what: phrase('findings:findings.https.plain.text'), todo: todo }, places.connection);
}

function evaluate({ names, validTo, problem }: SeenCertificate, host: string, now: number, isMade: boolean): Found {
  const days = Math.floor((validTo - now) / DAY);
  const until = new Date(validTo).toISOString().slice(0, 10);
  if (problem === 'CERT_HAS_EXPIRED')
    return failed(problemOf('findings.https.ended', { host, day: until }), places.connection);
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return failed(
      {
        what:
          names.length === 0
            ? phrase('findings:findings.https.otherName', { host })
            : phrase('findings:findings.https.names.text', { names: names.join(', '), host }),
        todo: phrase('findings:findings.https.names.todo'),
      },
      places.connection,
    );
  if (problem !== undefined)
    return failed(problemOf('findings.https.untrusted', { host, code: problem }), places.connection);
  if (days < WARNING_DAYS)
    return warning(problemOf('findings.https.ends', { host, count: days, day: until }), places.connection);
  return passed(validity(names.join(', '), until, days < SHOWN_DAYS ? days : undefined, isMade));
}

function validity(names: string, until: string, days: number | undefined, isMade: boolean): Phrase {
  if (days === undefined)
    return isMade
      ? phrase('findings:findings.https.passedMade', { names, day: until })
      : phrase('findings:findings.https.passed', { names, day: until });
  return isMade
    ? phrase('findings:findings.https.passedMoreMade', { names, day: until, days })
    : phrase('findings:findings.https.passedMore', { names, day: until, days });
}

/** A server's certificate as a caller sees it. */
interface SeenCertificate {
  /** names and addresses it is valid for */
  readonly names: readonly string[];
  readonly validTo: number;
  /** error code of a caller who verifies */
  readonly problem: string | undefined;
}

/** Does a TLS handshake with a URL's host and hangs up; `root`: PEM of an extra trusted authority; `code`: failure. */
function inspectCertificate(
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
  socket.once('secureConnect', () => resolve(readCertificate(socket)));
  socket.once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? error.name }));
  socket.once('close', () => resolve({ code: 'ECONNRESET' }));
  return promise.finally(() => {
    signal.removeEventListener('abort', hangUp);
    hangUp();
  });
}

function readCertificate(socket: TLSSocket): SeenCertificate {
  const { subjectaltname = '', subject, valid_to: validTo } = socket.getPeerCertificate();
  const names = subjectaltname
    .split(', ')
    .map((name) => name.replace(/^(DNS|IP Address):/, ''))
    .filter((name) => name !== '');
  const common: unknown = subject?.CN;
  // Typed as an error, but it is the error's code.
  const objection: unknown = socket.authorizationError;
  return {
    names: names.length === 0 && typeof common === 'string' ? [common] : names,
    validTo: Date.parse(validTo),
    problem: socket.authorized ? undefined : codeOf(objection),
  };
}

function codeOf(objection: unknown): string {
  if (objection instanceof Error) return systemCode(objection) ?? objection.name;
  return typeof objection === 'string' ? objection : 'unknown';
}
