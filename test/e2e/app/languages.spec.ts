import type { Page } from '@playwright/test';
import { sectionPath, shownSections } from '#shared/domain/settings-sections.ts';
import site from '#shared/locales/en/site.json' with { type: 'json' };
import { accented } from '#shared/locales/i18n.ts';
import { openChannel } from '../../fixtures/channels.ts';
import type { Host } from '../../fixtures/host-client.ts';
import { openToCustomers } from '../../fixtures/public-address.ts';
import { openRatingPage, ratingLink } from '../../fixtures/rating-page.ts';
import { expect, test } from '../fixtures.ts';

// These contain no plain letters, so any plain word on a screen comes from no catalogue.
const OPERATOR = 'Ольга';
const CHANNEL = 'Лавка';
const CUSTOMER = 'Анна';
const MESSAGE = 'Синяя ещё есть?';

/** The console in a language that is never offered. */
async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript(`localStorage.setItem('counterbell.language', ${JSON.stringify(language)})`);
}

/** Shows a console right to left, without motion. */
async function mirror(page: Page): Promise<void> {
  await speak(page, 'en-XB');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
}

/** The current page has no overflow and no words from elsewhere than a catalogue, except those known to be. */
async function expectMirrored(
  page: Page,
  path: string,
  isKnown: (text: string) => boolean = () => false,
): Promise<void> {
  await settle(page);
  expect.soft(await overflowing(page), `${path}, ${String(page.viewportSize()?.width)} wide`).toEqual([]);
  expect
    .soft(
      (await visibleText(page)).filter((text) => !isKnown(text)),
      path,
    )
    .toEqual([]);
}

/** Words on the current page that come from no catalogue. Runs in the page, so it is text. */
function visibleText(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    // Times are written by the browser, in the locale; code, keys and the system's error codes are no words.
    const elsewhere = 'time, code, pre, kbd, .font-mono';
    const names = /https?:\\S+|(^|\\s)\\/\\S+|\\b[\\w-]+\\.[\\w.-]+\\b|\\b[a-z]+-[\\da-f]{8}\\S*|\\d bytes?|\\bE[A-Z]{4,}\\b|Counterbell|OpenStreetMap|curl|JavaScript|SVG|PNG|Chrome|Linux/g;
    const dates = /\\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(s?day|nesday|rsday|urday)?\\b|\\b\\d+ (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*( \\d{4})?\\b/g;
    // Customers are asked in a language of their own, which is called as its speakers call it.
    const asked = /How did we do.*|^English$/;
    const isWord = (text) => /[A-Za-z]{3}/.test(text.replaceAll(names, '').replaceAll(dates, '').replace(asked, ''));
    const named = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'];
    const found = new Set();
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility() || element.closest(elsewhere) !== null) continue;
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent);
      for (const text of [...texts, ...named.map((name) => element.getAttribute(name) ?? '')]) if (isWord(text)) found.add(text.trim());
    }
    return [...found];
  })()`);
}

/** Elements that overflow the window's sides and can't be scrolled to: tag and classes. Runs in the page. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const clips = (element) => {
      for (let each = element.parentElement; each !== null && each !== document.body; each = each.parentElement) if (getComputedStyle(each).overflowX !== 'visible') return true;
      return false;
    };
    const width = document.documentElement.clientWidth;
    const isOutside = (element) => {
      const box = element.getBoundingClientRect();
      return box.width > 1 && (box.left < -1 || box.right > width + 1) && element.checkVisibility({ visibilityProperty: true }) && !clips(element);
    };
    // Nor is a part that scrolls up and down to be pushed sideways; some scroll sideways on purpose.
    const isPushed = (element) => element.scrollWidth > element.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) && !element.matches('textarea, pre, [class*="overflow-x-auto"], :has(> table)');
    // Nor do words reach out of what one presses; marks in a corner may.
    const isTorn = (element) => element.matches('a, button:not(.sr-only)') && element.querySelector('.absolute') === null && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline' && element.checkVisibility();
    return [...document.body.querySelectorAll('*')].filter((element) => isOutside(element) || isPushed(element) || isTorn(element)).map((element) => element.tagName.toLowerCase() + '.' + [...element.classList].join('.'));
  })()`);
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  // Loading is indicated.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Waits for transitions to end. Motion is reduced here: nothing moves endlessly. */
async function settle(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate<boolean>(
        `document.querySelector('[data-starting-style], [data-ending-style]') === null && document.getAnimations().every(({ playState }) => playState !== 'running')`,
      ),
    )
    .toBe(true);
}

/** One customer with an answer, note, rating and closed chat, who writes again; a bot, a tag and a saved reply. */
async function aDay(host: Host): Promise<string> {
  const channel = await openChannel(host, { name: CHANNEL });
  const write = (text: string) => channel.post({ sender: { id: 7, name: CUSTOMER }, message: { type: 'text', text } });
  await host.rpc('bots.create', { name: 'Бот', endpoint: 'http://127.0.0.1:9/nobody', channelIds: [] });
  await host.rpc('savedReplies.create', { shortcut: 'привет', text: 'Здравствуйте!' });
  await write(MESSAGE);
  const { id: chatId } = await channel.chatOf('7');
  await host.rpc('chats.reply', { chatId, text: 'Да' });
  await host.rpc('chats.note', { chatId, text: 'Ждёт с утра' });
  await host.rpc('chats.setTags', { chatId, tags: ['срочно'] });
  await openToCustomers(host);
  const { message } = await host.rpc('chats.requestRating', { chatId });
  await host.rpc('connection.change', { way: 'local', own: { publicUrl: null } });
  await (await openRatingPage(ratingLink(message.text))).rate(4, 'Хорошо');
  await host.rpc('chats.close', { chatId });
  await write('Ещё вопрос');
  await host.rpc('checks.run', {});
  return chatId;
}

test.describe('from right to left', { tag: '@thorough' }, () => {
  test.use({
    provision: {
      operators: [
        { name: OPERATOR, accessKey: 'olga-key-for-tests-0001' },
        { name: 'Борис', accessKey: 'boris-key-for-tests-01' },
      ],
    },
  });

  test('every screen is mirrored, nothing overflows, and every word comes from a catalogue', async ({
    host,
    openConsole,
  }) => {
    test.slow();
    const chatId = await aDay(host);
    const [channel] = (await host.rpc('channels.list', {})).channels;
    const [bot] = (await host.rpc('bots.list', {})).bots;
    const page = await openConsole();
    await mirror(page);
    const look = (path: string) => expectMirrored(page, path);
    for (const width of [1280, 760]) {
      await page.setViewportSize({ width, height: 800 });
      const paths = [
        '/',
        '/customers',
        '/visitors',
        '/reports',
        '/reports/ratings',
        ...shownSections({ hasDesktop: false, isOwner: true }).map(sectionPath),
        ...['', '/website', '/hours', '/bots'].map((tab) => `/settings/channels/${channel?.id ?? ''}${tab}`),
        `/settings/bots/${bot?.id ?? ''}`,
      ];
      for (const path of paths) {
        await go(page, path);
        await look(path);
      }
      await go(page, '/search');
      await page.getByRole('searchbox').fill('синяя');
      await expect(page.locator('mark').first()).toBeVisible();
      await look('/search');
      await go(page, `/chat/${chatId}`);
      await expect(page.getByRole('log')).toContainText(MESSAGE);
      await look('a conversation');
      // If there is room it is shown beside.
      if (width < 1280) await page.getByRole('button', { name: accented('Contact'), exact: true }).click();
      await expect(page.getByRole('group', { name: accented('Contact details') })).toBeVisible();
      await look('the contact card');
      await page.keyboard.press('Escape');
      if (width < 1280) await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
      await look('the commands');
      await page.keyboard.press('Escape');
    }
  });

  test('so are the screens of a window on a website, which fit on phones in long languages too', async ({
    host,
    openConsole,
  }) => {
    test.slow();
    const { id } = await host.rpc('channels.create', { name: CHANNEL, kind: 'site' });
    const otherSites = [
      { host: 'xn--80a1.example', at: 1 },
      { host: 'xn--80a2.example', at: 1, refused: true as const },
    ];
    const invitation = { on: true, text: MESSAGE, seconds: 9, pages: [] };
    const texts = { en: { placeholder: 'Да' } };
    await host.rpc('channels.update', {
      channelId: id,
      site: { sites: ['xn--80a.example'], otherSites, invitation, texts },
    });
    const page = await openConsole();
    await mirror(page);
    // What the window says is in the visitor's language, which is English here.
    const said = textsIn(site);
    const isOfWindow = (text: string): boolean =>
      said.includes(text) || !/[A-Za-z]{3}/.test(text.replaceAll(/“[^”]*”|\{\{\w+\}\}/g, ''));
    for (const [width, language] of [
      [1280, 'en-XB'],
      [760, 'en-XB'],
      // Whole sentences of a pseudo-language end in a word that is longer than a phone is wide.
      [390, 'de'],
      [390, 'ru'],
    ] as const) {
      await speak(page, language);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await page.setViewportSize({ width, height: 800 });
      const look = (path: string) => expectMirrored(page, path, language === 'en-XB' ? isOfWindow : () => true);
      const channel = `/settings/channels/${id}`;
      for (const tab of ['', '/website', '/hours', '/bots', '/developers']) {
        await go(page, channel + tab);
        await look(channel + tab);
      }
      await go(page, `${channel}/guide`);
      await expect(page.locator('main h3 > button[aria-expanded]')).toHaveCount(4);
      for (const step of await page.locator('main h3 > button[aria-expanded]').all()) {
        await step.click();
        await expect(step).toHaveAttribute('aria-expanded', 'true');
        await look(`the guide, ${(await step.textContent()) ?? ''}`);
      }
    }
  });
});

test(
  'another language is used at once in every window, and open, typed and scrolled content stays; one that cannot be loaded is reported',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    for (const count of Array(30).keys())
      await shop.channel.post({
        sender: { id: 7, name: CUSTOMER },
        message: { type: 'text', text: `${MESSAGE} ${String(count)}` },
      });
    const { id: chatId } = await shop.channel.chatOf('7');
    const page = await openConsole();
    await page.evaluate("window.since = 'the beginning'");
    const other = await page.context().newPage();
    await other.goto(page.url());

    await go(other, `/chat/${chatId}`);
    const log = other.getByRole('log');
    await expect(log).toContainText(`${MESSAGE} 29`);
    const draft = 'Да. '.repeat(500);
    await other.getByRole('textbox', { name: 'Message', exact: true }).fill(draft);
    await expect(other.locator('#composer-length')).toHaveText('2,000 characters, sent as 2 messages');
    await log.hover();
    await other.mouse.wheel(0, -300);
    await expect(log.getByText('Today', { exact: true })).toBeAttached();
    await settle(other);
    const scrolled = await log.evaluate(({ scrollTop }) => scrollTop);
    await other.evaluate("window.since = 'the beginning'");

    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Appearance and language' }).click();
    const language = page.getByRole('combobox', { name: 'Language' });
    await expect(language).toHaveText('System language');
    await language.click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await expect(page.getByRole('heading', { name: 'Darstellung und Sprache' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Sprache' })).toHaveText('Deutsch');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');

    await expect(other.locator('html')).toHaveAttribute('lang', 'de');
    const composer = other.getByRole('textbox', { name: 'Nachricht', exact: true });
    await expect(composer).toHaveValue(draft);
    await expect(other.locator('#composer-length')).toHaveText('2.000 Zeichen, gesendet als 2 Nachrichten');
    await expect(log.getByText('Heute', { exact: true })).toBeAttached();
    expect(Math.abs((await log.evaluate(({ scrollTop }) => scrollTop)) - scrolled)).toBeLessThan(2);

    // A dialog with input stays open, and lines begin on the other side.
    await other.keyboard.press('Control+k');
    await other.getByRole('dialog').getByRole('combobox').fill('ein');
    await speakIn(page, 'en-XB');
    await expect(other.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(other.getByRole('dialog').getByRole('combobox')).toHaveValue('ein');
    await speakIn(page, 'en');
    await expect(other.locator('html')).toHaveAttribute('dir', 'ltr');
    await expect(other.getByRole('dialog')).toBeVisible();
    await other.keyboard.press('Escape');
    await expect(other.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(draft);
    for (const each of [page, other]) expect(await each.evaluate('window.since')).toBe('the beginning');

    await other.route(/language-ru/, (route) => route.abort());
    await go(other, '/settings/appearance');
    const ofOther = other.getByRole('combobox', { name: 'Language' });
    await ofOther.click();
    await other.getByRole('option', { name: 'Русский' }).click();
    await expect(other.getByText('The language wasn’t changed.')).toBeVisible();
    await expect(ofOther).toHaveText('English');
  },
);

/** Simulates the choice in another window of the device: this one isn't notified, the others are. */
async function speakIn(page: Page, language: string): Promise<void> {
  await page.evaluate(`localStorage.setItem('counterbell.language', ${JSON.stringify(language)})`);
}

test(
  'emoji have names, and are found, in the language of the window',
  { tag: '@thorough' },
  async ({ openConsole, shop }) => {
    await shop.channel.post({ sender: { id: 'anna', name: CUSTOMER }, message: { type: 'text', text: MESSAGE } });
    const chatId = (await shop.channel.chatOf('"anna"')).id;
    const page = await openConsole();
    await go(page, `/chat/${chatId}`);
    const found = page.getByRole('gridcell', { name: /.+/ }).first();
    for (const [language, search, name] of [
      ['de', 'Katze', /katze/i],
      ['es', 'gato', /gato/i],
      ['pt-BR', 'gato', /gato/i],
      ['ru', 'кошк', /кош|кот/i],
      ['en', 'black cat', 'Black cat'],
    ] as const) {
      await speakIn(page, language);
      await page.reload();
      await page.getByRole('button', { name: /^(Emoji|Эмодзи)$/ }).click();
      await page.getByPlaceholder(/emoji|эмодзи/i).fill(search);
      await expect(found).toHaveAccessibleName(name);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Emoji' }).click();
    await page.getByPlaceholder(/emoji/i).fill('black cat');
    await found.click();
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('🐈‍⬛');
  },
);

/** All texts of a catalogue. */
function textsIn(catalogue: object): readonly string[] {
  return Object.values(catalogue).flatMap((value: string | object) =>
    typeof value === 'string' ? [value] : textsIn(value),
  );
}
