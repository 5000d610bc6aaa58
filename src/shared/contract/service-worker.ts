/** Where the console's service worker is served; its scope is the whole console. */
export const SERVICE_WORKER = '/service-worker.js';

/** What a page tells the service worker: it has started with these files, which it needs again without a network. */
export interface ToServiceWorker {
  readonly assets: readonly string[];
}

/** What the service worker tells its pages. */
export type FromServiceWorker =
  /** the notification for this chat was pressed; only the page that it brings to the front is told */
  | { readonly kind: 'opened'; readonly chatId: string }
  /** the notification with this tag was dismissed by somebody */
  | { readonly kind: 'dismissed'; readonly tag: string };

/** Of calls of this kind. A newer notification takes the place of the one with the same tag, whoever shows them. */
export function tagOf(kind: 'waiting' | 'failed'): `counterbell-${'waiting' | 'failed'}` {
  return `counterbell-${kind}`;
}

/** What a notification carries. */
export interface NoticeData {
  readonly kind: 'waiting' | 'failed';
  /** absent: nothing to open any more */
  readonly chatId?: string | undefined;
}

/** What the host pushes to a closed browser. Everything pushed is shown: browsers insist. */
export interface PushedNotice extends NoticeData {
  readonly title: string;
  readonly body: string;
  /** it replaces a call that is settled */
  readonly silent: boolean;
}
