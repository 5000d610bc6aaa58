import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { type AddressGuard, ForbiddenAddressError } from './address-guard.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import { phrase, type Phrase, foreignText } from '#shared/locales/phrase.ts';
import { systemCode } from '#shared/domain/system-code.ts';

// An import would also load Node's fetch and WebSocket: two megabytes.
const http = process.getBuiltinModule('node:http');

/** Maximum bytes of an answer's head. */
const MAX_HEADER_BYTES = 16 * 1024;

export interface OutgoingCall {
  readonly method: 'GET' | 'POST';
  /** http(s); credentials in it are left out */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** several pieces are sent chunked, without a length */
  readonly body?: string | readonly Buffer[] | undefined;
  /** aborts the call and the reading of its answer */
  readonly signal: AbortSignal;
  /** the whole request was handed to the network */
  readonly onSent?: (() => void) | undefined;
  /** asked once there is a connection, right before anything is sent by it */
  readonly maySend?: (() => boolean) | undefined;
}

/** Calls other servers, each time on a new connection: one kept and closed by the other side would cost an attempt. */
export type Caller = ReturnType<typeof createCaller>;

/** `root`: PEM of an additional trusted authority; `guard`: for addresses that strangers chose. */
export function createCaller(root?: string, guard?: AddressGuard) {
  const plain = new http.Agent();
  const secure = new HttpsAgent(root === undefined ? {} : { ca: [...rootCertificates, root] });
  return {
    /**
     * resolves with the head of the answer, whatever its status, without following redirects; rejects with Node's error
     */
    call: ({ method, address, headers, body, signal, onSent, maySend }: OutgoingCall) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const url = new URL(address);
        guard?.checkHost(url);
        const { auth: _unused, ...target } = urlToHttpOptions(url);
        const length = typeof body === 'string' ? { 'content-length': Buffer.byteLength(body) } : {};
        const options = {
          ...target,
          method,
          headers: { ...headers, ...length },
          signal,
          maxHeaderSize: MAX_HEADER_BYTES,
          ...(guard !== undefined && { lookup: guard.lookup }),
        };
        const isSecure = url.protocol === 'https:';
        const request = isSecure
          ? requestHttps({ ...options, agent: secure })
          : http.request({ ...options, agent: plain });
        if (guard !== undefined)
          request.once('socket', (socket) => {
            socket.once('connect', () => {
              if (!guard.permits(socket)) request.destroy(new ForbiddenAddressError());
            });
          });
        if (onSent !== undefined) request.once('finish', onSent);
        request.on('error', (error) => reject(signal.reason instanceof Error ? signal.reason : error));
        request.on('upgrade', (_answer, socket) => {
          socket.destroy();
          reject(new Error('The answer changes to another protocol'));
        });
        request.on('response', (answer) => {
          // Errors go to the reader of the answer; without a listener here, an error after that would end the process.
          answer.on('error', () => undefined);
          resolve(answer);
        });
        const send = (): void => {
          if (maySend?.() === false) return void request.destroy(new Error('It may not be sent any more'));
          if (typeof body === 'string') return void request.end(body);
          for (const piece of body ?? []) request.write(piece);
          request.end();
        };
        if (maySend === undefined) send();
        else request.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', send));
      }),
    /** aborts all running calls */
    stop: () => {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** Posts JSON to other servers in this program's name. `root` as in `createCaller`; `further`: headers. */
export function createPoster(version: string, root?: string, further: OutgoingCall['headers'] = {}) {
  const caller = createCaller(root);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
    'user-agent': `Counterbell/${version}`,
    ...further,
  };
  return {
    /** sent with a request, `signed` included: alternating names and values */
    headersWith: (signed?: OutgoingCall['headers']) => Object.entries({ ...headers, ...signed }).flat(),
    post: (
      address: string,
      body: OutgoingCall['body'],
      signal: AbortSignal,
      {
        signed,
        ...sending
      }: Pick<OutgoingCall, 'onSent' | 'maySend'> & { readonly signed?: OutgoingCall['headers'] } = {},
    ): Promise<IncomingMessage> =>
      caller.call({ method: 'POST', address, headers: { ...headers, ...signed }, body, signal, ...sending }),
    stop: caller.stop,
  };
}

/** The text of an answer; undefined if it exceeds `most` bytes. Rejects if it breaks off. */
export async function readText(answer: IncomingMessage, most: number): Promise<string | undefined> {
  const { bytes, end } = await readBeginning(answer, most);
  if (end === 'cut') return undefined;
  if (end !== 'whole') throw end;
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** The first `most` bytes of an answer and how it ended: complete, cut or broken off. Closes it; never rejects. */
export async function readBeginning(
  answer: IncomingMessage,
  most: number,
): Promise<{ readonly bytes: Buffer; readonly end: 'whole' | 'cut' | Error }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const beginning = (end: 'whole' | 'cut' | Error) => ({ bytes: Buffer.concat(parts).subarray(0, most), end });
  try {
    for await (const part of answer as AsyncIterable<Uint8Array>) {
      parts.push(part);
      size += part.length;
      if (size > most) return beginning('cut');
    }
    return beginning('whole');
  } catch (error) {
    return beginning(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Explains why an endpoint could not be reached, as named in delivery errors. */
export function networkError(error: unknown): DeliveryError {
  const code = systemCode(error) ?? '';
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/.test(
    code,
  );
  if (isTls) return { kind: 'tls', message: code };
  if (code.startsWith('HPE_')) return { kind: 'invalid_answer', message: code };
  return { kind: 'unreachable', ...(code !== '' && { message: code }) };
}

const SYSTEM_CODES: ReadonlyMap<string, 'nobody' | 'cut' | 'unknownName' | 'noWay'> = new Map([
  ['ECONNREFUSED', 'nobody'],
  ['ECONNRESET', 'cut'],
  ['EPIPE', 'cut'],
  ['UND_ERR_SOCKET', 'cut'],
  ['ENOTFOUND', 'unknownName'],
  ['EAI_AGAIN', 'unknownName'],
  ['EHOSTUNREACH', 'noWay'],
  ['ENETUNREACH', 'noWay'],
  ['ETIMEDOUT', 'noWay'],
]);

/** Explains to people why a call failed: messages of our own as they are, system codes in plain words. */
export function failurePhrase({ kind, code, message = '', reason }: DeliveryError): Phrase {
  if (reason !== undefined) return reason;
  if (kind === 'refused' && `${code ?? ''}${message}` !== '') return foreignText([code, message].join(' ').trim());
  const known = kind === 'unreachable' ? SYSTEM_CODES.get(message) : undefined;
  return phrase(`errors:calls.failed.${known ?? kind}`);
}
