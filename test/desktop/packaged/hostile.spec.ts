import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test, type Desktop } from '../fixtures.ts';
import { hostileStrings } from './hostile-strings.ts';

/** What must not happen in the window, noted when it does. */
interface Watch {
  /** dialogs, blocked attempts, addresses asked for or gone to */
  readonly happened: () => Promise<readonly string[]>;
}

interface Noted {
  hostileRequests: string[];
}

/** Looks at the page from outside and at the session below it: whatever leaves the renderer passes there. */
async function watch(app: ElectronApplication, page: Page): Promise<Watch> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || !frame.url().startsWith('app://counterbell/')) seen.push(`navigation ${frame.url()}`);
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

/** One customer a string, who fills every field with it. */
async function writeAll({ rpc }: Desktop): Promise<void> {
  const { id: channelId } = await rpc('channels.create', { name: 'Shop app' });
  const { message: address } = await rpc('channels.addresses', { channelId });
  const post = async (body: unknown): Promise<void> => {
    const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
    expect(answer.status, await answer.text()).toBe(200);
  };
  for (const [index, text] of hostileStrings.entries()) {
    const url = `https://hostile.example/${text}`;
    const sender = { id: `${index} ${text}`.slice(0, 200), name: `${index} ${text}`, phone: text, email: text, photo: url, url: text, invite: text };
    await post({ sender, message: { type: 'text', id: `${index} ${text}`, text } });
    await post({ sender, message: { type: 'photo', file: url, thumb: url, file_name: text, emoji: text, text, performer: text, title: text } });
    await post({ sender, message: { type: 'audio', file: url, file_name: text, text: `Written ${index}.`, performer: text, title: text } });
  }
}

/** Brings a chat onto the screen the way the console goes there itself, and gives the text of its conversation. */
async function show(page: Page, place: string, marker: string): Promise<string> {
  await page.evaluate(`void (location.hash = '#${place}')`);
  const feed = page.getByRole('log');
  await expect(feed.getByText(marker, { exact: true })).toBeVisible();
  return (await feed.textContent()) ?? '';
}

const plain = (text: string): string => text.replaceAll(/[\s\p{Cf}]/gu, '');

test('300 hostile strings in every field of a customer are text: nothing runs, nothing navigates, nothing is asked for', async ({ launch }) => {
  test.setTimeout(240_000);
  expect(new Set(hostileStrings).size).toBe(300);
  const desktop = await launch();
  const { app, console: page, rpc } = desktop;
  await rpc('setup.finish', {});
  await page.reload();
  await expect(page.getByRole('navigation')).toBeVisible();
  const { happened } = await watch(app, page);

  // The watch sees what it is there for.
  await page.evaluate(`fetch('https://hostile.example/seen').catch(() => undefined)`);
  await expect.poll(async () => (await happened()).some((each) => each.startsWith('blocked'))).toBe(true);
  const before = (await happened()).length;

  await writeAll(desktop);
  let cursor: string | undefined;
  let shown = 0;
  do {
    const { chats, nextCursor } = await rpc('chats.list', { limit: 100, cursor });
    for (const chat of chats) {
      const index = Number.parseInt(chat.customer.name ?? '', 10);
      // Every third is looked at in the reply window's page too.
      const places = [`/chat/${chat.id}`, ...(index % 3 === 0 ? [`/reply?chat=${chat.id}`] : [])];
      for (const place of places) expect(plain(await show(page, place, `Written ${index}.`))).toContain(plain(hostileStrings[index] ?? 'missing'));
      shown += 1;
    }
    cursor = nextCursor;
  } while (cursor !== undefined);

  expect(shown).toBe(300);
  expect((await happened()).slice(before)).toEqual([]);
  expect(await page.evaluate('globalThis.hostile')).toBeUndefined();
  expect(await page.locator('iframe, object, embed, base, form[action], a[href^="javascript:" i], a[href^="data:" i], a[href^="file:" i], img[src^="http" i]').count()).toBe(0);
  expect(app.windows()).toHaveLength(1);
});
