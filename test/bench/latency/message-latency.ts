import type { Browser } from 'playwright';
import { openChannel } from '../../fixtures/channels.ts';
import { type Headless, startHeadless } from '../../fixtures/headless.ts';
import { startIntegrator } from '../../fixtures/integrator.ts';
import { startShop } from '../../site/shop.ts';
import type { Measure } from '../measures.ts';
import { pinnedTo } from '../processes.ts';
import { startScript } from '../servers.ts';
import { median, percentile } from '../statistics.ts';
import { openPage, type Screen, timesBetween, withBrowsers } from './two-screens.ts';

const ROUNDS = 4;
const TIMES = 15;
const WARM_UP = 8;
const RATE = 50;
/** A frame in milliseconds, at 60 per second. */
const FRAME = 1000 / 60;

/**
 * From Enter to the frame that shows the words, in real browsers: between a visitor's window and the operator's console,
 * beside a bare page over a WebSocket in the same browsers, and from Enter to the tick of a reply.
 */
export async function measureMessageLatency(): Promise<readonly Measure[]> {
  const host = await startHeadless({ within: pinnedTo(0) });
  const integrator = await startIntegrator();
  const shop = await startShop(host.listener);
  const bare = await startScript(new URL('bare-chat-server.ts', import.meta.url), [], pinnedTo(0));
  try {
    return await withBrowsers(async (operators, visitors) => {
      await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
      const visitor = await openVisitor(visitors, shop.address);
      const operator = await openConsole(operators, host, 'Hello from the site');
      const channel = await openChannel(host, { endpoint: integrator.endpoint('inbox').url });
      const other = await openChannel(host);
      const bareScreens = [await openBare(visitors, bare.line), await openBare(operators, bare.line)] as const;
      const ways = {
        in: () => timesBetween(visitor, operator, TIMES),
        bareIn: () => timesBetween(bareScreens[0], bareScreens[1], TIMES),
        out: () => timesBetween(operator, visitor, TIMES),
        bareOut: () => timesBetween(bareScreens[1], bareScreens[0], TIMES),
      } as const;
      const taken: Record<keyof typeof ways, number[]> = { in: [], bareIn: [], out: [], bareOut: [] };
      await timesBetween(visitor, operator, WARM_UP);
      await timesBetween(operator, visitor, WARM_UP);
      for (let count = 0; count < ROUNDS; count += 1)
        for (const way of Object.keys(ways) as (keyof typeof ways)[]) taken[way].push(...(await ways[way]()));
      await channel.say('ann', 'Hello from the channel');
      const replying = await openConsole(operators, host, 'Hello from the channel');
      await timesBetween(replying, replying, WARM_UP, TICK);
      const ticks = await timesBetween(replying, replying, TIMES * ROUNDS, TICK);
      await replying.page.close();
      const load = await startScript(
        new URL('steady-load.ts', import.meta.url),
        [other.messageUrl, String(RATE)],
        pinnedTo(1),
      );
      const [busyIn, busyOut]: [number[], number[]] = [[], []];
      try {
        for (let count = 0; count < ROUNDS / 2; count += 1) {
          busyIn.push(...(await ways.in()));
          busyOut.push(...(await ways.out()));
        }
      } finally {
        await load.stop();
      }
      return [
        ...measures('a visitor’s Enter to the word at the operator', taken.in, taken.bareIn),
        ...measures('an operator’s Enter to the word at the visitor', taken.out, taken.bareOut),
        busy('a visitor’s Enter to the word at the operator', busyIn, taken.in),
        busy('an operator’s Enter to the word at the visitor', busyOut, taken.out),
        {
          name: 'key to tick of a reply, integrator on loopback, 95th percentile, in frames',
          ours: `${percentile(ticks, 0.95).toFixed(0)} ms, median ${median(ticks).toFixed(0)} ms`,
          base: 'a frame is 17 ms',
          ratio: percentile(ticks, 0.95) / FRAME,
          bound: { atMost: 4 },
        },
      ];
    });
  } finally {
    await bare.stop();
    await shop.close();
    await integrator.stop();
    await host.remove();
  }
}

const TICK = '[role="img"][aria-label="Delivered"]';

async function openVisitor(browser: Browser, address: string): Promise<Screen> {
  const page = await openPage(browser);
  await page.goto(address);
  await page.getByRole('button', { name: /^Chat with us/ }).click();
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Message' });
  await field.fill('Hello from the site');
  await field.press('Enter');
  await page
    .getByRole('log')
    .getByText(/\bSent$/)
    .waitFor();
  return { page, field };
}

/** The console with the chat that has these words last. */
async function openConsole(browser: Browser, host: Headless, words: string): Promise<Screen> {
  const page = await openPage(browser);
  await page.goto(host.accessUrl);
  await page.getByRole('tab', { name: /^All open/ }).click();
  await page.getByRole('option').filter({ hasText: words }).click();
  await page.getByRole('log').getByText(words, { exact: true }).waitFor();
  return { page, field: page.getByRole('textbox', { name: 'Message', exact: true }) };
}

async function openBare(browser: Browser, address: string): Promise<Screen> {
  const page = await openPage(browser);
  await page.goto(address);
  return { page, field: page.getByRole('textbox') };
}

function measures(name: string, ours: readonly number[], base: readonly number[]): readonly Measure[] {
  const measure = (words: string, share: number, atMost: number): Measure => ({
    name: `${name}, ${words}, in ms`,
    ours: `${percentile(ours, share).toFixed(0)} ms`,
    base: `bare page ${percentile(base, share).toFixed(0)} ms`,
    ratio: percentile(ours, share),
    bound: { atMost },
  });
  return [measure('median', 0.5, 35), measure('95th percentile', 0.95, 60)];
}

function busy(name: string, ours: readonly number[], alone: readonly number[]): Measure {
  return {
    name: `${name}, beside ${String(RATE)} messages a second, 95th percentile, in ms`,
    ours: `${percentile(ours, 0.95).toFixed(0)} ms`,
    base: `alone ${percentile(alone, 0.95).toFixed(0)} ms`,
    ratio: percentile(ours, 0.95),
    bound: { atMost: 90 },
  };
}
