import type { FromServiceWorker, NoticeData, ToServiceWorker } from '#shared/contract/service-worker.ts';
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

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification));
});

self.addEventListener('notificationclose', (event) => {
  const { tag } = event.notification;
  event.waitUntil(pages().then((all) => all.forEach((each) => tell(each, { kind: 'dismissed', tag }))));
});

/** Brings a page of the console to the front, or opens one, at the notification's chat. */
async function openPage({ tag, data }: Notification): Promise<void> {
  const [page] = await pages();
  if (page === undefined) {
    await self.clients.openWindow(`/#/chat/${encodeURIComponent((data as NoticeData).chatId)}`);
    return;
  }
  // A browser may refuse to bring it to the front; it opens the chat nevertheless.
  await page.focus().catch(() => undefined);
  for (const each of await pages()) tell(each, { kind: 'opened', tag });
}

function pages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window' });
}

function tell(page: WindowClient, message: FromServiceWorker): void {
  page.postMessage(message);
}

/** The version before may have kept a file while it was replaced, and with it its shell. */
async function tidyUp(): Promise<void> {
  const { installing, waiting } = self.registration;
  if (installing === null && waiting === null) await dropOtherShells();
}
