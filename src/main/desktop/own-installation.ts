import { app, dialog, shell } from 'electron';
import { systemClock as clock } from '#main/clock/clock.ts';
import { ShopMissing } from '#main/settings/data-folder-lock.ts';
import { engineFor } from '#main/engine/engine.ts';
import { askOf } from './ask-engine.ts';
import { createColleagueGuard } from './leaving.ts';
import { StartGivenUp } from './quitting.ts';
import { describeEngine } from './diagnostics.ts';
import { handleFaults, isServingCustomers, relaunchApp } from './faults.ts';
import { createBackupShower } from './files/open-file.ts';
import type { Installation, InstallationOptions } from './installation.ts';
import type { DesktopContext } from './desktop-context.ts';
import { t } from './texts.ts';

/** Starts this computer's own engine; its first owner works in the windows. */
export async function startOwnInstallation(
  { context, vault, storedFile, onOpened, restart }: InstallationOptions,
  store: DesktopContext['store'],
): Promise<Installation> {
  const { program, environment } = context;
  const { log } = context.logFile;
  const { startEngine, ...parts } = await program.loadEngine();
  const opened = store?.catch(async (error: unknown) => {
    if (!(error instanceof ShopMissing)) throw error;
    await askAboutMissingShop(error);
    return program.openStore(context.folder, log, true);
  });
  const engine = await startEngine({
    ...parts,
    dataDir: context.folder,
    listener: { ...environment.listener, onTaken: (port) => askAboutPortInUse(environment.listener.host, port) },
    computer: storedFile('computer'),
    vault,
    ...(opened !== undefined && { store: opened }),
    hasSeat: true,
    provision: environment.provision,
    restart: () => void restart(),
    onOpened: (running) => onOpened(engineFor(running, running.operators.first().id)),
    clock,
    log: log.child({}, { level: 'warn' }),
    version: app.getVersion(),
  });
  const own = engineFor(engine, engine.operators.first().id);
  const ask = askOf(own);

  let isCalm = false;
  let stopRemoteAccess: (() => Promise<void>) | undefined;
  // Most never open it, and its code is large.
  const openRemoteAccess = async (): Promise<void> => {
    if (!isCalm || context.quitting.isQuitting() || stopRemoteAccess !== undefined) return;
    const { startRemoteAccess } = await import('#main/web/remote-access.ts');
    stopRemoteAccess ??= startRemoteAccess({
      engine,
      vault,
      clock,
      log,
      renderer: program.renderer,
      consoleHosts: [],
    }).stop;
  };
  const colleagues = createColleagueGuard({
    ask,
    bus: engine.bus,
    connected: () => engine.operators.connected().operatorIds,
    askPerson: (box) => dialog.showMessageBox(box),
    clock,
  });
  const stopWaiting = engine.remoteAccess.onWanted(() => void openRemoteAccess());
  return {
    engine: own,
    about: () =>
      describeEngine({ listenerUrl: engine.listenerUrl, accessKey: engine.operators.first().accessKey, ask }),
    showBackup: createBackupShower(ask, (path) => shell.showItemInFolder(path)),
    handleFaults: (showProblem) =>
      handleFaults({
        log,
        service: {
          died: engine.died,
          isServing: () => isServingCustomers(engine.listenerUrl, ask),
          onDown: () => showProblem(t('desktop:fault.down')),
          relaunch: (argument) => relaunchApp(context.quitting.quitNow, argument),
        },
      }),
    mayLeave: colleagues.mayLeave,
    calmed: () => {
      isCalm = true;
      if (engine.remoteAccess.wanted().on) void openRemoteAccess();
    },
    stop: async () => {
      stopWaiting();
      await stopRemoteAccess?.();
      await engine.stop();
    },
  };
}

/** Only the owner can know where the shop is. Resolves if they start anew; rejects with StartGivenUp. */
async function askAboutMissingShop({ folder, found }: ShopMissing): Promise<void> {
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: 'Counterbell',
      message: t('desktop:missingShop.message'),
      detail: t('desktop:missingShop.detail', { folder, found: found.join(', ') }),
      buttons: [t('desktop:missingShop.showFolder'), t('desktop:missingShop.startOver'), t('desktop:quit')],
      defaultId: 0,
      cancelId: 2,
    });
    if (response === 1) return;
    if (response === 2) throw new StartGivenUp();
    await shell.openPath(folder);
  }
}

/** The owner chose this port, so ask them what to do. Rejects with StartGivenUp. */
async function askAboutPortInUse(host: string, port: number): Promise<'again' | 'another'> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Counterbell',
    message: t('desktop:takenPort.message', { port: String(port) }),
    detail: t('desktop:takenPort.detail', { address: `${host}:${port}` }),
    buttons: [t('desktop:takenPort.another'), t('desktop:takenPort.again'), t('desktop:quit')],
    defaultId: 0,
    cancelId: 2,
  });
  if (response === 2) throw new StartGivenUp();
  return response === 0 ? 'another' : 'again';
}
