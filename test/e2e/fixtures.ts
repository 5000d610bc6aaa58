import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { type Headless, type HeadlessOptions, startHeadless } from '../fixtures/headless.ts';
import { type Endpoint, type Integrator, startIntegrator } from '../fixtures/integrator.ts';

export interface Shop {
  readonly channel: TestChannel;
  /** where the channel's replies are posted */
  readonly endpoint: Endpoint;
}

export interface Fixtures {
  /** content of the provision file; left out: the operator Olga, and with her the first run is over */
  readonly provision: NonNullable<HeadlessOptions['provision']>;
  /** variables of the host's process, beside those of the tests */
  readonly environment: NonNullable<HeadlessOptions['env']>;
  /** a built headless host of the test's own, on a data folder of its own */
  readonly host: Headless;
  /** a channel of that host with an integrator behind it */
  readonly shop: Shop;
  /** opens a console window, signed in by the link that headless prints, in a browser profile of its own */
  readonly openConsole: () => Promise<Page>;
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
  environment: [{}, { option: true }],
  host: async ({ provision, environment }, use) => {
    const host = await startHeadless({ provision, env: environment });
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
    await use(async () => {
      const context = await browser.newContext(contextOptions);
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(host.accessUrl);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

export { expect } from '@playwright/test';
