import { z } from 'zod';
import { instant } from '#shared/domain/entities.ts';
import { phraseSchema } from '#shared/domain/phrase.ts';
import { CONNECTION_SECRETS, TUNNEL_KINDS, portField, proxiesField, tunnelSettings, urlField } from './tunnels.ts';

/** How customers reach the listener: only from this computer, from the local network, at an address of one's own, or through a tunnel. */
export const way = z.enum(['local', 'lan', 'own', 'tunnel']);
export type Way = z.infer<typeof way>;

const certificateKind = z.enum(['made', 'own']);

/** What the owner chose, with its usual values. All ways keep their settings; one is in use. */
export const connectionSettings = z.object({
  way: way.default('local'),
  /** the door to the network, for `lan`, and for `own` where a router forwards to this computer */
  network: z
    .object({
      port: portField.default(8790),
      https: z.boolean().default(true),
      /** `made`: signed by the authority of this installation */
      certificate: certificateKind.default('made'),
    })
    .prefault({}),
  own: z
    .object({
      publicUrl: urlField.default(null),
      /** addresses or ranges whose X-Forwarded-* is believed */
      trustedProxies: proxiesField.default([]),
      /** also the network's door is open, not only this computer's: a router forwards to it */
      fromNetwork: z.boolean().default(false),
    })
    .prefault({}),
  tunnel: tunnelSettings.prefault({}),
  /** seconds between two looks whether the listener can be reached */
  checkSeconds: z.number().int().min(15).max(3600).default(60),
  /** what comes from outside, above which 429 is answered; 0: as many as come */
  limits: z
    .object({
      /** requests a second; one that becomes several messages counts as so many */
      perAddress: z.number().int().min(0).max(100_000).default(300),
      perChannel: z.number().int().min(0).max(100_000).default(200),
      /** kilobytes of bodies a second */
      kilobytesPerAddress: z.number().int().min(0).max(1_000_000).default(2048),
      kilobytesPerChannel: z.number().int().min(0).max(1_000_000).default(1024),
      /** a minute */
      newChatsPerChannel: z.number().int().min(0).max(100_000).default(60),
    })
    .prefault({}),
  /** what the request journal keeps */
  journal: z
    .object({
      enabled: z.boolean().default(true),
      days: z.number().int().min(1).max(365).default(7),
      megabytes: z.number().int().min(10).max(10_000).default(200),
      bodies: z.boolean().default(true),
    })
    .prefault({}),
});
export type ConnectionSettings = z.infer<typeof connectionSettings>;

/** The same without usual values: of a group, each field may be left out, and what is only read is not there. */
type Changed<T> =
  T extends z.ZodDefault<infer Field>
    ? Field
    : T extends z.ZodPrefault<z.ZodObject<infer Group>>
      ? z.ZodObject<ChangedGroup<Group>>
      : never;
type ChangedGroup<Group> = {
  [Name in keyof Group as Group[Name] extends z.ZodReadonly ? never : Name]: z.ZodOptional<
    Extract<Changed<Group[Name]>, z.ZodType>
  >;
};

function changedGroup<Group extends z.ZodRawShape>(group: Group): z.ZodObject<ChangedGroup<Group>> {
  const fields = Object.entries(group).flatMap(([name, type]) => {
    if (type instanceof z.ZodDefault) return [[name, z.optional(type.unwrap())]];
    if (!(type instanceof z.ZodPrefault)) return [];
    const inner = type.unwrap();
    return inner instanceof z.ZodObject ? [[name, changedGroup(inner.shape).optional()]] : [];
  });
  return z.object(Object.fromEntries(fields)) as unknown as z.ZodObject<ChangedGroup<Group>>;
}

/** A change leaves alone what it does not name; an empty secret takes it away. */
export const connectionChange = changedGroup(connectionSettings.shape).extend({
  secrets: z.partialRecord(z.enum(CONNECTION_SECRETS), z.string().max(16_384)).optional(),
});
export type ConnectionChange = z.infer<typeof connectionChange>;

/** What went wrong, what it means, and the one thing to do. */
export const connectionProblem = z.object({ what: phraseSchema, todo: phraseSchema });
export type ConnectionProblem = z.infer<typeof connectionProblem>;

/** `local`: nobody outside is meant to reach it; the others tell what the last look found. */
export const reach = z.object({
  state: z.enum(['local', 'checking', 'reachable', 'unreachable']),
  /** where customers reach the listener, or would; without a slash at the end */
  url: z.string(),
  /** since when the state is so */
  since: instant,
  /** when a nonce last travelled out and back, or failed to */
  checkedAt: instant.optional(),
  problem: connectionProblem.optional(),
});
export type Reach = z.infer<typeof reach>;

export const tunnelStatus = z.object({
  /** `waiting`: it broke, and is tried again at `retryAt` */
  state: z.enum(['off', 'starting', 'up', 'waiting']),
  url: z.string().optional(),
  problem: connectionProblem.optional(),
  retryAt: instant.optional(),
  /** the other side showed something else than what is pinned */
  changedPin: z.object({ pinned: z.string(), came: z.string() }).optional(),
});
export type TunnelStatus = z.infer<typeof tunnelStatus>;

export const certificateInfo = z.object({
  /** signed by the authority of this installation */
  made: z.boolean(),
  /** names and addresses that it is for */
  names: z.array(z.string()),
  issuer: z.string(),
  validFrom: instant,
  validTo: instant,
  /** SHA-256, in pairs of hex digits */
  fingerprint: z.string(),
});
export type CertificateInfo = z.infer<typeof certificateInfo>;

/** A channel to which more new customers wrote than its limit lets in. */
export const newChatFlood = z.object({
  channelId: z.string(),
  since: instant,
  /** requests */ refused: z.number().int(),
});
export type NewChatFlood = z.infer<typeof newChatFlood>;

/** Somebody who says that they pass requests on for others, and is not believed. */
export const forwarder = z.object({
  address: z.string(),
  /** where it came in: the listener's own port, the network's door, or the SSH tunnel's */
  through: z.enum(['port', 'network', 'tunnel']),
  lastSeen: instant,
  /** likely a proxy of the owner's: near, and all that it sends was passed on. Of others nobody should be asked to trust them: anybody can write the header */
  isLikely: z.boolean(),
});
export type Forwarder = z.infer<typeof forwarder>;

/** What the connection screen shows. */
export const connectionView = z.object({
  settings: connectionSettings,
  /** which secrets are kept */
  secrets: z.record(z.enum(CONNECTION_SECRETS), z.boolean()),
  /** those of them that the way in use needs and that can no longer be read: it is closed until they are given again */
  lostSecrets: z.array(z.enum(CONNECTION_SECRETS)),
  reach,
  tunnel: tunnelStatus,
  /** where this computer reaches the listener */
  localUrl: z.string(),
  /** the listener's port was taken by another program; until the owner has seen it */
  movedPort: z.object({ from: z.number(), to: z.number() }).optional(),
  /** this computer's addresses in the local network, the likeliest first; `url` while the network's door is open */
  addresses: z.array(z.object({ address: z.string(), interface: z.string(), url: z.string().optional() })),
  /** of the network's door */
  certificate: certificateInfo.optional(),
  /** the network's door could not be opened */
  networkProblem: connectionProblem.optional(),
  /** it could not, because the key of this certificate, or of the authority that signs it, cannot be opened now */
  lockedCertificate: certificateKind.optional(),
  /** customers' side has to be told: the address changed from this one */
  formerUrl: z.string().optional(),
  /** under way, or over for less than ten minutes; absent: none */
  floods: z.array(newChatFlood).optional(),
  /** while requests are counted: senders of the last hour that are proxies, or say so, and are not trusted */
  forwarders: z.array(forwarder),
});
export type ConnectionView = z.infer<typeof connectionView>;

/** What tunnels run by, as far as it is found on this computer; null: it is missing. */
const tunnelPrograms = z.partialRecord(
  z.enum(TUNNEL_KINDS),
  z.object({ path: z.string(), version: z.string() }).partial().nullable(),
);
export type TunnelPrograms = z.infer<typeof tunnelPrograms>;

const nothing = z.object({});

/** What the console asks about the way in. */
export const connectionRoutes = {
  'connection.get': { input: nothing, output: connectionView },
  /** Coded errors: invalid_input, where the way in use would lack what it needs */
  'connection.change': { input: connectionChange, output: connectionView },
  /** one look right now */
  'connection.check': { input: nothing, output: connectionView },
  /** PEM texts, or a PKCS#12 file in base64. Coded errors: invalid_input */
  'connection.importCertificate': {
    input: z.union([
      z.object({
        certificate: z.string().max(200_000),
        key: z.string().max(50_000),
        passphrase: z.string().max(256).optional(),
      }),
      z.object({ pkcs12: z.string().max(400_000), passphrase: z.string().max(256) }),
    ]),
    output: connectionView,
  },
  /** the authority whose root clients have to know, made when it is first asked for */
  'connection.authority': {
    input: nothing,
    output: z.object({ certificate: z.string(), fingerprint: z.string(), validTo: instant }),
  },
  /** another authority in its place, as where its key is lost for good: each device has to be told to trust it */
  'connection.renewAuthority': { input: nothing, output: connectionView },
  /** of the tunnel that is set: the next connection pins anew */
  'connection.forgetPin': { input: nothing, output: connectionView },
  /** the owner has told the customers' side */
  'connection.dismissFormerUrl': { input: nothing, output: connectionView },
  /** the owner has seen on which port the listener is */
  'connection.dismissMovedPort': { input: nothing, output: connectionView },
  'connection.tools': {
    input: nothing,
    output: tunnelPrograms,
  },
} as const;
