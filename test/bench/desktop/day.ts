import { setTimeout as passing } from 'node:timers/promises';
import { z } from 'zod';
import { startTrayHost } from '../../fixtures/dbus/tray-host.ts';
import { KEPT } from '#main/desktop/windows/release.ts';
import { customerMessages } from '../customer-messages.ts';
import { postMany } from '../load.ts';
import type { Measure } from '../measures.ts';
import { memoryOf, processesOf, processorTimeOf } from '../processes.ts';
import { type Apps, INBOX, megabytes } from './apps.ts';
import type { StartedApp } from './started-app.ts';

/** A shop's day. */
const MESSAGES = 500;
const CHATS = 40;
/** Milliseconds until the aftermath of a closed window is over, and that of a day. */
const SETTLING = 10_000;
const AFTER_WORK = 30_000;
/** Minutes of idling that are measured: some things happen once in ten. */
const IDLING = 3;
const MINUTE = 60_000;

const CLOSE = `require('electron').BrowserWindow.getAllWindows()[0].close()`;
const WINDOWS = `require('electron').BrowserWindow.getAllWindows().length`;
/** Milliseconds after which something is a wake-up of its own, and does not follow from the last one. */
const FOLLOWS = 50;
/** Counts how often something wakes the code in the main process: a timer, a file, a connection or another thread. */
const wakeUps = (milliseconds: number): string => `new Promise((resolve) => {
  const { createHook } = process.getBuiltinModule('node:async_hooks');
  let count = 0;
  let last = -Infinity;
  const before = () => {
    const now = performance.now();
    if (now - last > ${FOLLOWS}) count += 1;
    last = now;
  };
  const hook = createHook({ before }).enable();
  setTimeout(() => {
    hook.disable();
    // The last one is this.
    resolve(count - 1);
  }, ${milliseconds});
})`;

/** Memory after a day's work, with the window open and once it has long been closed to the tray; and how it opens again. */
export async function compareDay(apps: Apps): Promise<readonly Measure[]> {
  const host = await startTrayHost();
  const { ours, empty } = await openBoth(apps);
  try {
    await workForADay(ours);
    await passing(AFTER_WORK);
    const weigh = (): readonly [number, number] => [memoryOf(processesOf(ours.pid)), memoryOf(processesOf(empty.pid))];
    const open = weigh();
    await ours.inMain(CLOSE);
    await untilPageIsGone(ours);
    await passing(SETTLING);
    const closed = weigh();
    const pressed = Date.now();
    await host.click();
    const shown = await untilShown(ours);
    return [
      weight('memory of all processes after a shop’s day, inbox open', open, 1.25),
      weight('memory of all processes after a shop’s day, closed to the tray', closed, 1),
      {
        name: 'the window opened from the tray, after its page had gone (milliseconds)',
        ours: `${(shown - pressed).toFixed(0)} ms`,
        base: 'a click on the tray',
        ratio: shown - pressed,
        bound: { atMost: 400 },
      },
    ];
  } finally {
    await Promise.all([ours.quit(), empty.quit()]);
    await host.stop();
  }
}

/** Ours above: a page that another window covers is hidden, and paints nothing. */
async function openBoth(apps: Apps): Promise<{ readonly ours: StartedApp; readonly empty: StartedApp }> {
  const empty = await apps.empty(true);
  return { empty, ours: await apps.ours(true) };
}

function weight(name: string, [ours, empty]: readonly [number, number], atMost: number): Measure {
  return {
    name,
    ours: megabytes([ours]),
    base: `blank window ${megabytes([empty])}`,
    ratio: ours / empty,
    bound: { atMost },
  };
}

/** Customers write, and an operator opens their chats one after another. */
async function workForADay(app: StartedApp): Promise<void> {
  const ask = (route: string, input: object): Promise<unknown> =>
    app.evaluate(`counterbell.request(${JSON.stringify(route)}, ${JSON.stringify(input)})`);
  const { data } = z
    .object({ data: z.object({ channels: z.array(z.object({ id: z.string() })) }) })
    .parse(await ask('channels.list', {}));
  const addresses = await ask('channels.addresses', { channelId: data.channels[0]?.id ?? '' });
  const url = z.object({ data: z.object({ message: z.string() }) }).parse(addresses).data.message;
  await postMany({ url, connections: 4, amount: MESSAGES, body: customerMessages(CHATS, 'day') });
  const { chats } = z
    .object({ data: z.object({ chats: z.array(z.object({ id: z.string() })) }) })
    .parse(await ask('chats.list', { filter: 'open', limit: CHATS })).data;
  for (const { id } of chats) await app.evaluate(opening(id));
}

/** Opens a chat; resolves once a frame with its messages was painted, and rejects if they do not come. */
function opening(chatId: string): string {
  return `new Promise((resolve, reject) => {
    const hash = '#/chat/${chatId}';
    if (location.hash === hash) return resolve(true);
    const before = new Set(document.querySelectorAll('[role=article], article'));
    const late = setTimeout(() => reject(new Error('a chat does not open')), ${SETTLING});
    const look = () => {
      if (![...document.querySelectorAll('[role=article], article')].some((shown) => !before.has(shown)))
        return requestAnimationFrame(look);
      clearTimeout(late);
      requestAnimationFrame(() => resolve(true));
    };
    location.hash = hash;
    look();
  })`;
}

async function untilPageIsGone(app: StartedApp): Promise<void> {
  const until = performance.now() + 2 * KEPT;
  while ((await app.inMain(WINDOWS)) !== 0) {
    if (performance.now() > until) throw new Error('the page of the closed window has not gone');
    await passing(1000);
  }
}

/** The moment at which the inbox was painted, in milliseconds since 1970. */
async function untilShown(app: StartedApp): Promise<number> {
  const until = performance.now() + MINUTE;
  for (;;) {
    const shown = await app.evaluate(INBOX).catch(() => undefined);
    if (typeof shown === 'number') return shown;
    if (performance.now() > until) throw new Error('the window does not open');
    await passing(5);
  }
}

/** Lets both idle through the same minutes, with their windows open, and then with ours closed to the tray. */
export async function compareIdling(apps: Apps): Promise<readonly Measure[]> {
  const host = await startTrayHost();
  const { ours, empty } = await openBoth(apps);
  try {
    await passing(MINUTE);
    const open = await idle(ours, empty);
    await ours.inMain(CLOSE);
    await untilPageIsGone(ours);
    await passing(SETTLING);
    const closed = await idle(ours, empty);
    return [
      time('idle CPU, window open, more than empty (percent)', open, 0.2),
      time('idle CPU, closed to the tray, more than empty (percent)', closed, 0.1),
      {
        name: 'wake-ups of the main process a minute, closed to the tray',
        ours: closed.wakeUps.toFixed(1),
        base: 'none',
        ratio: closed.wakeUps,
        bound: { atMost: 6 },
      },
    ];
  } finally {
    await Promise.all([ours.quit(), empty.quit()]);
    await host.stop();
  }
}

/** Percents of one core, and wake-ups of ours a minute. */
interface Idled {
  readonly ours: number;
  readonly empty: number;
  readonly wakeUps: number;
}

async function idle(ours: StartedApp, empty: StartedApp): Promise<Idled> {
  const spent = (app: StartedApp): number => processorTimeOf(processesOf(app.pid));
  const before = [spent(ours), spent(empty)] as const;
  const counted = z.number().parse(await ours.inMain(wakeUps(IDLING * MINUTE)));
  const percents = [spent(ours) - before[0], spent(empty) - before[1]].map(
    (seconds) => (seconds / (IDLING * (MINUTE / 1000))) * 100,
  );
  return { ours: percents[0] ?? 0, empty: percents[1] ?? 0, wakeUps: counted / IDLING };
}

function time(name: string, { ours, empty }: Idled, atMost: number): Measure {
  return {
    name,
    ours: `${ours.toFixed(2)} %`,
    base: `blank window ${empty.toFixed(2)} %`,
    ratio: ours - empty,
    bound: { atMost },
  };
}
