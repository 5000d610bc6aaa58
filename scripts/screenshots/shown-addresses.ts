import type { BrowserContext } from 'playwright';
import { type Demo, PUBLIC_URL } from './demo.ts';

/** The demo is local to this machine; the screenshots show addresses as an owner would have them. */
export async function showPublicAddress(
  context: BrowserContext,
  { host, publicUrl, integratorUrl }: Demo,
): Promise<void> {
  const shown: readonly (readonly [string | RegExp, string])[] = [
    [publicUrl, PUBLIC_URL],
    [host.listener, 'http://127.0.0.1:8787'],
    [new URL(integratorUrl).host, 'lampshop.example'],
    ['"names":"localhost"', `"names":"${new URL(PUBLIC_URL).host}"`],
    [/"addresses":\[.*?\]/g, '"addresses":[{"address":"192.168.1.20","interface":"Ethernet"}]'],
  ];
  const asShown = (told: string): string => shown.reduce((text, [from, to]) => text.replaceAll(from, to), told);
  await context.route('**/rpc/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: asShown(await response.text()) });
  });
  await context.routeWebSocket('**/events*', (page) => {
    page.connectToServer().onMessage((message) => page.send(asShown(String(message))));
  });
}
