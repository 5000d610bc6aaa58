import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { applyRestore } from '#main/archive/apply-restore.ts';
import { createChannelDirectory, type ChannelDirectory } from '#main/channels/directory.ts';
import { createAvailability, type Availability } from '#main/hours/availability.ts';
import { startHours, type Hours } from '#main/hours/hours.ts';
import { startJournal, type Journal } from '#main/journal/journal.ts';
import { startOperators, type Operators } from '#main/operators/operators.ts';
import type { SettingsState } from '#main/settings/document.ts';
import { provisioned } from '#main/settings/provision.ts';
import { openSettings, type Settings } from '#main/settings/settings.ts';
import { holdableStore, type HoldableStore } from '#main/store/holdable-store.ts';
import { startJournalThread } from '#main/store/journal/journal-thread.ts';
import { databaseFile, openStore } from '#main/store/store.ts';
import { secretsOf } from './journal-targets.ts';
import { createBus, type Bus } from './bus.ts';
import type { Starting } from './starting.ts';

/** What everything else stands on. */
export interface Ground {
  readonly bus: Bus;
  readonly emit: Bus['emit'];
  readonly store: HoldableStore;
  readonly settings: Settings;
  readonly journal: Journal;
  readonly operators: Operators;
  readonly hours: Hours;
  readonly availability: Availability;
  readonly channels: ChannelDirectory;
}

/** Throws ProvisionError where the provision file breaks a rule. */
export async function startGround({ options, started, later }: Starting): Promise<Ground> {
  const { clock, log, dataDir } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (options.store === undefined) applyRestore(dataDir);
  const opening = options.store ?? openStore({ file: databaseFile(dataDir), worker: options.storeWorker, log });
  started({
    stop: () =>
      opening.then(
        (store) => store.stop(),
        () => undefined,
      ),
  });
  const store = holdableStore(await opening);
  const settings = started(await openSettings({ store, vault: options.vault, clock, log }));
  // A database of a newer version is only read; what is refused in the file is told all the same.
  const provision = (state: SettingsState): SettingsState => provisioned(state, options.provision);
  if (options.provision !== undefined && store.readOnly) provision(settings.current());
  else if (options.provision !== undefined) await settings.change(provision);
  const bus = createBus(log);
  const { emit } = bus;
  const onOperators = (): void => {
    emit('operators.changed', {});
    later.presenceChanged();
  };
  const operators = started(await startOperators({ settings, clock, onChange: onOperators }));
  const onHours = (): void => {
    emit('hours.changed', hours.view());
    // Who was told that nobody is there may be told otherwise now.
    later.presenceChanged();
  };
  const hours = started(startHours({ settings, clock, onChange: onHours }));
  const onChannels = (): void => {
    emit('channels.changed', {});
    hours.recheck();
    // One that was paused, or is no longer, is another for whom somebody is there.
    later.presenceChanged();
  };
  const channels = createChannelDirectory({
    settings,
    listenerUrl: () => later.listenerUrl,
    publicAddress: () => later.publicAddress(),
    onChange: onChannels,
  });
  const journalStore = started(
    startJournalThread({ file: join(dataDir, 'journal.db'), worker: options.storeWorker, log }),
  );
  const journal = started(
    startJournal({
      store: journalStore,
      clock,
      log,
      settings: () => settings.current().connection.journal,
      secrets: () => secretsOf(settings.current()),
      onAdded: () => emit('journal.changed', {}),
    }),
  );
  return {
    ...{ bus, emit },
    store,
    settings,
    journal,
    operators,
    hours,
    availability: createAvailability({ settings, hours, operators }),
    channels,
  };
}
