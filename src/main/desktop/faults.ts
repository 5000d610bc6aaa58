import type { Logger } from 'pino';
import { app, dialog } from 'electron';
import type { Engine } from '#main/engine/engine.ts';
import type { Ask } from './ask-engine.ts';
import { t } from './speech.ts';

/** The argument of a start that a fault made necessary: when it was, milliseconds since 1970. */
const relaunchedArgument = '--after-fault=';
/** Started again for a fault, the app is not started again for the next within this time. */
const RELAUNCH_PAUSE = 300_000;

export interface FaultOptions {
  readonly process: Pick<NodeJS.Process, 'on' | 'off' | 'argv'>;
  readonly log: Logger;
  readonly wall: () => number;
  /** resolves when something ended that customers depend on, and that only a new start brings back */
  readonly died: Promise<Error>;
  /** whether customers are still answered */
  readonly isServing: () => Promise<boolean>;
  /** tells in plain words; once in a run of the app */
  readonly tell: () => void;
  /** customers are not answered any more */
  readonly onDown: () => void;
  /** quits in order and starts again with this argument besides */
  readonly relaunch: (argument: string) => void;
}

/**
 * Errors of the main process that nobody caught: logged, told once, and the app goes on as long as it serves
 * customers. Where it does not, or where a part died without which it cannot, it is started again, which is the way to a listener in a known state; at most once
 * in five minutes. Returns how to stop.
 */
export function surviveFaults(options: FaultOptions): () => void {
  const { process, log, wall, isServing, tell, onDown, relaunch, died } = options;
  let reported = false;
  let checking = false;
  let isStopped = false;

  const check = async (): Promise<void> => {
    if (checking) return;
    checking = true;
    const serving = await isServing().catch(() => false);
    checking = false;
    if (!serving) goDown();
  };
  const goDown = (): void => {
    if (isStopped) return;
    const again = mayRelaunch(process.argv, wall());
    log.fatal({ again }, 'customers are not answered any more');
    onDown();
    if (again) relaunch(`${relaunchedArgument}${wall()}`);
  };
  const onFault = (error: unknown): void => {
    log.error({ err: error }, 'an error that nobody caught');
    if (!reported) tell();
    reported = true;
    void check();
  };
  void died.then(goDown);
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

/** Quits in order, and starts anew with these arguments besides: as the AppImage, where it is one. */
export function startAgain(...more: readonly string[]): void {
  const appImage = process.env['APPIMAGE'];
  app.relaunch({
    args: [...argumentsToRepeat(process.argv), ...more],
    ...(appImage !== undefined && { execPath: appImage }),
  });
  app.quit();
}

/** The arguments of this start for another one, without what an earlier fault added and without links. */
export function argumentsToRepeat(argv: readonly string[]): readonly string[] {
  return argv.slice(1).filter((argument) => !argument.startsWith(relaunchedArgument) && !argument.includes('://'));
}

/** How long the listener may take to answer before it counts as dead. */
const ANSWER_LIMIT = 5_000;

/** A window that fails over and over: its owner decides. Until then the engine goes on without it. */
export function askAboutHopelessWindow(_contents: unknown, tryAgain: () => void): void {
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

/** Keeps the app going through errors that nobody caught, as long as customers are answered. Returns how to stop. */
export function surviveFaultsOf({
  engine,
  ask,
  log,
  showProblem,
}: {
  readonly engine: Engine;
  readonly ask: Ask;
  readonly log: Logger;
  readonly showProblem: (words: string) => void;
}): () => void {
  return surviveFaults({
    process,
    log,
    wall: () => Date.now(),
    died: engine.died,
    isServing: () => answers(engine.listenerUrl, ask),
    tell: () =>
      void dialog.showMessageBox({
        type: 'warning',
        title: 'Counterbell',
        message: t('desktop:fault.message'),
        detail: t('desktop:fault.detail'),
      }),
    onDown: () => showProblem(t('desktop:fault.down')),
    relaunch: startAgain,
  });
}

/** The listener answers that it can store messages, and what is stored can be read. */
async function answers(listenerUrl: string, ask: Ask): Promise<boolean> {
  const { ok: isHealthy } = await fetch(`${listenerUrl}/health`, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
  if (!isHealthy) return false;
  const silence = new Promise<false>((resolve) => setTimeout(() => resolve(false), ANSWER_LIMIT));
  return Promise.race([ask('chats.counts', {}).then(() => true), silence]);
}
