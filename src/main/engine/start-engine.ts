import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { applyRestore } from '#main/archive/apply-restore.ts';
import { startArchive } from '#main/archive/start-archive.ts';
import { auditedMedia, createSubjects, startAudit } from '#main/audit/audit.ts';
import { createBotDirectory } from '#main/bots/directory.ts';
import { startBots } from '#main/bots/start-bots.ts';
import { startTestBot } from '#main/built-in/test-bot.ts';
import { startSampleMessages } from '#main/built-in/sample-messages.ts';
import { createChannelKinds } from '#main/channels/channel-kinds.ts';
import { createChannelDirectory } from '#main/channels/directory.ts';
import { createWaitingPosts } from '#main/channels/waiting-posts.ts';
import { createNewChatFloods } from '#main/channels/new-chat-floods.ts';
import { startChats } from '#main/chats/start-chats.ts';
import { type ClockState, startSettledClock } from '#main/clock/settled-clock.ts';
import { auditedOf } from '#main/console/all-routes.ts';
import { createRouter } from '#main/console/router.ts';
import { storeCalls } from '#main/console/store-handlers.ts';
import { createWindowFaults } from '#main/console/window-faults.ts';
import { createProbe } from '#main/checks/check.ts';
import { createChecks } from '#main/checks/checks.ts';
import { createAddresses } from '#main/exposure/addresses.ts';
import { startExposure } from '#main/exposure/exposure.ts';
import { askPublic } from '#main/exposure/reach.ts';
import { createAvailability, startHours } from '#main/hours/hours.ts';
import { createJobs } from '#main/jobs/jobs.ts';
import { startJournal } from '#main/journal/journal.ts';
import { startOwnedLetterboxes } from '#main/letterbox/owned-letterboxes.ts';
import { startListener } from '#main/listener/listener.ts';
import { createServeMedia } from './serve-media.ts';
import { startMedia } from '#main/media/start-media.ts';
import { wordpressPlugin } from '#main/site/wordpress-plugin.ts';
import { createRemoteAccess } from '#main/exposure/remote-access.ts';
import { startDevices } from '#main/operators/devices.ts';
import { createInvitations } from '#main/operators/invitations.ts';
import { startOperators } from '#main/operators/operators.ts';
import { startTeam } from '#main/operators/team.ts';
import { SYSTEM_EDGE } from '#main/outgoing/address-guard.ts';
import { startPush } from '#main/push/push.ts';
import { createReports } from '#main/reports/reports.ts';
import { openComputer } from '#main/settings/computer.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { applyProvision, isChanged } from '#main/settings/provision.ts';
import { openSettings } from '#main/settings/settings.ts';
import { createSetup } from '#main/settings/setup.ts';
import { databaseFile, isWritable, openStore, watchStorage } from '#main/store/store.ts';
import { timeUntilHeld } from '#shared/domain/quiet-hours.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import type { Circumstances } from '#main/store/thread.ts';
import { createBus } from './bus.ts';
import { createPerform, createPublisher } from './perform.ts';
import { startChannelKinds } from './channel-kinds.ts';
import type { Engine, EngineOptions, Started } from './engine.ts';
import { knownNames, secretsOf } from './journal-secrets.ts';

/**
 * Starts the parts in order; if one fails, stops those already started. Throws ProvisionError if the provision file
 * breaks a rule, before anything listens.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const stops: (() => unknown)[] = [];
  /** One that cannot be stopped must not keep the others going: their ports and files are needed again. */
  const stop = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let next = stops.pop(); next !== undefined; next = stops.pop())
      await Promise.try(next).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  const started: Started = (part) => {
    stops.push(part.stop);
    return part;
  };
  try {
    return { ...(await startParts(options, started)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(options: EngineOptions, started: Started): Promise<Omit<Engine, 'stop'>> {
  const { log, version, dataDir, vault, storeThreads } = options;
  const bus = createBus(log);
  const { touch } = bus;
  const publisher = createPublisher(bus);

  // Storage.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (options.store === undefined) applyRestore(dataDir);
  const opening = options.store ?? openStore({ file: databaseFile(dataDir), threads: storeThreads, log });
  started({ stop: () => opening.then((opened) => opened.stop()).catch(() => undefined) });
  const store = await opening;
  const saved = await store.read('readClock');
  const computer = openComputer(options.computer, log);
  const settings = started(await openSettings({ store, vault, clock: options.clock, log, ...publisher }));
  // A newer database is only read.
  const save = async (state: ClockState) => store.readOnly || (await store.write('saveClock', state));
  const clock = started(startSettledClock({ clock: options.clock, saved, save }));
  const { installationId } = settings.current();
  const addresses = createAddresses(settings);
  const { local: listenerUrl, public: publicAddress, listener: listenerAddress } = addresses;
  // A newer database is only read; errors in the file are still reported.
  const provided = options.provision === undefined ? undefined : applyProvision(settings.current(), options.provision);
  const isProvided = provided !== undefined && !store.readOnly && isChanged(settings.current(), provided);
  if (isProvided) await settings.put(provided);

  // Operators, opening hours and channels.
  const devices = started(startDevices({ known: await store.read('listDevices'), store, clock, touch, log }));
  const onSignedOut = (operatorId: string, exceptDeviceId?: string): void => {
    devices.signedOut(operatorId, exceptDeviceId);
    touch('invitations');
  };
  const hasSeat = options.hasSeat ?? false;
  const operators = started(await startOperators({ settings, clock, touch, onSignedOut, hasSeat }));
  const hours = started(startHours({ settings, clock, touch }));
  const availability = createAvailability({ settings, hours, operators });
  const circumstances = (): Circumstances => ({
    at: clock.wall(),
    publicUrl: withoutSlashes(publicAddress()),
    staffedChannels: availability.staffedChannels(),
  });
  const perform = createPerform({ store, circumstances, ...publisher });
  const context = { store, clock, log, perform, ...publisher, ...bus };
  const channels = createChannelDirectory({
    settings,
    store,
    clock,
    listenerUrl,
    publicAddress: listenerAddress,
    touch,
  });
  bus.onTouched(['channels'], hours.recheck);
  const directory = createBotDirectory({ settings, listenerUrl, publicAddress });
  const journal = started(
    startJournal({
      store: store.journal,
      clock,
      log,
      touch,
      isEnabled: () => settings.current().connection.journal.enabled,
      secrets: () => secretsOf(settings.current()),
    }),
  );

  // Who signed in, and who changed what.
  const audit = started(
    startAudit({
      ...context,
      nameOf: operators.nameOf,
      auditedOf,
      subjectOf: createSubjects({
        bots: directory,
        channels,
        devices,
        invitations: () => invitations,
        operators,
        store,
      }),
    }),
  );
  if (isProvided) await audit.recordOther({ action: 'changed', kind: 'settings' });

  // For trying: what sends sample messages, and the bot that stands in for bots without an address.
  const samples = started(await startSampleMessages({ channels, log }));
  const testBot = started(await startTestBot({ bots: directory, clock, log }));

  // Deliveries to customers and bots.
  const transports = started(
    createChannelKinds({
      kinds: () => kinds,
      kindOf: (channelId) => channels.find(channelId)?.kind,
      ...context,
      operators,
    }),
  );
  const providers = started(
    await startBots({
      directory,
      settings,
      ...context,
      journal,
      installationId,
      version,
      availability,
      testBot,
    }),
  );
  // Customers told that nobody is there may get a new answer now.
  bus.onTouched(['operators', 'hours', 'channels'], providers.availabilityChanged);
  const { bots } = providers;
  // Chats between customers, bots and operators, and their files.
  const conversations = started(
    startChats({
      ...context,
      operatorIds: () => new Set(operators.list().map(({ id }) => id)),
      sendTyping: transports.sendTyping,
      autoClose: () => settings.current().hours.autoClose,
      ...availability,
    }),
  );
  const media = started(
    startMedia({
      dataDir,
      ...context,
      settings,
      channels,
      sampleFiles: samples.files,
      version,
    }),
  );

  // How customers are reached.
  const { kinds, site } = startChannelKinds(
    {
      ...context,
      receive: conversations.receive,
      typing: conversations.customerTyping,
      ...availability,
      operatorOf: operators.get,
      findOperator: (operatorId) => operators.list().find(({ id }) => id === operatorId),
      channels,
      journal,
      media,
      publicAddress,
      listenerAddress,
      version,
      folder: options.siteFolder,
      piecesFolder: join(dataDir, 'pieces'),
    },
    started,
  );

  /** Bots work outside opening hours too; a paused channel never has anybody. */
  const isAvailable = ({ id, countBot, paused }: ChannelRecord): boolean =>
    availability.isStaffed(id) || (countBot && !paused && providers.isAvailable(id));

  // The public listener.
  const floods = started(createNewChatFloods(clock));
  const listener = started(
    await startListener({
      ...options.listener,
      found: computer.current().foundPort,
      saveFoundPort: (foundPort) => computer.change({ foundPort }),
      log,
      clock,
      isWritable: () => isWritable(store),
      inbound: {
        channels,
        receive: conversations.receive,
        typing: conversations.customerTyping,
        store,
        isAvailable,
        onFlood: floods.refused,
      },
      bots: providers.inbound,
      ratings: context,
      files: media.hosted,
      site: site.routes,
      requests: { journal, clock, knownNames: () => knownNames(settings.current()) },
    }),
  );
  addresses.bound(listener.url);
  const exposure = started(
    await startExposure({
      settings,
      computer,
      addresses,
      listener,
      floods,
      dataDir,
      clock,
      log,
      touch,
    }),
  );
  started(watchStorage({ store, clock, onChange: exposure.refuse }));
  const remoteAccess = createRemoteAccess({ settings, devices, exposure, touch });
  const checks = started(
    createChecks({
      exposure,
      expect: listener.expect,
      ask: askPublic,
      probe: createProbe(version),
      channels,
      kinds,
      bots,
      ...context,
      journal,
      letterboxes: () => letterboxes,
      remoteAccess,
      connectedFrom: operators.connectedFrom,
      dataDir,
    }),
  );
  await transports.resume();
  await providers.resume();

  // What waits on the owner's websites.
  const { receive, customerTyping: typing } = conversations;
  const letterboxes = started(
    startOwnedLetterboxes({
      ...context,
      channels,
      posts: createWaitingPosts({ ...context, receive, typing, journal }),
      letters: site.letters,
      windowOf: site.windowOf,
      isAvailable,
      listenerUrl,
      folder: options.siteFolder,
    }),
  );

  void conversations.autoClose.check();
  void conversations.schedule.check();

  // Notifications to closed browsers.
  const push = started(
    await startPush({
      ...context,
      devices,
      vault,
      mayCallFor: (operatorId, limit) => {
        const found = operators.list().find(({ id }) => id === operatorId);
        return found === undefined ? 0 : timeUntilHeld(found, hours.view(), clock.wall(), limit);
      },
      edge: options.pushEdge ?? SYSTEM_EDGE,
    }),
  );

  // Long jobs.
  const jobs = started(createJobs(context));
  const archive = started(
    await startArchive({
      dataDir,
      ...context,
      settings,
      computer,
      vault,
      storeThreads,
      jobs,
      journal,
      media: media.files,
      version,
      restart: options.restart ?? (() => log.warn('a restore is ready; it is put in place at the next start')),
    }),
  );

  // The console's routes.
  const invitations = createInvitations({
    ...context,
    settings,
    vault,
    devices,
    operators,
    reach: { addresses: remoteAccess.addresses, pin: async () => (await remoteAccess.certificate()).pin },
  });
  const team = started(startTeam({ settings, channels, bots, ...bus }));
  const setup = createSetup({
    settings,
    store,
    addresses,
    beginBackups: () => archive.calls['backups.change']({ every: 'day' }),
    touch,
    version,
  });
  const calls = {
    ...operators.calls,
    ...devices.calls,
    ...invitations.calls,
    ...team.calls,
    ...hours.calls,
    ...channels.calls,
    ...samples.calls,
    ...site.calls,
    ...bots.calls,
    ...exposure.calls,
    ...letterboxes.calls,
    ...remoteAccess.calls,
    ...checks.calls,
    ...journal.calls,
    ...createReports(context).calls,
    ...media.calls,
    ...push.calls,
    ...jobs.calls,
    ...archive.calls,
    ...setup.calls,
    ...createWindowFaults(context).calls,
    ...conversations.calls,
    ...storeCalls(context),
  };
  return {
    listenerUrl: listener.url,
    installationId,
    operators,
    devices,
    invitations,
    shop: team.shop,
    remoteAccess,
    clientAddress: listener.clientAddress,
    died: store.died,
    bus,
    signIns: audit.signIns,
    request: createRouter(calls, {
      actingFor: store.actingFor,
      audit,
      log,
      roleOf: operators.roleOf,
      team: () => settings.current().team,
    }),
    media: auditedMedia(
      { audit, roleOf: operators.roleOf },
      createServeMedia({
        store,
        roleOf: operators.roleOf,
        media: media.serve,
        archive: archive.serve,
        plugin: (id) => letterboxes.plugin(id) ?? wordpressPlugin(site.addresses(id).script),
        folder: letterboxes.files,
        ...{ channels, wall: clock.wall, log },
      }),
    ),
    subscribe: (operatorId, onFrame, from) => {
      const windowId = randomUUID();
      const lookedAway = conversations.attention.windowOpened(windowId, operatorId);
      const hidden = push.windowOpened(windowId);
      const subscribed = (): (() => void) => {
        const role = operators.roleOf(operatorId) ?? 'operator';
        return bus.subscribe({ windowId, installationId, operatorId, role, shop: team.shop() }, onFrame);
      };
      let role = operators.roleOf(operatorId);
      let unsubscribe = subscribed();
      // With another role comes another hello, after which the window requests everything again.
      const unwatch = bus.onTouched(['operators'], () => {
        if (operators.roleOf(operatorId) === role) return;
        role = operators.roleOf(operatorId);
        unsubscribe();
        unsubscribe = subscribed();
      });
      const windowClosed = operators.windowOpened(operatorId, windowId, from);
      return () => {
        unwatch();
        unsubscribe();
        lookedAway();
        hidden();
        windowClosed();
      };
    },
  };
}
