import type { Page } from '@playwright/test';
import { allMessages } from '../fixtures/channels.ts';
import { startDroppingProxy } from '../fixtures/dropping-proxy.ts';
import { freePort } from '../fixtures/free-port.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { chatIn, write } from './fixtures.ts';
import { startShop } from './shop.ts';

export type Way = 'socket' | 'poll';

export interface Outcome {
  /** texts of both sides, in the order in which they were written */
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  /** of both, as the visitor sees them and as the engine has them */
  readonly shown: readonly string[];
  readonly stored: readonly string[];
  readonly drops: number;
  /** connections that were open when they were dropped */
  readonly dropped: number;
}

/**
 * The real window and the real engine, with a message each way per turn, all connections dropped in each turn, and the
 * engine killed and started again in some. Resolves when both sides have everything, or nothing more arrives.
 */
export async function reconnectMany(
  page: Page,
  { way, turns, kills }: { readonly way: Way; readonly turns: number; readonly kills: number },
): Promise<Outcome> {
  const addresses = { listener: `127.0.0.1:${await freePort()}`, console: `127.0.0.1:${await freePort()}` };
  const proxy = await startDroppingProxy(addresses.listener);
  let host = await startHeadless({ addresses });
  const shop = await startShop(proxy.url);
  try {
    await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
    if (way === 'poll') await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebSocket'));
    await page.goto(shop.address);
    const { button, field, log } = chatIn(page);
    await button.click();
    await field.waitFor();
    const [mine, theirs]: [string[], string[]] = [[], []];
    const shown = async (): Promise<readonly string[]> => log.locator('.bubble').allTextContents();
    await write(field, 'mine first');
    mine.push('mine first');
    const chatId = await until(async () => (await host.rpc('chats.list', {})).chats[0]?.id);
    let dropped = 0;
    const killEvery = kills === 0 ? Infinity : Math.floor(turns / kills);
    for (let turn = 1; turn <= turns; turn += 1) {
      await write(field, `mine ${turn}`);
      mine.push(`mine ${turn}`);
      if (turn % 2 === 0) dropped += proxy.drop();
      if (turn % killEvery === 0) {
        await host.kill();
        host = await host.restart({ addresses });
      }
      await host.rpc('chats.reply', { chatId, text: `theirs ${turn}` });
      theirs.push(`theirs ${turn}`);
      if (turn % 2 === 1) dropped += proxy.drop();
      // Connected again, not only waiting for it: each turn is a reconnect of its own.
      await until(async () => ((await shown()).includes(`theirs ${turn}`) ? true : undefined));
    }
    const stored = async (): Promise<readonly string[]> =>
      (await allMessages(host, chatId))
        .filter(({ from }) => from === 'customer' || from === 'operator')
        .map(({ text = '' }) => text);
    const isSettled = async (): Promise<boolean> =>
      (await shown()).join('\n') === (await stored()).join('\n') &&
      (await stored()).length >= mine.length + theirs.length;
    await until(async () => (await isSettled()) || undefined).catch(() => undefined);
    return { mine, theirs, shown: await shown(), stored: await stored(), drops: turns, dropped };
  } finally {
    await shop.close();
    await host.remove();
    await proxy.stop();
  }
}

/** Asks until there is an answer. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const late = performance.now() + 30_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > late) throw new Error('it did not happen within half a minute');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
