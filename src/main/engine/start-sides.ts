import { createBotDirectory, type BotDirectory } from '#main/bots/directory.ts';
import { startTestBot, type TestBot } from '#main/built-in/test-bot.ts';
import { startTestCustomer, type TestCustomer } from '#main/built-in/test-customer.ts';
import type { Ground } from './start-ground.ts';
import type { Starting } from './starting.ts';

/** The built-in customer and bot, and the directory in which bots are found. */
export interface BuiltInSides {
  readonly directory: BotDirectory;
  readonly testCustomer: TestCustomer;
  readonly testBot: TestBot;
}

export async function startSides(
  { options, started, later }: Starting,
  { settings, channels, availability, emit }: Ground,
): Promise<BuiltInSides> {
  const { clock, log } = options;
  const testCustomer = started(
    await startTestCustomer({
      listenerAddresses: async (channelId) => {
        const { message, status, replies } = channels.localAddresses(channelId);
        return { message, status, receivesReplies: replies === null };
      },
      onChanged: (channelId, senderId) => emit('testCustomer.changed', { channelId, senderId }),
      clock,
      log,
    }),
  );
  const directory = createBotDirectory({
    settings,
    publicAddress: () => later.publicAddress(),
    isStaffed: availability.isStaffed,
  });
  const testBot = started(
    await startTestBot({
      serviceAddress: (token) => {
        const bot = directory.list().find((each) => each.token === token);
        return bot && directory.serviceAddress(bot, later.listenerUrl);
      },
      onChanged: () => emit('testBot.changed', {}),
      clock,
      log,
    }),
  );
  return { directory, testCustomer, testBot };
}
