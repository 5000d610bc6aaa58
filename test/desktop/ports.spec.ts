import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, startDesktop, test as base, type Desktop } from './fixtures.ts';
import { startHeld, type HeldStart } from './held-start.ts';

const test = base.extend<{ readonly otherFolder: string }>({
  otherFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'counterbell-desktop-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  },
});

/** The default: no port is set. */
const USUAL = { env: { COUNTERBELL_LISTENER: undefined } };
const portOf = async ({ rpc }: Pick<Desktop, 'rpc'>): Promise<number> =>
  Number(new URL((await rpc('setup.get', {})).listenerUrl).port);
const hello = {
  method: 'POST',
  body: JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'Hello' } }),
};

test(
  'two people on one computer, each with their own app: the second takes another port, says so once and keeps it',
  { tag: '@thorough' },
  async ({ launch, otherFolder }) => {
    const first = await launch(USUAL);
    const taken = await portOf(first);
    const second = await startDesktop(otherFolder, undefined, USUAL);
    const port = await portOf(second);
    expect(port).toBeGreaterThan(taken);
    const channel = await second.rpc('channels.create', { name: 'Shop app' });
    await second.rpc('setup.finish', {});
    const { message } = await second.rpc('channels.addresses', { channelId: channel.id });
    expect(new URL(message).port).toBe(String(port));
    expect((await fetch(message, hello)).status).toBe(200);
    expect((await first.rpc('connection.get', {})).movedPort).toBeUndefined();

    const notice = second.console
      .getByRole('status')
      .filter({ hasText: `Port ${taken} is taken by another program, so Counterbell uses ${port}.` });
    for (const path of [`/settings/channels/${channel.id}/website`, '/settings/connection']) {
      await second.console.goto(`app://counterbell/index.html#${path}`);
      await expect(notice).toBeVisible();
    }
    await notice.getByRole('button', { name: 'Got it' }).click();
    await expect(notice).toHaveCount(0);

    // Integrations know its port by now: it stays, even if the default one is free.
    expect(await second.quit()).toBe(0);
    expect(await first.quit()).toBe(0);
    const again = await startDesktop(otherFolder, undefined, USUAL);
    expect(await portOf(again)).toBe(port);
    expect((await again.rpc('connection.get', {})).movedPort).toBeUndefined();
    expect((await fetch(message, hello)).status).toBe(200);
    expect(await again.quit()).toBe(0);
  },
);

test.describe('a port set by the owner but taken by another program', { tag: '@thorough' }, () => {
  let occupant: Server;
  let port: number;
  let held: HeldStart | undefined;
  test.beforeEach(async () => {
    occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    port = (occupant.address() as AddressInfo).port;
  });
  test.afterEach(async () => {
    await held?.kill();
    if (occupant.listening) occupant.close();
  });

  /** Starts it and answers its boxes with these buttons in order; returns the texts of the boxes. */
  const start = async (folder: string, ...buttons: readonly string[]) => {
    held = await startHeld(folder, { COUNTERBELL_LISTENER: `127.0.0.1:${port}`, LANGUAGE: 'en' });
    const { app: started, release } = held;
    const boxes: string[] = [];
    started.process().stdout?.on('data', (chunk: Buffer) =>
      boxes.push(
        ...chunk
          .toString()
          .split('\n')
          .filter((line) => line.startsWith('box: ')),
      ),
    );
    await expect(() =>
      started.evaluate(({ dialog }, wanted) => {
        const left = [...wanted];
        const answer = async (options: Electron.MessageBoxOptions): Promise<Electron.MessageBoxReturnValue> => {
          process.stdout.write(`box: ${options.message} [${options.buttons?.join(', ') ?? ''}]\n`);
          const button = left.shift();
          // Without an answer the box stays.
          if (button === undefined) return new Promise(() => undefined);
          return { response: options.buttons?.indexOf(button) ?? -1, checkboxChecked: false };
        };
        dialog.showMessageBox = answer as typeof dialog.showMessageBox;
      }, buttons),
    ).toPass();
    release();
    return { started, boxes, box: `box: Port ${port} is in use [Use another port, Try again, Quit]` };
  };
  const listenerOf = async (started: ElectronApplication): Promise<number> => {
    const page = started.windows()[0] ?? (await started.firstWindow());
    await page.evaluate(() => counterbell.desktop.call('status'));
    const answer = await page.evaluate(() => counterbell.request('setup.get', {}));
    return Number(new URL(answer.ok ? (answer.data as { readonly listenerUrl: string }).listenerUrl : '').port);
  };

  test('leads to a question; trying again asks again; another port is taken, noted and kept', async ({ dataDir }) => {
    const { started, boxes, box } = await start(dataDir, 'Try again', 'Use another port');
    await expect.poll(() => boxes).toEqual([box, box]);
    const chosen = await listenerOf(started);
    expect(chosen).toBeGreaterThan(port);
    await started.close();
    const again = await start(dataDir);
    expect(await listenerOf(again.started)).toBe(chosen);
    expect(again.boxes).toEqual([]);
  });

  test('ends the app if the owner quits, without a second box', async ({ dataDir }) => {
    const { started, boxes, box } = await start(dataDir, 'Quit');
    const [code] = (await once(started.process(), 'exit')) as [number | null];
    expect(code).toBe(1);
    expect(boxes).toEqual([box]);
  });
});
