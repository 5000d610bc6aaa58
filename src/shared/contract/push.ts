import { z } from 'zod';

const nothing = z.object({});

/** What a browser gives out, so that it can be notified while it is closed (W3C Push API). */
export const pushSubscription = z.object({
  /** at the browser's push service */
  endpoint: z.url({ protocol: /^https$/ }).max(1024),
  /** its public key: a point on P-256, uncompressed, in base64url */
  p256dh: z.string().regex(/^B[A-P][A-Za-z0-9_-]{85}$/),
  /** 16 bytes in base64url */
  auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
});

/** A device's subscription, and what its operator wishes to read there. */
export const pushTarget = pushSubscription.extend({
  /** BCP 47 code; English if the app does not have it */
  language: z.string().max(20),
  /** name the customer and show the message; otherwise a notification only says that somebody waits */
  withWords: z.boolean(),
});
export type PushTarget = z.infer<typeof pushTarget>;

/** Notifications of the caller's device while its browser is closed. Programs and the app's own window have none. */
export const pushRoutes = {
  /** `key`: the installation's public key for `PushManager.subscribe`. Coded error: not_found, without a device */
  'push.get': { input: nothing, output: z.object({ key: z.string(), isOn: z.boolean() }) },
  /** Coded errors: not_found; invalid_input for an address in a private network */
  'push.subscribe': { input: pushTarget, output: nothing },
  /** Coded error: not_found */
  'push.unsubscribe': { input: nothing, output: nothing },
  /** whether this window is visible, until it closes: then the page notifies by itself. Coded error: not_found */
  'push.look': { input: z.object({ windowId: z.string().max(64), visible: z.boolean() }), output: nothing },
  /** the notification of this kind was dismissed: its chats stay silent until their customers write again */
  'push.dismiss': { input: z.object({ kind: z.enum(['waiting', 'failed']) }), output: nothing },
} as const;
