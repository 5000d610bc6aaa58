import type { ConnectionProblem, ConnectionSettings } from '#shared/contract/connection.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';
import { LOOPBACK, TunnelError, type RunningTunnel, type TunnelProvider, type TunnelType } from '../ports.ts';
import { ngrokFailure, NO_NGROK_TOKEN, NOT_INSTALLED } from './ngrok-words.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** What of `@ngrok/ngrok` is used. */
export interface NgrokAgent {
  readonly forward: (config: {
    readonly addr: string;
    readonly authtoken: string;
    readonly domain?: string;
    readonly force_new_session: boolean;
    readonly onStatusChange: (status: string) => void;
  }) => Promise<NgrokListener>;
}

export interface NgrokListener {
  readonly url: () => string | null;
  /** resolves when it carries no longer */
  readonly join: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface NgrokTunnelOptions {
  readonly token: string;
  /** of the account; empty: the one that ngrok gave it */
  readonly domain: string;
  readonly load?: () => Promise<NgrokAgent>;
}

const START_LIMIT = 30_000;
const FAREWELL = 3000;

/** ngrok, by its agent in this process. */
export function ngrokType({ domain }: ConnectionSettings['tunnel']['ngrok']): TunnelType {
  return {
    door: { port: 0, trustedProxies: LOOPBACK },
    expectedUrl: domain === '' ? undefined : `https://${domain}`,
    secrets: ['ngrokToken'],
    needs: ({ ngrokToken }) => [
      [ngrokToken !== undefined, 'secrets.ngrokToken', phrase('errors:refusals.way.ngrokToken')],
    ],
    provider: ({ ngrokToken: token = '' }) => ngrokTunnel({ token, domain }),
  };
}

/** A tunnel by ngrok's own agent in this process, loaded when it is first wanted. Rejects with TunnelError. */
export function ngrokTunnel({ token, domain, load = loadNgrok }: NgrokTunnelOptions): TunnelProvider {
  return {
    start: async (port, signal) => {
      if (token === '') throw new TunnelError(NO_NGROK_TOKEN, { isFinal: true });
      const agent = await load().catch((cause: unknown) => {
        throw new TunnelError(NOT_INSTALLED, { isFinal: true, cause });
      });
      let isConnected = true;
      const listening = agent.forward({
        addr: `127.0.0.1:${port}`,
        authtoken: token,
        ...(domain !== '' && { domain }),
        // Another token would otherwise go on with the session of the former.
        force_new_session: true,
        onStatusChange: (status) => (isConnected = status !== 'closed'),
      });
      const listener = await within(listening, AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT)])).catch(
        (cause: unknown) => {
          // It may still come up, for nobody.
          void listening.then((late) => late.close()).catch(() => undefined);
          signal.throwIfAborted();
          throw ngrokFailure(cause, token);
        },
      );
      return runningTunnel(listener, () => isConnected);
    },
  };
}

/** Whether ngrok's agent came with this installation. */
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
  let isStopping = false;
  let hasEnded = false;
  const ended = listener
    .join()
    .then(
      () => 'ended',
      (error: unknown) => error,
    )
    .then((how): ConnectionProblem | Promise<never> => {
      hasEnded = true;
      return isStopping ? new Promise<never>(() => undefined) : ngrokFailure(how, '').problem;
    });
  return {
    publicUrl: withoutSlashes(listener.url() ?? ''),
    isHealthy: () => Promise.resolve(!hasEnded && isConnected()),
    ended,
    stop: async () => {
      isStopping = true;
      await within(listener.close(), AbortSignal.timeout(FAREWELL)).catch(() => undefined);
    },
  };
}

function within<T>(promise: Promise<T>, limit: AbortSignal): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(limit.reason);
  limit.addEventListener('abort', end, { once: true });
  if (limit.aborted) end();
  return Promise.race([promise, over]).finally(() => limit.removeEventListener('abort', end));
}
