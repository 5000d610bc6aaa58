import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import { urlToHttpOptions } from 'node:url';

/** Bytes of an answer's head that are taken. */
const LONGEST_HEAD = 16 * 1024;

export interface OutgoingCall {
  readonly method: 'GET' | 'POST';
  /** http(s); what it says before an @ is left out */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** several pieces go out chunked, without a length */
  readonly body?: string | readonly Buffer[] | undefined;
  /** ends the call, and the reading of its answer */
  readonly signal: AbortSignal;
}

/** Asks other servers, each call on a connection of its own: a kept one that the other side closed meanwhile would cost an attempt. */
export interface Caller {
  /** resolves with the answer's head, whatever its status and without following it elsewhere; rejects with Node's error */
  readonly call: (call: OutgoingCall) => Promise<IncomingMessage>;
  /** ends all that is under way */
  readonly stop: () => void;
}

/** `root`: PEM of one more authority to believe. */
export function createCaller(root?: string): Caller {
  const plain = new HttpAgent();
  const secure = new HttpsAgent(root === undefined ? {} : { ca: [...rootCertificates, root] });
  return {
    call: ({ method, address, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const url = new URL(address);
        const { auth: _unused, ...target } = urlToHttpOptions(url);
        const length = typeof body === 'string' ? { 'content-length': Buffer.byteLength(body) } : {};
        const options = { ...target, method, headers: { ...headers, ...length }, signal, maxHeaderSize: LONGEST_HEAD };
        const request =
          url.protocol === 'https:'
            ? requestHttps({ ...options, agent: secure })
            : requestHttp({ ...options, agent: plain });
        request.on('error', (error) => reject(signal.reason instanceof Error ? signal.reason : error));
        request.on('upgrade', (_answer, socket) => {
          socket.destroy();
          reject(new Error('The answer changes to another protocol'));
        });
        request.on('response', (answer) => {
          // Whoever reads the answer gets its errors; without a listener here, an error after that would end the process.
          answer.on('error', () => undefined);
          resolve(answer);
        });
        if (typeof body === 'string') request.end(body);
        else {
          for (const piece of body ?? []) request.write(piece);
          request.end();
        }
      }),
    stop: () => {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** The text of an answer; undefined: it is longer than `most` bytes. Rejects where it breaks off. */
export async function textOf(answer: IncomingMessage, most: number): Promise<string | undefined> {
  const { bytes, end } = await beginningOf(answer, most);
  if (end === 'cut') return undefined;
  if (end !== 'whole') throw end;
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** The first `most` bytes of an answer and how it ended: whole, cut there, or broken off. Closes the connection; never rejects. */
export async function beginningOf(
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
