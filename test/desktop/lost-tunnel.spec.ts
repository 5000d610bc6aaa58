import { startTrayHost, type TrayHost } from '../fixtures/dbus/tray-host.ts';
import { startReverseProxy, type ReverseProxy } from '../fixtures/reverse-proxy.ts';
import { freePort, noSshd, startSshd, type Sshd } from '../fixtures/sshd.ts';
import { shownWindows } from './customers.ts';
import { expect } from './fixtures.ts';
import { startShop, shownNotifications, test as base, type Shop } from './notified-shop.ts';
import { badgePoints } from './tray-badge.ts';

interface Outside {
  readonly host: TrayHost;
  /** tests that need one are skipped without it */
  readonly sshd: Sshd;
  /** starts a web server in front of the shop; it ends with the test */
  readonly startProxy: (shop: Shop) => Promise<ReverseProxy>;
}

const test = base.extend<Outside>({
  host: async ({}, use) => {
    const host = await startTrayHost();
    await use(host);
    await host.stop();
  },
  sshd: async ({}, use) => {
    test.skip(noSshd !== undefined, noSshd);
    // Without root it can't read passwords, and treats an account as locked unless PAM says otherwise.
    const sshd = await startSshd({ config: ['UsePAM yes'] });
    await use(sshd);
    await sshd.remove();
  },
  startProxy: async ({}, use) => {
    const started: ReverseProxy[] = [];
    await use(async ({ rpc }) => {
      const proxy = await startReverseProxy((await rpc('connection.get', {})).localUrl);
      started.push(proxy);
      return proxy;
    });
    for (const proxy of started) await proxy.stop();
  },
});
test.skip(process.platform !== 'linux', 'trays and notifications of other systems cannot be read from outside');

const firstLine = async (host: TrayHost) => (await host.menu())[0]?.label;
const amber = async (host: TrayHost) => badgePoints(await host.picture()).amber;
const useProxy = ({ rpc }: Shop, { url }: ReverseProxy) =>
  rpc('connection.change', { way: 'own', own: { publicUrl: url, trustedProxies: ['127.0.0.1'] } });

/** Opens a tunnel for customers through the SSH server; returns the host that they call. */
async function openTunnel({ rpc }: Shop, sshd: Sshd): Promise<string> {
  const ssh = {
    host: '127.0.0.1',
    port: sshd.port,
    user: sshd.user,
    auth: 'key',
    remotePort: await freePort(),
  } as const;
  await rpc('connection.change', { way: 'tunnel', tunnel: { kind: 'ssh', ssh }, secrets: { sshKey: sshd.key } });
  return `127.0.0.1:${ssh.remotePort}`;
}

test('the tray shows a lost tunnel, and a notification follows after a minute; both disappear when it is back', async ({
  host,
  service,
  sshd,
  launch,
}) => {
  // Waits a minute: an earlier recovery isn't announced.
  test.setTimeout(180_000);
  const shop = await startShop(launch);
  await expect.poll(() => host.items()).toHaveLength(1);
  await expect.poll(() => firstLine(host)).toBe('Only this computer can reach Counterbell');
  const reached = `Customers can reach you at ${await openTunnel(shop, sshd)}`;
  await expect.poll(() => firstLine(host)).toBe(reached);
  expect(await host.tooltip()).toBe(`Counterbell: nobody is waiting\n${reached}`);
  expect(await amber(host)).toBe(0);

  await sshd.kill();
  await expect
    .poll(() => firstLine(host))
    .toMatch(/^Customers have been unable to reach you since \d\d:\d\d: 127\.0\.0\.1 \w/);
  expect(await host.tooltip()).toMatch(
    /^Customers have been unable to reach you since \d\d:\d\d\nCounterbell: nobody is waiting$/,
  );
  expect(await amber(host)).toBeGreaterThan(500);
  expect(service.asked).toEqual([]);
  await host.choose((await firstLine(host)) ?? '');
  await expect.poll(() => shownWindows(shop.app)).toEqual([expect.stringContaining('#/settings/connection')]);

  const refused = `127.0.0.1 doesn’t accept connections on port ${sshd.port}. Check the SSH port, and that the SSH service is running on the server.`;
  await expect
    .poll(() => shownNotifications(service), { timeout: 90_000 })
    .toEqual([`Customers can’t reach you: ${refused}`]);
  await sshd.restart();
  await expect.poll(() => firstLine(host)).toBe(reached);
  expect(await amber(host)).toBe(0);
  await expect.poll(() => service.shownNotifications()).toEqual([]);
  expect(service.asked).toHaveLength(1);
});

test('another public address is announced, and its notification opens the connection settings', async ({
  service,
  launch,
  startProxy,
}) => {
  const shop = await startShop(launch);
  const [former, next] = [await startProxy(shop), await startProxy(shop)];
  await useProxy(shop, former);
  await expect.poll(async () => (await shop.rpc('connection.get', {})).reach.state).toBe('reachable');
  await useProxy(shop, next);
  await expect
    .poll(() => shownNotifications(service))
    .toEqual([
      `Your public address changed: Websites, apps and bots that use ${former.url} need the new addresses: ${next.url}`,
    ]);
  service.press(service.shownNotifications()[0]?.id ?? 0, 'default');
  await expect.poll(() => shownWindows(shop.app)).toEqual([expect.stringContaining('#/settings/connection')]);
  await expect(shop.console.getByRole('heading', { name: 'Connection', exact: true })).toBeVisible();
  await expect.poll(() => service.shownNotifications()).toEqual([]);
  await shop.rpc('connection.dismissFormerUrl', {});
  expect(service.asked).toHaveLength(1);
});
