import { expect, test } from '@playwright/test';
import { reconnectMany } from './reconnecting.ts';

for (const way of ['socket', 'poll'] as const)
  test(
    `over ${way}: ten reconnects and a killed engine, and nothing is lost, doubled or reordered`,
    { tag: '@thorough' },
    async ({ page }) => {
      test.setTimeout(240_000);
      const { mine, theirs, shown, stored, dropped } = await reconnectMany(page, { way, turns: 10, kills: 1 });
      expect(dropped).toBeGreaterThan(0);
      expect(shown).toEqual(stored);
      expect(stored.filter((text) => text.startsWith('mine'))).toEqual(mine);
      expect(stored.filter((text) => text.startsWith('theirs'))).toEqual(theirs);
      expect(stored).toHaveLength(mine.length + theirs.length);
    },
  );
