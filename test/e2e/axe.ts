import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { CONTRAST, findFaults, RULES } from '../fixtures/axe.ts';

/**
 * Checks the page in its current state: by every rule, and by its contrast in the other theme too, in which nothing
 * else differs. Colours in transition would be measured wrongly; by default windows of tests have no motion.
 * `without` names rules that the screen can't follow.
 */
export async function expectAccessible(page: Page, screen: string, without: string[] = []): Promise<void> {
  // A screen whose code is still loading is empty.
  await expect(page.locator('main').first()).toBeVisible();
  expect(page.frames(), `${screen}: one document`).toHaveLength(1);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  await expectNothing(page, screen, { runOnly: RULES, rules });
  if (without.includes(CONTRAST)) return;
  const wasDark = await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches');
  await page.evaluate(STILL);
  await page.emulateMedia({ colorScheme: wasDark === true ? 'light' : 'dark' });
  await expectNothing(page, `${screen}, in the other theme`, { runOnly: [CONTRAST] });
  await page.emulateMedia({ colorScheme: wasDark === true ? 'dark' : 'light' });
  await page.evaluate('void getComputedStyle(document.body).color; document.adoptedStyleSheets = []');
}

/** Where motion is not reduced, colours would be measured on their way. */
const STILL = `(() => {
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets = [still];
})()`;

async function expectNothing(page: Page, screen: string, options: RunOptions): Promise<void> {
  const { found } = await findFaults(page, { ...options, resultTypes: ['violations'] });
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
