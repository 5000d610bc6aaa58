import { z } from 'zod';
import { nothing, owner, partialChange } from './fields.ts';
import { instant } from '#shared/domain/entities.ts';
import { phraseSchema } from '#shared/domain/phrase.ts';
import { CONNECTION_SECRETS, TUNNEL_KINDS, portField, proxiesField, tunnelSettings, urlField } from './tunnels.ts';

/** Connection method: from this computer only, the local network, the owner's own address, or a tunnel. */
const way = z.enum(['local', 'lan', 'own', 'tunnel']);
export type Way = z.infer<typeof way>;

const certificateKind = z.enum(['made', 'own']);

/** The owner's settings, with their defaults. Every connection method keeps its settings; one is in use. */
export const connectionSettings = z.object({
  way: way.default('local'),
  /** port for the network: for `lan`, and for `own` behind a router that forwards to it */
  network: z
    .object({
      port: portField.default(8790),
      https: z.boolean().default(true),
      /** `made`: issued by this installation's own authority */
      certificate: certificateKind.default('made'),
    })
    .prefault({}),
  own: z
    .object({
      publicUrl: urlField.default(null),
      /** addresses or ranges whose X-Forwarded-* headers are trusted */
      trustedProxies: proxiesField.default([]),
      /** also listens on the network, because a router forwards to it */
      fromNetwork: z.boolean().default(false),
    })
    .prefault({}),
  tunnel: tunnelSettings.prefault({}),
  /** limits for requests from outside, above which the answer is 429; 0: unlimited. Only a provision file changes them */
  limits: z
    .object({
      /** requests per second; one that becomes several messages counts as that many */
      perAddress: z.int().min(0).max(100_000).default(300),
      perChannel: z.int().min(0).max(100_000).default(200),
      /** kilobytes of bodies per second */
      kilobytesPerAddress: z.int().min(0).max(1_000_000).default(2048),
      kilobytesPerChannel: z.int().min(0).max(1_000_000).default(1024),
      /** per minute */
      newChatsPerChannel: z.int().min(0).max(100_000).default(60),
    })
    .prefault({}),
  /** true if the journal records requests */
  journal: z.object({ enabled: z.boolean().default(true) }).prefault({}),
});
export type ConnectionSettings = z.infer<typeof connectionSettings>;

/** Absent fields keep their value; an empty secret removes it. */
export const connectionChange = partialChange(connectionSettings).extend({
  secrets: z.partialRecord(z.enum(CONNECTION_SECRETS), z.string().max(16_384)).optional(),
});
export type ConnectionChange = z.infer<typeof connectionChange>;

/** A problem, its meaning, and the one thing to do about it. */
export const connectionProblem = z.object({ what: phraseSchema, todo: phraseSchema });
export type ConnectionProblem = z.infer<typeof connectionProblem>;

/** `local`: not meant to be reached from outside; the other states are the result of the last check. */
const reach = z.object({
  state: z.enum(['local', 'checking', 'reachable', 'unreachable']),
  /** address at which customers reach the listener, or would; no trailing slash */
  url: z.string(),
  /** start of this state */
  since: instant,
  /** time at which a nonce last made the round trip, or failed to */
  checkedAt: instant.optional(),
  problem: connectionProblem.optional(),
});
export type Reach = z.infer<typeof reach>;

const tunnelStatus = z.object({
  /** `waiting`: it broke, and is retried at `retryAt` */
  state: z.enum(['off', 'starting', 'up', 'waiting']),
  url: z.string().optional(),
  problem: connectionProblem.optional(),
  retryAt: instant.optional(),
});
export type TunnelStatus = z.infer<typeof tunnelStatus>;

export const certificateInfo = z.object({
  /** issued by this installation's own authority */
  made: z.boolean(),
  /** host names and addresses it covers */
  names: z.array(z.string()),
  issuer: z.string(),
  validFrom: instant,
  validTo: instant,
  /** SHA-256, in pairs of hex digits */
  fingerprint: z.string(),
});
export type CertificateInfo = z.infer<typeof certificateInfo>;

/** A channel on which more new customers wrote than its limit allows. */
const newChatFlood = z.object({
  channelId: z.string(),
  since: instant,
  /** requests */
  refused: z.int(),
});
export type NewChatFlood = z.infer<typeof newChatFlood>;

/** A sender of forwarding headers that isn't a trusted proxy. */
const forwarder = z.object({
  address: z.string(),
  /** entry point: the listener's own port, or another */
  through: z.enum(['port', 'network']),
  lastSeen: instant,
  /** probably the owner's proxy: nearby, and forwards every request. Don't suggest trusting others: anyone can set the header */
  isLikely: z.boolean(),
});
export type Forwarder = z.infer<typeof forwarder>;

/** State shown on the connection screen. */
export const connectionView = z.object({
  settings: connectionSettings,
  secrets: z.record(z.enum(CONNECTION_SECRETS), z.boolean()),
  /** required by the current connection method but unreadable: it stays closed until they are entered again */
  lostSecrets: z.array(z.enum(CONNECTION_SECRETS)),
  reach,
  tunnel: tunnelStatus,
  localUrl: z.string(),
  /** another program had taken the listener's port; until the owner acknowledges it */
  movedPort: z.object({ from: z.number(), to: z.number() }).optional(),
  /** this computer's addresses on the local network, likeliest first; `url` while the network port is open */
  addresses: z.array(z.object({ address: z.string(), interface: z.string(), url: z.string().optional() })),
  /** of the network port */
  certificate: certificateInfo.optional(),
  /** time at which the authority that signed it was made */
  rootFrom: instant.optional(),
  /** reason why the network port couldn't be opened */
  networkProblem: connectionProblem.optional(),
  /** the certificate's key, or that of the authority that issues it, can't be decrypted at the moment */
  lockedCertificate: certificateKind.optional(),
  /** the previous address: the customers' side has to be told of the change */
  formerUrl: z.string().optional(),
  /** in progress, or ended less than ten minutes ago; absent: none */
  floods: z.array(newChatFlood).optional(),
  /** while requests are limited: untrusted senders of the last hour that are proxies, or claim to be */
  forwarders: z.array(forwarder),
});
export type ConnectionView = z.infer<typeof connectionView>;

/** Programs that tunnels need, as found on this computer; null: missing. */
const tunnelPrograms = z.partialRecord(
  z.enum(TUNNEL_KINDS),
  z.object({ path: z.string(), version: z.string() }).partial().nullable(),
);
export type TunnelPrograms = z.infer<typeof tunnelPrograms>;

/** The console's requests about the connection. */
export const connectionRoutes = {
  'connection.get': owner('none', nothing, connectionView, ['connection']),
  /** Coded error: invalid_input, if the current connection method would lack something it needs */
  'connection.change': owner('changed connection', connectionChange, connectionView),
  /** PEM texts. Coded error: invalid_input */
  'connection.importCertificate': owner(
    'changed connection',
    z.object({
      certificate: z.string().max(200_000),
      key: z.string().max(50_000),
      passphrase: z.string().max(256).optional(),
    }),
    connectionView,
  ),
  /** the authority whose root clients must trust, created on first use */
  'connection.authority': owner('none', nothing, {
    certificate: z.string(),
    fingerprint: z.string(),
    validFrom: instant,
    validTo: instant,
  }),
  /** replaces the authority if its key is lost for good: every device has to trust the new one */
  'connection.renewAuthority': owner('changed connection', nothing, connectionView),
  /** the owner has passed the new address on */
  'connection.dismissFormerUrl': owner('none', nothing, connectionView),
  /** the owner has seen the listener's new port */
  'connection.dismissMovedPort': owner('none', nothing, connectionView),
  'connection.tools': owner('none', nothing, tunnelPrograms),
} as const;

/** One line of the check: its subject and its finding. */
const finding = z.object({
  id: z.string(),
  /** name of the check */
  title: phraseSchema,
  state: z.enum(['passed', 'warning', 'failed', 'skipped']),
  /** the finding; never contains a secret */
  detail: phraseSchema,
  /** the one thing to do about it */
  todo: phraseSchema.optional(),
  /** path in the console at which to do it */
  path: z.string().optional(),
});
export type Finding = z.infer<typeof finding>;

export const checkRoutes = {
  /** checks everything in up to half a minute; `checks.changed` reports each line. Only one runs at a time */
  'checks.run': owner('none', nothing, { at: instant, findings: z.array(finding) }),
  /** the latest findings, or those so far of a check in progress */
  'checks.latest': owner(
    'none',
    nothing,
    { running: z.boolean(), at: instant.optional(), findings: z.array(finding) },
    ['checks'],
  ),
} as const;
