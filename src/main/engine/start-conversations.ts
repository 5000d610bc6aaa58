import { join } from 'node:path';
import type { BotDirectory } from '#main/bots/directory.ts';
import { startBots } from '#main/bots/start-bots.ts';
import { startSampleMessages } from '#main/built-in/sample-messages.ts';
import { startTestBot } from '#main/built-in/test-bot.ts';
import { type ChannelPort, createChannelKinds } from '#main/channels/channel-kinds.ts';
import { startReplies } from '#main/channels/replies.ts';
import { startCustomerTyping } from '#main/chats/attention.ts';
import { createReceive } from '#main/chats/receive.ts';
import { startChats } from '#main/chats/start-chats.ts';
import type { ChannelCheck } from '#main/checks/checks.ts';
import { endpointCheck } from '#main/checks/endpoint-checks.ts';
import type { Journal } from '#main/journal/journal.ts';
import { mailsAnswers, startMail } from '#main/mail/start-mail.ts';
import { startMedia } from '#main/media/start-media.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import { keyFor } from '#main/settings/vault.ts';
import { startSite } from '#main/site/start-site.ts';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { Started } from './engine.ts';
import type { Installation } from './open-installation.ts';

const MEGABYTE = 1024 * 1024;
const DAY = 24 * 60 * 60_000;

/** The engine's side of a kind of channel. */
interface ChannelKindParts {
  /** delivery to its customers */
  readonly port: ChannelPort;
  /** lines in Check everything for each of its channels */
  readonly checks: readonly ChannelCheck[];
}

export interface ConversationOptions {
  readonly installation: Installation;
  readonly directory: BotDirectory;
  readonly journal: Journal;
  /** of the built window for websites */
  readonly siteFolder: string;
}

/** Starts what customers, bots and operators talk through: what they write comes in and goes out. */
export async function startConversations(options: ConversationOptions, started: Started) {
  const { directory, journal } = options;
  const { context, bus, addresses, availability, channels, operators } = options.installation;
  const { settings, dataDir, clock, log } = context;

  // For trying: what sends sample messages, and the bot that stands in for bots without an address.
  const samples = started(await startSampleMessages({ channels, log }));
  const testBot = started(await startTestBot({ bots: directory, clock, log }));

  const receive = createReceive({ ...context, ...availability });
  const typing = started(startCustomerTyping({ ...context, signals: context }));
  const providers = started(await startBots({ ...context, directory, journal, availability, testBot }));
  // Customers told that nobody is there may get a new answer now.
  bus.onTouched(['operators', 'hours', 'channels'], providers.availabilityChanged);
  const media = started(startMedia({ ...context, channels, sampleFiles: samples.files }));

  const replies = started(
    startReplies({ ...context, journal, publicAddress: addresses.public, signingKey: channels.signingKey }),
  );
  const site = started(
    startSite({
      ...context,
      ...availability,
      channels,
      journal,
      media,
      receive,
      typing,
      operatorOf: operators.get,
      findOperator: (operatorId) => operators.list().find(({ id }) => id === operatorId),
      mailsAnswers: () => mailsAnswers(channels.records()),
      listenerAddress: addresses.listener,
      uploadKey: await keyFor(context.vault, 'uploads of visitors'),
      folder: options.siteFolder,
      piecesFolder: join(dataDir, 'pieces'),
    }),
  );
  const mail = started(
    startMail({
      ...context,
      ...availability,
      channels,
      media: media.files,
      journal,
      leftAt: site.leftAt,
      largest: () => settings.current().media.largest * MEGABYTE,
      hostedFor: () => settings.current().media.hostedDays * DAY,
      publicUrl: () => withoutSlashes(addresses.listener()),
    }),
  );
  const kinds: Readonly<Record<ChannelKind, ChannelKindParts>> = {
    custom: { port: replies, checks: [endpointCheck] },
    site: { port: site.port, checks: [] },
    email: { port: mail.port, checks: [] },
  };
  const kindOf = (channelId: string) => channels.find(channelId)?.kind;
  const transports = started(createChannelKinds({ ...context, kinds, kindOf, operators }));
  const chats = started(
    startChats({
      ...context,
      channelsOf: operators.channelsOf,
      operatorIds: () => new Set(operators.list().map(({ id }) => id)),
      sendTyping: transports.sendTyping,
      autoClose: () => settings.current().hours.autoClose,
    }),
  );
  return {
    bots: providers.bots,
    chats,
    kinds,
    mail,
    media,
    providers,
    receive,
    samples,
    site,
    typing,
    /** bots work outside opening hours too; a paused channel never has anybody */
    isAvailable: ({ id, countBot, paused }: ChannelRecord): boolean =>
      availability.isStaffed(id) || (countBot && !paused && providers.isAvailable(id)),
    /** takes up what the last run left, once the listener is up: providers may reply at once */
    resume: async (): Promise<void> => {
      await Promise.all([transports.resume(), providers.resume()]);
    },
  };
}
