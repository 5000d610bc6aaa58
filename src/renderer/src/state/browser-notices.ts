import { createPersisted } from './page-state.ts';
import { type FromServiceWorker, type NoticeData, tagOf } from '#shared/contract/service-worker.ts';
import type { CallKind } from '#shared/domain/alerts.ts';

/**
 * Notification settings of this browser: once permitted, also while it is closed, and with what of a chat; stored on
 * the device.
 */
export const useNotices = createPersisted('notices', { isOn: true, withWords: true, whenClosed: false });

interface BrowserNotice {
  readonly title: string;
  readonly body: string;
  /** a newer notification of the same kind replaces it */
  readonly kind: CallKind;
  readonly chatId: string;
  /** it was pressed; with a service worker, `onNoticeOpened` hears of it */
  readonly onOpen: () => void;
  /** it was closed, by somebody or by us */
  readonly onDismiss: () => void;
}

/** Shows a notification, if this browser may and should; returns how to close it, undefined if it is not shown. */
export function showBrowserNotice(notice: BrowserNotice): (() => void) | undefined {
  if (!('Notification' in window) || Notification.permission !== 'granted' || !useNotices.getState().isOn) return;
  const { title, body, kind, chatId } = notice;
  const data: NoticeData = { kind, chatId };
  const options = { body, tag: tagOf(kind), data, silent: true };
  // Phones show only those of a service worker. Without one, the page shows them itself.
  const worker = workers();
  return worker?.controller == null ? showOfPage(notice, options) : showOfWorker(worker, notice, title, options);
}

// Undefined on insecure addresses, whatever the types say.
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;

/** A notification that a service worker shows was pressed, and this page brought to the front for it; returns how to stop. */
export function onNoticeOpened(open: (chatId: string) => void): () => void {
  const stop = new AbortController();
  const listen = ({ data }: MessageEvent<FromServiceWorker>): void => {
    if (data.kind === 'opened') open(data.chatId);
  };
  workers()?.addEventListener('message', listen, { signal: stop.signal });
  return () => stop.abort();
}

/** Takes away the notifications of this kind that a service worker shows, also those pushed while the page was closed. */
export function closeNotices(kind: CallKind): void {
  inTurn(async (registration) => {
    for (const notification of await registration.getNotifications({ tag: tagOf(kind) })) notification.close();
  });
}

let latest: Promise<unknown> = Promise.resolve();

/** One after the other, so that what is closed is not what is shown next. A refusal of the system is nobody's fault. */
function inTurn(work: (registration: ServiceWorkerRegistration) => Promise<unknown>): void {
  latest = latest
    .then(() => workers()?.getRegistration())
    .then((registration) => (registration === undefined ? undefined : work(registration)))
    .catch(() => undefined);
}

function showOfPage({ title, onOpen, onDismiss }: BrowserNotice, options: NotificationOptions): () => void {
  const notification = new Notification(title, options);
  notification.addEventListener('click', onOpen);
  notification.addEventListener('close', onDismiss);
  return () => notification.close();
}

function showOfWorker(
  worker: ServiceWorkerContainer,
  { kind, onDismiss }: BrowserNotice,
  title: string,
  options: NotificationOptions,
): () => void {
  const aborted = new AbortController();
  const listen = ({ data }: MessageEvent<FromServiceWorker>): void => {
    if (data.kind !== 'dismissed' || data.tag !== tagOf(kind)) return;
    aborted.abort();
    onDismiss();
  };
  worker.addEventListener('message', listen, { signal: aborted.signal });
  inTurn((registration) => registration.showNotification(title, options));
  return () => {
    aborted.abort();
    closeNotices(kind);
  };
}
