import { errorAnswer } from '#shared/protocol/chat-channel.ts';
import type { AttemptOutcome } from '#main/delivery/lanes.ts';
import { createCaller, textOf } from '#main/outgoing/caller.ts';
import { networkError } from '#main/outgoing/network-error.ts';
import type { Channel } from '#shared/domain/entities.ts';
import type { DeliveryError } from '#shared/domain/message.ts';

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
  readonly stop: () => void;
}

export function createPoster(version: string): Poster {
  const caller = createCaller();
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
    'user-agent': `Counterbell/${version}`,
  };
  return {
    headers: Object.entries(headers).flat(),
    post: async ({ address, body, framing, signal }) => {
      try {
        const answer = await caller.call({
          method: 'POST',
          address,
          headers,
          body: framing === 'chunked' ? [Buffer.from(body)] : body,
          signal,
        });
        const status = answer.statusCode ?? 0;
        const text = await textOf(answer, LONGEST_ANSWER);
        return {
          ...judge(status, text),
          status,
          answerHeaders: answer.rawHeaders,
          answer: text,
        };
      } catch (error) {
        return { ok: false, error: signal.aborted ? { kind: 'timeout' } : networkError(error) };
      }
    },
    stop: caller.stop,
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
