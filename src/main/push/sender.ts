import type { Logger } from 'pino';
import { pause, type Clock } from '#main/clock/clock.ts';
import { createAddressGuard, ForbiddenAddressError, type NetworkEdge } from '#main/outgoing/address-guard.ts';
import { createCaller, networkError } from '#main/outgoing/caller.ts';
import type { PushTarget } from '#shared/contract/joining.ts';
import { type PushedNotice, tagOf } from '#shared/contract/service-worker.ts';
import type { PushKey } from './push-key.ts';

/** Milliseconds that a push service keeps what it cannot hand over, such as to a phone without a network. */
export const KEPT_FOR = 60 * 60_000;
/** Milliseconds for one attempt. */
const ATTEMPT_LIMIT = 15_000;
/** Milliseconds before each further attempt, unless the push service asks for more. */
const RETRIES = [5_000, 60_000] as const;
const LONGEST_WAIT = 5 * 60_000;
const MAX_AT_ONCE = 16;

/** The sender, where nobody is known to whom a push service can write: Apple's refuses it, others don't look. */
const NOBODY = 'https://counterbell.invalid/';

/** With `wait`, milliseconds that the push service asks for, it may be taken later. `late`: it may not be shown now. */
type Outcome = 'taken' | 'gone' | 'late' | { readonly problem: string; readonly wait?: number };

export interface SenderOptions {
  readonly key: PushKey;
  readonly contact: () => string | undefined;
  readonly edge: NetworkEdge;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  /** the push service knows this subscription no more, or belongs it to another key */
  readonly onGone: (deviceId: string, target: PushTarget) => void;
}

/**
 * Hands notices to push services, encrypted for the device (RFC 8291). A newer notice of the same kind takes the place
 * of one that was not handed over yet, here and at the push service.
 */
export function createSender({ key, contact, edge, clock, log, onGone }: SenderOptions) {
  // A browser chose the address: never one of this computer's own network.
  const caller = createCaller(undefined, createAddressGuard(edge, false));
  /** notifications being handed over, by kind and device */
  const running = new Map<string, { readonly deviceId: string; readonly stop: AbortController }>();
  const limit = limitTo(MAX_AT_ONCE);

  const attempt = async (
    target: PushTarget,
    notice: PushedNotice,
    until: number,
    signal: AbortSignal,
  ): Promise<Outcome> => {
    const { endpoint, p256dh, auth } = target;
    // Loaded on demand: few installations notify closed browsers.
    const { default: webPush } = await import('web-push');
    const left = Math.min(KEPT_FOR, until - clock.monotonic());
    if (left <= 0) return 'late';
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(notice),
      {
        TTL: Math.floor(left / 1000),
        urgency: notice.silent ? 'normal' : 'high',
        topic: tagOf(notice.kind),
      },
    );
    const { origin } = new URL(endpoint);
    const signature = webPush.getVapidHeaders(origin, contact() ?? NOBODY, key.publicKey, key.privateKey, 'aes128gcm');
    const answer = await caller.call({
      method: 'POST',
      address: endpoint,
      headers: { ...headers, ...signature },
      body: body === null ? [] : [body],
      signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_LIMIT)]),
    });
    answer.destroy();
    return outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']);
  };
  const deliver = async (
    deviceId: string,
    target: PushTarget,
    notice: PushedNotice,
    until: number,
    stop: AbortSignal,
  ): Promise<void> => {
    const service = new URL(target.endpoint).host;
    for (const [at, delay] of [...RETRIES, undefined].entries()) {
      const outcome = await limit(() => attempt(target, notice, until, stop)).catch(failureOf);
      if (stop.aborted || outcome === 'taken' || outcome === 'late') return;
      if (outcome === 'gone') return onGone(deviceId, target);
      if (outcome.wait === undefined || delay === undefined)
        return log.warn({ deviceId, service, attempts: at + 1, problem: outcome.problem }, NOT_TAKEN);
      await pause(clock, Math.max(delay, Math.min(outcome.wait, LONGEST_WAIT)), stop);
      if (stop.aborted) return;
    }
  };

  return {
    /** returns at once; `validFor`: milliseconds after which it may not be shown any more */
    send: (deviceId: string, target: PushTarget, notice: PushedNotice, validFor: number): void => {
      const lane = `${notice.kind} ${deviceId}`;
      running.get(lane)?.stop.abort();
      const stop = new AbortController();
      running.set(lane, { deviceId, stop });
      deliver(deviceId, target, notice, clock.monotonic() + validFor, stop.signal)
        .catch((error: unknown) => log.warn({ err: error, deviceId }, NOT_TAKEN))
        .finally(() => {
          if (running.get(lane)?.stop === stop) running.delete(lane);
        });
    },
    /** gives up what waits for devices that are not to be notified any more */
    keepOnly: (isNotified: (deviceId: string) => boolean): void => {
      for (const { deviceId, stop } of running.values()) if (!isNotified(deviceId)) stop.abort();
    },
    /** gives up what was not handed over yet */
    stop: (): void => {
      for (const { stop } of running.values()) stop.abort();
      caller.stop();
    },
  };
}

const NOT_TAKEN = 'a notification was not handed over to the push service';

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return 'taken';
  // 401 and 403: it was subscribed with another key of ours. The page subscribes again when it is opened.
  if ([401, 403, 404, 410].includes(status)) return 'gone';
  if (status !== 429 && status < 500) return { problem: `status ${status}` };
  const seconds = Number(retryAfter);
  return { problem: `status ${status}`, wait: Number.isFinite(seconds) ? seconds * 1000 : 0 };
}

function failureOf(error: unknown): Outcome {
  const problem = networkError(error).message ?? String(error);
  return error instanceof ForbiddenAddressError ? { problem } : { problem, wait: 0 };
}

/** Runs at most `most` at once, the others in turn. */
function limitTo(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
