import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openChannel } from '../../fixtures/channels.ts';
import { startHeadless, type Headless } from '../../fixtures/headless.ts';
import { median } from '../statistics.ts';
import { makeEmptyApp, type EmptyApp } from './empty-app.ts';
import { fillStore, untilIndexed } from './filled-store.ts';
import { startApp, type StartedApp } from './started-app.ts';

const MEGABYTE = 1024 * 1024;

/** The chats are in the list, and a frame with them was painted. */
export const INBOX = `new Promise((resolve) => {
  const look = () => document.querySelector('[role=listbox] [role=option]') === null
    ? requestAnimationFrame(look)
    : requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
  look();
})`;
/** The page is loaded. For the blank one: the earliest possible moment. */
const LOADED = `new Promise((resolve) => {
  const look = () => {
    const { loadEventEnd } = performance.getEntriesByType('navigation')[0];
    if (loadEventEnd > 0) resolve(performance.timeOrigin + loadEventEnd);
    else setTimeout(look, 1);
  };
  look();
})`;

export interface Apps {
  readonly ours: (opensMain?: boolean) => Promise<StartedApp>;
  /** a colleague's window of a shop on another process */
  readonly seat: () => Promise<StartedApp>;
  /** the same once nobody waits there: a call loads Chromium's sound, which then stays for a quarter of an hour */
  readonly restingSeat: () => Promise<StartedApp>;
  readonly empty: (opensMain?: boolean) => Promise<StartedApp>;
}

export interface Shop extends AsyncDisposable {
  readonly host: Headless;
  /** closes its chat */
  readonly rest: () => Promise<void>;
}

/** A shop with a chat that waits, that colleagues can join. */
export async function startShop(): Promise<Shop> {
  const host = await startHeadless({ args: ['--team', '127.0.0.1:0'] });
  await host.rpc('setup.finish', {});
  const channel = await openChannel(host);
  await channel.say('ann', 'Is the blue lamp in stock?');
  return {
    host,
    rest: async () => {
      const { id } = await channel.chatOf('"ann"');
      await host.rpc('chats.close', { chatId: id });
    },
    [Symbol.asyncDispose]: host.remove,
  };
}

/** The data folder of an app that has joined. */
async function joinShop(dataDir: string, runtime: EmptyApp, host: Headless): Promise<Readonly<Record<string, string>>> {
  await mkdir(dataDir);
  const environment = { COUNTERBELL_DATA_DIR: dataDir, COUNTERBELL_LISTENER: '127.0.0.1:0' };
  const app = await startApp({ ...runtime, environment, moment: LOADED });
  const { app: link } = await host.rpc('invitations.create', { name: 'Ivan', role: 'operator' });
  const answer = await app.evaluate(`counterbell.desktop.call('join', ${JSON.stringify(link)})`);
  z.object({ ok: z.literal(true) }).parse(answer);
  // Before it restarts.
  await app.quit();
  return environment;
}

/** Makes the apps to compare, with 1,000,000 messages stored in ours. */
export async function prepare(folder: string, runtime: EmptyApp, shop: Shop): Promise<Apps> {
  const dataDir = join(folder, 'full');
  await mkdir(dataDir);
  const environment = { COUNTERBELL_DATA_DIR: dataDir, COUNTERBELL_LISTENER: '127.0.0.1:0' };
  const first = await startApp({ ...runtime, environment, moment: LOADED });
  const ask = (route: string, input: object): Promise<unknown> =>
    first.evaluate(`counterbell.request(${JSON.stringify(route)}, ${JSON.stringify(input)})`);
  const channel = z
    .object({ ok: z.literal(true), data: z.object({ id: z.string() }) })
    .parse(await ask('channels.create', { name: 'Shop app' }));
  await ask('setup.finish', {});
  await first.quit();
  console.log('Writing 1,000,000 messages …');
  fillStore(dataDir, channel.data.id);
  const indexing = await startApp({ ...runtime, environment, moment: INBOX });
  await untilIndexed(dataDir);
  await indexing.quit();

  const carriesApp = process.env['ELECTRON_EXECUTABLE'] !== undefined;
  const emptyApp = await makeEmptyApp(folder, runtime, carriesApp);
  const emptyFolder = join(folder, 'empty');
  const ofSeat = await joinShop(join(folder, 'seat'), runtime, shop.host);
  let resting: Promise<void> | undefined;
  return {
    ours: (opensMain) => startApp({ ...runtime, environment, moment: INBOX, opensMain }),
    seat: () => startApp({ ...runtime, environment: ofSeat, moment: INBOX }),
    restingSeat: async () => {
      await (resting ??= shop.rest());
      return startApp({ ...runtime, environment: ofSeat, moment: LOADED });
    },
    empty: (opensMain) =>
      startApp({ ...emptyApp, environment: { EMPTY_APP_FOLDER: emptyFolder }, moment: LOADED, opensMain }),
  };
}

export const milliseconds = (values: readonly number[]): string => `${median(values).toFixed(0)} ms`;
export const megabytes = (values: readonly number[]): string => `${(median(values) / MEGABYTE).toFixed(0)} MB`;
