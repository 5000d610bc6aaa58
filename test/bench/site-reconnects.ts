import { chromium } from '@playwright/test';
import { browserLaunch } from '../../scripts/find-browser.ts';
import { reconnectMany, type Outcome, type Way } from '../site/reconnecting.ts';
import type { Measure } from './measures.ts';

const TURNS = 100;
const KILLS = 10;

/** The real window in a browser over 100 forced reconnects in each transport, the engine killed 10 times: what is lost. */
export async function measureReconnects(): Promise<readonly Measure[]> {
  const browser = await chromium.launch(browserLaunch());
  try {
    const measures: Measure[] = [];
    for (const way of ['socket', 'poll'] satisfies readonly Way[]) {
      const page = await browser.newPage({ locale: 'en-GB' });
      const outcome = await reconnectMany(page, { way, turns: TURNS, kills: KILLS });
      await page.close();
      const { lost, doubled, reordered } = faultsOf(outcome);
      measures.push({
        name: `100 reconnects by ${way}, messages both ways, engine killed 10 times`,
        ours: `lost ${lost}, doubled ${doubled}, reordered ${reordered}`,
        base: `of ${outcome.mine.length + outcome.theirs.length} messages`,
        ratio: lost + doubled + reordered,
        bound: { atMost: 0 },
      });
    }
    return measures;
  } finally {
    await browser.close();
  }
}

/** In the window's log and the engine's database together. */
function faultsOf({ mine, theirs, shown, stored }: Outcome) {
  const faults = { lost: 0, doubled: 0, reordered: 0 };
  for (const seen of [shown, stored])
    for (const written of [mine, theirs]) {
      const among = new Set(written);
      const found = seen.filter((text) => among.has(text));
      faults.lost += written.filter((text) => !found.includes(text)).length;
      faults.doubled += found.length - new Set(found).size;
      const once = [...new Set(found)];
      faults.reordered += once.filter(
        (text, at) => at > 0 && written.indexOf(text) < written.indexOf(once[at - 1] ?? ''),
      ).length;
    }
  return faults;
}
