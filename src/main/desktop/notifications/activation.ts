import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { App, Event } from 'electron';
import type { Clock } from '#main/clock/clock.ts';
import { argumentsToRepeat } from '../faults.ts';

/** Of a start that only hands a token to the running app. */
const activationArgument = '--activation=';
/** Milliseconds after which a window opens without its token. */
const PATIENCE = 2000;

export interface ActivationOptions {
  readonly app: Pick<App, 'on' | 'off'>;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
  /** starts the program once more */
  readonly start: (args: readonly string[], env: NodeJS.ProcessEnv) => void;
}

/** Whether these arguments are of a start that asks for nothing but to hand over a token. */
export function isActivation(argv: readonly string[]): boolean {
  return argv.some((argument) => argument.startsWith(activationArgument));
}

/**
 * On Wayland a window comes to the front only by a token, which notifications hand out. Electron takes one from the
 * environment of a start, also of a second one, which passes it to the first: so that is done. Resolves when the token
 * is there for the next window that is focused, or does not come.
 */
export async function takeActivationToken(
  token: string | undefined,
  { app, clock, env, start }: ActivationOptions,
): Promise<void> {
  if (token === undefined || token === '' || env['XDG_SESSION_TYPE'] !== 'wayland') return;
  const argument = activationArgument + randomUUID();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      app.off('second-instance', heed);
      giveUp();
      resolve();
    };
    const heed = (_event: Event, argv: readonly string[]): void => {
      if (argv.includes(argument)) end();
    };
    const giveUp = clock.after(PATIENCE, end);
    app.on('second-instance', heed);
    start([argument], { ...env, XDG_ACTIVATION_TOKEN: token });
  });
}

/** The program as it runs now, once more. */
export function startOnceMore(args: readonly string[], env: NodeJS.ProcessEnv): void {
  const program = spawn(process.execPath, [...argumentsToRepeat(process.argv), ...args], {
    env,
    stdio: 'ignore',
    detached: true,
  });
  // The window opens without the token, then.
  program.on('error', () => undefined);
  program.unref();
}
