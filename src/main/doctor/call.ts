import { createCaller, textOf } from '#main/outgoing/caller.ts';
import { networkError } from '#main/outgoing/network-error.ts';
import type { Channel } from '#shared/domain/entities.ts';
import type { DeliveryError } from '#shared/domain/message.ts';

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
    const caller = createCaller(root);
    const begun = performance.now();
    try {
      const answer = await caller.call({
        method: 'POST',
        address,
        headers,
        body: framing === 'chunked' ? pieces(body) : body,
        signal,
      });
      const text = await textOf(answer, MOST);
      const date = Date.parse(String(answer.headers['date']));
      return {
        status: answer.statusCode ?? 0,
        text,
        date: Number.isNaN(date) ? undefined : date,
        took: performance.now() - begun,
      };
    } catch (error) {
      return { error: signal.aborted ? { kind: 'timeout' } : networkError(error) };
    } finally {
      caller.stop();
    }
  };
}

/** More than one chunk, so that somebody who reads only the first is found out. */
function pieces(body: string): readonly Buffer[] {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, half), bytes.subarray(half)];
}
