import { randomUUID } from 'node:crypto';
import {
  conflictsOf,
  isLost,
  openSecret,
  troubleOf,
  USUAL_HOURLY_LIMIT,
  USUAL_SILENCE_SECONDS,
  type BotRecord,
  createSecretComparison,
} from '#main/settings/document.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import { newSecret, type Settings } from '#main/settings/settings.ts';
import type { BotContext } from '#main/store/transactions/bot-events.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { ENDPOINT_PHRASES, endpointProblem } from '#shared/domain/endpoint.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';
import { phrase } from '#shared/locales/phrase.ts';

type Fields = { readonly token: string } & Pick<
  BotRecord,
  'name' | 'endpoint' | 'allowPlainHttp' | 'channelIds' | 'hourlyLimit' | 'silenceSeconds'
>;

export interface BotDirectoryOptions {
  readonly settings: Settings;
  readonly publicAddress: () => string;
  /** whether somebody is there for a channel */
  readonly isStaffed: (channelId: string) => boolean;
}

/** The bots of this installation. Reject with ContractError: not_found, endpoint_not_allowed, invalid_input, secret_lost. */
export function createBotDirectory({ settings, publicAddress, isStaffed }: BotDirectoryOptions) {
  const isSameSecret = createSecretComparison();
  const records = (): readonly BotRecord[] => settings.current().bots;
  const find = (botId: string) => records().find(({ id }) => id === botId);
  const get = (botId: string): BotRecord => {
    const record = find(botId);
    if (record === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.bot'));
    return record;
  };
  /** enabled, with a token that it is alone with */
  const isWorking = (bot: BotRecord) => bot.enabled && troubleOf(bot, records()) === undefined;
  /** working bots of a channel, first the one that gets new chats */
  const onChannel = (channelId: string): readonly BotRecord[] =>
    records().filter((bot) => bot.channelIds.includes(channelId) && isWorking(bot));
  const write = (next: (bots: readonly BotRecord[]) => BotRecord[]) =>
    settings.change((state) => ({ ...state, bots: next(state.bots) }));
  const replace = async (botId: string, change: (before: BotRecord) => BotRecord): Promise<BotRecord> => {
    const changed = (before: BotRecord): BotRecord => checked(change(before), settings);
    changed(get(botId));
    await write((bots) => bots.map((each) => (each.id === botId ? changed(each) : each)));
    return get(botId);
  };

  /** what CLIENT_MESSAGE tells of a channel; undefined: no bot works there */
  const contextFor = (channelId: string): BotContext | undefined => {
    const bots = onChannel(channelId);
    const channel = settings.current().channels.find(({ id }) => id === channelId);
    if (bots.length === 0 || channel === undefined) return undefined;
    return {
      siteId: settings.current().installationId,
      agentsOnline: isStaffed(channelId),
      channel: { id: channel.publicId, type: channel.botChannelType },
      bots: bots.map(({ id, name }) => ({ id, name })),
    };
  };

  return {
    list: records,
    get,
    find,
    isWorking,
    onChannel,
    contextFor,
    /** the same of each channel on which one works */
    contexts: (): Readonly<Record<string, BotContext>> =>
      Object.fromEntries(
        settings.current().channels.flatMap(({ id }) => {
          const context = contextFor(id);
          return context === undefined ? [] : [[id, context] as const];
        }),
      ),
    /** the bot behind a service address; takes as long for a wrong token as for a right one */
    byAddress: (providerId: string, token: string): BotRecord | undefined => {
      const found = records().filter(
        (bot) => isSameSecret(token, isLost(bot.token) ? '' : bot.token) && bot.providerId === providerId,
      );
      const [bot] = found;
      return bot !== undefined && token !== '' && conflictsOf(bot, records()).length === 0 ? bot : undefined;
    },
    create: async ({
      providerId = `bot-${randomUUID().slice(0, 8)}`,
      ...fields
    }: Partial<Fields> & Pick<Fields, 'name'> & { readonly providerId?: string | undefined }) => {
      const record = checked(
        {
          id: randomUUID(),
          providerId,
          endpoint: null,
          token: newSecret(),
          allowPlainHttp: false,
          channelIds: [],
          enabled: true,
          hourlyLimit: USUAL_HOURLY_LIMIT,
          silenceSeconds: USUAL_SILENCE_SECONDS,
          ...omitUndefined(fields),
          name: fields.name,
        },
        settings,
      );
      await write((bots) => [...bots, record]);
      return record;
    },
    update: (botId: string, fields: Partial<Fields>) =>
      replace(botId, (before) => ({ ...before, ...omitUndefined(fields) })),
    setEnabled: (botId: string, enabled: boolean) => replace(botId, (before) => ({ ...before, enabled })),
    /** its chats join the queue: resolves to how many */
    remove: async (botId: string) => {
      get(botId);
      return (await write((bots) => bots.filter(({ id }) => id !== botId))).length;
    },
    /** `{base}/webhooks/{provider_id}/{token}` (bot provider interface, section 4.1); the base is where the world reaches the listener */
    serviceAddress: ({ providerId, token }: BotRecord, base = publicAddress()) =>
      `${withoutSlashes(base)}/webhooks/${providerId}/${encodeURIComponent(openSecret(token))}`,
  };
}

export type BotDirectory = ReturnType<typeof createBotDirectory>;

function checked(bot: BotRecord, settings: Settings): BotRecord {
  const problem = bot.endpoint === null ? undefined : endpointProblem(bot.endpoint, bot.allowPlainHttp);
  if (problem !== undefined)
    throw new ContractError('endpoint_not_allowed', ENDPOINT_PHRASES[problem], [
      { path: 'endpoint', reason: ENDPOINT_PHRASES[problem] },
    ]);
  const { channels } = settings.current();
  const known = bot.channelIds.filter((channelId) => channels.some(({ id }) => id === channelId));
  return { ...bot, channelIds: [...new Set(known)] };
}
