import {
  type FromServiceWorker,
  type NoticeData,
  type PushedNotice,
  tagOf,
  type ToServiceWorker,
} from '#shared/contract/service-worker.ts';
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

self.addEventListener('push', (event) => event.waitUntil(showPushed(event.data)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data as NoticeData));
});

self.addEventListener('notificationclose', (event) => {
  event.waitUntil(dismiss(event.notification.data as NoticeData));
});

/** Only this installation can push here, so what comes is as it sends it. */
async function showPushed(data: PushMessageData | null): Promise<void> {
  if (data === null) return;
  const { title, body, kind, chatId, silent } = data.json() as PushedNotice;
  const shown: NoticeData = { kind, chatId };
  const options = { body, silent, tag: tagOf(kind), data: shown, icon: '/icon-192.png', renotify: !silent };
  await self.registration.showNotification(title, options);
}

/** Brings a page of the console to the front, or opens one, at the notification's chat. */
async function openPage({ chatId }: NoticeData): Promise<void> {
  const [page] = await pages();
  if (page === undefined) {
    await self.clients.openWindow(chatId === undefined ? '/' : `/#/chat/${encodeURIComponent(chatId)}`);
    return;
  }
  // A browser may refuse to bring it to the front; it opens the chat nevertheless.
  await page.focus().catch(() => undefined);
  if (chatId !== undefined) tell(page, { kind: 'opened', chatId });
}

/** The operator dismissed the notification: neither the pages nor the host call for it again. */
async function dismiss({ kind }: NoticeData): Promise<void> {
  for (const page of await pages()) tell(page, { kind: 'dismissed', tag: tagOf(kind) });
  const headers = { 'content-type': 'application/json' };
  // Without the host, it calls again.
  await fetch('/rpc/push.dismiss', { method: 'POST', headers, body: JSON.stringify({ kind }) }).catch(() => undefined);
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
