import type { BotDirectory } from '#main/bots/directory.ts';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { Target } from '#main/journal/replay.ts';
import { isLost, type SettingsState } from '#main/settings/installation.ts';
import { appendSegment } from '#shared/domain/endpoint.ts';
import type { JournalEntry } from '#shared/contract/journal.ts';

export interface TargetOptions {
  readonly channels: ChannelDirectory;
  readonly bots: BotDirectory;
  readonly testCustomer: { readonly endpoint: string };
  readonly testBot: { readonly endpoint: string };
}

/** Where a recorded request would go today, with current secrets; undefined if its channel or bot is gone. */
export function journalTargets({
  channels,
  bots,
  testCustomer,
  testBot,
}: TargetOptions): (entry: JournalEntry, inside: boolean) => Target | undefined {
  const ofChannel = (channelId: string, entry: JournalEntry, inside: boolean): Target | undefined => {
    const channel = channels.find(channelId);
    if (channel === undefined) return undefined;
    if (entry.direction === 'out')
      return { address: appendSegment(channel.endpoint ?? testCustomer.endpoint, channel.publicId) };
    const addresses = inside ? channels.localAddresses(channelId) : channels.addresses(channelId);
    return { address: entry.kind === 'status' ? addresses.status : addresses.message };
  };
  const ofBot = (botId: string, { direction }: JournalEntry, inside: boolean): Target | undefined => {
    const bot = bots.find(botId);
    if (bot === undefined || isLost(bot.token)) return undefined;
    const { token } = bot;
    if (direction === 'out') return { address: appendSegment(bot.endpoint ?? testBot.endpoint, token), token };
    return { address: inside ? bots.localAddress(bot) : bots.serviceAddress(bot), token };
  };
  return (entry, inside) => {
    if (entry.botId !== undefined) return ofBot(entry.botId, entry, inside);
    return entry.channelId === undefined ? undefined : ofChannel(entry.channelId, entry, inside);
  };
}

/** Names of channels and providers, which may be shown in a path that leads nowhere. */
export function knownNames({ channels, bots }: SettingsState): readonly string[] {
  return [...channels.map(({ publicId }) => publicId), ...bots.map(({ providerId }) => providerId)];
}

/** All credentials that could appear in a request. */
export function secretsOf({ channels, bots, operators, connectionSecrets }: SettingsState): readonly string[] {
  const all = [
    ...channels.map(({ secret }) => secret),
    ...bots.map(({ token }) => token),
    ...operators.map(({ accessKey }) => accessKey),
    ...Object.values(connectionSecrets),
  ];
  return all.flatMap((secret) => (isLost(secret) ? [] : [secret]));
}
