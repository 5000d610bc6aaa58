import type { ElectronApplication, Page } from '@playwright/test';

/** Forbidden effects in the window, recorded when they happen. */
export interface Watch {
  /** dialogs, blocked attempts, requested or visited URLs */
  readonly happened: () => Promise<readonly string[]>;
}

interface Noted {
  hostileRequests: string[];
}

/** Watches the page from outside and its session: everything leaving the renderer passes there. */
export async function watchPage(app: ElectronApplication, page: Page): Promise<Watch> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || !frame.url().startsWith('app://counterbell/'))
      seen.push(`navigation ${frame.url()}`);
  });
  // Markup blocked only by the policy would be reported here.
  page.on('console', (line) => {
    if (/Content Security Policy|Refused to|violates/i.test(line.text())) seen.push(`blocked ${line.text()}`);
  });
  page.on('pageerror', (error) => seen.push(`error ${error.message}`));
  await app.evaluate(({ session, shell }) => {
    const noted: string[] = [];
    Object.assign(globalThis, { hostileRequests: noted });
    session.defaultSession.webRequest.onBeforeRequest((details, go) => {
      if (!/^(app|devtools):/.test(details.url)) noted.push(`request ${details.url}`);
      go({});
    });
    shell.openExternal = async (url) => void noted.push(`browser ${url}`);
  });
  return {
    happened: async () => [...seen, ...(await app.evaluate(() => (globalThis as unknown as Noted).hostileRequests))],
  };
}

/** Elements that a customer's text could have created, and URLs it could have entered. */
export function strangeElements(page: Page): Promise<number> {
  return page
    .locator(
      'iframe, object, embed, base, form[action], a[href^="javascript:" i], a[href^="data:" i], a[href^="file:" i], img[src^="http" i]',
    )
    .count();
}
