import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { applyRestore } from '#main/archive/apply-restore.ts';
import { isForArchive } from '#main/archive/serve-archive.ts';
import { startArchive } from '#main/archive/start-archive.ts';
import { createBotDirectory } from '#main/bots/directory.ts';
import { startBots } from '#main/bots/start-bots.ts';
import { startTestBot } from '#main/built-in/test-bot.ts';
import { startTestCustomer } from '#main/built-in/test-customer.ts';
import { createChannelDirectory } from '#main/channels/directory.ts';
import { createNewChatFloods } from '#main/channels/new-chat-floods.ts';
import { startOperatorTyping } from '#main/channels/operator-typing.ts';
import { startReplies } from '#main/channels/replies.ts';
import { createAssigning } from '#main/chats/assigning.ts';
import { startAttention } from '#main/chats/attention.ts';
import { createAutoClose } from '#main/chats/auto-close.ts';
import { createChats } from '#main/chats/chats.ts';
import { createContacts } from '#main/chats/contacts.ts';
import { startCounts } from '#main/chats/counts.ts';
import { createRatings } from '#main/chats/ratings.ts';
import { createSchedule } from '#main/chats/schedule.ts';
import { startCustomerTyping } from '#main/chats/typing.ts';
import { chatHandlers } from '#main/console/chat-handlers.ts';
import { installationHandlers } from '#main/console/installation-handlers.ts';
import { createRouter } from '#main/console/router.ts';
import { createCall } from '#main/doctor/check.ts';
import { createDoctor } from '#main/doctor/doctor.ts';
import { createCertificates } from '#main/exposure/certificates.ts';
import { type Exposure, startExposure } from '#main/exposure/exposure.ts';
import { networkAddresses } from '#main/exposure/network.ts';
import { askPublic } from '#main/exposure/reach.ts';
import { createTunnelTools } from '#main/exposure/tunnels/kinds.ts';
import { createAvailability, startHours } from '#main/hours/hours.ts';
import { createJobs } from '#main/jobs/jobs.ts';
import { startJournal } from '#main/journal/journal.ts';
import { createReplay } from '#main/journal/replay.ts';
import { foundPort } from '#main/listener/listen.ts';
import { type Listener, startListener } from '#main/listener/listener.ts';
import { createOutgoing } from '#main/media/outgoing/outgoing.ts';
import { createStickers } from '#main/media/outgoing/stickers.ts';
import { startMedia } from '#main/media/start-media.ts';
import { startOperators } from '#main/operators/operators.ts';
import { createReports } from '#main/reports/reports.ts';
import { createServeTranscripts, isForTranscripts } from '#main/reports/serve-transcripts.ts';
import { openComputer } from '#main/settings/computer.ts';
import { newSecret } from '#main/settings/installation.ts';
import { provisioned } from '#main/settings/provision.ts';
import { openSettings } from '#main/settings/settings.ts';
import { startJournalThread } from '#main/store/journal/journal-thread.ts';
import { databaseFile, openStore } from '#main/store/store.ts';
import type { ConnectionView } from '#shared/contract/connection.ts';
import { createBus } from './bus.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { journalTargets, knownNames, secretsOf } from './journal-targets.ts';
import { watchStorage } from './storage-watch.ts';

/** Notes how a part is stopped, and gives the part back. */
type Started = <T extends { readonly stop: () => unknown }>(part: T) => T;

/**
 * Starts the parts in order; what was started is stopped again where a later part fails.
 * Throws ProvisionError where the provision file breaks a rule, before anything listens.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const stops: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
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
  const { clock, log, version, dataDir, vault } = options;
  const bus = createBus(log);
  const { emit } = bus;
  // Addresses are asked for before there is a listener, and before its way in is known.
  let listener: Listener | undefined = undefined;
  let exposure: Exposure | undefined = undefined;
  const listenerUrl = (): string => listener?.url ?? '';
  const publicAddress = (): string => exposure?.publicUrl() ?? listenerUrl();

  // What is kept.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (options.store === undefined) applyRestore(dataDir);
  const opening = options.store ?? openStore({ file: databaseFile(dataDir), threads: options.storeThreads, log });
  started({ stop: () => opening.then((opened) => opened.stop()).catch(() => undefined) });
  const store = await opening;
  const computer = openComputer(options.computer, log);
  const settings = started(await openSettings({ store, vault, clock, log }));
  const { installationId } = settings.current();
  // A database of a newer version is only read; what is refused in the file is told all the same.
  if (options.provision !== undefined) {
    const provided = provisioned(settings.current(), options.provision);
    if (!store.readOnly) await settings.put(provided);
  }

  // Who works here, when it is open, and where customers write.
  const operators = started(
    await startOperators({
      settings,
      clock,
      onChange: () => emit('operators.changed', { operators: operators.list() }),
    }),
  );
  const hours = started(startHours({ settings, clock, onChange: () => emit('hours.changed', hours.view()) }));
  const availability = createAvailability({ settings, hours, operators });
  const channels = createChannelDirectory({
    settings,
    clock,
    listenerUrl,
    publicAddress,
    onChange: () => emit('channels.changed', { channels: channels.list() }),
  });
  bus.on('channels.changed', hours.recheck);
  const journalStore = started(
    startJournalThread({ file: join(dataDir, 'journal.db'), threads: options.storeThreads, log }),
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

  // The built-in customer and bot, which answer where a channel or a bot has no address of its own.
  const testCustomer = started(
    await startTestCustomer({
      listenerAddresses: async (channelId) => {
        const { message, status, replies } = channels.localAddresses(channelId);
        return { message, status, receivesReplies: replies === null };
      },
      onChanged: (channelId, senderId) => emit('testCustomer.changed', { channelId, senderId }),
      clock,
      log,
    }),
  );
  const directory = createBotDirectory({ settings, clock, publicAddress });
  const testBot = started(
    await startTestBot({
      serviceAddress: (token) => {
        const bot = directory.list().find((each) => each.token === token);
        return bot && directory.serviceAddress(bot, listenerUrl());
      },
      onChanged: () => emit('testBot.changed', testBot.switches()),
      clock,
      log,
    }),
  );
  const testEndpoints = { channel: () => testCustomer.endpoint, bot: () => testBot.endpoint };

  // What goes out, to customers and to bots.
  const replies = started(
    await startReplies({
      channels,
      store,
      operators,
      journal,
      clock,
      log,
      emit,
      version,
      testEndpoint: testEndpoints.channel,
    }),
  );
  const ratingTexts = (): Record<string, string> =>
    Object.fromEntries(
      channels.list().flatMap(({ id, ratingText }) => (ratingText === undefined ? [] : [[id, ratingText]])),
    );
  const bots = started(
    await startBots({
      directory,
      store,
      journal,
      clock,
      log,
      emit,
      installationId,
      publicAddress,
      ratingTexts,
      version,
      onQueued: replies.enqueue,
      availability,
      testEndpoint: testEndpoints.bot,
    }),
  );
  // Who was told that nobody is there may be told otherwise now.
  for (const event of ['operators.changed', 'hours.changed', 'channels.changed'] as const)
    bus.on(event, bots.availabilityChanged);
  const { announce } = bots;
  started({
    stop: settings.onChats((changes) => {
      for (const change of changes) announce(change);
    }),
  });

  // What happens between customers, bots and operators.
  const chats = createChats({
    store,
    clock,
    emit,
    onQueued: replies.enqueue,
    onEvents: bots.enqueue,
    announce,
    publicAddress,
    ratingTexts,
    ...availability,
  });
  const media = started(
    startMedia({
      dataDir,
      store,
      settings,
      channels,
      builtInFiles: () => `${new URL(testCustomer.endpoint).origin}/samples/`,
      clock,
      log,
      version,
      emit,
    }),
  );
  const outgoing = createOutgoing({
    store,
    chats,
    media: media.files,
    settings: media.settings,
    publicAddress,
    clock,
  });
  const attention = started(startAttention({ clock, onChange: (changed) => emit('chat.attention', changed) }));
  const autoClose = started(
    createAutoClose({ store, clock, log, announce, settings: () => settings.current().hours.autoClose }),
  );
  const schedule = started(createSchedule({ store, clock, log, emit, announce }));
  const ratings = createRatings({
    store,
    clock,
    announce,
    emit,
    channelName: (channelId) => channels.find(channelId)?.name,
  });
  const customerTyping = started(
    startCustomerTyping({ clock, onChange: (chatId, typing) => emit('chat.typing', { chatId, typing }) }),
  );
  const operatorTyping = started(
    startOperatorTyping({
      clock,
      send: (chatId, operatorId, type, isDue) =>
        replies
          .sendTyping(chatId, operatorId, type, isDue)
          .catch((error: unknown) => log.warn({ err: error, chatId }, 'a typing notice could not be sent')),
    }),
  );

  // What the world reaches.
  const connectionView = (view: ConnectionView): ConnectionView => {
    const listed = floods.list();
    return listed.length === 0 ? view : { ...view, floods: [...listed] };
  };
  const connectionChanged = (): void => {
    // Nobody asked before there was one.
    if (exposure !== undefined) emit('connection.changed', connectionView(exposure.view()));
  };
  const floods = started(createNewChatFloods({ clock, onChange: connectionChanged }));
  const isWritable = (): Promise<boolean> =>
    store.write('proveWritable').then(
      () => true,
      () => false,
    );
  const replayKey = newSecret();
  listener = started(
    await startListener({
      ...options.listener,
      found: computer.current().foundPort,
      log,
      clock,
      isWritable,
      inbound: {
        channels,
        chats,
        typing: customerTyping,
        store,
        isStaffed: availability.isStaffed,
        botAvailable: bots.isAvailable,
        onFlood: floods.refused,
      },
      bots: bots.inbound,
      ratings: { ratings, log },
      files: { find: (token) => store.read('findHostedFile', { token }), path: media.files.path, now: clock.wall },
      onForwarders: connectionChanged,
      requests: { journal, clock, replayKey, knownNames: () => knownNames(settings.current()) },
    }),
  );
  // Another port than the wanted one is kept from now on; where that cannot be written it is found anew next time.
  const found = foundPort(options.listener, listener.port, computer.current().foundPort);
  if (found !== undefined) {
    log.warn(found, 'the listener is on another port, because its own was taken');
    try {
      computer.change({ foundPort: found });
    } catch (error) {
      log.warn({ err: error }, 'the port of the listener could not be noted');
    }
  }
  const tunnelTools = createTunnelTools({ folder: dataDir, clock, env: process.env });
  exposure = started(
    await startExposure({
      settings,
      computer,
      listenerUrl: listener.url,
      doors: listener,
      startTunnel: tunnelTools.start,
      ask: askPublic,
      certificates: createCertificates({
        folder: join(dataDir, 'certificates'),
        vault,
        clock,
        log,
        computerName: hostname(),
        pkcs12: { worker: options.pkcs12Worker },
      }),
      names: () => ['localhost', hostname(), '127.0.0.1', ...networkAddresses().map(({ address }) => address)],
      clock,
      log,
      onChange: connectionChanged,
    }),
  );
  started(watchStorage({ store, isWritable, clock, tell: exposure.refuse }));
  const doctor = started(
    createDoctor({
      exposure,
      expect: listener.expect,
      ask: askPublic,
      call: createCall(version),
      channels,
      bots: bots.bots,
      store,
      journal,
      dataDir,
      clock,
      log,
      onChange: () => emit('doctor.changed', doctor.latest()),
    }),
  );
  await bots.resume();
  void autoClose.look();
  void schedule.look();

  // Long work.
  const jobs = started(createJobs({ clock, log, onChange: () => emit('jobs.changed', { jobs: jobs.list() }) }));
  const archive = started(
    await startArchive({
      dataDir,
      store,
      settings,
      computer,
      vault,
      storeThreads: options.storeThreads,
      jobs,
      journal,
      media: media.files,
      clock,
      log,
      version,
      emit,
      closeChat: chats.close,
      many: { closeChats: chats.closeMany, reopenChats: chats.reopenMany },
      restart: options.restart ?? (() => log.warn('a restore is ready; it is put in place at the next start')),
    }),
  );

  // What the console asks.
  const targetOf = journalTargets({ channels, bots: directory, listenerUrl, testEndpoints });
  const replay = createReplay({
    get: journal.get,
    targetOf,
    replayKey,
    sendOut: ({ channelId = '', botId, chatId, messageId, kind }, body) =>
      botId === undefined
        ? replies.repeat(channelId, { kind, chatId, messageId, body })
        : bots.repeat({ botId, chatId, messageId, kind, body }),
  });
  const parts = {
    archive,
    assigning: createAssigning({ store, clock, announce, ...availability }),
    attention,
    autoClose,
    bots: bots.bots,
    channels,
    chats,
    clock,
    connectionView,
    contacts: createContacts({ store, clock, announce, emit }),
    counts: started(startCounts({ store, clock, log, on: bus.on, emit })),
    doctor,
    emit,
    exposure,
    hours,
    jobs,
    journal,
    listenerUrl,
    log,
    media,
    operators,
    operatorTyping,
    outgoing,
    publicAddress,
    replay,
    reports: createReports({ store, clock }),
    schedule,
    settings,
    stickers: createStickers({ store, media: media.files, clock, emit }),
    store,
    targetOf,
    testBot,
    testCustomer,
    tunnelTools,
    version,
  };
  const serveTranscripts = createServeTranscripts({ store, channels, wall: clock.wall, log });
  return {
    listenerUrl: listener.url,
    installationId,
    operators,
    clientAddress: listener.clientAddress,
    died: store.died,
    bus,
    request: createRouter({ ...chatHandlers(parts), ...installationHandlers(parts) }, log),
    media: (request) => {
      if (isForTranscripts(request.url)) return serveTranscripts(request);
      return isForArchive(request.url) ? archive.serve(request) : media.serve(request);
    },
    subscribe: (operatorId, onFrame) => {
      const windowId = randomUUID();
      const lookedAway = attention.windowOpened(windowId, operatorId);
      const unsubscribe = bus.subscribe(windowId, onFrame);
      const windowClosed = operators.windowOpened(operatorId);
      return () => {
        unsubscribe();
        lookedAway();
        windowClosed();
      };
    },
  };
}
