import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { EventFrame } from '#shared/contract/events.ts';
import { contractContext, type ContractContext, type Transport } from '../contract/context.ts';
import { contractCases } from '../contract/suite.ts';
import { skipWithoutRuntime, startDesktop, test, type Desktop } from './fixtures.ts';

declare global {
  /** unsubscribe functions of the suite's subscriptions, in the page */
  var stops: Record<number, () => void>;
  var receiveFrame: (subscription: number, frame: EventFrame) => Promise<void>;
}

/** The page's bridge as the suite's transport: every request and event passes through preload and IPC. */
async function transportOf(page: Page): Promise<Transport> {
  const listeners = new Map<number, (frame: EventFrame) => void>();
  let subscriptions = 0;
  await page.exposeFunction('receiveFrame', (subscription: number, frame: EventFrame) =>
    listeners.get(subscription)?.(frame),
  );
  await page.evaluate(() => {
    globalThis.stops = {};
  });
  return {
    request: (route, input) =>
      page.evaluate(([name, asked]) => counterbell.request(name, asked), [route, input] as const),
    upload: (name, bytes) =>
      page.evaluate(
        async ([fileName, base64]) => {
          const answer = await fetch(`/media/uploads?name=${encodeURIComponent(fileName)}`, {
            method: 'POST',
            body: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
          });
          return answer.json();
        },
        [name, bytes.toString('base64')] as const,
      ),
    subscribe: (onEvents) => {
      subscriptions += 1;
      const subscription = subscriptions;
      listeners.set(subscription, onEvents);
      void page.evaluate((id) => {
        stops[id] = counterbell.subscribe((frame) => void receiveFrame(id, frame));
      }, subscription);
      return () => {
        listeners.delete(subscription);
        void page.evaluate((id) => stops[id]?.(), subscription);
      };
    },
  };
}

test.describe('the contract over IPC', () => {
  // The cases form one sequence on one fresh installation.
  test.describe.configure({ mode: 'serial' });
  skipWithoutRuntime();
  let folder: string;
  let desktop: Desktop;
  let context: ContractContext;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'counterbell-contract-'));
    desktop = await startDesktop(folder);
    context = contractContext(await transportOf(desktop.console));
  });
  test.afterAll(async () => {
    await desktop.quit();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  for (const { name, run } of contractCases) test(name, () => run(context));
});
