import { type Browser, chromium, type Locator, type Page } from 'playwright';
import { browserLaunch } from '../../../scripts/find-browser.ts';

/** A page on which somebody writes, and reads what another one writes. */
export interface Screen {
  readonly page: Page;
  readonly field: Locator;
}

/** Milliseconds between the last letter and Enter, as people press it. */
const BEFORE_ENTER = 120;

/** A browser for each of two people, so that neither waits for the other's. */
export async function withBrowsers<T>(run: (operators: Browser, visitors: Browser) => Promise<T>): Promise<T> {
  const operators = await chromium.launch(browserLaunch());
  const visitors = await chromium.launch(browserLaunch());
  try {
    return await run(operators, visitors);
  } finally {
    await operators.close();
    await visitors.close();
  }
}

/** Opens a page that notes when Enter is pressed, and when a line is painted in its log. */
export async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await page.addInitScript(WATCH);
  return page;
}

/** Milliseconds from Enter on one screen to the frame of the other that shows the words, for each of some lines. */
export async function timesBetween(from: Screen, to: Screen, times: number, mark = ''): Promise<readonly number[]> {
  const took: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const words = `Line ${String(count)} ${Math.random().toString(36).slice(2)}`;
    await from.field.focus();
    await from.page.keyboard.insertText(words);
    await from.page.waitForTimeout(BEFORE_ENTER);
    const painted = to.page.evaluate<number>(`painted(${JSON.stringify(words)}, ${JSON.stringify(mark)})`);
    await to.page.evaluate('0');
    await from.page.keyboard.press('Enter');
    took.push((await painted) - (await from.page.evaluate<number>('pressedAt')));
  }
  return took;
}

/** `painted` resolves with when a frame with these words was painted, inside of an element with the mark if one is named. */
const WATCH = `
addEventListener('keydown', ({ key, timeStamp }) => {
  if (key === 'Enter') globalThis.pressedAt = performance.timeOrigin + timeStamp;
}, { capture: true });
globalThis.painted = (words, mark) => new Promise((done) => {
  const roots = [document, ...[...document.documentElement.children].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  const isShown = () => {
    for (const root of roots)
      for (const line of root.querySelectorAll('[role="log"] :is(article, p)'))
        if (line.textContent.includes(words)) return mark === '' || line.querySelector(mark) !== null;
    return false;
  };
  const look = () => {
    if (!isShown()) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = () => done(performance.timeOrigin + performance.now());
      port1.postMessage('');
    });
  };
  const observer = new MutationObserver(look);
  for (const root of roots)
    observer.observe(root, { childList: true, subtree: true, characterData: true, attributes: mark !== '' });
});
`;
