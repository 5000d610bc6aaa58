import type { FaultPart, RouteInput } from '#shared/contract/routes.ts';
import type { Transport } from './transport.ts';

/** How many different faults a page reports; a repeated one is not reported again. */
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
