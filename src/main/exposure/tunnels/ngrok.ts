import type { ConnectionProblem } from '#shared/contract/connection.ts';
import type { TunnelSettings } from '#shared/contract/tunnels.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import { TunnelError, type RunningTunnel, type TunnelProvider, type TunnelRunner, within } from '../ports.ts';
import { phrase, problemOf } from '#shared/locales/phrase.ts';

/** The part of `@ngrok/ngrok` that is used. */
export interface NgrokAgent {
  readonly forward: (config: {
    readonly addr: string;
    readonly authtoken: string;
    readonly domain?: string;
    readonly force_new_session: boolean;
    readonly onStatusChange: (status: string) => void;
  }) => Promise<NgrokListener>;
}

interface NgrokListener {
  readonly url: () => string | null;
  /** resolves when it has stopped working */
  readonly join: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface NgrokTunnelOptions {
  readonly token: string;
  /** of the account; empty: assigned by ngrok */
  readonly domain: string;
  readonly load?: () => Promise<NgrokAgent>;
}

const START_LIMIT = 30_000;
const STOP_TIMEOUT = 3000;

/** ngrok, using its agent in this process, which may be missing from this installation. */
export const ngrok: TunnelRunner<TunnelSettings['ngrok']> = {
  provider: ({ domain }, { ngrokToken: token = '' }) => ngrokTunnel({ token, domain }),
  find: async () => ((await hasNgrok()) ? {} : null),
};

/** Runs a tunnel with ngrok's own agent in this process, loaded on demand. Rejects with TunnelError. */
export function ngrokTunnel({ token, domain, load = loadNgrok }: NgrokTunnelOptions): TunnelProvider {
  return {
    start: async (port, signal) => {
      if (token === '') {
        const todo = phrase('findings:reach.ngrok.noToken.todo');
        throw new TunnelError({ what: phrase('findings:reach.tunnel.noToken'), todo }, { isFinal: true });
      }
      const agent = await load().catch((cause: unknown) => {
        throw new TunnelError(problemOf('reach.ngrok.missing'), { isFinal: true, cause });
      });
      let isConnected = true;
      const listening = agent.forward({
        addr: `127.0.0.1:${port}`,
        authtoken: token,
        ...(domain !== '' && { domain }),
        // Otherwise another token would continue the session of the previous one.
        force_new_session: true,
        onStatusChange: (status) => (isConnected = status !== 'closed'),
      });
      const listener = await within(listening, AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT)])).catch(
        (cause: unknown) => {
          // It may still come up with nobody waiting.
          void listening.then((late) => late.close()).catch(() => undefined);
          signal.throwIfAborted();
          throw ngrokFailure(cause, token);
        },
      );
      return runningTunnel(listener, () => isConnected);
    },
  };
}

/** Checks whether ngrok's agent is part of this installation. */
export function hasNgrok(load: () => Promise<NgrokAgent> = loadNgrok): Promise<boolean> {
  return load().then(
    () => true,
    () => false,
  );
}

async function loadNgrok(): Promise<NgrokAgent> {
  const { forward } = await import('@ngrok/ngrok');
  return { forward };
}

function runningTunnel(listener: NgrokListener, isConnected: () => boolean): RunningTunnel {
  let hasEnded = false;
  const ended = listener
    .join()
    .catch((error: unknown) => error)
    .then((how) => {
      hasEnded = true;
      return ngrokFailure(how ?? 'ended', '').problem;
    });
  return {
    publicUrl: withoutSlashes(listener.url() ?? ''),
    isHealthy: async () => !hasEnded && isConnected(),
    ended,
    stop: () => within(listener.close(), AbortSignal.timeout(STOP_TIMEOUT)).catch(() => undefined),
  };
}

const SIX_MINUTES = 6 * 60_000;

type Refusal = Pick<TunnelError, 'problem'> & Partial<Pick<TunnelError, 'isFinal' | 'retryAfter'>>;

const WRONG_TOKEN: Refusal = { problem: problemOf('reach.ngrok.token'), isFinal: true };
const FOREIGN_DOMAIN: Refusal = { problem: problemOf('reach.ngrok.foreign'), isFinal: true };

/** ngrok's error codes, according to its documentation. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_NGROK_105: WRONG_TOKEN,
  ERR_NGROK_106: WRONG_TOKEN,
  ERR_NGROK_107: WRONG_TOKEN,
  ERR_NGROK_4018: { problem: problemOf('reach.ngrok.wantsAccount'), isFinal: true },
  ERR_NGROK_382: { problem: problemOf('reach.ngrok.unverified'), isFinal: true },
  ERR_NGROK_108: { problem: problemOf('reach.ngrok.agents'), retryAfter: 30_000 },
  ERR_NGROK_314: { problem: problemOf('reach.ngrok.noDomains'), isFinal: true },
  ERR_NGROK_319: FOREIGN_DOMAIN,
  ERR_NGROK_320: FOREIGN_DOMAIN,
  ERR_NGROK_7117: FOREIGN_DOMAIN,
  ERR_NGROK_7118: FOREIGN_DOMAIN,
  ERR_NGROK_15002: { problem: problemOf('reach.ngrok.wantsDomain'), isFinal: true },
  // After a broken connection ngrok may keep the old one for a while.
  ERR_NGROK_334: { problem: problemOf('reach.ngrok.used') },
  ERR_NGROK_18009: { problem: problemOf('reach.ngrok.cloud'), isFinal: true },
  ERR_NGROK_1214: { problem: problemOf('reach.ngrok.often'), retryAfter: SIX_MINUTES },
};

/** Explains why ngrok refuses, in a message that never contains the token. */
function ngrokFailure(cause: unknown, token: string): TunnelError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const code =
    /\bERR_NGROK_\d+\b/.exec(message)?.[0] ??
    (cause instanceof Error && 'errorCode' in cause ? String(cause.errorCode) : '');
  const refusal = REFUSALS[code] ?? { problem: unknownProblem(code, message, token) };
  return new TunnelError(refusal.problem, refusal);
}

function unknownProblem(code: string, message: string, token: string): ConnectionProblem {
  if (code !== '')
    return {
      what: phrase('findings:reach.ngrok.code.text', { code }),
      todo: phrase('findings:reach.ngrok.code.todo', { code: code.toLowerCase() }),
    };
  if (/dns|resolve|connect|timed? ?out|network|timeout/i.test(message)) return problemOf('reach.ngrok.notReached');
  const reason = (token === '' ? message : message.replaceAll(token, '***')).slice(0, 200);
  return { what: phrase('findings:reach.ngrok.ended', { reason }), todo: phrase('findings:reach.tunnel.again.todo') };
}
