import type { Page } from '@playwright/test';
import { composer, conversation, fromMenu, openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

/** What a part says in its place if its code could not be loaded. */
const notLoaded = (page: Page) =>
  page
    .getByRole('alert')
    .filter({ hasText: 'Couldn’t load this part of the window. Counterbell may have been updated' });

const reload = (page: Page) => notLoaded(page).getByRole('button', { name: 'Reload window' });

/** As after an update of the engine: the files of the open page's version are gone. Returns how they come back. */
async function loseCode(page: Page, ...names: readonly string[]): Promise<() => Promise<void>> {
  const gone = new RegExp(`/assets/(?:${names.join('|')})-[^/]+\\.js$`);
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  return () => page.unroute(gone);
}

/** Whether this browser requests a module again that failed once. Chromium 150 does not, until the next page. */
async function asksAgain(page: Page): Promise<boolean> {
  await page.route('**/assets/probe.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.route('**/assets/probe.js', (route) => route.abort(), { times: 1 });
  const load = `import('/assets/probe.js')`;
  return page.evaluate(`${load}.catch(() => ${load}).then(() => true, () => false)`);
}

test(
  'a screen whose code does not come at the first request opens nevertheless; where the browser remembers the failure, after a reload',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    await shop.channel.say('anna', 'Is it in stock?');
    const page = await openConsole();
    await openChat(page, 'Visitor');
    await composer(page).fill('Half a reply');
    const asks = await asksAgain(page);
    for (const name of ['reports-screen', 'files']) {
      await page.route(`**/assets/${name}-*`, (route) => route.abort(), { times: 1 });
    }
    await page.getByRole('link', { name: 'Reports' }).click();
    if (!asks) await reload(page).click();
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await openChat(page, 'Visitor');
    await expect(composer(page)).toHaveValue('Half a reply');
  },
);

// A shared file counts as much as the screen's own: browsers that remember failures remember it by its address.
for (const [name, details] of [
  ['reports-screen', {}],
  ['files', { tag: '@thorough' }],
] as const)
  test(
    `a screen without its code (${name}) says so, and a reload brings it and keeps the draft; while Counterbell does not answer, nothing is reloaded`,
    details,
    async ({ host, shop, openConsole }) => {
      await shop.channel.say('anna', 'Is it in stock?');
      const page = await openConsole();
      await openChat(page, 'Visitor');
      await composer(page).fill('Half a reply');
      const bringBack = await loseCode(page, name);
      await page.getByRole('link', { name: 'Reports' }).click();
      await expect(notLoaded(page)).toBeVisible();
      const addresses = { listener: new URL(host.listener).host, console: new URL(host.console).host };
      await host.stop();
      await reload(page).click();
      await expect(page.getByText('Counterbell isn’t responding right now.')).toBeVisible();
      await expect(notLoaded(page)).toBeVisible();
      const again = await host.restart({ addresses });
      await bringBack();
      await expect(page.getByText('Counterbell isn’t responding.')).toHaveCount(0);
      await reload(page).click();
      await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
      await page.getByRole('link', { name: 'Inbox' }).click();
      await openChat(page, 'Visitor');
      await expect(composer(page)).toHaveValue('Half a reply');
      await again.stop();
    },
  );

test(
  'parts of a chat without their code say so, and take neither the chat nor what is typed',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    await shop.channel.say('anna', 'Is it in stock?');
    const page = await openConsole();
    const bringBack = await loseCode(page, 'data', 'transcript-dialog', 'recorder');
    const feed = await openChat(page, 'Visitor');
    await composer(page).fill('Half a reply');

    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Emoji' }).and(page.locator(':has([role=alert])'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(notLoaded(page)).toHaveCount(0);
    await fromMenu(page, 'Save a transcript');
    await expect(notLoaded(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Record a voice message' }).click();
    await expect(notLoaded(page)).toHaveCount(2);
    await expect(page.getByText('microphone')).toHaveCount(0);
    await expect(feed.getByText('Is it in stock?')).toBeVisible();
    await expect(composer(page)).toHaveValue('Half a reply');
    await composer(page).press('Enter');
    await expect(feed.getByText('Half a reply')).toBeVisible();
    await composer(page).fill('And another half');

    await bringBack();
    await reload(page).first().click();
    await expect(notLoaded(page)).toHaveCount(0);
    await expect(conversation(page, 'Visitor').getByText('Half a reply')).toBeVisible();
    await expect(composer(page)).toHaveValue('And another half');
    await fromMenu(page, 'Save a transcript');
    await expect(page.getByRole('dialog', { name: 'Save a transcript' })).toBeVisible();
  },
);

test('what a first click may ask for is there once the page is idle, also while Counterbell does not answer', async ({
  shop,
  openConsole,
}) => {
  await shop.channel.say('anna', 'Is it in stock?');
  const page = await openConsole();
  await expect.poll(() => page.evaluate(assetNames)).toEqual(expect.arrayContaining(['later', 'texts-en']));
  await page.route('**/assets/**', (route) => route.abort());
  await openChat(page, 'Visitor');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
});

/** Names of the scripts that the page has loaded, without what the build adds. */
function assetNames(): readonly string[] {
  return performance.getEntriesByType('resource').map(({ name }) => name.replace(/.*\/|-[\w-]{8}\.js$/g, ''));
}
