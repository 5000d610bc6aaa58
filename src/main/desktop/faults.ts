import { setTimeout as passing } from 'node:timers/promises';
import type { Logger } from 'pino';
import { app, dialog } from 'electron';
import type { Ask } from './ask-engine.ts';
import { t } from './texts.ts';

/** Argument of a restart after a fault: its time in milliseconds since 1970. */
const relaunchedArgument = '--after-fault=';
/** Milliseconds after a restart during which another fault does not restart the app. */
const RELAUNCH_PAUSE = 300_000;

export interface FaultOptions {
  readonly process?: Pick<NodeJS.Process, 'on' | 'off' | 'argv'>;
  readonly log: Logger;
  readonly wall?: () => number;
  /** tells the user; once per run of the app */
  readonly showFault?: () => void;
  /** absent: nobody depends on this app, so that it only logs and says so */
  readonly service?: {
    /** resolves when a part that customers depend on died; only a restart brings it back */
    readonly died: Promise<Error>;
    /** whether customers are still served */
    readonly isServing: () => Promise<boolean>;
    /** customers are no longer served */
    readonly onDown: () => void;
    /** quits in order and restarts with this additional argument */
    readonly relaunch: (argument: string) => void;
  };
}

/**
 * Handles uncaught errors of the main process: logs them, tells the user once, and continues while customers are
 * served. If they are not, or an essential part died, restarts the app to get a listener in a known state, at most once
 * in five minutes. Returns how to stop.
 */
export function handleFaults({
  process = globalThis.process,
  log,
  wall = Date.now,
  showFault: show = showFault,
  service,
}: FaultOptions): () => void {
  let reported = false;
  let checking = false;
  let isStopped = false;

  const check = async (): Promise<void> => {
    if (checking || service === undefined) return;
    checking = true;
    const serving = await service.isServing().catch(() => false);
    checking = false;
    if (!serving) shutDown();
  };
  const shutDown = (): void => {
    if (isStopped) return;
    const again = mayRelaunch(process.argv, wall());
    log.fatal({ again }, 'customers can no longer be answered');
    service?.onDown();
    if (again) service?.relaunch(`${relaunchedArgument}${wall()}`);
  };
  const onFault = (error: unknown): void => {
    log.error({ err: error }, 'uncaught error');
    if (!reported) show();
    reported = true;
    void check();
  };
  void service?.died.then(shutDown);
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
  return () => {
    isStopped = true;
    process.off('uncaughtException', onFault);
    process.off('unhandledRejection', onFault);
  };
}

function mayRelaunch(argv: readonly string[], now: number): boolean {
  const before = argv.findLast((argument) => argument.startsWith(relaunchedArgument));
  return before === undefined || !(now - Number(before.slice(relaunchedArgument.length)) < RELAUNCH_PAUSE);
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

/** Whether the listener reports that it can store messages, and stored data can be read. */
export async function isServingCustomers(listenerUrl: string, ask: Ask): Promise<boolean> {
  const { ok: isHealthy } = await fetch(`${listenerUrl}/health`, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
  return isHealthy && Promise.race([ask('chats.counts', {}).then(() => true), passing(ANSWER_LIMIT, false)]);
}
