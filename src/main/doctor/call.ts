import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { networkError } from '#main/delivery/network-error.ts';
import type { Channel, DeliveryError } from '#shared/domain/entities.ts';

/** Bytes of an answer that are read. */
const MOST = 64 * 1024;

export interface CallOptions {
  readonly address: string;
  readonly body: string;
  readonly framing: Channel['framing'];
  /** PEM of one more authority to believe */
  readonly root?: string | undefined;
  readonly signal: AbortSignal;
}

/** The answer, `text` absent where it is longer than what is read; `date` is the other side's clock, in milliseconds. */
export type Called =
  | {
      readonly status: number;
      readonly text: string | undefined;
      readonly date: number | undefined;
      readonly took: number;
    }
  | { readonly error: DeliveryError };

/** Posts a body as JSON, on a connection of its own. Never rejects. */
export type Call = (options: CallOptions) => Promise<Called>;

export function createCall(version: string): Call {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
    'user-agent': `Counterbell/${version}`,
    'ngrok-skip-browser-warning': '1',
  };
  return async ({ address, body, framing, root, signal }) => {
    const { Agent, request } = await import('undici');
    const dispatcher = new Agent({
      pipelining: 0,
      connect: root === undefined ? {} : { ca: [...rootCertificates, root] },
    });
    const begun = performance.now();
    try {
      const answer = await request(address, {
        method: 'POST',
        dispatcher,
        headers,
        signal,
        body: framing === 'chunked' ? Readable.from(pieces(body)) : body,
      });
      const text = await readAnswer(answer.body);
      const date = Date.parse(String(answer.headers['date']));
      return {
        status: answer.statusCode,
        text,
        date: Number.isNaN(date) ? undefined : date,
        took: performance.now() - begun,
      };
    } catch (error) {
      return { error: signal.aborted ? { kind: 'timeout' } : networkError(error) };
    } finally {
      await dispatcher.destroy();
    }
  };
}

/** More than one chunk, so that somebody who reads only the first is found out. */
function pieces(body: string): readonly Buffer[] {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, half), bytes.subarray(half)];
}

async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MOST) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}
