import { chromium } from 'playwright';
import { startHeadless } from './test/fixtures/headless.ts';
const host = await startHeadless();
const shop = await host.rpc('channels.create', { name: 'Web shop', publicId: 'shop' });
await host.rpc('channels.create', { name: 'Returns', publicId: 'returns' });
await host.rpc('channels.create', { name: 'Wholesale', publicId: 'wholesale' });
await host.rpc('setup.finish', {}).catch(() => undefined);
const { operator } = await host.rpc('operators.add', { name: 'Ivan Petrov' });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const [width, scheme, limited] of [[1280, 'light', false], [1280, 'dark', true], [390, 'light', true], [390, 'dark', false]] as const) {
  await host.rpc('operators.change', { operatorId: operator.id, channels: limited ? [shop.id] : null });
  const context = await browser.newContext({ viewport: { width, height: 1300 }, colorScheme: scheme });
  const page = await context.newPage();
  await page.goto(host.accessUrl);
  await page.goto(`${host.console}/settings/operators`);
  await page.getByRole('button', { name: /Ivan Petrov/ }).click();
  await page.getByText('Only some channels').first().waitFor();
  await page.screenshot({ path: `/tmp/g-look-${width}-${scheme}.png` });
  await context.close();
}
await browser.close();
await host.remove();
