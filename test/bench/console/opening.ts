import type { Page } from 'playwright';
import { openChannel } from '../../fixtures/channels.ts';
import { startHeadless, type Headless } from '../../fixtures/headless.ts';
import type { Measure } from '../measures.ts';
import { median } from '../statistics.ts';
import { lateShare, scroll, withChat, withConsole, withEmptyPage } from './console-page.ts';
import { fillChat, fillInbox, textOf } from './filling.ts';

const LONG = 100_000;
const SHORT = 100;
const MANY_CHATS = 10_000;
const FEW_CHATS = 100;
const TIMES = 11;
const FRAMES = 300;
const ROUNDS = 5;

/** A chat of 100,000 messages compared with one of 100: time to open, and scrolling compared with an empty scroller. */
export async function measureLongChat(host: Headless): Promise<readonly Measure[]> {
  const channel = await openChannel(host, { name: 'Long chats' });
  await fillChat(channel, 'Short', SHORT);
  await fillChat(channel, 'Long', LONG);
  const took: Record<'Long' | 'Short', number[]> = { Long: [], Short: [] };
  await withConsole(host, async (page) => {
    for (let round = 0; round < TIMES * 2; round += 1) {
      const [name, amount] = round % 2 === 0 ? (['Long', LONG] as const) : (['Short', SHORT] as const);
      await page.reload();
      await page
        .getByRole('option')
        .filter({ hasText: textOf(name, amount).slice(0, 20) })
        .first()
        .waitFor();
      took[name].push(await openingTime(page, textOf(name, amount)));
      await page.goto(`${new URL(page.url()).origin}/#/`);
    }
  });
  return [
    opening('a chat of 100,000 messages opens', 'one of 100', took.Long, took.Short),
    await scrolling(
      'late frames in a chat of 100,000, in points above an empty scroller',
      (run) => withChat(host, 'Long', run),
      '[role="log"]',
      -60,
    ),
  ];
}

/** An inbox of 10,000 chats compared with one of 100, likewise. */
export async function measureLargeInbox(): Promise<readonly Measure[]> {
  const [many, few] = [await startHeadless(), await startHeadless()];
  try {
    await fillInbox(await openChannel(many), MANY_CHATS);
    await fillInbox(await openChannel(few), FEW_CHATS);
    const took: Record<'many' | 'few', number[]> = { many: [], few: [] };
    await withConsole(many, (manyPage) =>
      withConsole(few, async (fewPage) => {
        for (const page of [manyPage, fewPage]) await recordFirstRow(page);
        for (let round = 0; round < TIMES; round += 1) {
          took.many.push(await inboxTime(manyPage));
          took.few.push(await inboxTime(fewPage));
        }
      }),
    );
    return [
      opening('an inbox of 10,000 chats opens', 'one of 100', took.many, took.few),
      await scrolling(
        'late frames in an inbox of 10,000, in points above an empty scroller',
        (run) => withConsole(many, run),
        '[role="listbox"]',
        60,
      ),
    ];
  } finally {
    await many.remove();
    await few.remove();
  }
}

/** Milliseconds from the click on a chat's row to the frame that shows its newest message. */
function openingTime(page: Page, newest: string): Promise<number> {
  return page.evaluate<number>(`new Promise((done) => {
    const row = [...document.querySelectorAll('[role="option"]')].find((each) => each.textContent.includes(${JSON.stringify(newest.slice(0, 20))}));
    const begun = performance.now();
    row.click();
    const look = () => {
      const shown = [...document.querySelectorAll('[role="log"] article')].some((each) => each.textContent.includes(${JSON.stringify(newest)}));
      if (shown) requestAnimationFrame(() => done(performance.now() - begun));
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

/** Makes each new page record when it first showed a row. */
async function recordFirstRow(page: Page): Promise<void> {
  await page.addInitScript(`window.firstRow = new Promise((done) => {
    const look = () => {
      if (document.querySelector('[role="option"]')) requestAnimationFrame(() => done(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

/** Milliseconds from the navigation to the frame that shows the first row. */
async function inboxTime(page: Page): Promise<number> {
  await page.reload();
  return page.evaluate<number>('window.firstRow');
}

function opening(name: string, other: string, ours: readonly number[], base: readonly number[]): Measure {
  return {
    name,
    ours: `${median(ours).toFixed(0)} ms`,
    base: `${other}: ${median(base).toFixed(0)} ms`,
    ratio: median(ours) / median(base),
    bound: { atMost: 1.25 },
  };
}

async function scrolling(
  name: string,
  withOurs: (run: (page: Page) => Promise<void>) => Promise<void>,
  selector: string,
  step: number,
): Promise<Measure> {
  const [ours, empty]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await withOurs(async (page) => void ours.push(lateShare(await scroll(page, FRAMES, { selector, step }))));
    await withEmptyPage(async (page) => void empty.push(lateShare(await scroll(page, FRAMES))));
  }
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  return {
    name,
    ours: percent(median(ours)),
    base: `empty ${percent(median(empty))}`,
    ratio: (median(ours) - median(empty)) * 100,
    bound: { atMost: 1 },
  };
}
