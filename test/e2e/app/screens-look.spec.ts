import { expect, type Page, test } from '@playwright/test';
import { type Demo, showPublicAddress, startDemo } from '../../../scripts/screenshots/demo.ts';
import { openVisitor } from '../../fixtures/visitor.ts';
import { withoutMotion } from '../axe.ts';
import { fromMenu } from '../conversation.ts';

/** The reference screenshots were made on Linux; fonts are rendered differently elsewhere. */
const COMPARES = process.platform === 'linux';
const THEMES = ['light', 'dark'] as const;

interface Screen {
  readonly name: string;
  /** path and hash after the console's address */
  readonly path: (demo: Demo) => string;
  /** resolves when the screen is ready; may prepare it first */
  readonly isThere: (page: Page) => Promise<void>;
}

const heading =
  (name: string) =>
  async (page: Page): Promise<void> =>
    expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible();
const settings = (section: string, name: string): Screen => ({
  name: `settings-${section}`,
  path: () => `/#/settings/${section}`,
  isThere: heading(name),
});

const screens: readonly Screen[] = [
  {
    name: 'conversation',
    path: ({ chatId }) => `/#/chat/${chatId}`,
    isThere: async (page) => {
      await expect(page.getByText('Thank you so much, that was quick!').last()).toBeVisible();
      await expect(page.getByRole('log').locator('img').last()).not.toHaveJSProperty('naturalWidth', 0);
    },
  },
  { name: 'bot-chat', path: ({ botChatId }) => `/#/chat/${botChatId}`, isThere: inspected },
  { name: 'note', path: ({ chatId }) => `/#/chat/${chatId}`, isThere: recordStart },
  { name: 'palette', path: ({ chatId }) => `/#/chat/${chatId}`, isThere: paletteOpen },
  { name: 'search', path: () => '/#/search', isThere: searched },
  { name: 'ratings', path: () => '/#/reports/ratings', isThere: heading('Reports') },
  {
    name: 'reports',
    path: () => '/#/reports',
    isThere: async (page) => expect(page.getByRole('region', { name: 'Summary' })).toBeVisible(),
  },
  { name: 'channel', path: ({ channel }) => `/#/settings/channels/${channel.id}`, isThere: heading('Lamp shop') },
  settings('operators', 'Team'),
  settings('channels', 'Channels'),
  settings('bots', 'Bots'),
  settings('hours', 'Opening hours'),
  settings('replies', 'Saved replies'),
  settings('connection', 'Connection'),
  settings('data', 'Backups'),
  settings('appearance', 'Appearance and language'),
];

/** Of a window on a website, which is not there while the others are looked at. */
const siteScreens = (channelId: string): readonly Screen[] => [
  {
    name: 'site-window',
    path: () => `/#/settings/channels/${channelId}`,
    isThere: async (page) => expect(page.getByRole('figure', { name: 'Preview' })).toBeVisible(),
  },
  {
    name: 'site-website',
    path: () => `/#/settings/channels/${channelId}/website`,
    isThere: async (page) => expect(page.getByText('Waiting for your website.', { exact: false })).toBeVisible(),
  },
  {
    name: 'site-guide',
    path: () => `/#/settings/channels/${channelId}/guide`,
    isThere: async (page) => page.getByRole('button', { name: /^Your website/ }).click(),
  },
  {
    name: 'visitors',
    path: () => '/#/visitors',
    isThere: async (page) => expect(page.getByText('Lamps for every room').first()).toBeVisible(),
  },
];

test.describe('the main screens', () => {
  test.use({ contextOptions: { ...withoutMotion('light'), timezoneId: 'UTC' } });

  test('match their screenshots in both themes', { tag: '@thorough' }, async ({ browser, contextOptions }) => {
    test.setTimeout(180_000);
    const demo = await startDemo();
    const context = await browser.newContext(contextOptions);
    try {
      await showPublicAddress(context, demo);
      const page = await context.newPage();
      await page.goto(demo.host.accessUrl);
      await page.getByRole('tab', { name: /^All open/ }).click();
      for (const screen of screens) await test.step(screen.name, () => expectLook(page, demo, screen));
      const visitor = await openSite(demo);
      for (const screen of siteScreens(visitor.channelId))
        await test.step(screen.name, () => expectLook(page, demo, screen));
      await visitor.leave();
    } finally {
      await context.close();
      await demo.stop();
    }
  });
});

test('on a phone, in German, everything fits and can be tapped', { tag: '@thorough' }, async ({ browser }) => {
  test.setTimeout(120_000);
  const demo = await startDemo();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' } as const;
  const context = await browser.newContext(phone);
  try {
    await context.addInitScript(`localStorage.setItem('counterbell.language', 'de')`);
    const page = await context.newPage();
    const open = (path: string) => page.goto(demo.host.console + path);
    await page.goto(demo.host.accessUrl);
    await expect(page.getByRole('tab', { name: /^Beendet/ })).toBeVisible();
    await open(`/#/chat/${demo.chatId}`);
    const bubble = page.getByRole('article').filter({ hasText: 'Yes, it is. That would be wonderful.' });
    await expect(bubble).toBeVisible();
    const box = await page.locator('form:has([data-composer])').boundingBox();
    for (const button of await page.locator('form:has([data-composer]) button:visible').all()) {
      const { x = 999, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
      expect.soft(x + width).toBeLessThanOrEqual((box?.width ?? 0) + (box?.x ?? 0));
      expect.soft(height).toBeGreaterThanOrEqual(32);
    }
    await expect(page.getByRole('button', { name: 'Senden', exact: true })).toBeVisible();
    expect(await cutIn(page, 'section:has([role="log"]) > header span > bdi')).toEqual([]);
    const more = bubble.getByRole('button', { name: 'Mehr zu dieser Nachricht' });
    await expect(more).toHaveCSS('opacity', '1');
    expect((await more.boundingBox())?.width).toBeGreaterThan(30);
    // Controls shown only on hover take no room.
    const words = await bubble.getByText('Yes, it is.').boundingBox();
    expect(words?.height).toBeLessThan(50);

    await demo.host.rpc('channels.create', { name: 'Kasse' });
    await open('/#/settings/channels');
    await expect(page.getByText('Noch keine Antwortadresse')).toBeVisible();
    expect(await cutIn(page, 'main a span')).toEqual([]);
    await open('/#/settings/activity');
    await expect(page.getByRole('table').getByRole('button').first()).toBeVisible();
    await expect(page.getByRole('table').getByText('Angenommen').filter({ visible: true }).first()).toBeVisible();
    expect(await cutIn(page, 'table button')).toEqual([]);
    await open('/#/settings/hours');
    await page.getByRole('radio', { name: /^Wochenplan/ }).click();
    await expect(page.locator('input[type=time]')).toHaveCount(10);
    for (const time of await page.locator('input[type=time]').all())
      expect.soft((await time.boundingBox())?.width).toBeGreaterThan(80);
  } finally {
    await context.close();
    await demo.stop();
  }
});

/** Truncated texts among the elements of a selector. */
const cutIn = (page: Page, selector: string): Promise<readonly string[]> =>
  page
    .locator(selector)
    .evaluateAll((found) =>
      found
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
        .map(({ textContent }) => textContent),
    );

async function expectLook(page: Page, demo: Demo, { name, path, isThere }: Screen): Promise<void> {
  await page.goto(demo.host.console + path(demo));
  await isThere(page);
  await page.mouse.move(0, 0);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    // Times and charts of them differ in each run; text rendering differs by a few pixels between machines.
    const changing = [
      page.locator('time'),
      page.locator('[data-age]'),
      page.getByRole('timer'),
      page.locator('figure svg'),
      page.locator('figure table'),
    ];
    if (COMPARES)
      await expect.soft(page, `${name} in ${theme}`).toHaveScreenshot(`${name}-${theme}.png`, {
        mask: changing,
        animations: 'disabled',
        caret: 'hide',
        maxDiffPixelRatio: 0.02,
        threshold: 0.25,
      });
  }
  await page.keyboard.press('Escape');
}

/** A window with a text of the owner's, a website that asks for it, and a visitor of its chat page. */
async function openSite({ host }: Demo) {
  const { id: channelId, publicId } = await host.rpc('channels.create', {
    name: 'Bella Lamps',
    kind: 'site',
    publicId: 'bella',
    site: {
      texts: { en: { greeting: 'Good day! Which lamp are you looking for?' } },
      otherSites: [{ host: 'copies.example', at: 1 }],
    },
  });
  const page = { url: 'https://lamps.example/rooms', title: 'Lamps for every room' };
  const visitor = await openVisitor(host.listener, publicId, { page });
  await visitor.next('welcome');
  return { channelId, leave: visitor.leave };
}

async function inspected(page: Page): Promise<void> {
  await fromMenu(page, 'Bot inspector');
  await expect(page.getByRole('region', { name: 'Bot inspector' }).getByText('BOT_MESSAGE').first()).toBeVisible();
}

async function recordStart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('She bought three lamps last year: be generous.');
}

async function searched(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search messages and customers' }).fill('lamp');
  await expect(page.getByRole('article', { name: 'Tom Baker' })).toBeVisible();
}

async function paletteOpen(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('cha');
  await expect(page.getByRole('option').first()).toBeVisible();
}
