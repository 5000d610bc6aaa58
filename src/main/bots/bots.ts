import type { BotChats } from '#main/chats/bot-chats.ts';
import { isLost, openSecret, type BotRecord } from '#main/settings/document.ts';
import type { BotTest } from '#shared/contract/bots.ts';
import type { Bot } from '#shared/domain/bots.ts';
import type { HandOverReason } from '#shared/domain/entities.ts';
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
  /** chats of bots that do not work go to the operators */
  readonly releaseChats: () => Promise<number>;
}

export interface BotsOptions {
  readonly directory: BotDirectory;
  readonly botChats: BotChats;
  readonly limit: HourlyLimit;
  readonly tests: TestMessages;
  readonly onChange: () => void;
}

export function createBots({ directory, botChats, limit, tests, onChange }: BotsOptions): Bots {
  const view = (bot: BotRecord): Bot => {
    const { token, ...rest } = bot;
    const blockedUntil = limit.blockedUntil(bot.id);
    return {
      ...rest,
      maskedToken: isLost(token) ? '' : masked(token),
      state: stateOf(bot, blockedUntil),
      conflictsWith: directory.conflictsOf(bot).map(({ name }) => name),
      acceptedThisHour: limit.acceptedThisHour(bot.id),
      ...(blockedUntil !== undefined && { blockedUntil }),
    };
  };
  const stateOf = (bot: BotRecord, blockedUntil: number | undefined): Bot['state'] => {
    if (isLost(bot.token)) return 'token_lost';
    if (directory.conflictsOf(bot).length > 0) return 'token_conflict';
    if (!bot.enabled) return 'disabled';
    return blockedUntil === undefined ? 'working' : 'blocked';
  };
  const releaseChats = (removed?: BotRecord): Promise<number> => {
    const all = directory.list();
    const works = all.filter((bot) => directory.isWorking(bot));
    const lost = all
      .filter((bot) => !directory.isWorking(bot))
      .map((bot) => [bot.id, { name: bot.name, reason: reasonOf(bot) }] as const);
    return botChats.release({
      working: Object.fromEntries(works.map(({ id, name, channelIds }) => [id, { name, channelIds }])),
      lost: Object.fromEntries(
        removed === undefined ? lost : [...lost, [removed.id, { name: removed.name, reason: 'removed' }]],
      ),
    });
  };
  const reasonOf = ({ enabled, token }: BotRecord): HandOverReason => {
    if (!enabled) return 'disabled';
    return isLost(token) ? 'token_lost' : 'token_conflict';
  };
  const changed = async (bot: BotRecord): Promise<Bot> => {
    await releaseChats();
    onChange();
    return view(bot);
  };

  return {
    list: () => directory.list().map(view),
    create: async (fields) => changed(await directory.create(fields)),
    update: async (botId, fields) => changed(await directory.update(botId, fields)),
    setEnabled: async (botId, enabled) => changed(await directory.setEnabled(botId, enabled)),
    remove: async (botId) => {
      const handedOver = await releaseChats(await directory.remove(botId));
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
    releaseChats: () => releaseChats(),
  };
}

/** The end of a token is enough to know it by. */
function masked(token: string): string {
  return token.length < 12 ? '••••••••' : `••••••••${token.slice(-4)}`;
}
