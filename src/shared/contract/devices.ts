import { z } from 'zod';
import { instant, role } from '#shared/domain/entities.ts';
import { nameField } from './fields.ts';

const nothing = z.object({});

/** What a browser gives out, so that it can be notified while it is closed (W3C Push API). */
const pushSubscription = z.object({
  /** at the browser's push service */
  endpoint: z.url({ protocol: /^https$/ }).max(1024),
  /** its public key: a point on P-256, uncompressed, in base64url */
  p256dh: z.string().regex(/^B[A-P][A-Za-z0-9_-]{85}$/),
  /** 16 bytes in base64url */
  auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
});

/** A device's subscription, and what its operator wishes to read there. */
const pushTarget = pushSubscription.extend({
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

export const DEVICE_KINDS = ['app', 'browser'] as const;

/** A browser or an installed app that is signed in as an operator. */
const device = z.object({
  id: z.string(),
  operatorId: z.string(),
  kind: z.enum(DEVICE_KINDS),
  /** what it calls itself (`Firefox, Windows`); empty: nothing is known */
  name: z.string(),
  joinedAt: instant,
  lastSeenAt: instant,
  /** the address it was last seen at */
  from: z.string().optional(),
  isOnline: z.boolean(),
  /** the caller's own */
  isThis: z.boolean(),
});
export type Device = z.infer<typeof device>;

/** Can be used once, within a day: by a new colleague, or on a further device of somebody who is there. */
const invitation = z.object({
  id: z.string(),
  name: z.string(),
  role,
  /** whose further device it is for; absent: a new colleague */
  operatorId: z.string().optional(),
  until: instant,
});
export type Invitation = z.infer<typeof invitation>;

const invitationLink = z.object({
  invitation,
  /** `https://192.168.1.5:8791/join#CODE`, for a message or a QR code */
  web: z.string(),
  /** `counterbell://join/CODE` */
  app: z.string(),
  /** SHA-256 of the host's public key, in base64url */
  pin: z.string(),
});
export type InvitationLink = z.infer<typeof invitationLink>;

const invitationId = z.object({ invitationId: z.string().max(64) });

/** Devices, and invitations to bring more. */
export const deviceRoutes = {
  /** owners see everybody's, operators their own; those seen last first */
  'devices.list': { input: nothing, output: z.object({ devices: z.array(device) }) },
  /** signs it out at once; operators only their own. Coded error: not_found */
  'devices.remove': { audit: { of: 'device' }, input: z.object({ deviceId: z.string().max(64) }), output: nothing },
  /** for a further device of the caller's own. Coded errors: door_closed, invalid_input if there are too many */
  'devices.invite': { audit: {}, input: nothing, output: invitationLink },

  /** open ones, the newest first */
  'invitations.list': {
    for: 'owner',
    audit: 'none',
    input: nothing,
    output: z.object({ invitations: z.array(invitation) }),
  },
  /** Coded errors: door_closed, not_found, invalid_input if there are too many */
  'invitations.create': {
    for: 'owner',
    audit: { of: 'invitation' },
    input: z.union([z.strictObject({ operatorId: z.string() }), z.strictObject({ name: nameField, role })]),
    output: invitationLink,
  },
  /** of an open one, again, with the addresses of now. Coded errors: door_closed, not_found, secret_lost */
  'invitations.link': { for: 'owner', audit: { of: 'invitation' }, input: invitationId, output: invitationLink },
  /** Coded error: not_found */
  'invitations.withdraw': { for: 'owner', audit: { of: 'invitation' }, input: invitationId, output: nothing },
} as const;
