import { rootCertificates } from 'node:tls';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** A server of a mailbox, and how to sign in there. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** false only on this computer: anywhere else, passwords and mails are sent over TLS only */
  readonly tls: boolean;
}

/** A mailbox: where its mails are fetched, and where mails of its address are handed in. */
export interface MailAccount {
  readonly address: string;
  readonly imap: MailServer;
  readonly smtp: MailServer;
  /** which is fetched, such as INBOX */
  readonly folder: string;
}

/**
 * Why a server cannot be used. `password`: it does not take user and password; `refused`: nothing listens there;
 * `noTls`: it has none, or may not be used without; `server`: it says why itself; `notArrived`: the mail did not come.
 */
export type MailProblem =
  | 'password'
  | 'hostNotFound'
  | 'noTls'
  | 'certificate'
  | 'refused'
  | 'timeout'
  | 'unreachable'
  | 'folderMissing'
  | 'server'
  | 'notArrived';

/** A failure of a mail server. Its message and `said`, the server's own words, never contain the password. */
export class MailError extends Error {
  readonly problem: MailProblem;
  readonly said: string | undefined;

  constructor(problem: MailProblem, said?: string) {
    super(said === undefined ? problem : `${problem}: ${said}`);
    this.name = 'MailError';
    this.problem = problem;
    this.said = said;
  }
}

/** Milliseconds to connect, and until the server has greeted. */
export const CONNECT_LIMIT = 30_000;
const MAX_SAID = 300;

/** Ports whose connections begin without TLS, by convention. */
const STARTTLS_PORTS: ReadonlySet<number> = new Set([25, 143, 587, 2525]);
const NOT_TLS =
  /^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|HTTP_REQUEST|INTERNAL_ERROR))$/;
const CERTIFICATE = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS_CERT)/;

/** How a connection is secured: TLS from its first byte, TLS that must follow, or none. */
export type Security = 'implicit' | 'startTls' | 'none';

/**
 * Connects by TLS: on the ports where that is usual by STARTTLS, which is then required; elsewhere from the first byte,
 * and by STARTTLS if what answers there knows no TLS. Without TLS on this computer only.
 */
export async function connectSecurely<T>(
  { host, port, tls }: MailServer,
  connect: (security: Security) => Promise<T>,
): Promise<T> {
  if (!tls) {
    if (!isLoopback(toUrlHost(host))) throw new MailError('noTls');
    return await connect('none');
  }
  if (STARTTLS_PORTS.has(port)) return await connect('startTls');
  try {
    return await connect('implicit');
  } catch (error) {
    if (!codesOf(error).some((code) => NOT_TLS.test(code))) throw error;
    return await connect('startTls');
  }
}

/** `root`: PEM of an additional trusted authority. */
export const tlsOptions = (root: string | undefined) => (root === undefined ? {} : { ca: [...rootCertificates, root] });

/** What the libraries add to errors. */
export interface LibraryError {
  readonly code?: string;
  readonly originalCode?: string;
  readonly _err?: unknown;
  readonly response?: unknown;
  readonly responseText?: string;
  readonly responseCode?: number;
  readonly serverResponseCode?: string;
  readonly authenticationFailed?: boolean;
  readonly mailboxMissing?: boolean;
  readonly tlsFailed?: boolean;
}

function codesOf(error: unknown): readonly string[] {
  const { originalCode, _err } = error as LibraryError;
  return [originalCode, systemCode(_err), systemCode(error)].filter((code) => code !== undefined);
}

/** The failure without what the library knows besides: its errors may hold what was sent, the password too. */
export function toMailError(error: unknown, server: MailServer): MailError {
  if (error instanceof MailError) return error;
  if (!(error instanceof Error)) return new MailError('unreachable');
  const { response, responseText } = error as LibraryError;
  const words = [responseText, response].find((text) => typeof text === 'string' && text !== '');
  return new MailError(problemOf(error), typeof words === 'string' ? withoutPassword(words, server) : undefined);
}

function problemOf(error: Error & LibraryError): MailProblem {
  const codes = codesOf(error);
  const isOneOf = (...some: readonly string[]): boolean => codes.some((code) => some.includes(code));
  const isTemporary = error.serverResponseCode === 'UNAVAILABLE' || (error.responseCode ?? 500) < 500;
  if (error.authenticationFailed === true || isOneOf('EAUTH')) return isTemporary ? 'server' : 'password';
  if (error.mailboxMissing === true) return 'folderMissing';
  if (isOneOf('ENOTFOUND', 'EAI_AGAIN', 'EDNS')) return 'hostNotFound';
  if (codes.some((code) => CERTIFICATE.test(code))) return 'certificate';
  if (isOneOf('ECONNREFUSED')) return 'refused';
  if (isOneOf('CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'ETIMEDOUT')) return 'timeout';
  if (
    error.tlsFailed === true ||
    isOneOf('ETLS', 'MissingServerExtension') ||
    codes.some((code) => /^(?:EPROTO$|ERR_SSL_)/.test(code))
  )
    return 'noTls';
  return error.response === undefined && error.responseText === undefined ? 'unreachable' : 'server';
}

/** A server's words for people: one line, bounded, without the password in any form that it is sent in. */
export function withoutPassword(words: string, { user, password }: MailServer): string {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return [base64(`\0${user}\0${password}`), base64(password), password]
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '…'), words)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_SAID);
}
