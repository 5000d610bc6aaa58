import { mkdir } from 'node:fs/promises';
import { applyRestore } from '#main/archive/apply-restore.ts';
import { createDueWork } from '#main/clock/due-work.ts';
import { type ClockState, startSettledClock } from '#main/clock/settled-clock.ts';
import { createChannelDirectory } from '#main/channels/directory.ts';
import { createAddresses } from '#main/exposure/addresses.ts';
import { createAvailability, startHours } from '#main/hours/hours.ts';
import { startDevices } from '#main/operators/devices.ts';
import { createOperators } from '#main/operators/operators.ts';
import { startWindows } from '#main/operators/windows.ts';
import { openComputer } from '#main/settings/computer.ts';
import { applyProvision, isChanged } from '#main/settings/provision.ts';
import { openSettings } from '#main/settings/settings.ts';
import { databaseFile, openStore } from '#main/store/store.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import { createFollower } from '#main/nodes/follower.ts';
import { createSignals, sharedBus } from '#main/nodes/signals.ts';
import { createBus } from './bus.ts';
import type { EngineOptions, Started } from './engine.ts';
import { createPerform, createPublisher } from './perform.ts';
import { requireForServer } from './shared-database.ts';

/** What every part stands on. */
export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/**
 * Opens what every part stands on: storage, settings, time, who works here and when it is open. `context` is what they
 * all share. Throws ProvisionError.
 */
export async function openInstallation(options: EngineOptions, started: Started) {
  const { dataDir, log, mediaFiles, storeThreads, vault, version } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (options.store === undefined) applyRestore(dataDir);
  const opening = options.store ?? openStore({ file: databaseFile(dataDir), threads: storeThreads, log });
  started({ stop: () => opening.then((opened) => opened.stop()).catch(() => undefined) });
  const store = await opening;
  const { nodes } = store;
  const ownBus = createBus(log, (id) => store.read('channelOf', { of: 'chat', id }));
  const signals = createSignals(nodes);
  const publisher = createPublisher(ownBus, nodes.leads);
  const bus = sharedBus(ownBus, signals, { isAlone: !nodes.publishes, log });
  const follower = createFollower({ ...publisher, hear: signals.hear });
  nodes.follow(follower.apply);
  // Before anything is written: a new installation's clock has nothing to compare itself with.
  const saved = await store.read('readClock');
  // All nodes have the same time, that of the database.
  const clockOfAll = { ...options.clock, wall: () => options.clock.wall() + nodes.ahead() };
  if (!nodes.leads()) await nodes.begun();
  const settings = started(await openSettings({ ...options, ...publisher, store, clock: clockOfAll }));
  follower.reloads(settings.reload);
  // A newer database is only read; errors in the file are still reported.
  const provided = options.provision === undefined ? undefined : applyProvision(settings.current(), options.provision);
  if (options.nodeName !== undefined) requireForServer(provided ?? settings.current());
  const isProvided = provided !== undefined && !store.readOnly && isChanged(settings.current(), provided);
  if (isProvided) await settings.put(provided);
  const save = async (state: ClockState) => store.readOnly || !nodes.leads() || (await store.write('saveClock', state));
  const clock = started(startSettledClock({ clock: clockOfAll, saved, save }));

  const addresses = createAddresses(settings, options.publicUrl);
  const due = createDueWork({ clock, log, leads: nodes.leads });
  const windows = started(startWindows({ clock, signals, run: nodes.run }));
  const base = { ...bus, ...signals, store, settings, windows, clock, due, log };
  const devices = started(startDevices({ ...base, known: await store.read('listDevices') }));
  follower.reloads(devices.reload);
  const operators = await createOperators({
    ...base,
    hasSeat: options.hasSeat ?? false,
    onSignedOut: (operatorId, exceptDeviceId) => {
      devices.signedOut(operatorId, exceptDeviceId);
      bus.touch('invitations');
    },
  });
  const hours = started(startHours(base));
  bus.onTouched(['channels'], hours.recheck);
  const availability = createAvailability({ ...base, hours, operators });
  const perform = createPerform({
    ...publisher,
    ...nodes,
    store,
    circumstances: () => ({
      at: clock.wall(),
      publicUrl: withoutSlashes(addresses.public()),
      staffedChannels: availability.staffedChannels(),
    }),
  });
  const context = { ...base, ...publisher, perform, dataDir, mediaFiles, vault, version };
  const computer = openComputer(options.computer, log);
  const channels = createChannelDirectory({ ...context, addresses });
  const parts = { follower, computer, addresses, channels, devices, operators, hours, availability };
  return { context, bus, ...parts, isProvided };
}
