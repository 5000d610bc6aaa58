import type { Clock } from '#main/clock/clock.ts';
import type { AttemptOutcome } from '#main/delivery/lanes.ts';
import { networkError } from '#main/delivery/network-error.ts';
import { headerList } from '#main/journal/header-list.ts';
import type { BotAttempt } from '#shared/domain/bots.ts';

/** How much of an answer is kept, in bytes, and how long its end is waited for, in milliseconds. */
const KEPT_ANSWER = 2048;
const ANSWER_TIME = 3000;

export interface ProviderAnswer {
  readonly outcome: AttemptOutcome;
  readonly attempt: BotAttempt;
  /** the beginning of the answer's body, which may come after the verdict; never rejects */
  readonly answer: Promise<string | undefined>;
  /** name and value by turns; absent where there was no answer */
  readonly answerHeaders?: readonly string[];
}

/** Posts events to providers. */
export interface ProviderClient {
  /** one request, judged when the answer's headers are there (bot provider interface, sections 4.2, 7 and 8); never throws */
  readonly post: (address: string, body: string, signal: AbortSignal) => Promise<ProviderAnswer>;
  /** sent with each request: name and value by turns */
  readonly headers: readonly string[];
  readonly stop: () => Promise<void>;
}

export function createProviderClient(version: string, clock: Clock): ProviderClient {
  let client: ReturnType<typeof openClient> | undefined;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
    'user-agent': `Counterbell/${version}`,
  };

  /** Stays open a while after the headers: a bot may answer the event before it ends its response. */
  const readAnswer = async (
    body: AsyncIterable<Uint8Array> & { readonly destroy: () => unknown },
  ): Promise<string | undefined> => {
    const cancel = clock.after(ANSWER_TIME, () => body.destroy());
    const parts: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const part of body) {
        parts.push(part);
        size += part.length;
        if (size >= KEPT_ANSWER) break;
      }
    } catch {
      // What came before the connection was lost is shown.
    } finally {
      cancel();
      body.destroy();
    }
    return size === 0 ? undefined : Buffer.concat(parts).subarray(0, KEPT_ANSWER).toString('utf8').toWellFormed();
  };

  return {
    headers: Object.entries(headers).flat(),
    post: async (address, body, signal) => {
      const at = clock.wall();
      const begun = clock.monotonic();
      try {
        const { request, dispatcher } = await (client ??= openClient());
        const {
          statusCode: status,
          body: answer,
          headers: answered,
        } = await request(address, { method: 'POST', dispatcher, headers, signal, body });
        // The signal goes with the request's deadline, and that is kept.
        answer.on('error', () => undefined);
        const attempt = { at, took: clock.monotonic() - begun, status };
        const answerHeaders = headerList(answered);
        if (status >= 200 && status < 300)
          return { outcome: { ok: true }, attempt, answer: readAnswer(answer), answerHeaders };
        const error =
          status >= 300 && status < 400 ? { kind: 'redirect' as const, status } : { kind: 'status' as const, status };
        return {
          outcome: { ok: false, error },
          attempt: { ...attempt, error },
          answer: readAnswer(answer),
          answerHeaders,
        };
      } catch (cause) {
        const error = signal.aborted ? { kind: 'timeout' as const } : networkError(cause);
        return {
          outcome: { ok: false, error },
          attempt: { at, took: clock.monotonic() - begun, error },
          answer: Promise.resolve(undefined),
        };
      }
    },
    stop: async () => (await client)?.dispatcher.destroy(),
  };
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
