import { i18n, localization } from '#renderer/language/i18n.ts';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { type Answer, ContractError, type ContractErrorShape } from '#shared/contract/errors.ts';
import type { EventFrame } from '#shared/contract/events.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import type { FaultPart } from '#shared/contract/setup.ts';
import { ENGLISH } from '#shared/locales/languages.ts';

/** `connecting`: the first attempt; `lost`: the engine does not answer and we keep retrying. */
export type ConnectionState = 'connecting' | 'connected' | 'lost';

/** Connects the console to the engine: Electron IPC on the desktop, HTTP and a WebSocket in a browser. */
export interface Transport {
  /** calls made after `subscribe` are answered after it, so no event in between is missed */
  readonly subscribesAtOnce: boolean;
  /** rejects with `Unreachable` if there was no answer */
  readonly request: (route: string, input: unknown) => Promise<Answer>;
  /** keeps events coming across reconnects; returns the unsubscribe function */
  readonly subscribe: (
    onFrame: (frame: EventFrame) => void,
    onConnection: (state: ConnectionState) => void,
  ) => () => void;
}

/** The engine did not answer: it is stopped or restarting, or the network is down. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super(i18n.t('common:rpc.unreachable'), { cause });
    this.name = 'Unreachable';
  }
}

/** Posts JSON to the page's origin; rejects with `Unreachable` if there was no answer. */
export async function postJson(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  try {
    return await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) });
  } catch (error) {
    throw new Unreachable(error);
  }
}

/** Calls the engine; rejects with its `ContractError`, or `Unreachable`. */
export type Call = <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;

/** A typed client over a transport; `onSignedOut` is called on the first answer that requires a sign-in. */
export function createClient(transport: Transport, onSignedOut: () => void): Call {
  return async <R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> => {
    const answer = await transport.request(route, input);
    // When the engine runs from source (development and tests), answers are checked against the route's schema.
    if (answer.ok) return answer.data as RouteOutput<R>;
    if (answer.error.code === 'not_signed_in') onSignedOut();
    throw refused(answer.error);
  };
}

/** Translates an error into this window's language; English arrives with it, so its catalogue need not be loaded. */
export function refused({ code, reason, message, issues }: ContractErrorShape): ContractError {
  if (localization.language() === ENGLISH) return new ContractError(code, reason, issues, message);
  return new ContractError(
    code,
    reason,
    issues?.map((issue) => ({ ...issue, message: formatPhrase(issue.reason) })),
    formatPhrase(reason),
  );
}

/** Maximum number of different faults that a page reports; a repeated one is not reported again. */
const MAX_REPORTED = 50;

export type FaultReport = (thrown: unknown, part: FaultPart, components?: string) => void;

/** Reports a page fault to the engine's log; `components` is React's component stack. */
export function createFaultReport(transport: Pick<Transport, 'request'>): FaultReport {
  const reported = new Set<string>();
  return (thrown, part, components = '') => {
    const fault = describeFault(thrown, part, components);
    const key = JSON.stringify(fault);
    if (reported.has(key) || reported.size >= MAX_REPORTED) return;
    reported.add(key);
    // If the engine is unreachable, the error screen still shows the fault.
    transport.request('faults.report', fault).catch(() => undefined);
  };
}

function describeFault(thrown: unknown, part: FaultPart, whole: string): RouteInput<'faults.report'> {
  const components = whole.trim().slice(0, 2000);
  if (!(thrown instanceof Error)) return { part, message: `thrown: ${typeof thrown}`, components };
  // The lines above repeat the message.
  const stack = (thrown.stack ?? '')
    .split('\n')
    .filter((line) => /^\s*at |@/.test(line))
    .join('\n');
  return { part, message: `${thrown.name}: ${thrown.message}`.slice(0, 500), stack: stack.slice(0, 2000), components };
}
