import { conflictsOf, isLost, openSecret, botTrouble, type BotRecord } from '#main/settings/installation.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { appendSegment } from '#shared/domain/endpoint.ts';
import type { BotDirectory } from './directory.ts';
import type { HourlyLimit } from './hourly-limit.ts';
import type { TestMessages } from './test-messages.ts';

export interface BotsOptions {
  readonly directory: BotDirectory;
  readonly limit: HourlyLimit;
  readonly tests: TestMessages;
  readonly onChange: () => void;
}

/** Managing bots, for the owner. Rejects with ContractError. */
export function createBots({ directory, limit, tests, onChange }: BotsOptions) {
  const view = (bot: BotRecord): Bot => {
    const { token, ...rest } = bot;
    const blockedUntil = limit.blockedUntil(bot.id);
    return {
      ...rest,
      maskedToken: isLost(token) ? '' : maskToken(token),
      state: stateOf(bot, blockedUntil),
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
  const reportChange = (bot: BotRecord): Bot => {
    onChange();
    return view(bot);
  };

  return {
    list: () => directory.list().map(view),
    create: async (fields: Parameters<BotDirectory['create']>[0]) => reportChange(await directory.create(fields)),
    update: async (botId: string, fields: Parameters<BotDirectory['update']>[1]) =>
      reportChange(await directory.update(botId, fields)),
    setEnabled: async (botId: string, enabled: boolean) => reportChange(await directory.setEnabled(botId, enabled)),
    /** resolves to the number of chats handed to the operators */
    remove: async (botId: string) => {
      const handedOver = await directory.remove(botId);
      onChange();
      return handedOver;
    },
    addresses: (botId: string) => {
      const bot = directory.get(botId);
      const token = openSecret(bot.token);
      return {
        service: directory.serviceAddress(bot),
        provider: bot.endpoint === null ? null : appendSegment(bot.endpoint, token),
        token,
      };
    },
    test: (botId: string, text = 'Hello') => tests.send(directory.get(botId), text),
  };
}

/** The end of a token is enough to recognize it. */
function maskToken(token: string): string {
  return token.length < 12 ? '••••••••' : `••••••••${token.slice(-4)}`;
}

export type Bots = ReturnType<typeof createBots>;
