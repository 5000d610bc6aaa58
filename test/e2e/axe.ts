import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Looks at the page as it is now; colours that are still moving would be measured wrongly, so nothing moves in these tests.
 * `without` names rules that the screen cannot keep.
 */
export async function expectAccessible(page: Page, screen: string, without: string[] = []): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).disableRules(without).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`));
  expect.soft(found, screen).toEqual([]);
}

/** How a window looks where nothing moves. */
export function stillWindow(theme: 'light' | 'dark'): { readonly colorScheme: 'light' | 'dark'; readonly reducedMotion: 'reduce'; readonly viewport: { readonly width: number; readonly height: number }; readonly locale: string } {
  return { colorScheme: theme, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 }, locale: 'en-GB' };
}
