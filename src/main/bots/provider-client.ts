import type { IncomingMessage } from 'node:http';
import type { Clock } from '#main/clock/clock.ts';
import type { AttemptOutcome } from '#main/delivery/lanes.ts';
import { readBeginning, createCaller } from '#main/outgoing/caller.ts';
import { networkError } from '#main/outgoing/network-error.ts';
import type { BotAttempt } from '#shared/domain/bots.ts';

/** Bytes of a response body to keep, and milliseconds to wait for its end. */
const MAX_ANSWER_BYTES = 2048;
const ANSWER_TIMEOUT = 3000;

export interface ProviderAnswer {
  readonly outcome: AttemptOutcome;
  readonly attempt: BotAttempt;
  /** the start of the response body, which may arrive after the verdict; never rejects */
  readonly answer: Promise<string | undefined>;
  /** alternating names and values; absent if there was no response */
  readonly answerHeaders?: readonly string[];
}

/** Posts events to providers. */
export interface ProviderClient {
  /** one request, judged when the response headers arrive (bot provider interface, sections 4.2, 7, 8); never throws */
  readonly post: (address: string, body: string, signal: AbortSignal) => Promise<ProviderAnswer>;
  /** sent with each request: alternating names and values */
  readonly headers: readonly string[];
  readonly stop: () => void;
}

export function createProviderClient(version: string, clock: Clock): ProviderClient {
  const caller = createCaller();
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
    'user-agent': `Counterbell/${version}`,
  };

  /** Stays open for a while after the headers: a bot may send its reply before it ends its response. */
  const readAnswer = async (answer: IncomingMessage): Promise<string | undefined> => {
    const cancel = clock.after(ANSWER_TIMEOUT, () => answer.destroy());
    // Show what arrived before the connection was lost.
    const { bytes } = await readBeginning(answer, MAX_ANSWER_BYTES);
    cancel();
    return bytes.length === 0 ? undefined : bytes.toString('utf8').toWellFormed();
  };

  return {
    headers: Object.entries(headers).flat(),
    post: async (address, body, signal) => {
      const at = clock.wall();
      const begun = clock.monotonic();
      try {
        const answer = await caller.call({ method: 'POST', address, headers, body, signal });
        const status = answer.statusCode ?? 0;
        const attempt = { at, took: clock.monotonic() - begun, status };
        const answerHeaders = answer.rawHeaders;
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
    stop: caller.stop,
  };
}
