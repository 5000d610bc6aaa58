import { setTimeout as passing } from 'node:timers/promises';
import type { Logger } from 'pino';
import { systemClock, type Clock } from '#main/clock/clock.ts';
import { app, dialog } from 'electron';
import type { Ask } from './ask-engine.ts';
import { catchFaults } from '#main/engine/faults.ts';
import { t } from './texts.ts';

/** Argument of a restart after a fault: its time in milliseconds since 1970. */
const relaunchedArgument = '--after-fault=';
/** Milliseconds between two restarts of the app: one that fails at once must not occupy the computer. */
const RELAUNCH_PAUSE = 60_000;

export interface FaultOptions {
  readonly process?: Pick<NodeJS.Process, 'on' | 'off' | 'argv'>;
  readonly log: Logger;
  readonly clock?: Pick<Clock, 'wall' | 'after'>;
  /** tells the user; once per run of the app */
  readonly showFault?: () => void;
  /** absent: nobody depends on this app, so that it only logs and says so */
  readonly service?: {
    /** resolves when a part that customers depend on died; only a restart brings it back */
    readonly died: Promise<Error>;
    /** true while customers are still served */
    readonly isServing: () => Promise<boolean>;
    /** customers are no longer served */
    readonly onDown: () => void;
    /** quits in order and restarts with this additional argument */
    readonly relaunch: (argument: string) => void;
  };
}

/**
 * Handles uncaught errors of the main process: logs them, tells the user once, and continues while customers are
 * served. If they are not, or an essential part died, restarts the app to get a listener in a known state: at once, or a
 * minute after the restart before. Returns how to stop.
 */
export function handleFaults({
  process = globalThis.process,
  log,
  clock = systemClock,
  showFault: show = showFault,
  service,
}: FaultOptions): () => void {
  let reported = false;
  let checking = false;
  let isStopped = false;
  let isDown = false;
  let cancelRelaunch = (): void => undefined;

  const check = async (): Promise<void> => {
    if (checking || service === undefined) return;
    checking = true;
    const serving = await service.isServing().catch(() => false);
    checking = false;
    if (!serving) shutDown();
  };
  const shutDown = (): void => {
    if (isStopped || isDown) return;
    isDown = true;
    log.fatal('customers can no longer be answered');
    service?.onDown();
    cancelRelaunch = clock.after(pauseBefore(process.argv, clock.wall()), () =>
      service?.relaunch(`${relaunchedArgument}${clock.wall()}`),
    );
  };
  const onFault = (): void => {
    if (!reported) show();
    reported = true;
    void check();
  };
  void service?.died.then(shutDown);
  const stopCatching = catchFaults(log, onFault, process);
  return () => {
    isStopped = true;
    cancelRelaunch();
    stopCatching();
  };
}

/** Milliseconds from now; a clock that was set back, or nonsense in the argument, makes none longer than the pause. */
function pauseBefore(argv: readonly string[], now: number): number {
  const before = argv.findLast((argument) => argument.startsWith(relaunchedArgument));
  const since = before === undefined ? Infinity : Math.abs(now - Number(before.slice(relaunchedArgument.length)));
  return since < RELAUNCH_PAUSE ? RELAUNCH_PAUSE - since : 0;
}

/** Quits in order (`quit`) and restarts with these additional arguments, as the AppImage if it is one. */
export function relaunchApp(quit: () => void, ...more: readonly string[]): void {
  const appImage = process.env['APPIMAGE'];
  app.relaunch({
    args: [...relaunchArguments(process.argv), ...more],
    ...(appImage !== undefined && { execPath: appImage }),
  });
  quit();
}

/** This start's arguments for a restart, without those of an earlier fault and without links. */
export function relaunchArguments(argv: readonly string[]): readonly string[] {
  return argv.slice(1).filter((argument) => !argument.startsWith(relaunchedArgument) && !argument.includes('://'));
}

/** Milliseconds the listener may take to respond before it counts as dead. */
const ANSWER_LIMIT = 5_000;

/** Asks the owner about a window that keeps failing; the engine runs on without it meanwhile. */
export function askAboutUnrecoverableWindow(tryAgain: () => void): void {
  void dialog
    .showMessageBox({
      type: 'error',
      title: 'Counterbell',
      message: t('desktop:hopeless.message'),
      detail: t('desktop:hopeless.detail'),
      buttons: [t('desktop:hopeless.tryAgain'), t('desktop:hopeless.quit')],
      defaultId: 0,
      cancelId: 0,
    })
    .then(({ response }) => (response === 1 ? app.quit() : tryAgain()));
}

/** Says that something went wrong, and that the app goes on. */
function showFault(): void {
  void dialog.showMessageBox({
    type: 'warning',
    title: 'Counterbell',
    message: t('desktop:fault.message'),
    detail: t('desktop:fault.detail'),
  });
}

/** Checks that the listener reports it can store messages, and that stored data can be read. */
export async function isServingCustomers(listenerUrl: string, ask: Ask): Promise<boolean> {
  const { ok: isHealthy } = await fetch(`${listenerUrl}/health`, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
  return isHealthy && Promise.race([ask('chats.counts', {}).then(() => true), passing(ANSWER_LIMIT, false)]);
}
