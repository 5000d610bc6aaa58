import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import { startDemo, type Demo } from '../../../scripts/screenshots/demo.ts';
import { sectionPath, shownSections } from '#shared/domain/settings-sections.ts';
import { picture } from '../../fixtures/pictures.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, composer, conversation, messageOf } from '../conversation.ts';
import { expect, type Fixtures, type Shop, test } from '../fixtures.ts';

const THUMB = 44;

const phone = (width: number): BrowserContextOptions => ({
  viewport: { width, height: width < 390 ? 568 : 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
  locale: 'en-GB',
});

test.use({ contextOptions: phone(390) });

/** The console on a phone, with a chat of Tom Baker's and others. */
async function openPhone(shop: Shop, openConsole: Fixtures['openConsole']): Promise<Page> {
  for (const name of ['Anna Lindqvist', 'Tom Baker'])
    await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: 'Is it in stock?' } });
  const page = await openConsole();
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  // Loaded last, below the list.
  await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible();
  return page;
}

test('with a thumb: list, chat, reply, saved reply, a photo from the camera, and back', async ({
  shop,
  host,
  openConsole,
}) => {
  await host.rpc('savedReplies.create', { shortcut: 'hours', text: 'We open at nine.' });
  const page = await openPhone(shop, openConsole);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expectFit(page, 390, 'list');
  await expectAccessible(page, 'the list');
  await page.getByRole('tab', { name: /^All open/ }).tap();
  await chatRow(page, 'Tom Baker').tap();
  const feed = conversation(page, 'Tom Baker');
  await expect(feed).toBeVisible();
  // An open chat has the whole screen.
  await expect(menu).toBeHidden();
  await expectFit(page, 390, 'chat');
  await expectAccessible(page, 'a chat');
  // Its keyboard has one key for a new line: Enter.
  await composer(page).pressSequentially('Two days.');
  await composer(page).press('Enter');
  await composer(page).pressSequentially('Or three.');
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(messageOf(feed, 'Two days.\nOr three.')).toBeVisible();

  await page.getByRole('button', { name: 'Saved replies' }).tap();
  await page.getByRole('option', { name: /We open at nine/ }).tap();
  await expect(composer(page)).toHaveValue('We open at nine.');
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(messageOf(feed, 'We open at nine.')).toBeVisible();

  await page.getByRole('button', { name: 'Attach' }).tap();
  const opened = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Take a photo' }).tap();
  const camera = await opened;
  const field = camera.element();
  expect([await field.getAttribute('accept'), await field.getAttribute('capture')]).toEqual(['image/*', 'environment']);
  await camera.setFiles({ name: 'IMG_0001.png', mimeType: 'image/png', buffer: picture(40, 30, 1) });
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(feed.getByRole('img').last()).toBeVisible();
  await expect(composer(page)).toHaveValue('');

  await page.getByRole('button', { name: 'Back to the list' }).tap();
  await expect(feed).toBeHidden();
  await expect(menu).toBeVisible();
  await expect(chatRow(page, 'Tom Baker')).toBeVisible();
  // So does the gesture of the system.
  await chatRow(page, 'Tom Baker').tap();
  await expect(feed).toBeVisible();
  await page.goBack();
  await expect(chatRow(page, 'Tom Baker')).toBeVisible();

  await menu.getByRole('button', { name: 'More' }).tap();
  await page.getByRole('menuitem', { name: 'Settings' }).tap();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'More' })).toContainText('Settings');
  await expectFit(page, 390, 'settings');
});

/** Whether what has the focus opens a phone's keyboard. */
const hasKeyboard = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>("document.activeElement.matches('textarea, input, [contenteditable]')");

test(
  'the keyboard stays closed while a chat is opened, and after the panels over it; Back closes the drawer first and then the chat, however the drawer was closed before',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    const page = await openPhone(shop, openConsole);
    const row = chatRow(page, 'Tom Baker');
    const feed = conversation(page, 'Tom Baker');
    const drawer = page.getByRole('dialog', { name: 'Contact' });
    const contact = page.getByRole('button', { name: 'Contact', exact: true });
    await page.getByRole('tab', { name: /^All open/ }).tap();
    await row.tap();
    await expect(feed.getByRole('article').first()).toBeVisible();
    await expect(composer(page)).toBeVisible();
    expect(await hasKeyboard(page)).toBe(false);
    const panel = page.locator('[role="dialog"], [role="menu"]');
    const head = page.getByRole('main').locator('header');
    const tap = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).last().tap();
    const ways: Readonly<Record<string, () => Promise<void>>> = {
      Snooze: async () => {
        await head.getByRole('button', { name: 'More', exact: true }).tap();
        await page.getByRole('menuitem', { name: 'Snooze' }).tap();
      },
      Assign: async () => {
        await head.getByRole('button', { name: 'More', exact: true }).tap();
        await page.getByRole('menuitem', { name: 'Assign…' }).tap();
      },
      'a message': () => feed.getByRole('button', { name: 'More' }).first().tap(),
      Attach: () => tap('Attach'),
      'Saved replies': () => tap('Saved replies'),
    };
    for (const [name, open] of Object.entries(ways))
      await test.step(name, async () => {
        await open();
        await expect(panel.first()).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(panel).toHaveCount(0);
        expect(await hasKeyboard(page), name).toBe(false);
      });
    await page.goBack();
    await expect(row).toBeVisible();
    const closings: Readonly<Record<string, () => Promise<unknown>>> = {
      Back: () => page.goBack(),
      'its button': () => drawer.getByRole('button', { name: 'Hide contact' }).tap(),
      Escape: () => page.keyboard.press('Escape'),
      'two presses': () => drawer.getByRole('button', { name: 'Hide contact' }).dblclick(),
      'a tap beside it': () => page.touchscreen.tap(20, 400),
    };
    for (const [name, close] of Object.entries(closings))
      await test.step(name, async () => {
        await row.tap();
        await expect(feed).toBeVisible();
        await contact.tap();
        await expect(drawer).toBeVisible();
        await close();
        await expect(drawer).toHaveCount(0);
        await expect(feed).toBeVisible();
        await page.goBack();
        await expect(row).toBeVisible();
      });
    await row.tap();
    await contact.tap();
    await expect(drawer).toBeVisible();
    await page.reload();
    await expect(drawer).toBeVisible();
    // Turned to where there is room beside the chat, nothing lies over it.
    await page.setViewportSize({ width: 1200, height: 800 });
    await expect(page.getByRole('region', { name: 'Contact', exact: true })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(drawer).toHaveCount(0);
    await page.goBack();
    await expect(row).toBeVisible();
  },
);

test('a chat is closed from its head, with a thumb', async ({ shop, openConsole }) => {
  const page = await openPhone(shop, openConsole);
  await chatRow(page, 'Anna Lindqvist').tap();
  const close = page.getByRole('main').locator('header').getByRole('button', { name: 'Close', exact: true });
  const name = page.getByRole('heading', { level: 1, name: 'Anna Lindqvist' });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 568 });
    await expect(close).toBeInViewport({ ratio: 1 });
    const box = await close.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(THUMB);
    expect((await name.boundingBox())?.width).toBeGreaterThan(60);
  }
  await close.tap();
  await expect(page.getByText('You closed the chat')).toBeVisible();
});

const paths = (demo: Demo): readonly string[] => [
  '/',
  `/chat/${demo.chatId}`,
  `/chat/${demo.botChatId}`,
  '/search',
  '/customers',
  '/visitors',
  '/reports',
  '/reports/ratings',
  ...shownSections({ hasDesktop: false, isOwner: true }).map(sectionPath),
  `/settings/channels/${demo.channel.id}`,
];

for (const width of [390, 320])
  test(
    `at ${width} pixels no screen scrolls sideways, and everything often pressed has room for a thumb`,
    { tag: '@thorough' },
    async ({ browser }) => {
      test.setTimeout(180_000);
      const demo = await startDemo();
      const context = await browser.newContext(phone(width));
      try {
        const page = await context.newPage();
        await page.goto(demo.host.accessUrl);
        for (const path of paths(demo))
          await test.step(path, async () => {
            await page.goto(`${demo.host.console}/#${path}`);
            await expect(page.getByRole('main').first()).toBeVisible();
            await expect(
              page.getByRole('main').getByRole('button').or(page.getByRole('heading')).first(),
            ).toBeVisible();
            await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
            await expectFit(page, width, path);
          });
        for (const [panel, press] of panels)
          await test.step(panel, () => expectFitting(page, demo, width, panel, press));
        await page.evaluate("localStorage.setItem('counterbell.language', 'de')");
        for (const path of ['/', `/chat/${demo.botChatId}`, '/search'])
          await test.step(`${path} in German`, async () => {
            await page.goto(`${demo.host.console}/#${path}`);
            await page.reload();
            await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
            expect.soft(await beyondTheEdge(page, width), path).toEqual([]);
          });
      } finally {
        await context.close();
        await demo.stop();
      }
    },
  );

/** Nothing is scrolled sideways, and what is often pressed has room for a thumb. */
async function expectFit(page: Page, width: number, screen: string): Promise<void> {
  expect.soft(await page.evaluate('document.documentElement.scrollWidth'), screen).toBe(width);
  expect.soft(await beyondTheEdge(page, width), screen).toEqual([]);
  expect.soft(await tooSmall(page), screen).toEqual([]);
}

test(
  'what is said in passing covers neither the way back nor what is written, also below the line of a lost connection',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    const page = await openPhone(shop, openConsole);
    await chatRow(page, 'Anna Lindqvist').tap();
    const back = page.getByRole('button', { name: 'Back to the list' });
    await expect(back).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText('No network connection.')).toBeVisible();
    const file = { name: 'lamp.png', mimeType: 'image/png', buffer: picture(40, 30, 1) };
    await page.locator('form input[type="file"][multiple]').setInputFiles(Array.from({ length: 21 }, () => file));
    const toast = page.getByRole('alert').filter({ hasText: 'wasn’t attached' });
    await expect(toast).toBeVisible();
    const [above, below] = [await back.boundingBox(), await toast.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0));
    await back.tap();
    await expect(chatRow(page, 'Anna Lindqvist')).toBeVisible();
  },
);

test(
  'names that are read from right to left are cut at their end, and stand where the others do',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    const name = 'محمد عبد الرحمن الشريف بن عبد الله المصري القاهري';
    const message = { sender: { id: 'amr', name }, message: { type: 'text', text: 'مرحبا' } };
    await shop.channel.post(message);
    const page = await openPhone(shop, openConsole);
    const text = page.getByText(name, { exact: true });
    await expectCutAtEnd(chatRow(page, name).locator(text));
    await page.goto(`${host.console}/#/customers`);
    await expectCutAtEnd(text.first());
    const left = async (shown: Locator): Promise<number | undefined> => (await shown.boundingBox())?.x;
    expect(await left(text.first())).toBe(await left(page.getByText('Tom Baker', { exact: true }).first()));
    await page.goto(`${host.console}/#/chat/${(await shop.channel.chatOf('"amr"')).id}`);
    await expectCutAtEnd(page.getByRole('heading', { level: 1 }).locator(text));
  },
);

/** Its text is longer than there is room for, and what is seen of it is the beginning. */
async function expectCutAtEnd(name: Locator): Promise<void> {
  await expect(name).toBeVisible();
  const { isCut, isBegun } = await name.evaluate((element) => {
    const first = element.ownerDocument.createRange();
    first.setStart(element.firstChild ?? element, 0);
    first.setEnd(element.firstChild ?? element, 1);
    const [letter, box] = [first.getBoundingClientRect(), element.getBoundingClientRect()];
    return {
      isCut: element.scrollWidth > element.clientWidth,
      isBegun: letter.left >= box.left && letter.right <= box.right + 1,
    };
  });
  expect({ isCut, isBegun }).toEqual({ isCut: true, isBegun: true });
}

/** What is opened above a chat, by the buttons pressed for it. */
const panels: readonly (readonly [string, readonly string[]])[] = [
  ['menu', ['More']],
  ['snooze', ['More', 'Snooze']],
  ['tags', ['More', 'Chat tags']],
  ['assign', ['More', 'Assign…']],
  ['contact', ['Contact']],
  ['saved replies', ['Saved replies']],
  ['attach', ['Attach']],
  ['send later', ['Send later']],
];

async function expectFitting(
  page: Page,
  demo: Demo,
  width: number,
  panel: string,
  [first = '', ...further]: readonly string[],
): Promise<void> {
  await page.goto(`${demo.host.console}/#/chat/${demo.chatId}`);
  const shown = conversation(page, 'Anna Lindqvist');
  await expect(shown).toBeVisible();
  await composer(page).fill('Two days.');
  const buttons = page.getByRole('main').getByRole('button', { name: first, exact: true });
  await buttons
    .filter({ hasNot: page.getByRole('article') })
    .and(page.locator('header *, form *'))
    .first()
    .tap();
  for (const name of further) await page.getByRole('menuitem', { name }).tap();
  await expect(page.locator('[role="dialog"], [role="menu"]').first()).toBeVisible();
  // What slides in begins beyond the edge.
  await expect.soft.poll(() => beyondTheEdge(page, width), panel).toEqual([]);
  expect.soft(await tooSmall(page), panel).toEqual([]);
  await page.keyboard.press('Escape');
}

/** Buttons and fields that begin or end outside the screen; what scrolls in a frame of its own may. */
function beyondTheEdge(page: Page, width: number): Promise<readonly string[]> {
  return page.locator('button, a[href], input, textarea, [role="option"]').evaluateAll(
    (found, edge) =>
      found.flatMap((each) => {
        const { left, right, width: wide } = each.getBoundingClientRect();
        if (wide < 2 || each.closest('[role="group"][tabindex], [role="tablist"], pre') !== null) return [];
        return left < -1 || right > edge + 1 ? `${each.tagName} ${each.textContent.slice(0, 40)}` : [];
      }),
    width,
  );
}

/**
 * What is pressed often and is smaller than a thumb: buttons that look like one, tabs, rows, fields, the main menu.
 * Links within sentences and numbers within tables are as large as their text.
 */
function tooSmall(page: Page): Promise<readonly string[]> {
  const often = [
    'nav a[href]',
    'nav button',
    'header button',
    'form button',
    'button.h-\\(--control\\)',
    'button.min-h-\\(--control\\)',
    'button.h-\\(--control-small\\)',
    '[role="tab"]',
    '[role="option"]',
    '[role="combobox"]',
    '[role="menuitem"]',
    '[role="dialog"] button',
    'textarea',
    'input:not([type="file"]):not([type="range"])',
  ];
  return page.locator(often.join(', ')).evaluateAll(
    (found, least) =>
      found.flatMap((each) => {
        const { width, height } = each.getBoundingClientRect();
        // Hidden, or the unseen field of a control that is pressed by its label.
        if (width < 2 || height < 2) return [];
        return Math.min(width, height) < least - 0.5
          ? `${each.tagName} ${Math.round(width)}x${Math.round(height)} ${each.getAttribute('aria-label') ?? each.textContent.slice(0, 40)}`
          : [];
      }),
    THUMB,
  );
}
