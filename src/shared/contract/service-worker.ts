/** Path of the console's service worker; its scope is the whole console. */
export const SERVICE_WORKER = '/service-worker.js';

/** Message from a page to the service worker: it has started with these files, needed again without a network. */
export interface ToServiceWorker {
  readonly assets: readonly string[];
}

/** Messages from the service worker to its pages. */
export type FromServiceWorker =
  /** the notification for this chat was pressed; only the page that it brings to the front is told */
  | { readonly kind: 'opened'; readonly chatId: string }
  /** the notification with this tag was dismissed by somebody */
  | { readonly kind: 'dismissed'; readonly tag: string };

/** Tag of notifications for calls of this kind. A newer one replaces the one with the same tag, whoever shows them. */
export function tagOf(kind: 'waiting' | 'failed'): `counterbell-${'waiting' | 'failed'}` {
  return `counterbell-${kind}`;
}

/** Data attached to a notification. */
export interface NoticeData {
  readonly kind: 'waiting' | 'failed';
  /** absent: nothing to open any more */
  readonly chatId?: string | undefined;
}

/** Notification pushed by the host to a closed browser. Everything pushed is shown: browsers insist. */
export interface PushedNotice extends NoticeData {
  readonly title: string;
  readonly body: string;
  /** it replaces a call that is settled */
  readonly silent: boolean;
}
