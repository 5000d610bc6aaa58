import {
  type FromServiceWorker,
  type NoticeData,
  type PushedNotice,
  tagOf,
  type ToServiceWorker,
} from '#shared/contract/service-worker.ts';

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

/** The files of the first load, named by the build; index.html is kept besides. */
declare const SHELL_FILES: readonly string[];
/** Changes with every build that changes a file of the console. */
declare const SHELL_VERSION: string;

const PREFIX = 'counterbell-shell-';
const INDEX = '/';
const ASSETS = '/assets/';

/** Milliseconds after which the kept page is shown although the host might still answer. */
const NAVIGATION_TIMEOUT = 4000;

/** This version's files; undefined if they are deleted, because a newer version has taken over. */
async function findShell(): Promise<Cache | undefined> {
  return (await caches.has(PREFIX + SHELL_VERSION)) ? caches.open(PREFIX + SHELL_VERSION) : undefined;
}

/** Keeps the page and the files of its first load, all or nothing. */
async function keepShell(): Promise<void> {
  const shell = await caches.open(PREFIX + SHELL_VERSION);
  await shell.addAll([INDEX, ...SHELL_FILES].map((path) => new Request(path, { cache: 'no-cache' })));
}

/** Deletes the shells of other versions. */
async function dropOtherShells(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + SHELL_VERSION);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Keeps further files that a page has loaded, such as its language; anything but assets of `origin` is left out. */
async function keepAssets(urls: readonly string[], origin: string): Promise<void> {
  const shell = await findShell();
  for (const url of urls) {
    if (shell === undefined || !isAsset(url, origin) || (await shell.match(url)) !== undefined) continue;
    // Whatever could not be kept is kept at its next use.
    await shell.add(url).catch(() => undefined);
  }
}

/**
 * The answer to a request for the shell: the page from the host, or the kept one if the host does not answer; its
 * assets as they were kept. Undefined: the request is none of ours and takes its usual way. So do links with a key,
 * which sign in, and everything that holds data.
 */
function answerFromShell(request: Request, origin: string): Promise<Response> | undefined {
  if (request.method !== 'GET') return undefined;
  const { pathname, search } = new URL(request.url);
  if (request.mode === 'navigate' && pathname === INDEX && search === '') return answerPage(request);
  return isAsset(request.url, origin) ? answerAsset(request) : undefined;
}

function isAsset(url: string, origin: string): boolean {
  if (!URL.canParse(url)) return false;
  const requested = new URL(url);
  return requested.origin === origin && requested.pathname.startsWith(ASSETS) && requested.search === '';
}

async function answerPage(request: Request): Promise<Response> {
  const fromHost = fetch(request);
  // Rejects unheard if the kept page was faster.
  fromHost.catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, NAVIGATION_TIMEOUT));
  const answer = await Promise.race([fromHost, late]).catch(() => undefined);
  return answer ?? (await (await findShell())?.match(INDEX)) ?? fromHost;
}

/** Their names change with their content, so a kept one is never outdated. */
async function answerAsset(request: Request): Promise<Response> {
  const shell = await findShell();
  const cached = await shell?.match(request.url);
  if (cached !== undefined) return cached;
  const answer = await fetch(request);
  if (answer.ok) await shell?.put(request.url, answer.clone());
  return answer;
}
