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
  const { assets } = event.data as ToServiceWorker;
  event.waitUntil(keepAssets(assets, self.location.origin).then(tidyUp));
});

/** The version before may have kept a file while it was replaced, and with it its shell. */
async function tidyUp(): Promise<void> {
  const { installing, waiting } = self.registration;
  if (installing === null && waiting === null) await dropOtherShells();
}
