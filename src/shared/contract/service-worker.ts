/** Where the console's service worker is served; its scope is the whole console. */
export const SERVICE_WORKER = '/service-worker.js';

/** What a page tells the service worker. */
export type ToServiceWorker =
  /** the page has started with these files, which it needs again without a network */
  | { readonly kind: 'started'; readonly assets: readonly string[] }
  /** to a newer version that waits: the page has started, so it may take over if no other page is open */
  | { readonly kind: 'takeOver' };
