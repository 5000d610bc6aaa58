import type { DesktopBridge } from '#shared/contract/desktop.ts';
import { createDesktopTransport } from './desktop-transport.ts';
import type { Transport } from './transport.ts';
import { createWebTransport } from './web-transport.ts';

declare global {
  interface Window {
    /** present on the desktop only */
    readonly counterbell?: DesktopBridge;
  }
}

/** The desktop's bridge where the preload put one, else HTTP and a WebSocket. */
export function chooseTransport(page: Window): Transport {
  return page.counterbell === undefined ? createWebTransport(page) : createDesktopTransport(page.counterbell);
}
