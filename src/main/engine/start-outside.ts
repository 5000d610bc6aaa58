import { createNewChatFloods, type NewChatFloods } from '#main/channels/new-chat-floods.ts';
import { createCall } from '#main/doctor/call.ts';
import { createDoctor, type Doctor } from '#main/doctor/doctor.ts';
import type { Exposure } from '#main/exposure/exposure.ts';
import { askPublic } from '#main/exposure/public-answer.ts';
import type { TunnelTools } from '#main/exposure/tunnels/kinds.ts';
import { foundPort } from '#main/listener/listen.ts';
import { startListener, type Listener } from '#main/listener/listener.ts';
import { knownNames } from './journal-targets.ts';
import type { Conversations } from './start-conversations.ts';
import type { Ground } from './start-ground.ts';
import type { Starting } from './starting.ts';
import { watchStorage } from './storage-watch.ts';
import { startWayIn } from './way-in.ts';

/** What the world reaches. */
export interface Outside {
  readonly exposure: Exposure;
  readonly floods: NewChatFloods;
  readonly tunnelTools: TunnelTools;
  readonly doctor: Doctor;
  readonly clientAddress: Listener['clientAddress'];
}

export async function startOutside(
  { options, started, later }: Starting,
  ground: Ground,
  conversations: Conversations,
  replayKey: string,
): Promise<Outside> {
  const { clock, log, version, dataDir } = options;
  const { store, settings, journal, channels, availability, emit } = ground;
  const { chats, customerTyping, botParts, ratings, media } = conversations;
  const isWritable = (): Promise<boolean> =>
    store.write('proveWritable').then(
      () => true,
      () => false,
    );
  const connectionChanged = () => emit('connection.changed', {});
  const floods = started(createNewChatFloods({ clock, onChange: connectionChanged }));
  const listener = started(
    await startListener({
      ...options.listener,
      found: settings.current().foundPort,
      log,
      clock,
      isWritable,
      inbound: {
        channels,
        chats,
        typing: customerTyping,
        store,
        isStaffed: availability.isStaffed,
        botAvailable: botParts.isAvailable,
        onFlood: floods.refused,
      },
      bots: botParts.inbound,
      ratings: { ratings, log },
      files: { find: (token) => store.read('findHostedFile', { token }), path: media.files.path, now: clock.wall },
      onForwarders: () => emit('connection.changed', {}),
      requests: { journal, clock, replayKey, knownNames: () => knownNames(settings.current()) },
    }),
  );
  later.listenerUrl = listener.url;
  await notePort(listener, options, ground);
  const { exposure, tunnelTools } = await startWayIn({
    settings,
    listener,
    vault: options.vault,
    dataDir,
    pkcs12Worker: options.pkcs12Worker,
    clock,
    log,
    onChange: connectionChanged,
  });
  started(exposure);
  started(watchStorage({ store, isWritable, clock, tell: exposure.refuse }));
  later.publicAddress = exposure.publicUrl;
  const doctor = started(
    createDoctor({
      exposure,
      expect: listener.expect,
      ask: askPublic,
      call: createCall(version),
      channels,
      bots: botParts.bots,
      store,
      journal,
      dataDir,
      clock,
      log,
      onChange: () => emit('doctor.changed', {}),
    }),
  );
  return { exposure, floods, tunnelTools, doctor, clientAddress: listener.clientAddress };
}

/** Another port than the wanted one is kept from now on; where that cannot be written it is found anew next time. */
async function notePort(
  { port }: Listener,
  { listener, log }: Starting['options'],
  { settings }: Ground,
): Promise<void> {
  const found = foundPort(listener, port, settings.current().foundPort);
  if (found === undefined) return;
  log.warn(found, 'the listener is on another port, because its own was taken');
  await settings
    .change((state) => ({ ...state, foundPort: found }))
    .catch((error: unknown) => log.warn({ err: error }, 'the port of the listener could not be noted'));
}
