import { SERVICE_WORKER, type ToServiceWorker } from '#shared/contract/service-worker.ts';

/**
 * Registers the service worker, which keeps the console's own files for a start without a network. Only browsers on a
 * secure address have one; the desktop app must not.
 */
export async function startServiceWorker(page: Window & typeof globalThis): Promise<void> {
  // Undefined on insecure addresses, whatever the types say.
  const workers = page.navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (page.counterbell !== undefined || workers === undefined || !page.isSecureContext) return;
  // A browser may refuse it, and the development server has none: the console works without.
  const registration = await workers.register(SERVICE_WORKER, { updateViaCache: 'none' }).catch(() => undefined);
  if (registration === undefined) return;
  const tellStarted = (worker: ServiceWorker | null): void => {
    const assets = page.performance.getEntriesByType('resource').map(({ name }) => name);
    const started: ToServiceWorker = { assets };
    worker?.postMessage(started);
  };
  tellStarted((await workers.ready).active);
  workers.addEventListener('controllerchange', () => tellStarted(workers.controller));
}
