import type { ToServiceWorker } from '#shared/contract/service-worker.ts';
import { answerFromShell, dropOtherShells, keepAssets, keepShell } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(keepShell()));

self.addEventListener('activate', (event) => event.waitUntil(dropOtherShells().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  const answer = answerFromShell(event.request, self.location.origin);
  if (answer !== undefined) event.respondWith(answer);
});

// Only pages of this origin can send messages.
self.addEventListener('message', (event) => {
  const message = event.data as ToServiceWorker;
  switch (message.kind) {
    case 'started':
      return event.waitUntil(keepAssets(message.assets, self.location.origin));
    case 'takeOver':
      return event.waitUntil(takeOver());
  }
});

/** Replaces the version before at once, unless other pages still run it and may need its files. */
async function takeOver(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await self.skipWaiting();
}
