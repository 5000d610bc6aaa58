import { randomUUID } from 'node:crypto';
import { isForArchive } from '#main/archive/serve-archive.ts';
import { startArchive } from '#main/archive/start-archive.ts';
import { createHandlers } from '#main/console/handlers.ts';
import { createRouter } from '#main/console/router.ts';
import { createWindowEvents } from '#main/console/window-events.ts';
import { createJobs } from '#main/jobs/jobs.ts';
import { createReports } from '#main/reports/reports.ts';
import { createServeTranscripts, isForTranscripts } from '#main/reports/serve-transcripts.ts';
import { newSecret } from '#main/settings/settings.ts';
import type { JournalEntry } from '#shared/domain/journal-entry.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { journalTargets } from './journal-targets.ts';
import { startConversations, type Conversations } from './start-conversations.ts';
import { startGround, type Ground } from './start-ground.ts';
import { startOutside } from './start-outside.ts';
import { startSides, type BuiltInSides } from './start-sides.ts';
import { notYet, type Starting } from './starting.ts';

/**
 * Starts the parts in order; what was started is stopped again where a later part fails.
 * Throws ProvisionError where the provision file breaks a rule, before anything listens.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const stops: (() => void | Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  const started: Starting['started'] = (part) => {
    stops.push(part.stop);
    return part;
  };
  try {
    return { ...(await startParts({ options, started, later: notYet() })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(starting: Starting): Promise<Omit<Engine, 'stop'>> {
  const { options, started, later } = starting;
  const { clock, log, version } = options;
  const replayKey = newSecret();
  const ground = await startGround(starting);
  const windowEvents = createWindowEvents(ground.bus.onEvery);
  const sides = await startSides(starting, ground);
  const conversations = await startConversations(starting, ground, sides);
  const outside = await startOutside(starting, ground, conversations, replayKey);
  const { store, settings, operators, journal, channels, emit } = ground;
  const { botParts, media, autoClose, attention } = conversations;
  await botParts.resume();
  const jobs = started(createJobs({ clock, log, onChange: () => emit('jobs.changed', { jobs: jobs.list() }) }));
  const archive = started(
    await startArchive({
      dataDir: options.dataDir,
      store,
      settings,
      vault: options.vault,
      storeWorker: options.storeWorker,
      jobs,
      journal,
      media: media.files,
      clock,
      log,
      version,
      emit,
      closeChat: conversations.chats.close,
      many: { closeChats: conversations.chats.closeMany, reopenChats: conversations.chats.reopenMany },
      restart: options.restart ?? (() => log.warn('a restore is ready; it is put in place at the next start')),
    }),
  );
  void autoClose.look();
  const serveTranscripts = createServeTranscripts({ store, channels, wall: clock.wall, log });
  const handlers = createHandlers({
    ...ground,
    ...sides,
    ...conversations,
    ...outside,
    archive,
    jobs,
    clock,
    log,
    version,
    replayKey,
    bots: botParts.bots,
    tunnelTools: outside.tunnelTools.find,
    reports: createReports({ store, clock }),
    listenerUrl: () => later.listenerUrl,
    publicUrl: () => later.publicAddress(),
    ...repeating(starting, ground, sides, conversations),
  });
  return {
    listenerUrl: later.listenerUrl,
    installationId: settings.current().installationId,
    operators,
    clientAddress: outside.clientAddress,
    died: store.died,
    bus: ground.bus,
    request: createRouter(handlers, log),
    media: (request) =>
      isForTranscripts(request.url)
        ? serveTranscripts(request)
        : isForArchive(request.url)
          ? archive.serve(request)
          : media.serve(request),
    subscribe: (operatorId, onFrame) => {
      const windowId = randomUUID();
      const lookedAway = attention.windowOpened(windowId, operatorId);
      const unsubscribe = windowEvents.subscribe(windowId, onFrame);
      const windowClosed = operators.windowOpened(operatorId);
      return () => {
        unsubscribe();
        lookedAway();
        windowClosed();
      };
    },
  };
}

/** How what the journal recorded is sent again. */
function repeating(
  { later }: Starting,
  { channels }: Ground,
  { directory, testCustomer, testBot }: BuiltInSides,
  { replies, botParts }: Conversations,
) {
  const testEndpoints = { channel: () => testCustomer.endpoint, bot: () => testBot.endpoint };
  return {
    targetOf: journalTargets({ channels, bots: directory, listenerUrl: () => later.listenerUrl, testEndpoints }),
    sendOut: ({ channelId, botId, chatId, messageId, kind }: JournalEntry, body: string) =>
      botId === undefined
        ? replies.repeat(channelId ?? '', { kind, chatId, messageId, body })
        : botParts.repeat({ botId, chatId, messageId, kind, body }),
  };
}
