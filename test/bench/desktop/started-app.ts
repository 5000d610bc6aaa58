import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as passing } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { z } from 'zod';

const START_TIMEOUT = 60_000;
/** Milliseconds that the evaluation of an expression takes at most. */
const EVALUATION = 5 * 60_000;

/** An app being measured, its window open. */
export interface StartedApp {
  readonly pid: number;
  /** milliseconds from the program's start to the awaited moment */
  readonly took: number;
  /** returns the awaited value of an expression in the page */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** the same in the main process; only of an app that was started for it */
  readonly inMain: (expression: string) => Promise<unknown>;
  /** asks it to quit and waits for the end */
  readonly quit: () => Promise<void>;
}

export interface AppStart {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** expression in the page; resolves to the awaited moment, in milliseconds since 1970 */
  readonly moment: string;
  /** opens its main process, too */
  readonly opensMain?: boolean;
}

/**
 * Starts an app and waits for a moment in its first window. Observes through the browser's remote debugging, which
 * delays nothing; the page itself takes the time.
 */
export async function startApp(start: AppStart): Promise<StartedApp> {
  const { executablePath, args, environment, moment, opensMain = false } = start;
  const begun = Date.now();
  const child = spawn(executablePath, [...args, ...(opensMain ? ['--inspect=0'] : []), '--remote-debugging-port=0'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  try {
    const { port, main } = await Promise.race([
      debuggingAddresses(child.stderr),
      ended.then(([code]) => Promise.reject(new Error(`the app ended with ${String(code)}`))),
    ]);
    const evaluate = async (expression: string): Promise<unknown> => evaluateAt(await pageAddress(port), expression);
    const at = z.number().parse(await retryUntilReady(() => evaluate(moment)));
    return {
      pid: child.pid ?? 0,
      took: at - begun,
      evaluate,
      inMain: async (expression) => {
        if (main === undefined) throw new Error('this app does not let its main process be opened');
        return evaluateAt(main, expression);
      },
      quit: async () => {
        child.kill('SIGTERM');
        await ended;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** Of the pages, and of the main process if it is open. */
async function debuggingAddresses(
  output: NodeJS.ReadableStream,
): Promise<{ readonly port: number; readonly main: string | undefined }> {
  const lines = createInterface({ input: output });
  let main: string | undefined;
  for await (const line of lines) {
    // The main process is open before any page.
    main ??= /^Debugger listening on (ws:\S+)/.exec(line)?.[1];
    const port = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line)?.[1];
    if (port === undefined) continue;
    // Later output is read and dropped, or the app would wait for a reader.
    output.resume();
    return { port: Number(port), main };
  }
  throw new Error('the app opened no debugging port');
}

const targets = z.array(z.object({ type: z.string(), url: z.string(), webSocketDebuggerUrl: z.string() }));

async function pageAddress(port: number): Promise<string> {
  const listed = targets.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json());
  const page = listed.find(({ type, url }) => type === 'page' && /^(app|file):/.test(url));
  if (page === undefined) throw new Error('there is no page yet');
  return page.webSocketDebuggerUrl;
}

const evaluated = z.object({
  result: z.object({ result: z.object({ value: z.unknown().optional() }), exceptionDetails: z.unknown().optional() }),
});

async function evaluateAt(address: string, expression: string): Promise<unknown> {
  const socket = new WebSocket(address);
  try {
    await once(socket, 'open');
    socket.send(
      JSON.stringify({
        id: 1,
        method: 'Runtime.evaluate',
        params: { expression, awaitPromise: true, returnByValue: true, includeCommandLineAPI: true },
      }),
    );
    const [frame] = (await once(socket, 'message', { signal: AbortSignal.timeout(EVALUATION) })) as [Buffer];
    const { result } = evaluated.parse(JSON.parse(frame.toString()));
    if (result.exceptionDetails !== undefined)
      throw new Error(`the page refused: ${JSON.stringify(result.exceptionDetails)}`);
    return result.result.value;
  } finally {
    socket.close();
  }
}

/** The window may come at any time, and evaluating in a page that is just being left gets no answer. */
async function retryUntilReady<T>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + START_TIMEOUT;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > until) throw error;
      await passing(10);
    }
  }
}
