import type { MissedActivity } from '#shared/contract/desktop.ts';
import type { Desktop } from '../fixtures.ts';
import { expect, test as base } from './fixtures.ts';

const test = base.extend<{ readonly status: () => Promise<string> }>({
  /** the status for websites: 1 while an operator is there */
  status: async ({ desktop: { rpc } }, use) => {
    const channel = await rpc('channels.create', { name: 'Status' });
    const { status } = await rpc('channels.addresses', { channelId: channel.id });
    await use(async () => (await fetch(status)).text());
  },
});

type SystemEvent = 'lock-screen' | 'unlock-screen' | 'suspend' | 'resume';

const system = ({ app }: Desktop, event: SystemEvent): Promise<boolean> =>
  app.evaluate(({ powerMonitor }, name) => powerMonitor.emit(name), event);

/** Simulates the time since the last input. */
const untouchedFor = ({ app }: Desktop, seconds: number): Promise<void> =>
  app.evaluate(({ powerMonitor }, idle) => void (powerMonitor.getSystemIdleTime = () => idle), seconds);

test('locked or asleep, nobody is there; unlocked and awake, someone is', async ({ desktop, status }) => {
  expect(await status()).toBe('1');
  for (const [gone, back] of [
    ['lock-screen', 'unlock-screen'],
    ['suspend', 'resume'],
  ] as const) {
    await system(desktop, gone);
    expect(await status()).toBe('0');
    expect(await desktop.rpc('operators.me', {})).toMatchObject({ presence: 'online', available: false });
    await system(desktop, back);
    expect(await status()).toBe('1');
  }
});

test('without input for the configured time, nobody is there', async ({ desktop, status }) => {
  await untouchedFor(desktop, 120);
  await desktop.console.evaluate(() => counterbell.desktop.call('change', { awayAfterMinutes: 3 }));
  expect(await status()).toBe('1');
  await desktop.console.evaluate(() => counterbell.desktop.call('change', { awayAfterMinutes: 2 }));
  expect(await status()).toBe('0');
  await untouchedFor(desktop, 0);
  // Whoever returns to the window is there at once; elsewhere it is noticed within half a minute.
  await desktop.app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.emit('focus');
  });
  await expect.poll(status).toBe('1');
});

test('after a return to the computer, the console learns what waited meanwhile', async ({ desktop, write }) => {
  const caughtUp = desktop.console.evaluate(
    () => new Promise<MissedActivity>((resolve) => void counterbell.desktop.on('catchUp', resolve)),
  );
  await system(desktop, 'suspend');
  await write('anna', 'Are you open today?');
  await system(desktop, 'resume');
  expect(await caughtUp).toMatchObject({ waiting: 1, failed: 0 });
});
