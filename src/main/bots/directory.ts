import type { z } from 'zod';
import type { Clock } from '#main/clock/clock.ts';
import {
  type BotRecord,
  botTrouble,
  conflictsOf,
  createSecretComparison,
  isLost,
  newBot,
  newSecret,
  openSecret,
  readable,
} from '#main/settings/installation.ts';
import type { Signalling } from '#main/nodes/signals.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { EngineContext } from '#main/store/store.ts';
import { forOperators } from '#shared/contract/answers.ts';
import type { botFields, botRoutes } from '#shared/contract/bots.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import { required } from '#shared/contract/errors.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { appendSegment } from '#shared/domain/endpoint.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import type { HourlyLimit } from './hourly-limit.ts';
import type { TestMessages } from './test-messages.ts';

type Fields = z.infer<z.ZodObject<typeof botFields>>;

interface BotDirectoryOptions {
  readonly settings: Pick<Settings, 'current'>;
  /** of the listener: on this computer, and where the world reaches it */
  readonly addresses: { readonly local: () => string; readonly public: () => string };
}

/** The installation's bots. Throws ContractError: not_found, secret_lost. */
export function createBotDirectory({ settings, addresses }: BotDirectoryOptions) {
  const isSameSecret = createSecretComparison();
  const records = (): readonly BotRecord[] => settings.current().bots;
  const find = (botId: string) => records().find(({ id }) => id === botId);
  const get = (botId: string): BotRecord => required(find(botId), 'bot');
  /** enabled, with a token no other bot has */
  const isWorking = (bot: BotRecord) => bot.enabled && botTrouble(bot, records()) === undefined;
  /** working bots of a channel, the one that gets new chats first */
  const botsOfChannel = (channelId: string): readonly BotRecord[] =>
    records().filter((bot) => bot.channelIds.includes(channelId) && isWorking(bot));
  const localAddress = (bot: BotRecord): string => serviceAddress(addresses.local(), bot);

  return {
    list: records,
    get,
    find,
    isWorking,
    onChannel: botsOfChannel,
    /** the bot with this service address; takes equally long for right and wrong tokens */
    byAddress: (providerId: string, token: string): BotRecord | undefined => {
      const [bot] = records().filter(
        (record) => isSameSecret(token, isLost(record.token) ? '' : record.token) && record.providerId === providerId,
      );
      return bot !== undefined && token !== '' && conflictsOf(bot, records()).length === 0 ? bot : undefined;
    },
    /** public address */
    serviceAddress: (bot: BotRecord) => serviceAddress(addresses.public(), bot),
    /** address on this computer, whatever the public one is */
    localAddress,
    /** service path for this token */
    localAddressOf: (token: string): string | undefined => {
      const bot = records().find((record) => record.token === token);
      return bot && localAddress(bot);
    },
  };
}

export type BotDirectory = ReturnType<typeof createBotDirectory>;

/** `{base}/webhooks/{provider_id}/{token}` (bot provider interface, section 4.1) */
function serviceAddress(base: string, { providerId, token }: BotRecord): string {
  return `${withoutSlashes(base)}/webhooks/${providerId}/${encodeURIComponent(openSecret(token))}`;
}

interface BotReachOptions extends Pick<EngineContext, 'store' | 'clock'> {
  readonly onChange: () => void;
  readonly runInBackground: (work: Promise<unknown>) => void;
  readonly signals: Signalling;
}

export type BotReach = Awaited<ReturnType<typeof openBotReach>>;

/** Tracks whether each bot's provider took the last event, also across restarts. */
export async function openBotReach({ store, clock, onChange, runInBackground, signals }: BotReachOptions) {
  const known = new Map<string, NonNullable<Bot['reach']>>();
  for (const { botId, ...reach } of await store.read('listBotReach')) known.set(botId, reach);
  signals.onTold('botReach', ({ botId, reach }) => {
    if (reach === undefined) known.delete(botId);
    else known.set(botId, reach);
    onChange();
  });
  const set = async (botId: string, reach: Bot['reach']): Promise<void> => {
    runInBackground(store.write('noteBotReach', { botId, reach }));
    await signals.tell('botReach', { botId, ...omitUndefined({ reach }) });
  };
  return {
    of: (botId: string): Bot['reach'] => known.get(botId),
    /** an event was taken, or given up after its last attempt */
    note: async (botId: string, isTaken: boolean): Promise<void> => {
      const before = known.get(botId);
      if (before !== undefined && isTaken === (before.failingSince === undefined)) return;
      const reach = isTaken ? {} : { failingSince: clock.wall() };
      // At once: of several that fail together, the first counts.
      known.set(botId, reach);
      await set(botId, reach);
    },
    /** its address or token is another one */
    forget: (botId: string): Promise<void> => set(botId, undefined),
  };
}

interface BotsOptions {
  readonly directory: BotDirectory;
  readonly settings: Pick<Settings, 'write' | 'seal' | 'sealToken'>;
  readonly clock: Pick<Clock, 'wall'>;
  readonly reach: BotReach;
  readonly limit: HourlyLimit;
  readonly tests: TestMessages;
  readonly onChange: () => void;
}

/** Managing bots, for the owner. Rejects with ContractError: endpoint_not_allowed, invalid_input, and as the directory. */
export function createBots({ directory, settings, clock, reach, limit, tests, onChange }: BotsOptions) {
  const view = (bot: BotRecord): Bot => {
    const { token, signingKey: _key, ...rest } = bot;
    const blockedUntil = limit.blockedUntil(bot.id);
    return {
      ...rest,
      maskedToken: isLost(token) ? '' : maskToken(token),
      state: stateOf(bot, blockedUntil),
      reach: reach.of(bot.id),
      conflictsWith: conflictsOf(bot, directory.list()).map(({ name }) => name),
      acceptedThisHour: limit.acceptedThisHour(bot.id),
      blockedUntil,
    };
  };
  const stateOf = (bot: BotRecord, blockedUntil: number | undefined): Bot['state'] => {
    const trouble = botTrouble(bot, directory.list());
    if (trouble !== undefined) return trouble;
    if (!bot.enabled) return 'disabled';
    return blockedUntil === undefined ? 'working' : 'blocked';
  };
  const change = async (
    botId: string,
    { token, ...fields }: Partial<Fields & { enabled: boolean; signingKey: string }>,
  ) => {
    const sealed = token === undefined ? {} : await settings.sealToken(token);
    await settings.write('changeBot', { botId, change: { ...fields, ...sealed }, at: clock.wall() });
    return directory.get(botId);
  };
  const reportChange = (bot: BotRecord): Bot => {
    onChange();
    return view(bot);
  };

  const list = () => directory.list().map(view);
  const update = async (botId: string, fields: Partial<Fields>) => {
    const before = directory.get(botId);
    const bot = await change(botId, fields);
    if (bot.endpoint !== before.endpoint || bot.token !== before.token) await reach.forget(botId);
    return reportChange(bot);
  };
  const renewSigningKey = async (botId: string) =>
    reportChange(await change(botId, { signingKey: await settings.seal(newSecret()) }));
  const test = async (botId: string, text = 'Hello') => {
    const result = await tests.send(directory.get(botId), text);
    await reach.note(botId, result.ok);
    return result;
  };

  const calls = {
    'bots.list': async (_input, { role }) => ({ bots: role === 'owner' ? list() : list().map(forOperators) }),
    'bots.create': async (fields) => {
      const bot = newBot(fields);
      const sealed = { ...(await settings.sealToken(bot.token)), signingKey: await settings.seal(bot.signingKey) };
      await settings.write('addBot', { bot: { ...bot, ...sealed }, at: clock.wall() });
      return reportChange(directory.get(bot.id));
    },
    'bots.update': ({ botId, ...fields }) => update(botId, fields),
    'bots.renewSigningKey': ({ botId }) => renewSigningKey(botId),
    'bots.enable': async ({ botId }) => reportChange(await change(botId, { enabled: true })),
    'bots.disable': async ({ botId }) => reportChange(await change(botId, { enabled: false })),
    'bots.remove': async ({ botId }) => {
      const moved = await settings.write('removeBot', { botId, at: clock.wall() });
      onChange();
      return { handedOver: moved.length };
    },
    'bots.addresses': async ({ botId }) => {
      const bot = directory.get(botId);
      const token = openSecret(bot.token);
      return {
        service: directory.serviceAddress(bot),
        provider: bot.endpoint === null ? null : appendSegment(bot.endpoint, token),
        token,
        signingKey: readable(bot.signingKey) ?? '',
      };
    },
    'bots.test': ({ botId, text }) => test(botId, text),
  } satisfies CallsOf<typeof botRoutes>;
  return { calls, list, update, renewSigningKey, test };
}

/** The end of a token is enough to recognize it. */
function maskToken(token: string): string {
  return token.length < 12 ? '••••••••' : `••••••••${token.slice(-4)}`;
}

export type Bots = ReturnType<typeof createBots>;
