import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Checks the page in its current state: by every rule, and by its contrast in the other theme too, in which nothing
 * else differs. Colours in transition would be measured wrongly; by default windows of tests have no motion.
 * `without` names rules that the screen can't follow.
 */
export async function expectAccessible(page: Page, screen: string, without: string[] = []): Promise<void> {
  // A screen whose code is still loading is empty.
  await expect(page.locator('main').first()).toBeVisible();
  // Legacy mode covers one document, and avoids a second page that merges the findings of several.
  expect(page.frames(), `${screen}: one document`).toHaveLength(1);
  const axe = (): AxeBuilder => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  await expectNothing(axe().withTags(TAGS).disableRules(without), screen);
  if (without.includes(CONTRAST)) return;
  const wasDark = await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches');
  await page.evaluate(STILL);
  await page.emulateMedia({ colorScheme: wasDark === true ? 'light' : 'dark' });
  await expectNothing(axe().withRules([CONTRAST]), `${screen}, in the other theme`);
  await page.emulateMedia({ colorScheme: wasDark === true ? 'dark' : 'light' });
  await page.evaluate('void getComputedStyle(document.body).color; document.adoptedStyleSheets = []');
}

const CONTRAST = 'color-contrast';

/** Without it, also where motion is reduced to a millisecond, colours of nested parts would change one after another. */
const STILL = `(() => {
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets = [still];
})()`;

async function expectNothing(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
  expect.soft(found, screen).toEqual([]);
}

/** Options of a window without motion. */
export function withoutMotion(theme: 'light' | 'dark'): {
  readonly colorScheme: 'light' | 'dark';
  readonly reducedMotion: 'reduce';
  readonly viewport: { readonly width: number; readonly height: number };
  readonly locale: string;
} {
  return { colorScheme: theme, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 }, locale: 'en-GB' };
}
