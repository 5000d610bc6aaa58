import { test as base, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts';
import { type Host, type OwnHostOptions, startHost } from '../fixtures/host.ts';
import { createQuickClock } from '../fixtures/quick-clock.ts';
import { type Endpoint, type Integrator, startIntegrator } from '../fixtures/integrator.ts';
import { openChat } from './conversation.ts';

export interface Shop {
  readonly channel: TestChannel;
  /** the channel's reply address */
  readonly endpoint: Endpoint;
}

export interface Fixtures {
  /** content of the provision file; default: the operator Olga, which completes the first run */
  readonly provision: NonNullable<OwnHostOptions['provision']>;
  /** how many times as fast as time the host's clock runs, where verdicts are waited for; a window has the system's */
  readonly pace: number;
  /** the host, on its own data folder */
  readonly host: Host;
  /** a channel of that host with an integration */
  readonly shop: Shop;
  /** opens a console window in a browser profile of its own, signed in with this key or with the link that headless prints */
  readonly openConsole: (accessKey?: string) => Promise<Page>;
  /** a console with the chat of Anna, who said hello, and its messages */
  readonly annas: { readonly page: Page; readonly feed: Locator };
}

export interface WorkerFixtures {
  readonly integrator: Integrator;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  integrator: [
    async ({}, use) => {
      const integrator = await startIntegrator();
      await use(integrator);
      await integrator.stop();
    },
    { scope: 'worker' },
  ],
  provision: [{}, { option: true }],
  pace: [1, { option: true }],
  host: async ({ provision, pace }, use) => {
    const host = await startHost({ provision, ...(pace > 1 && { clock: createQuickClock(pace) }) });
    await use(host);
    await host.remove();
  },
  shop: async ({ host, integrator }, use, { testId }) => {
    const endpoint = integrator.endpoint(testId);
    const channel = await openChannel(host, { name: 'Shop website', publicId: 'shop-1', endpoint: endpoint.url });
    await use({ channel, endpoint });
  },
  openConsole: async ({ browser, contextOptions, host }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (accessKey) => {
      const context = await browser.newContext(contextOptions);
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(accessKey === undefined ? host.accessUrl : `${host.console}/?key=${accessKey}`);
      return page;
    });
    for (const context of contexts) await context.close();
  },
  annas: async ({ shop, openConsole }, use) => {
    await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
    const page = await openConsole();
    await use({ page, feed: await openChat(page, 'Anna') });
  },
});

/** Tests of a host whose clock stands still until they advance it; a window has the system's. */
export const timed = test.extend<{ readonly clock: FakeClock }>({
  clock: async ({}, use) => use(createFakeClock(Date.now())),
  host: async ({ provision, clock }, use) => {
    const host = await startHost({ provision, clock });
    await use(host);
    await host.remove();
  },
});

export { expect } from '@playwright/test';
