import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTrayHost } from '../fixtures/dbus/tray-host.ts';
import { writeAsCustomer } from './customers.ts';
import { endingThreadAsked } from '../fixtures/end-thread.ts';
import { expect, test, type Desktop } from './fixtures.ts';
import { answerBoxes } from './system-boxes.ts';

/** Evaluates in the page through the main process: Playwright drops a crashed page. */
const inConsole = ({ app }: Desktop, script: string): Promise<unknown> =>
  app.evaluate(
    ({ BrowserWindow }, text) =>
      BrowserWindow.getAllWindows()[0]
        ?.webContents.executeJavaScript(text)
        .catch(() => undefined),
    script,
  );

/** Kills the page's process; resolves when the page is back. */
const crash = ({ app }: Desktop): Promise<void> =>
  app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once('render-process-gone', () => contents.once('did-finish-load', () => resolve()));
        contents?.forcefullyCrashRenderer();
      }),
  );

const logOf = (dataDir: string): string => readFileSync(join(dataDir, 'logs', 'counterbell.log'), 'utf8');

test('a window that crashes or hangs returns to the same chat, while customers are answered; if it crashes repeatedly, it asks, and returns on request; an uncaught error is shown once and stops nothing; the log has it all', async ({
  launch,
  dataDir,
}) => {
  const desktop = await launch();
  await desktop.rpc('setup.finish', {});
  const boxes = await answerBoxes(desktop.app);
  const chatId = await writeAsCustomer(desktop, 'Can you hear me?');
  const { listenerUrl } = await desktop.rpc('setup.get', {});
  await desktop.console.getByRole('option').filter({ hasText: 'Can you hear me?' }).click();
  await expect(desktop.console.getByRole('article').filter({ hasText: 'Can you hear me?' })).toBeVisible();
  await desktop.app.evaluate(() => {
    for (const fault of ['first fault', 'second fault'])
      setImmediate(() => {
        throw new Error(fault);
      });
  });
  await expect.poll(() => logOf(dataDir)).toContain('second fault');
  expect(logOf(dataDir)).toContain('first fault');
  expect(await boxes()).toEqual(['Something went wrong in Counterbell']);
  expect((await desktop.rpc('setup.get', {})).version).toMatch(/^\d/);

  const isBack = async (): Promise<void> => {
    await expect.poll(() => inConsole(desktop, 'location.hash')).toBe(`#/chat/${chatId}`);
    await expect
      .poll(() => inConsole(desktop, `document.querySelector('article')?.innerText ?? ''`))
      .toContain('Can you hear me?');
  };
  const back = crash(desktop);
  expect((await fetch(`${listenerUrl}/health`)).status).toBe(200);
  await back;
  await isBack();
  expect(logOf(dataDir)).toContain('the page of a window ended');

  await desktop.app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once('render-process-gone', () => contents.once('did-finish-load', () => resolve()));
        contents?.executeJavaScript('for (;;);').catch(() => undefined);
        // The system's signal when clicks get no response.
        contents?.emit('unresponsive');
      }),
  );
  await isBack();
  expect(logOf(dataDir)).toContain('a window does not answer');

  for (const asked of [0, 1]) {
    await crash(desktop);
    await isBack();
    expect((await boxes()).slice(1)).toHaveLength(asked);
  }
  expect((await boxes()).slice(1)).toEqual(['The window keeps crashing']);
});

test('if customers are no longer answered after an error, the app restarts automatically', async ({
  launch,
  dataDir,
}) => {
  const { app } = await launch();
  await answerBoxes(app);
  const ended = app.waitForEvent('close');
  await app.evaluate(() => {
    const { _getActiveHandles: handles } = process as unknown as {
      readonly _getActiveHandles: () => readonly { readonly address?: () => unknown; readonly close?: () => void }[];
    };
    for (const handle of handles()) if (handle.address?.() instanceof Object) handle.close?.();
    setImmediate(() => {
      throw new Error('the listener went with it');
    });
  });
  await ended;
  await endSecondStart(dataDir);
});

for (const [thread, question, ask] of [
  ['writing', 'checkWritable', (url: string, _desktop: Desktop): Promise<unknown> => fetch(`${url}/health`)],
  ['reading', 'countChats', (_url: string, desktop: Desktop): Promise<unknown> => desktop.rpc('chats.counts', {})],
] as const)
  test(
    `where the ${thread} thread of the store ends, the app restarts automatically`,
    { tag: '@thorough' },
    async ({ launch, dataDir }) => {
      const desktop = await launch();
      const { listenerUrl } = await desktop.rpc('setup.get', {});
      const ended = desktop.app.waitForEvent('close');
      // Before that, the thread would answer and no one ask again.
      await desktop.app.evaluate(endingThreadAsked(question));
      // The app may be gone before this is answered.
      await ask(listenerUrl, desktop).catch(() => undefined);
      await ended;
      expect(logOf(dataDir)).toContain('a store thread ended');
      await endSecondStart(dataDir);
    },
  );

test(
  'if the store ends soon after such a start, the app stays: tray, window and listener show that customers are refused',
  { tag: '@thorough' },
  async ({ launch }) => {
    test.skip(process.platform !== 'linux', 'trays of other systems cannot be read from outside');
    const host = await startTrayHost();
    const desktop = await launch({ args: [`--after-fault=${Date.now()}`] });
    const { app, console: page, rpc } = desktop;
    await rpc('setup.finish', {});
    await expect.poll(() => host.items()).toHaveLength(1);
    await writeAsCustomer(desktop, 'Is the blue one in stock?');
    const { listenerUrl } = await rpc('setup.get', {});
    await app.evaluate(endingThreadAsked('checkWritable'));
    expect((await fetch(`${listenerUrl}/health`)).status).toBe(503);
    const words = 'Customers can’t get through: quit Counterbell and start it again';
    await expect.poll(() => host.tooltip()).toBe(`Counterbell: ${words}`);
    expect((await host.menu()).map(({ label }) => label)).toContain(words);
    await expect(
      page.getByRole('alert').filter({ hasText: 'Customers have been unable to reach you since' }),
    ).toContainText('Messages can’t be stored. Check that the disk isn’t full. If it isn’t, restart Counterbell.');
    // Stored data can still be read.
    await expect(page.getByRole('option').filter({ hasText: 'Is the blue one in stock?' })).toBeVisible();
    expect((await rpc('connection.get', {})).reach).toMatchObject({
      state: 'unreachable',
      problem: { what: { code: 'findings:reach.storage.text' } },
    });
    await host.stop();
  },
);

/** Waits until the app has restarted, and ends the new process, which is no child of ours. */
async function endSecondStart(dataDir: string): Promise<void> {
  const starts = (): readonly number[] =>
    [...logOf(dataDir).matchAll(/"pid":(\d+).*"msg":"started"/g)].map(([, pid]) => Number(pid));
  await expect.poll(starts).toHaveLength(2);
  expect(logOf(dataDir)).toContain('customers can no longer be answered');
  process.kill(Number(starts()[1]), 'SIGTERM');
  await expect.poll(() => existsSync(join(dataDir, 'engine.lock'))).toBe(false);
}
