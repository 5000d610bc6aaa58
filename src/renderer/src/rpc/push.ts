import type { RouteInput } from '#shared/contract/routes.ts';
import type { Call } from './transport.ts';

/** Checks whether this browser can be notified while it is closed. */
export function canBePushed(): boolean {
  return 'PushManager' in window && 'serviceWorker' in navigator && window.isSecureContext;
}

/**
 * Subscribes this browser to push, in this language and with these choices; the same again changes nothing. Rejects if
 * the browser or its push service refuses.
 */
export function subscribePush(call: Call, wish: PushWish): Promise<void> {
  return inTurn(() => subscribe(call, wish));
}

export function unsubscribePush(call: Call): Promise<void> {
  return inTurn(() => unsubscribe(call));
}

type PushWish = Pick<RouteInput<'push.subscribe'>, 'language' | 'withWords'>;

let latest: Promise<unknown> = Promise.resolve();

/** One after the other, so that the last wish is the one that holds. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = latest.then(work);
  latest = done.catch(() => undefined);
  return done;
}

async function subscribe(call: Call, wish: PushWish): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) throw new Error('There is no service worker');
  const { pushManager } = registration;
  const { key } = await call('push.get', {});
  const known = await pushManager.getSubscription();
  const hasOwnKey = known !== null && toBase64Url(known.options.applicationServerKey) === key;
  // The installation may have another key than before.
  if (!hasOwnKey) await known?.unsubscribe();
  const subscription = hasOwnKey
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await call('push.subscribe', { endpoint, p256dh, auth, ...wish });
}

async function unsubscribe(call: Call): Promise<void> {
  await call('push.unsubscribe', {});
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function toBase64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
