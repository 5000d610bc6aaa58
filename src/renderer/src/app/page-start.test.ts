import { execFileSync } from 'node:child_process';
import { expect, it, describe } from 'vitest';
import { setZodWithoutEval, startServiceWorker } from './page-start.ts';

it('applies to a zod that is loaded later', () => {
  const page = {};
  setZodWithoutEval(page);
  // In a process of its own: in this one zod is loaded.
  const script = `Object.assign(globalThis, ${JSON.stringify(page)});
    const { config } = await import('zod/v4/core');
    process.stdout.write(String(config().jitless));`;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })).toBe('true');
});

function pageWith(more: object) {
  const registered: string[] = [];
  const worker = { messages: [] as unknown[], postMessage: (message: unknown) => worker.messages.push(message) };
  const registration = { active: worker };
  const serviceWorker = {
    register: async (url: string) => {
      registered.push(url);
      return registration;
    },
    ready: Promise.resolve(registration),
    addEventListener: () => undefined,
  };
  const page = {
    isSecureContext: true,
    navigator: { serviceWorker },
    performance: { getEntriesByType: () => [{ name: 'https://shop.example/assets/de.js' }] },
    ...more,
  };
  return { page: page as unknown as Window & typeof globalThis, registered, worker };
}

describe('the service worker', () => {
  it('is registered by a browser on a secure address, and told what the page has loaded', async () => {
    const { page, registered, worker } = pageWith({});
    await startServiceWorker(page);
    expect(registered).toEqual(['/service-worker.js']);
    expect(worker.messages).toEqual([{ assets: ['https://shop.example/assets/de.js'] }]);
  });

  it.each([
    ['the desktop window', { counterbell: {} }],
    ['a page on an insecure address', { isSecureContext: false }],
    ['a browser without workers', { navigator: {} }],
  ])('is not registered by %s', async (_name, more) => {
    const { page, registered } = pageWith(more);
    await startServiceWorker(page);
    expect(registered).toEqual([]);
  });
});
