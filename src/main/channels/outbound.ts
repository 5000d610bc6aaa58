import { Readable } from 'node:stream';
import { errorAnswer } from '#shared/protocol/chat-channel.ts';
import type { AttemptOutcome } from '#main/delivery/lanes.ts';
import { networkError } from '#main/delivery/network-error.ts';
import { headerList } from '#main/journal/header-list.ts';
import type { Channel, DeliveryError } from '#shared/domain/entities.ts';

/** How much of an answer is read, in bytes. */
const LONGEST_ANSWER = 64 * 1024;

export interface Post {
  /** `<endpoint>/<CHANNEL_PUBLIC_ID>` */
  readonly address: string;
  readonly body: string;
  readonly framing: Channel['framing'];
  /** aborts when the attempt's time is over */
  readonly signal: AbortSignal;
}

/** With the answer as it came, for the journal. */
export type PostOutcome = AttemptOutcome & {
  readonly status?: number;
  readonly answer?: string;
  readonly answerHeaders?: readonly string[];
};

/** Posts to integrators' endpoints. */
export interface Poster {
  /** one request, answer read and judged (chat channel interface, sections 4.3 and 7); never throws */
  readonly post: (post: Post) => Promise<PostOutcome>;
  /** sent with each request: name and value by turns */
  readonly headers: readonly string[];
  readonly stop: () => Promise<void>;
}

export function createPoster(version: string): Poster {
  let client: ReturnType<typeof openClient> | undefined;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
    'user-agent': `Counterbell/${version}`,
  };
  return {
    headers: Object.entries(headers).flat(),
    post: async ({ address, body, framing, signal }) => {
      try {
        const bytes = Buffer.from(body);
        const { request, dispatcher } = await (client ??= openClient());
        const answer = await request(address, {
          method: 'POST',
          dispatcher,
          headers,
          signal,
          body: framing === 'chunked' ? Readable.from([bytes]) : bytes,
        });
        const text = await readAnswer(answer.body, signal);
        return {
          ...judge(answer.statusCode, text),
          status: answer.statusCode,
          answerHeaders: headerList(answer.headers),
          ...(text !== undefined && { answer: text }),
        };
      } catch (error) {
        return { ok: false, error: signal.aborted ? { kind: 'timeout' } : networkError(error) };
      }
    },
    stop: async () => (await client)?.dispatcher.destroy(),
  };
}

/** Positive is only status 200 with `result` equal to `ok`; an `error` says why not, whatever the status. */
export function judge(status: number, text: string | undefined): AttemptOutcome {
  if (status >= 300 && status < 400) return { ok: false, error: { kind: 'redirect', status } };
  const answer = text === undefined ? undefined : unwrapped(text);
  if (status === 200 && answer?.['result'] === 'ok') return { ok: true };
  const refusal = refusalIn(answer);
  if (refusal !== undefined)
    return { ok: false, error: { kind: 'refused', ...(status !== 200 && { status }), ...refusal } };
  return { ok: false, error: status === 200 ? { kind: 'invalid_answer' } : { kind: 'status', status } };
}

/** The JSON object in an answer; one that comes as a JSON string is unwrapped once. */
function unwrapped(text: string): Record<string, unknown> | undefined {
  const value = parsed(text);
  const inner = typeof value === 'string' ? parsed(value) : value;
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    ? (inner as Record<string, unknown>)
    : undefined;
}

function refusalIn(answer: Record<string, unknown> | undefined): Pick<DeliveryError, 'code' | 'message'> | undefined {
  const error = answer?.['error'];
  if (error === undefined || error === null) return undefined;
  if (typeof error === 'string') return { message: shortened(error) };
  const read = errorAnswer.safeParse(error);
  if (!read.success) return {};
  const { code, message } = read.data;
  return {
    ...(code !== undefined && { code: shortened(code) }),
    ...(message !== undefined && { message: shortened(message) }),
  };
}

function shortened(text: string): string {
  return text.toWellFormed().slice(0, 1000);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** undefined: longer than what is read of an answer */
async function readAnswer(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    signal.throwIfAborted();
    size += part.length;
    if (size > LONGEST_ANSWER) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

/** Its code is large, and read when the first request is made. */
async function openClient() {
  const { Agent, request } = await import('undici');
  // A connection for each request: one that the other side closed meanwhile would cost an attempt.
  return {
    request,
    dispatcher: new Agent({ pipelining: 0, maxHeaderSize: 16 * 1024, headersTimeout: 0, bodyTimeout: 0 }),
  };
}
