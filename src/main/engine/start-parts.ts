import { randomBytes } from 'node:crypto';
import { startArchive } from '#main/archive/start-archive.ts';
import { auditedMedia, startAudit } from '#main/audit/audit.ts';
import { createBotDirectory } from '#main/bots/directory.ts';
import { createNewChatFloods } from '#main/channels/new-chat-floods.ts';
import { createWaitingPosts } from '#main/channels/waiting-posts.ts';
import { createProbe } from '#main/checks/check.ts';
import { createChecks } from '#main/checks/checks.ts';
import { auditedOf } from '#main/console/all-routes.ts';
import { storeCalls } from '#main/console/store-calls.ts';
import { createWindowFaults } from '#main/console/window-faults.ts';
import { startExposure } from '#main/exposure/exposure.ts';
import { askPublic } from '#main/exposure/reach.ts';
import { createRemoteAccess } from '#main/exposure/remote-access.ts';
import { createJobs } from '#main/jobs/jobs.ts';
import { startJournal } from '#main/journal/journal.ts';
import { callsOfLeader } from '#main/nodes/leader-calls.ts';
import { createNodeCalls } from '#main/nodes/node-calls.ts';
import { startOwnedLetterboxes } from '#main/letterbox/owned-letterboxes.ts';
import { startListener } from '#main/listener/listener.ts';
import { createInvitations } from '#main/operators/invitations.ts';
import { startTeam } from '#main/operators/team.ts';
import { startPush } from '#main/push/push.ts';
import { createReports } from '#main/reports/reports.ts';
import { contactOf } from '#main/settings/contact.ts';
import { createSetup } from '#main/settings/setup.ts';
import { isWritable, watchStorage } from '#main/store/store.ts';
import { keyFor } from '#main/settings/vault.ts';
import type { EngineOptions, Started } from './engine.ts';
import { createFigures } from './figures.ts';
import { knownNames, secretsOf } from './journal-secrets.ts';
import type { Installation } from './open-installation.ts';
import { createServeMedia } from './serve-media.ts';
import { onServer } from './shared-database.ts';
import { startConversations } from './start-conversations.ts';

/** Milliseconds until what a dead node left is taken up after it could not be: customers wait for it. */
const TAKE_UP_AGAIN = 1_000;

/** Starts what is left once the installation is open, in order. */
export async function startParts(options: EngineOptions, installation: Installation, started: Started) {
  const { siteFolder, storeThreads, restart, nodeName } = options;
  const { context, computer, addresses, channels, devices, follower, hours, operators } = installation;
  const { store, settings, clock, due } = context;

  // What is written down.
  const directory = createBotDirectory({ settings, addresses });
  const secrets = () => secretsOf(settings.current());
  const journal = started(startJournal({ ...context, store: store.journal, nodes: store.nodes, secrets }));
  const audit = started(startAudit({ ...context, auditedOf, bots: directory, channels, devices, operators }));
  if (installation.isProvided) await audit.recordOther({ action: 'changed', kind: 'settings' });

  // Conversations, and the listener that the world reaches.
  const conversations = await startConversations({ installation, directory, journal, siteFolder }, started);
  // From here on, everything hears what others tell.
  await context.tell('joined', {});
  const { bots, chats, kinds, mail, media, providers, receive, samples, site, typing, isAvailable } = conversations;
  const floods = started(createNewChatFloods(clock));
  const listener = started(
    await startListener({
      ...context,
      ...options.listener,
      node: nodeName === undefined ? undefined : { name: nodeName, caughtUp: store.nodes.caughtUp },
      found: computer.current().foundPort,
      saveFoundPort: (foundPort) => computer.change({ foundPort }),
      // Of this run: a copy of the installation that still runs elsewhere must not answer for this one. Nodes answer for
      // each other.
      nonceKey: nodeName === undefined ? randomBytes(32) : await keyFor(context.vault, 'checks of the address'),
      isWritable: () => isWritable(store),
      inbound: { channels, receive, typing, store, isAvailable, onFlood: floods.refused },
      bots: providers.inbound,
      ratings: context,
      files: media.hosted,
      site: site.routes,
      requests: { journal, clock, knownNames: () => knownNames(settings.current()) },
    }),
  );
  addresses.bound(listener.url);
  const exposure = started(await startExposure({ ...context, computer, addresses, listener, floods }));
  follower.reloads(exposure.follow);
  started(watchStorage({ store, clock, onChange: exposure.refuse }));
  const remoteAccess = createRemoteAccess({
    ...context,
    devices,
    exposure,
    nonceKey: randomBytes(32),
  });
  started({ stop: due.start() });
  const { nodes } = store;
  if (nodes.leads()) await conversations.resume();
  else {
    const run = () => conversations.resume().then(() => Infinity);
    due.add({ work: 'taking up what the last node left', retry: TAKE_UP_AGAIN, run });
    nodes.onLeading(() => void due.start());
  }
  const posts = createWaitingPosts({ ...context, receive, typing, journal });
  const letterboxes = started(
    startOwnedLetterboxes({ ...context, addresses, channels, isAvailable, posts, site, folder: siteFolder }),
  );
  const tools = { makeNonce: listener.makeNonce, ask: askPublic, probe: createProbe(context.version) };
  const dependsOn = { bots, channels, exposure, journal, kinds, letterboxes, remoteAccess };
  const checks = started(createChecks({ ...context, ...tools, ...dependsOn, connectedFrom: operators.connectedFrom }));

  // Work for operators: notifications, long jobs, the team.
  const contact = () => contactOf(settings.current(), addresses.public());
  const push = started(await startPush({ ...context, devices, operators, hours, contact, edge: options.pushEdge }));
  const jobs = started(createJobs(context));
  const makesBackups = nodeName === undefined;
  const archive = started(
    await startArchive({
      ...context,
      computer,
      storeThreads,
      makesBackups,
      jobs,
      journal,
      media: media.files,
      restart,
      onErased: () => audit.recordOther({ action: 'removed', kind: 'chats' }),
    }),
  );
  const invitations = createInvitations({ ...context, devices, operators, remoteAccess });
  const team = started(startTeam({ ...context, addresses, channels, bots }));
  const beginBackups = async () => nodeName ?? archive.calls['backups.change']({ every: 'day' });
  const setup = createSetup({ ...context, addresses, beginBackups });

  // What windows ask for, and are told.
  const calls = {
    ...archive.calls,
    ...bots.calls,
    ...channels.calls,
    ...chats.calls,
    ...checks.calls,
    ...createReports(context).calls,
    ...createWindowFaults(context).calls,
    ...devices.calls,
    ...exposure.calls,
    ...hours.calls,
    ...invitations.calls,
    ...jobs.calls,
    ...journal.calls,
    ...letterboxes.calls,
    ...mail.calls,
    ...media.calls,
    ...createNodeCalls(context).calls,
    ...operators.calls,
    ...push.calls,
    ...remoteAccess.calls,
    ...samples.calls,
    ...setup.calls,
    ...site.calls,
    ...storeCalls(context),
    ...team.calls,
  };
  const { roleOf, channelsOf } = operators;
  return {
    calls: nodeName === undefined ? calls : onServer(callsOfLeader(calls, context)),
    audit,
    listenerUrl: listener.url,
    figures: createFigures({ ...context, visitors: site.visitorsHere }),
    isReady: listener.isReady,
    drain: listener.drain,
    invitations,
    remoteAccess,
    clientAddress: listener.clientAddress,
    media: auditedMedia(
      { audit, roleOf },
      createServeMedia({ ...context, archive, channels, letterboxes, media, roleOf, channelsOf, site }),
    ),
  };
}
