import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Looks at the page as it is now; colours that are still moving would be measured wrongly, so nothing moves in these tests.
 * `without` names rules that the screen cannot keep.
 */
export async function expectAccessible(page: Page, screen: string, without: string[] = []): Promise<void> {
  // A screen whose code is on its way shows nothing yet.
  await expect(page.locator('main').first()).toBeVisible();
  // Legacy mode sees one document, and saves a second page in which the findings of several are put together.
  expect(page.frames(), `${screen}: one document`).toHaveLength(1);
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .disableRules(without);
  const { violations } = await axe.setLegacyMode().analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
  expect.soft(found, screen).toEqual([]);
}

/** How a window looks where nothing moves. */
export function stillWindow(theme: 'light' | 'dark'): {
  readonly colorScheme: 'light' | 'dark';
  readonly reducedMotion: 'reduce';
  readonly viewport: { readonly width: number; readonly height: number };
  readonly locale: string;
} {
  return { colorScheme: theme, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 }, locale: 'en-GB' };
}
