/** Where the console's service worker is served; its scope is the whole console. */
export const SERVICE_WORKER = '/service-worker.js';

/** What a page tells the service worker: it has started with these files, which it needs again without a network. */
export interface ToServiceWorker {
  readonly assets: readonly string[];
}

/** What the service worker tells its pages: the notification with this tag was pressed, or dismissed by somebody. */
export interface FromServiceWorker {
  readonly kind: 'opened' | 'dismissed';
  readonly tag: string;
}

/** What a notification carries. */
export interface NoticeData {
  readonly chatId: string;
}
