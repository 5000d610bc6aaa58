import { expect, test as base } from '@playwright/test';
import { openBot, startStage, type Stage, type TestBot } from '../fixtures/bots.ts';
import { startShop } from './shop.ts';

/** A real engine, and a shop's page on another origin with the window of its channel `lamps`. */
export interface World extends Stage {
  readonly address: string;
  readonly shop: Awaited<ReturnType<typeof startShop>>;
}

export const test = base.extend<{ readonly world: World; readonly bot: TestBot }>({
  world: async ({}, use) => {
    const stage = await startStage();
    await stage.host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
    const shop = await startShop((await stage.host.rpc('setup.get', {})).listenerUrl);
    await use({ ...stage, address: shop.address, shop });
    await shop.close();
    await stage.stop();
  },
  /** works on a channel `lamps` of its own */
  bot: async ({ world }, use) => {
    const [{ id: channelId } = { id: '' }] = (await world.host.rpc('channels.list', {})).channels;
    await world.host.rpc('channels.remove', { channelId });
    await use(await openBot(world, {}, { name: 'Bella Lamps', kind: 'site', publicId: 'lamps', endpoint: null }));
  },
});

export { expect } from '@playwright/test';

/** The id of the only chat. */
export async function theChat({ host }: Pick<World, 'host'>): Promise<string> {
  await expect.poll(async () => (await host.rpc('chats.list', {})).chats.length).toBe(1);
  return (await host.rpc('chats.list', {})).chats[0]?.id ?? '';
}

/** The messages of the only chat. */
export async function feed(world: Pick<World, 'host'>) {
  return (await world.host.rpc('messages.list', { chatId: await theChat(world) })).messages;
}
