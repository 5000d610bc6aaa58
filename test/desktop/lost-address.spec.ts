import { startNotificationService } from '../fixtures/dbus/notification-service.ts';
import { startTrayHost, type TrayHost } from '../fixtures/dbus/tray-host.ts';
import { startReverseProxy, type ReverseProxy } from '../fixtures/reverse-proxy.ts';
import { shownWindows } from './customers.ts';
import { expect, test, type Desktop } from './fixtures.ts';
import { hideWindows, shownNotifications } from './running/notified.ts';
import { badgePoints } from './tray-badge.ts';

test.skip(process.platform !== 'linux', 'trays and notifications of other systems cannot be read from outside');

const firstLine = async (host: TrayHost) => (await host.menu())[0]?.label;
const amber = async (host: TrayHost) => badgePoints(await host.picture()).amber;
const useProxy = ({ rpc }: Desktop, { url }: ReverseProxy) =>
  rpc('connection.change', { way: 'own', own: { publicUrl: url, trustedProxies: ['127.0.0.1'] } });

test(
  'the tray shows a lost address, and a notification follows after a minute; both disappear when it is back; another public address is announced, and its notification opens the connection settings',
  { tag: '@thorough' },
  async ({ launch }) => {
    // Waits a minute: an earlier recovery isn't announced.
    test.setTimeout(180_000);
    const [host, service] = [await startTrayHost(), await startNotificationService()];
    const shop = await launch();
    await shop.rpc('setup.finish', {});
    await shop.rpc('operators.setPresence', { presence: 'online' });
    await hideWindows(shop);
    await expect.poll(() => host.items()).toHaveLength(1);
    await expect.poll(() => firstLine(host)).toBe('Only this computer can reach Counterbell');
    const { localUrl } = await shop.rpc('connection.get', {});
    const [proxy, next] = [await startReverseProxy(localUrl), await startReverseProxy(localUrl)];
    await useProxy(shop, proxy);
    const reached = `Customers can reach you at ${new URL(proxy.url).host}`;
    await expect.poll(() => firstLine(host)).toBe(reached);
    expect(await host.tooltip()).toBe(`Counterbell: nobody is waiting\n${reached}`);
    expect(await amber(host)).toBe(0);

    await proxy.stop();
    await shop.rpc('checks.run', {});
    await expect
      .poll(() => firstLine(host), { timeout: 30_000 })
      .toMatch(/^Customers have been unable to reach you since \d\d:\d\d: 127\.0\.0\.1:\d+ \w/);
    expect(await host.tooltip()).toMatch(
      /^Customers have been unable to reach you since \d\d:\d\d\nCounterbell: nobody is waiting$/,
    );
    expect(await amber(host)).toBeGreaterThan(500);
    expect(service.asked).toEqual([]);
    await host.choose((await firstLine(host)) ?? '');
    await expect.poll(() => shownWindows(shop.app)).toEqual([expect.stringContaining('#/settings/connection')]);
    const refused = `${new URL(proxy.url).host} refused the connection. Check that the address and port lead to this computer, and that the firewall lets them in.`;
    await expect
      .poll(() => shownNotifications(service), { timeout: 90_000 })
      .toEqual([`Customers can’t reach you: ${refused}`]);
    await proxy.start();
    await expect.poll(() => firstLine(host), { timeout: 30_000 }).toBe(reached);
    expect(await amber(host)).toBe(0);
    await expect.poll(() => service.shownNotifications()).toEqual([]);
    expect(service.asked).toHaveLength(1);

    await shop.console.evaluate(`void (location.hash = '/')`);
    await hideWindows(shop);
    await useProxy(shop, next);
    await expect
      .poll(() => shownNotifications(service))
      .toEqual([
        `Your public address changed: Websites, apps and bots that use ${proxy.url} need the new addresses: ${next.url}`,
      ]);
    service.press(service.shownNotifications()[0]?.id ?? 0, 'default');
    await expect.poll(() => shownWindows(shop.app)).toEqual([expect.stringContaining('#/settings/connection')]);
    await expect(shop.console.getByRole('heading', { name: 'Connection', exact: true })).toBeVisible();
    await expect.poll(() => service.shownNotifications()).toEqual([]);
    await shop.rpc('connection.dismissFormerUrl', {});
    expect(service.asked).toHaveLength(2);
    await Promise.all([proxy, next, host, service].map((each) => each.stop()));
  },
);
