import { type Browser, chromium, type Page } from 'playwright';
import { browserLaunch } from '../../../scripts/find-browser.ts';
import type { Headless } from '../../fixtures/headless.ts';
import { peakSize } from '../processes.ts';

/** Pixels scrolled per frame: a page per second would be 13. */
const STEP = 60;
/** Milliseconds from which a frame counts as missed, at 60 per second. */
const LATE = 25;

/** Runs with a console of the host, signed in, in a separate browser that shows all open chats. */
export async function withConsole<T>(host: Headless, run: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  return withBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(host.accessUrl);
    await page.getByRole('tab', { name: /^All open/ }).click();
    await page.getByRole('option').first().waitFor();
    return run(page, browser);
  });
}

export async function withBrowser<T>(run: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(browserLaunch());
  try {
    return await run(browser);
  } finally {
    await browser.close();
  }
}

/** The same with this customer's chat open at its newest messages. */
export function withChat<T>(
  host: Headless,
  name: string,
  run: (page: Page, browser: Browser) => Promise<T>,
): Promise<T> {
  return withConsole(host, async (page, browser) => {
    await page
      .getByRole('option')
      .filter({ has: page.getByText(name, { exact: true }) })
      .click();
    await page.getByRole('log').getByRole('article').first().waitFor();
    return run(page, browser);
  });
}

/** A page with only a scroller and a text box: the browser's own cost. */
export async function withEmptyPage<T>(run: (page: Page) => Promise<T>): Promise<T> {
  return withBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.setContent(
      '<textarea></textarea><div role="log" style="height:700px;overflow:auto"><div style="height:5000000px"></div></div>',
    );
    await page.evaluate(`document.querySelector('[role="log"]').scrollTop = 4000000`);
    return run(page);
  });
}

/** Scrolls one step per frame, up if negative; returns the frame times in milliseconds. */
export function scroll(
  page: Page,
  count: number,
  { selector = '[role="log"]', step = -STEP } = {},
): Promise<readonly number[]> {
  return page.evaluate<readonly number[]>(`new Promise((done) => {
    const scroller = document.querySelector(${JSON.stringify(selector)});
    const took = [];
    let last = performance.now();
    const frame = (now) => {
      took.push(now - last);
      last = now;
      scroller.scrollTop += ${step};
      if (took.length > ${count}) done(took.slice(1));
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  })`);
}

/** The share of missed frames. */
export function lateShare(took: readonly number[]): number {
  return took.filter((time) => time > LATE).length / took.length;
}

/** The window's process with the most memory, and its peak in bytes. */
export async function peakRendererMemory(browser: Browser): Promise<number> {
  return Math.max(...(await rendererIds(browser)).map(peakSize));
}

export async function rendererIds(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
