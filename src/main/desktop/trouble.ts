import { app, dialog } from 'electron';
import type { Logger } from 'pino';
import type { Engine } from '#main/engine/engine.ts';
import { argumentsToRepeat, surviveFaults } from './faults.ts';
import { t } from './speech.ts';

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
  log,
  showProblem,
}: {
  readonly engine: Engine;
  readonly log: Logger;
  readonly showProblem: (words: string) => void;
}): () => void {
  return surviveFaults({
    process,
    log,
    wall: () => Date.now(),
    died: engine.died,
    isServing: () => answers(engine),
    tell: () =>
      void dialog.showMessageBox({
        type: 'warning',
        title: 'Counterbell',
        message: t('desktop:fault.message'),
        detail: t('desktop:fault.detail'),
      }),
    onDown: () => showProblem(t('desktop:fault.down')),
    relaunch: (argument) => {
      const appImage = process.env['APPIMAGE'];
      app.relaunch({
        args: [...argumentsToRepeat(process.argv), argument],
        ...(appImage !== undefined && { execPath: appImage }),
      });
      app.quit();
    },
  });
}

/** The listener answers that it can store messages, and what is stored can be read. */
async function answers(engine: Engine): Promise<boolean> {
  const { ok: isHealthy } = await fetch(`${engine.listenerUrl}/health`, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
  if (!isHealthy) return false;
  const silence = new Promise<false>((resolve) => setTimeout(() => resolve(false), ANSWER_LIMIT));
  const counted = engine.request(engine.operators.first().id, 'chats.counts', {}).then(({ ok }) => ok);
  return Promise.race([counted, silence]);
}
