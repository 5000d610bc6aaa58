import type { ElectronApplication, Page } from '@playwright/test';

/** What must not happen in the window, noted when it does. */
export interface Watch {
  /** dialogs, blocked attempts, addresses asked for or gone to */
  readonly happened: () => Promise<readonly string[]>;
}

interface Noted {
  hostileRequests: string[];
}

/** Looks at the page from outside and at the session below it: whatever leaves the renderer passes there. */
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
  // Markup that the policy alone held back would be told of here.
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

/** Elements that words of a customer could have become, and addresses that they could have got into. */
export function strangeElements(page: Page): Promise<number> {
  return page
    .locator(
      'iframe, object, embed, base, form[action], a[href^="javascript:" i], a[href^="data:" i], a[href^="file:" i], img[src^="http" i]',
    )
    .count();
}
