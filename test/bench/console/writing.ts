import type { Locator, Page } from 'playwright';
import { openChannel } from '../../fixtures/channels.ts';
import type { Headless } from '../../fixtures/headless.ts';
import type { Measure } from '../measures.ts';
import { percentile } from '../statistics.ts';
import { withChat, withEmptyPage } from './console-page.ts';
import { fillChat } from './filling.ts';

const KEYS = 60;
/** Enough for single hiccups of the machine to have little weight. */
const ROUNDS = 16;
/** A frame in milliseconds, at 60 per second. */
const FRAME = 16;

/** From a key to the frame that shows its letter: in a chat's composer, and in a text box on an empty page. */
export async function measureWriting(host: Headless): Promise<readonly Measure[]> {
  const channel = await openChannel(host, { name: 'Writing' });
  await fillChat(channel, 'Written to', 200);
  const [ours, base]: [number[], number[]] = [[], []];
  await withChat(host, 'Written to', (chat) =>
    withEmptyPage(async (empty) => {
      const boxes = [
        { page: chat, box: chat.getByRole('textbox', { name: 'Message', exact: true }), times: ours },
        { page: empty, box: empty.getByRole('textbox'), times: base },
      ];
      for (const { page } of boxes) await recordKeys(page);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { page, box, times } of boxes) times.push(...(await keyTimes(page, box)));
      }
    }),
  );
  const [p95, empty] = [percentile(ours, 0.95), percentile(base, 0.95)];
  return [
    {
      name: 'from key to letter in the composer (95th percentile), in ms above an empty page',
      ours: `${p95.toFixed(1)} ms`,
      base: `empty ${empty.toFixed(1)} ms`,
      ratio: p95 - empty,
      bound: { atMost: FRAME },
    },
  ];
}

/** Makes a page record, for each key, the time until the next frame was painted. */
async function recordKeys(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    window.keyTimes = [];
    document.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = () => window.keyTimes.push(performance.now() - timeStamp);
        port1.postMessage('');
      });
    }, { capture: true });
  })()`);
}

/** Types this many letters and returns their times, in milliseconds. */
async function keyTimes(page: Page, box: Locator): Promise<readonly number[]> {
  await box.focus();
  await page.evaluate('window.keyTimes.length = 0');
  for (let key = 0; key < KEYS; key += 1) await page.keyboard.press(key % 6 === 5 ? ' ' : 'a');
  return page.evaluate<readonly number[]>(`new Promise((done) => {
    const look = () => (window.keyTimes.length === ${KEYS} ? done(window.keyTimes) : requestAnimationFrame(look));
    look();
  })`);
}
