import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { FromServiceWorker, NoticeData } from '#shared/contract/service-worker.ts';

/** Whether this browser shows notifications, once it is permitted, and what of a chat they show; kept on the device. */
export const useNotices = create(
  persist(() => ({ isOn: true, withWords: true }), { name: 'counterbell.notices', version: 1 }),
);

interface BrowserNotice {
  readonly title: string;
  readonly body: string;
  /** a newer notification with the same one replaces it */
  readonly tag: string;
  readonly chatId: string;
  /** it was pressed */
  readonly onOpen: () => void;
  /** it was closed, by somebody or by us */
  readonly onDismiss: () => void;
}

/** Shows a notification, if this browser may and should; returns how to close it, undefined if it is not shown. */
export function showBrowserNotice(notice: BrowserNotice): (() => void) | undefined {
  if (!('Notification' in window) || Notification.permission !== 'granted' || !useNotices.getState().isOn) return;
  const { title, body, tag, chatId } = notice;
  const data: NoticeData = { chatId };
  const options = { body, tag, data, silent: true };
  // Phones show only those of a service worker. Without one, the page shows them itself.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  return worker?.controller == null ? showOfPage(notice, options) : showOfWorker(worker, notice, title, options);
}

function showOfPage({ title, onOpen, onDismiss }: BrowserNotice, options: NotificationOptions): () => void {
  const notification = new Notification(title, options);
  notification.addEventListener('click', onOpen);
  notification.addEventListener('close', onDismiss);
  return () => notification.close();
}

function showOfWorker(
  worker: ServiceWorkerContainer,
  { tag, onOpen, onDismiss }: BrowserNotice,
  title: string,
  options: NotificationOptions,
): () => void {
  const gone = new AbortController();
  const listen = ({ data }: MessageEvent<FromServiceWorker>): void => {
    if (data.tag !== tag) return;
    gone.abort();
    if (data.kind === 'opened') onOpen();
    else onDismiss();
  };
  worker.addEventListener('message', listen, { signal: gone.signal });
  const shown = worker.ready.then(async (registration) => {
    await registration.showNotification(title, options);
    return registration;
  });
  // The system may refuse; the bell has rung.
  shown.catch(() => gone.abort());
  return () => {
    gone.abort();
    const close = async (): Promise<void> => {
      for (const each of await (await shown).getNotifications({ tag })) each.close();
    };
    close().catch(() => undefined);
  };
}
