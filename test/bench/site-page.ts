import { chromium, type Browser, type CDPSession, type Page, type Request } from '@playwright/test';
import { browserLaunch } from '../../scripts/find-browser.ts';
import type { Headless } from '../fixtures/headless.ts';
import { startShop } from '../site/shop.ts';
import type { Measure } from './measures.ts';
import { median } from './statistics.ts';

const ROUNDS = 7;
const SLOW_DOWN = 4;
/** Milliseconds for which a mouse is over the button before it is pressed. */
const OVER_BUTTON = 120;
/** Milliseconds until the page is quiet. */
const SETTLING = 2500;
const LONG = 50;

interface Load {
  readonly lcp: number;
  readonly shift: number;
  readonly longTasks: readonly number[];
}

/** What the loader costs a shop's page on a slow phone, compared with the page without it, and a press of its button. */
export async function measureShopPage(host: Headless): Promise<readonly Measure[]> {
  await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
  const shop = await startShop(host.listener);
  const browser = await chromium.launch(browserLaunch());
  try {
    const [ours, base]: [Load[], Load[]] = [[], []];
    const [presses, warmPresses]: [number[], number[]] = [[], []];
    let asked: Awaited<ReturnType<typeof visit>> | undefined;
    for (let count = -1; count < ROUNDS; count += 1) {
      const without = await visit(browser, shop.address, false);
      const visited = await visit(browser, shop.address, true);
      if (count < 0) continue;
      base.push(without.load);
      ours.push(visited.load);
      presses.push(visited.press);
      warmPresses.push(visited.warmPress);
      asked = visited;
    }
    if (asked === undefined || asked.requests.length !== 2 || asked.kept > 0 || asked.cookies > 0)
      throw new Error(`before the press there were ${JSON.stringify(asked)}`);
    const blocking = ({ longTasks }: Load): number => longTasks.reduce((sum, task) => sum + task - LONG, 0);
    const most = (loads: readonly Load[], of: (load: Load) => number): number => median(loads.map(of));
    const added = (name: string, of: (load: Load) => number, unit: string, atMost: number, digits = 0): Measure => {
      const [mine, theirs] = [most(ours, of), most(base, of)];
      const difference = Math.max(0, mine - theirs);
      return {
        name,
        ours: `${mine.toFixed(digits)}${unit}`,
        base: `without ${theirs.toFixed(digits)}${unit}`,
        ratio: difference,
        bound: { atMost },
      };
    };
    return [
      {
        name: 'a shop’s page with the loader at 4x slow-down: its largest paint',
        ours: `${most(ours, ({ lcp }) => lcp).toFixed(0)} ms`,
        base: `without ${most(base, ({ lcp }) => lcp).toFixed(0)} ms`,
        ratio: median(ours.map(({ lcp }, at) => lcp / (base[at]?.lcp ?? Number.NaN))),
        // Two loads of the same page differ by as much.
        bound: { atMost: 1.1 },
      },
      added('its layout shift, added', ({ shift }) => shift, '', 0, 4),
      added('its long tasks, added', ({ longTasks }) => longTasks.length, '', 0),
      added('its total blocking time, milliseconds added', blocking, ' ms', 10),
      pressing('from the press to a field that takes text, at 4x slow-down, in ms', presses, 100),
      pressing('the same on a later page, without slow-down, in ms', warmPresses, 25),
    ];
  } finally {
    await browser.close();
    await shop.close();
  }
}

/** One visit with an empty cache. */
async function visit(browser: Browser, address: string, isWith: boolean) {
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request: Request) => {
      if (new URL(request.url()).pathname.startsWith('/site/')) requests.push(request.url());
    });
    if (!isWith) await page.route('**/site/**', (route) => route.abort());
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    await page.addInitScript(OBSERVE);
    await page.goto(address);
    await page.waitForTimeout(SETTLING);
    const load = (await page.evaluate('globalThis.seen')) as Load;
    const kept = (await page.evaluate('localStorage.length + sessionStorage.length')) as number;
    const before = [...requests];
    return {
      load,
      requests: before,
      kept,
      cookies: (await context.cookies()).length,
      press: isWith ? await press(page) : 0,
      warmPress: isWith ? await pressOnLaterPage(page, devtools, address) : 0,
    };
  } finally {
    await context.close();
  }
}

/** Its files are in the browser's cache by now. */
async function pressOnLaterPage(page: Page, devtools: CDPSession, address: string): Promise<number> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.goto(address);
  await page.waitForTimeout(SETTLING);
  return press(page);
}

function pressing(name: string, times: readonly number[], atMost: number): Measure {
  const took = median(times);
  return {
    name,
    ours: `${took.toFixed(0)} ms`,
    base: `at worst ${Math.max(...times).toFixed(0)} ms`,
    ratio: took,
    bound: { atMost },
  };
}

const OBSERVE = `
globalThis.seen = { lcp: 0, shift: 0, longTasks: [] };
const observe = (type, see) => new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
observe('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
observe('layout-shift', (entry) => (seen.shift += entry.value));
observe('longtask', (entry) => seen.longTasks.push(entry.duration));
globalThis.usable = new Promise((resolve) => {
  addEventListener('pointerdown', (event) => {
    const pressedAt = event.timeStamp;
    // From one to the other the focus moves inside of the tree, and nobody outside hears of it.
    event.composedPath().find((each) => each instanceof ShadowRoot)?.addEventListener('focusin', ({ target }) => {
      if (target.tagName === 'TEXTAREA') resolve(performance.now() - pressedAt);
    });
  }, { capture: true });
});
`;

/** Milliseconds in the page from the press of a mouse, which comes to the button first, until its field takes text. */
async function press(page: Page): Promise<number> {
  const box = await page.getByRole('button', { name: /^Chat with us/ }).boundingBox();
  if (box === null) throw new Error('the button is not shown');
  await page.mouse.move(box.x - 200, box.y - 100);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  await page.waitForTimeout(OVER_BUTTON);
  await page.mouse.down();
  await page.mouse.up();
  return page.evaluate<number>('usable');
}
