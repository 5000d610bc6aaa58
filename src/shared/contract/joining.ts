import { z } from 'zod';
import { instant, role } from '#shared/domain/entities.ts';
import { deviceName, digestText, hostAddress, hostAddresses, shortSecret } from '#shared/domain/invitation.ts';
import { nothing, route, everyone, owner, nameField, openPort, outsideAddress } from './fields.ts';
import { certificateInfo, connectionProblem } from './connection.ts';
import { workedChannels } from './operators.ts';

/** As the host tells it, which may be any. */
export const shopName = z.string().max(200);

/**
 * `POST /join`: an app joins. Coded errors: invitation_unknown (never was, withdrawn or altered, or somebody is in
 * between), invitation_used, invitation_expired, invalid_input.
 */
export const joinRequest = z.object({
  invitation: shortSecret,
  nonce: shortSecret,
  device: z.object({ name: deviceName }),
  proof: digestText,
});

export const joinAnswer = z.object({
  deviceId: z.string().max(64),
  operatorId: z.string().max(64),
  /** the host's */
  nonce: shortSecret,
  proof: digestText,
  shop: shopName,
  installationId: z.string().max(64),
  addresses: hostAddresses,
});
export type JoinAnswer = z.infer<typeof joinAnswer>;

/** `POST /join/browser`: the page's own TLS is what the person trusted. Same coded errors as `/join`. */
export const browserJoinRequest = z.object({ secret: shortSecret });

/** `POST /join/look`: what an invitation is for, without using it. An app never sends the secret. Same coded errors. */
export const lookRequest = z.union([
  z.strictObject({ invitation: shortSecret }),
  z.strictObject({ secret: shortSecret }),
]);
export const lookAnswer = z.object({
  shop: shopName,
  name: z.string().max(200),
  role,
  /** for a further device of this person, who is there already */
  isFurther: z.boolean(),
});
export type LookAnswer = z.infer<typeof lookAnswer>;

/** A browser's subscription to push (W3C Push API), so that it can be notified while it is closed. */
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
  'push.get': everyone(nothing, { key: z.string(), isOn: z.boolean() }),
  /** Coded errors: not_found; invalid_input for an address in a private network, or of Apple's while nobody is known to whom it can write */
  'push.subscribe': everyone(pushTarget, nothing),
  /** Coded error: not_found */
  'push.unsubscribe': everyone(nothing, nothing),
  /** tells if this window is visible, until it closes: then the page notifies by itself. Coded error: not_found */
  'push.look': everyone({ windowId: z.string().max(64), visible: z.boolean() }, nothing),
  /** the notification of this kind was dismissed: its chats stay silent until their customers write again */
  'push.dismiss': everyone({ kind: z.enum(['waiting', 'failed']) }, nothing),
} as const;

export const DEVICE_KINDS = ['app', 'browser'] as const;

/** A browser or an installed app that is signed in as an operator. */
const device = z.object({
  id: z.string(),
  operatorId: z.string(),
  kind: z.enum(DEVICE_KINDS),
  /** its own name (`Firefox, Windows`); empty: nothing is known */
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
  /** operator whose further device it is for; absent: a new colleague */
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

export const deviceRoutes = {
  /** owners see everybody's, operators their own; those seen last first */
  'devices.list': everyone(nothing, { devices: z.array(device) }, ['devices']),
  /** signs it out at once; operators only their own. Coded error: not_found */
  'devices.remove': route({ audit: 'removed device' }, { deviceId: z.string().max(64) }, nothing),
} as const;

/** Invitations, of colleagues and to further devices. */
export const invitationRoutes = {
  /** for a further device of the caller's own. Coded errors: remote_access_closed, invalid_input if there are too many */
  'devices.invite': route({ audit: 'added invitation' }, nothing, invitationLink),
  /** open ones, the newest first */
  'invitations.list': owner('none', nothing, { invitations: z.array(invitation) }, ['invitations']),
  /** Coded errors: remote_access_closed, not_found, invalid_input if there are too many */
  'invitations.create': owner(
    'added invitation',
    z.union([
      z.strictObject({ operatorId: z.string() }),
      z.strictObject({ name: nameField, role, channels: workedChannels.optional() }),
    ]),
    invitationLink,
  ),
  /** of an open one, again, with the addresses of now. Coded errors: remote_access_closed, not_found, secret_lost */
  'invitations.link': owner('none', invitationId, invitationLink),
  /** Coded error: not_found */
  'invitations.withdraw': owner('removed invitation', invitationId, nothing),
} as const;

/** Remote access: the console for colleagues on the local network, over HTTPS, on a port of its own. */
export const remoteAccessSettings = z.object({
  on: z.boolean().default(false),
  port: openPort.default(8791),
  /** address at which a proxy of the owner's serves the console over HTTPS from outside; empty: none */
  outside: z.string().default(''),
});
export type RemoteAccessSettings = z.infer<typeof remoteAccessSettings>;

const remoteAccessStatus = z.object({
  isOpen: z.boolean(),
  /** `https://192.168.1.5:8791`, the likeliest address first */
  urls: z.array(z.object({ address: z.string(), url: z.string() })),
  certificate: certificateInfo.optional(),
  /** reason why it could not be opened */
  problem: connectionProblem.optional(),
  /** opened by a flag of the command line, whatever the settings */
  isFixed: z.boolean(),
});
export type RemoteAccessStatus = z.infer<typeof remoteAccessStatus>;

export const remoteAccessView = remoteAccessSettings.extend(remoteAccessStatus.shape);
export type RemoteAccessView = z.infer<typeof remoteAccessView>;

export const remoteAccessRoutes = {
  /** addresses at which an app that has joined finds this host, the likeliest first; empty: none */
  'remoteAccess.addresses': everyone(nothing, { addresses: z.array(hostAddress) }),
  'remoteAccess.get': owner('none', nothing, remoteAccessView, ['remoteAccess']),
  /** opens or closes it soon after: `remoteAccess.changed` says how it went */
  'remoteAccess.change': owner(
    'changed team',
    z.object({ on: z.boolean(), port: openPort, outside: outsideAddress }).partial(),
    remoteAccessView,
  ),
  /**
   * for a stolen key: replaces the one that apps know this host by, and its authority. All devices but the caller's are
   * signed out, and open invitations withdrawn
   */
  'remoteAccess.renewKey': owner('renewed installation', nothing, remoteAccessView),
} as const;
