import type { IncomingMessage, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Answer, isAnswer } from '#shared/contract/errors.ts';
import type { OwnMediaRequest } from '#main/engine/engine.ts';
import type { MediaAnswer } from '#main/media/ports.ts';
import { hostOf } from '#main/outgoing/address-guard.ts';
import { readText } from '#main/outgoing/caller.ts';
import type { OpenHost } from './host-connection.ts';
import { urlOf } from './pinned-tls.ts';

/** The host did not answer. Whether it got the request is not known; it is never sent again by itself. */
export class HostUnreachable extends Error {
  constructor(cause?: unknown) {
    super('The host cannot be reached', { cause });
    this.name = 'HostUnreachable';
  }
}

/** Bytes of an answer: more than any route's. */
const MAX_ANSWER = 64 * 1024 * 1024;

/** Posts to a route of the host's console. `deviceKey`: undefined while joining. Rejects with HostUnreachable. */
export async function askHost(
  host: OpenHost,
  deviceKey: string | undefined,
  path: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const body = JSON.stringify(input ?? {});
  const options = {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  };
  try {
    const response = await send(host, deviceKey, path, options, Readable.from([body]));
    const answer: unknown = JSON.parse((await readText(response, MAX_ANSWER)) ?? '');
    if (isAnswer(answer)) return answer;
    throw new Error(`status ${String(response.statusCode)}`);
  } catch (error) {
    throw new HostUnreachable(error);
  }
}

/** `/media/…`: files with their ranges, and uploads, both streamed. Rejects with HostUnreachable. */
export async function serveFromHost(
  host: OpenHost,
  deviceKey: string,
  { method, url, range, body, signal }: OwnMediaRequest,
): Promise<MediaAnswer> {
  const headers = {
    ...(range !== undefined && { range }),
    ...(body !== undefined && { 'content-type': 'application/octet-stream' }),
  };
  try {
    const response = await send(host, deviceKey, url, { method, headers, signal }, body && Readable.from(body));
    if (method === 'HEAD') response.resume();
    return {
      status: response.statusCode ?? 502,
      headers: headersOf(response),
      body: method === 'HEAD' ? undefined : response,
    };
  } catch (error) {
    throw new HostUnreachable(error);
  }
}

/** Resolves with the response as soon as its head is there, even before an upload has ended. */
function send(
  { address, agent }: OpenHost,
  deviceKey: string | undefined,
  path: string,
  {
    headers,
    ...options
  }: Omit<RequestOptions, 'headers'> & { readonly headers: Readonly<Record<string, string | number>> },
  body: Readable | undefined,
): Promise<IncomingMessage> {
  const url = new URL(urlOf(address));
  return new Promise((resolve, reject) => {
    const sent = process.getBuiltinModule('node:http').request(
      {
        ...options,
        agent,
        protocol: url.protocol,
        host: hostOf(url),
        ...(url.port !== '' && { port: url.port }),
        path,
        headers: { ...headers, ...(deviceKey !== undefined && { authorization: `Bearer ${deviceKey}` }) },
      },
      resolve,
    );
    sent.on('error', reject);
    if (body === undefined) sent.end();
    // A source that breaks off breaks off the request; an answer may come before everything was sent.
    else pipeline(body, sent).catch(reject);
  });
}

/** Not those of the connection, which belong to this hop. */
const OF_THE_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'set-cookie', 'upgrade', 'date']);

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !OF_THE_HOP.has(name) ? [[name, value]] : [],
    ),
  );
}
