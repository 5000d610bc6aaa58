import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page, test as base } from '@playwright/test';
import { browserLaunch } from '../../scripts/find-browser.ts';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { noFarNetwork } from '../fixtures/far-network.ts';
import { type Headless, startHeadless } from '../fixtures/headless.ts';
import { type Endpoint, startIntegrator } from '../fixtures/integrator.ts';
import { type Computer, makeRoutedNetwork, type RoutedNetwork } from '../fixtures/routed-network.ts';
import { startSeat, type SeatProcess } from './seat.ts';

/** A colleague at their own computer. */
export interface Colleague {
  readonly page: Page;
  readonly computer: Computer;
}

/** A shop with its host, which colleagues reach over a router, and customers over a line of their own. */
export interface Office {
  readonly network: RoutedNetwork;
  /** the one that runs now */
  readonly host: () => Headless;
  readonly channel: TestChannel;
  /** the channel's reply address */
  readonly endpoint: Endpoint;
  readonly say: (customer: string, text: string) => Promise<void>;
  /** Olga, the owner, in a browser that joined with a link */
  readonly olga: () => Promise<Colleague>;
  /** somebody new, in a browser that joined with their invitation; `over6`: at the host's IPv6 address */
  readonly join: (name: string, options?: { readonly over6?: boolean }) => Promise<Colleague>;
  /** somebody new at a seat: the app as a colleague's window; `clock` as in `startSeat` */
  readonly seat: (name: string, clock?: string) => Promise<SeatProcess>;
  /** starts the host again on the same data, after it ended; `entry` as in `startHeadless` */
  readonly restart: (entry?: string) => Promise<void>;
}

const LISTENER = 8787;
const CONSOLE = 8788;
const TEAM_PORT = 8791;

interface Fixtures {
  /** remote access is open at the host's routed address only; by default also at its second line and over IPv6 */
  readonly hasRoutedRemoteAccess: boolean;
  readonly office: Office;
}

export const test = base.extend<Fixtures>({
  hasRoutedRemoteAccess: [false, { option: true }],
  office: async ({ hasRoutedRemoteAccess }, use) => {
    test.skip(noFarNetwork !== undefined, noFarNetwork);
    const network = makeRoutedNetwork();
    const folder = mkdtempSync(path.join(tmpdir(), 'counterbell-network-'));
    const browsers: Browser[] = [];
    const seats: SeatProcess[] = [];
    const { address, line, within } = network.host;
    let host = await startHeadless({
      within,
      addresses: { listener: `${line.there}:${LISTENER}`, console: `${line.there}:${CONSOLE}` },
      args: ['--team', `${hasRoutedRemoteAccess ? address : '[::]'}:${TEAM_PORT}`],
    });
    const integrator = await startIntegrator({ address: line.here });
    const endpoint = integrator.endpoint('replies');
    const channel = await openChannel(host, { endpoint: endpoint.url, ownNetwork: true, allowPlainHttp: true });

    const open = async (link: string): Promise<Colleague> => {
      const computer = network.addComputer();
      const browser = await launchAt(computer, folder);
      browsers.push(browser);
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', serviceWorkers: 'block' });
      const page = await context.newPage();
      await page.goto(link);
      await page.getByRole('button', { name: 'Use this browser' }).click();
      await page.getByRole('tab', { name: /^All open/ }).click();
      return { page, computer };
    };
    const say: Office['say'] = async (customer, text) => {
      const sender = { id: customer, name: customer };
      const { status } = await channel.post({ sender, message: { type: 'text', text } });
      if (status !== 200) throw new Error(`the message was answered with ${status}`);
    };
    await use({
      network,
      host: () => host,
      channel,
      endpoint,
      say,
      olga: async () => open((await host.rpc('devices.invite', {})).web),
      join: async (name, { over6 = false } = {}) => {
        const { web } = await host.rpc('invitations.create', { name, role: 'operator' });
        return open(over6 ? web.replace(/^https:\/\/[^/]+/, `https://[${network.host.address6}]:${TEAM_PORT}`) : web);
      },
      seat: async (name, clock) => {
        const { app } = await host.rpc('invitations.create', { name, role: 'operator' });
        const seat = await startSeat(network.addComputer(), app, clock);
        seats.push(seat);
        return seat;
      },
      restart: async (entry) => {
        host = await host.restart({ entry });
      },
    });
    for (const seat of seats) await seat.stop();
    for (const browser of browsers) await browser.close();
    await integrator.stop();
    await host.remove();
    network.remove();
    rmSync(folder, { recursive: true });
  },
});

/** A browser on a computer in another network; `folder` keeps the script that starts it. */
function launchAt({ address, within }: Computer, folder: string): Promise<Browser> {
  const { executablePath, args } = browserLaunch();
  const program = path.join(folder, `browser-at-${address}`);
  writeFileSync(program, `#!/bin/sh\nexec ${within.join(' ')} '${executablePath}' "$@"\n`, { mode: 0o755 });
  return chromium.launch({ executablePath: program, args });
}

export { expect } from '@playwright/test';
