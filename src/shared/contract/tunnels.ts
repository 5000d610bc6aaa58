import { z } from 'zod';
import { isAddressRange, toUrlHost, withHttps } from '#shared/domain/addresses.ts';
import { rule } from '#shared/domain/phrase.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import { isHttpUrl } from '#shared/protocol/chat-channel.ts';

export const portField = z
  .number()
  .int(rule('errors:rules.whole'))
  .min(1, rule('errors:rules.port'))
  .max(65_535, rule('errors:rules.port'));
const hostName = z
  .string()
  .trim()
  .max(253)
  .regex(/^[A-Za-z0-9.:_-]*$/, rule('errors:rules.host'));
export const urlField = z
  .string()
  .trim()
  .overwrite(withHttps)
  .max(2048)
  .refine((text) => isHttpUrl(text), rule('errors:rules.address.any'))
  .nullable();
export const proxiesField = z
  .array(z.string().trim().refine(isAddressRange, rule('errors:rules.address.range')))
  .max(20);

/** Addresses whose `X-Forwarded-For` is trusted if a tunnel's agent runs on this computer. */
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];

/** What follows from a tunnel's settings. */
interface TunnelConfig<Secret extends string> {
  /** on this computer; port 0: any free port; absent: the port for an agent that runs here */
  readonly localServer?: {
    readonly port: number;
    readonly trustedProxies: readonly string[];
    readonly connections?: number;
  };
  /** its public address, if known before it runs */
  readonly expectedUrl?: string | undefined;
  /** the secrets that it uses */
  readonly secrets: readonly Secret[];
  /** where its secrets go; absent: to the same provider, whatever the settings */
  readonly server?: string | undefined;
  /** what is required before it can be used: whether it is present, where it is missing, and what to do about it */
  readonly needs: readonly (readonly [isThere: boolean, path: string, todo: Phrase])[];
  /** the server that sets the Date of responses through it */
  readonly dates?: string;
}

/** A kind of tunnel: all but running it, which is in the engine's `exposure/tunnels`; the console's `tunnel-way` configures it. */
interface Tunnel<Fields extends z.ZodRawShape = z.ZodRawShape, Secret extends string = string> {
  /** the owner's settings, with their defaults */
  readonly fields: Fields;
  /** its secrets in the vault */
  readonly secrets: readonly Secret[];
  toConfig(set: Values<Fields>, secrets: Readonly<Partial<Record<Secret, string>>>): TunnelConfig<Secret>;
  /** settings from a backup, trusting no one whom the current settings don't trust */
  withoutNewTrust?(imported: Values<Fields>, current: Values<Fields>): Values<Fields>;
  /** the read-only field that is pinned on the first connection and checked on later ones */
  readonly pins?: {
    readonly field: keyof Fields & string;
    /** the server it belongs to */
    of(set: Values<Fields>): string;
  };
}
type Values<Fields extends z.ZodRawShape> = z.infer<z.ZodObject<Fields>>;

const tunnel = <Fields extends z.ZodRawShape, const Secret extends string>(definition: Tunnel<Fields, Secret>) =>
  definition;

/** Cloudflare, through the owner's cloudflared. A named tunnel has a fixed destination there, hence its own port. */
const cloudflare = tunnel({
  fields: {
    mode: z.enum(['quick', 'named']).default('quick'),
    /** of a named tunnel */
    publicUrl: urlField.default(null),
    /** the tunnel's port on this computer: the destination of a named tunnel at Cloudflare */
    port: portField.default(8791),
  },
  secrets: ['cloudflareToken'],
  toConfig: ({ mode, port, publicUrl }, { cloudflareToken }) =>
    mode === 'quick'
      ? { secrets: [], needs: [], dates: 'Cloudflare' }
      : {
          localServer: { port, trustedProxies: LOOPBACK },
          expectedUrl: publicUrl ?? undefined,
          secrets: ['cloudflareToken'],
          needs: [
            [publicUrl !== null, 'tunnel.cloudflare.publicUrl', phrase('errors:refusals.way.cloudflareUrl')],
            [cloudflareToken !== undefined, 'secrets.cloudflareToken', phrase('errors:refusals.way.cloudflareToken')],
          ],
          dates: 'Cloudflare',
        },
});

/** Below the 1,024 file descriptors of a typical SSH server, so that new connections still get one. */
const SSH_CONNECTIONS = 900;

/** SSH to the owner's own server. */
const ssh = tunnel({
  fields: {
    host: hostName.default(''),
    port: portField.default(22),
    user: z.string().trim().max(64).default(''),
    auth: z.enum(['password', 'key']).default('key'),
    /** where the server listens for us; `localhost` behind a web server there */
    bindAddress: hostName.default('localhost'),
    remotePort: portField.default(8790),
    /** the customers' address; null: http://<host>:<remotePort> */
    publicUrl: urlField.default(null),
    /** a web server there sets X-Forwarded-For */
    behindProxy: z.boolean().default(false),
    /** further addresses there whose X-Forwarded-For is trusted */
    trustedProxies: proxiesField.default([]),
    /** SHA256:… */
    hostKey: z.string().max(100).nullable().default(null).readonly(),
  },
  secrets: ['sshPassword', 'sshKey', 'sshPassphrase'],
  toConfig: ({ host, port, user, auth, ...set }, { sshPassword, sshKey }) => ({
    // The web server there is trusted, not this computer.
    localServer: {
      port: 0,
      trustedProxies: [...(set.behindProxy ? LOOPBACK : []), ...set.trustedProxies],
      connections: SSH_CONNECTIONS,
    },
    expectedUrl: set.publicUrl ?? (host === '' ? undefined : `http://${toUrlHost(host)}:${set.remotePort}`),
    secrets: auth === 'password' ? ['sshPassword'] : ['sshKey', 'sshPassphrase'],
    server: host === '' ? undefined : `${user}@${host.toLowerCase()}:${port}`,
    needs: [
      [host !== '', 'tunnel.ssh.host', phrase('errors:refusals.way.sshHost')],
      [user !== '', 'tunnel.ssh.user', phrase('errors:refusals.way.sshUser')],
      auth === 'password'
        ? [sshPassword !== undefined, 'secrets.sshPassword', phrase('errors:refusals.way.sshPassword')]
        : [sshKey !== undefined, 'secrets.sshKey', phrase('errors:refusals.way.sshKey')],
    ],
  }),
  withoutNewTrust: (imported, current) => ({
    ...imported,
    behindProxy: imported.behindProxy && current.behindProxy,
    trustedProxies: imported.trustedProxies.filter((address) => current.trustedProxies.includes(address)),
  }),
  pins: { field: 'hostKey', of: ({ host, port }) => `${host.toLowerCase()}:${port}` },
});

/** ngrok, by its agent in the engine's process. */
const ngrok = tunnel({
  fields: {
    /** the owner's custom domain there; empty: the account's */
    domain: hostName.default(''),
  },
  secrets: ['ngrokToken'],
  toConfig: ({ domain }, { ngrokToken }) => ({
    expectedUrl: domain === '' ? undefined : `https://${domain}`,
    secrets: ['ngrokToken'],
    needs: [[ngrokToken !== undefined, 'secrets.ngrokToken', phrase('errors:refusals.way.ngrokToken')]],
  }),
});

/** The kinds of tunnels, as the console offers them. Everything that depends on the kind is derived here. */
const TUNNELS = { cloudflare, ssh, ngrok };
type Tunnels = typeof TUNNELS;
export type TunnelKind = keyof Tunnels;
export const TUNNEL_KINDS = Object.keys(TUNNELS) as [TunnelKind, ...TunnelKind[]];
const tunnelsByKind: Readonly<Record<TunnelKind, Tunnel>> = TUNNELS;
const mapKinds = (make: (kind: TunnelKind) => unknown): object =>
  Object.fromEntries(TUNNEL_KINDS.map((kind) => [kind, make(kind)]));

type FieldsByKind = { readonly [Kind in TunnelKind]: z.ZodPrefault<z.ZodObject<Tunnels[Kind]['fields']>> };
const fieldsByKind = mapKinds((kind) => z.object(tunnelsByKind[kind].fields).prefault({})) as FieldsByKind;
export const tunnelSettings = z.object({ kind: z.enum(TUNNEL_KINDS).default('cloudflare'), ...fieldsByKind });
export type TunnelSettings = z.infer<typeof tunnelSettings>;

export type ConnectionSecret = Tunnels[TunnelKind]['secrets'][number];
/** Kept in the vault; the console learns only which ones exist. */
export const CONNECTION_SECRETS = TUNNEL_KINDS.flatMap((kind): readonly ConnectionSecret[] => TUNNELS[kind].secrets);
export type ConnectionSecrets = Readonly<Partial<Record<ConnectionSecret, string>>>;

/** Consequences of the current tunnel's settings; what it lacks depends on the secrets. */
export function tunnelConfig(settings: TunnelSettings, secrets: ConnectionSecrets = {}, kind = settings.kind) {
  const toConfig = tunnelsByKind[kind].toConfig(settings[kind], secrets) as TunnelConfig<ConnectionSecret>;
  return { localServer: { port: 0, trustedProxies: LOOPBACK }, ...toConfig };
}

/** Every tunnel address customers may use: another kind, or another address of one, may be chosen later. */
export function tunnelAddresses(settings: TunnelSettings): readonly (string | undefined)[] {
  return TUNNEL_KINDS.flatMap((kind) => [
    tunnelConfig(settings, {}, kind).expectedUrl,
    ...Object.values<unknown>(settings[kind]).filter((set): set is string => typeof set === 'string' && isHttpUrl(set)),
  ]);
}

/** Where a secret goes, if that depends on the settings. */
export function secretDestination(settings: TunnelSettings, secret: string): string | undefined {
  const kind = TUNNEL_KINDS.find((each) => tunnelsByKind[each].secrets.includes(secret));
  return kind && tunnelConfig(settings, {}, kind).server;
}

/** The value that a kind of tunnel has pinned, and its server; null and undefined for a kind without pins. */
export function tunnelPin(settings: TunnelSettings, kind = settings.kind) {
  const { pins } = tunnelsByKind[kind];
  const value = pins === undefined ? null : (Reflect.get(settings[kind], pins.field) as string | null);
  return { kind, of: pins?.of(settings[kind]), value };
}
export type TunnelPin = ReturnType<typeof tunnelPin>;

/** The settings with this pin, unless they name another server by now. */
export function withPin(settings: TunnelSettings, { kind, of, value }: TunnelPin): TunnelSettings {
  const { pins } = tunnelsByKind[kind];
  if (pins === undefined || pins.of(settings[kind]) !== of) return settings;
  return { ...settings, [kind]: { ...settings[kind], [pins.field]: value } };
}

/** Settings from a backup, trusting no one whom the current settings don't trust. */
export function withoutNewTunnelTrust(imported: TunnelSettings, current: TunnelSettings) {
  return {
    ...imported,
    ...mapKinds((kind) => tunnelsByKind[kind].withoutNewTrust?.(imported[kind], current[kind]) ?? imported[kind]),
  };
}

/** Settings from a backup, with the current pins for the same servers. */
export function keepTunnelPins(imported: TunnelSettings, current: TunnelSettings): TunnelSettings {
  const pins = TUNNEL_KINDS.map((kind) => tunnelPin(current, kind));
  return pins.reduce((settings, pin) => (pin.value === null ? settings : withPin(settings, pin)), imported);
}
