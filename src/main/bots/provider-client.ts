import type { IncomingMessage } from 'node:http';
import type { Clock } from '#main/clock/clock.ts';
import { createPoster, networkError, readBeginning } from '#main/outgoing/caller.ts';
import { signatureHeaders } from '#main/outgoing/signature.ts';
import type { BotAttempt } from '#shared/domain/bots.ts';

/** Bytes of a response body to keep, and milliseconds to wait for its end. */
const MAX_ANSWER_BYTES = 2048;
const BODY_TIMEOUT = 3000;

export interface ProviderAnswer {
  readonly attempt: BotAttempt;
  /** the request went out whole, and no answer came in time */
  readonly isUnanswered: boolean;
  /** the start of the response body, which may arrive after the verdict; never rejects */
  readonly answer: Promise<string | undefined>;
  /** alternating names and values */
  readonly requestHeaders: readonly string[];
  /** the same; absent if there was no response */
  readonly answerHeaders?: readonly string[];
}

/** Posts events to providers. */
export type ProviderClient = ReturnType<typeof createProviderClient>;

export function createProviderClient(version: string, clock: Clock) {
  const poster = createPoster(version);

  /** Stays open for a while after the headers: a bot may send its reply before it ends its response. */
  const readAnswer = async (answer: IncomingMessage): Promise<string | undefined> => {
    const cancel = clock.after(BODY_TIMEOUT, () => answer.destroy());
    // Show what arrived before the connection was lost.
    const { bytes } = await readBeginning(answer, MAX_ANSWER_BYTES);
    cancel();
    return bytes.length === 0 ? undefined : bytes.toString('utf8').toWellFormed();
  };

  return {
    stop: poster.stop,
    /**
     * one request, judged when the response headers arrive (bot provider interface, sections 4.2, 7, 8); never throws.
     * `signingKey`: undefined: it can no longer be read, and nothing is signed
     */
    post: async (
      address: string,
      body: string,
      signingKey: string | undefined,
      signal: AbortSignal,
      maySend?: () => boolean,
    ): Promise<ProviderAnswer> => {
      const at = clock.wall();
      const begun = clock.monotonic();
      const signed = signingKey === undefined ? {} : signatureHeaders(signingKey, body, at);
      const requestHeaders = poster.headersWith(signed);
      let isSent = false;
      try {
        const answer = await poster.post(address, body, signal, {
          maySend,
          onSent: () => (isSent = true),
          signed,
        });
        const status = answer.statusCode ?? 0;
        const attempt: BotAttempt = { at, took: clock.monotonic() - begun, status };
        if (status < 200 || status >= 300)
          attempt.error = { kind: status >= 300 && status < 400 ? 'redirect' : 'status', status };
        return {
          attempt,
          isUnanswered: false,
          answer: readAnswer(answer),
          requestHeaders,
          answerHeaders: answer.rawHeaders,
        };
      } catch (cause) {
        const error = signal.aborted ? { kind: 'timeout' as const } : networkError(cause);
        return {
          attempt: { at, took: clock.monotonic() - begun, error },
          isUnanswered: isSent && error.kind === 'timeout',
          answer: Promise.resolve(undefined),
          requestHeaders,
        };
      }
    },
  };
}
