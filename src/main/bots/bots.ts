import { conflictsOf, isLost, openSecret, troubleOf, type BotRecord } from '#main/settings/document.ts';
import type { BotTest } from '#shared/contract/bots.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { addressBelow } from '#shared/domain/endpoint.ts';
import type { BotDirectory } from './directory.ts';
import type { HourlyLimit } from './hourly-limit.ts';
import type { TestMessages } from './test-messages.ts';

/** The owner's side of bots. Reject with ContractError. */
export interface Bots {
  readonly list: () => Bot[];
  readonly create: (...fields: Parameters<BotDirectory['create']>) => Promise<Bot>;
  readonly update: (...change: Parameters<BotDirectory['update']>) => Promise<Bot>;
  readonly setEnabled: (botId: string, enabled: boolean) => Promise<Bot>;
  /** resolves to how many chats went to the operators */
  readonly remove: (botId: string) => Promise<number>;
  readonly addresses: (botId: string) => {
    readonly service: string;
    readonly provider: string | null;
    readonly token: string;
  };
  readonly test: (botId: string, text: string | undefined) => Promise<BotTest>;
}

export interface BotsOptions {
  readonly directory: BotDirectory;
  readonly limit: HourlyLimit;
  readonly tests: TestMessages;
  readonly onChange: () => void;
}

export function createBots({ directory, limit, tests, onChange }: BotsOptions): Bots {
  const view = (bot: BotRecord): Bot => {
    const { token, ...rest } = bot;
    const blockedUntil = limit.blockedUntil(bot.id);
    return {
      ...rest,
      maskedToken: isLost(token) ? '' : masked(token),
      state: stateOf(bot, blockedUntil),
      conflictsWith: conflictsOf(bot, directory.list()).map(({ name }) => name),
      acceptedThisHour: limit.acceptedThisHour(bot.id),
      ...(blockedUntil !== undefined && { blockedUntil }),
    };
  };
  const stateOf = (bot: BotRecord, blockedUntil: number | undefined): Bot['state'] => {
    const trouble = troubleOf(bot, directory.list());
    if (trouble !== undefined) return trouble;
    if (!bot.enabled) return 'disabled';
    return blockedUntil === undefined ? 'working' : 'blocked';
  };
  const changed = (bot: BotRecord): Bot => {
    onChange();
    return view(bot);
  };

  return {
    list: () => directory.list().map(view),
    create: async (fields) => changed(await directory.create(fields)),
    update: async (botId, fields) => changed(await directory.update(botId, fields)),
    setEnabled: async (botId, enabled) => changed(await directory.setEnabled(botId, enabled)),
    remove: async (botId) => {
      const handedOver = await directory.remove(botId);
      onChange();
      return handedOver;
    },
    addresses: (botId) => {
      const bot = directory.get(botId);
      const token = openSecret(bot.token);
      return {
        service: directory.serviceAddress(bot),
        provider: bot.endpoint === null ? null : addressBelow(bot.endpoint, token),
        token,
      };
    },
    test: (botId, text = 'Hello') => tests.send(directory.get(botId), text),
  };
}

/** The end of a token is enough to know it by. */
function masked(token: string): string {
  return token.length < 12 ? '••••••••' : `••••••••${token.slice(-4)}`;
}
