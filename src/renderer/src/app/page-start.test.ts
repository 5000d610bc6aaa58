import { expect, it, describe } from 'vitest';
import { setZodWithoutEval, startServiceWorker } from './page-start.ts';

it('is the configuration of a zod that is loaded later', async () => {
  const page = {};
  setZodWithoutEval(page);
  const [[name, value] = []] = Object.entries(page);
  expect(value).toEqual({ jitless: true });
  const { config } = await import('zod/v4/core');
  expect(config()).toBe(Reflect.get(globalThis, name ?? ''));
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
