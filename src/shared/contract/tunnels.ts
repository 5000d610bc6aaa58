import { z } from 'zod';
import { isAddressRange, withHttps } from '#shared/domain/addresses.ts';
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

/** Requirements and facts that follow from a tunnel's settings. */
interface TunnelConfig<Secret extends string> {
  /** on this computer, where it arrives; absent: any free port */
  readonly port?: number;
  /** its public address, if known before it runs */
  readonly expectedUrl?: string | undefined;
  /** the secrets that it uses */
  readonly secrets: readonly Secret[];
  /** requirements for using it: whether each is met, the path where it is missing, and what to do about it */
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
          port,
          expectedUrl: publicUrl ?? undefined,
          secrets: ['cloudflareToken'],
          needs: [
            [publicUrl !== null, 'tunnel.cloudflare.publicUrl', phrase('errors:refusals.way.cloudflareUrl')],
            [cloudflareToken !== undefined, 'secrets.cloudflareToken', phrase('errors:refusals.way.cloudflareToken')],
          ],
          dates: 'Cloudflare',
        },
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
const TUNNELS = { cloudflare, ngrok };
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
  return tunnelsByKind[kind].toConfig(settings[kind], secrets) as TunnelConfig<ConnectionSecret>;
}

/** Every tunnel address customers may use: another kind, or another address of one, may be chosen later. */
export function tunnelAddresses(settings: TunnelSettings): readonly (string | undefined)[] {
  return TUNNEL_KINDS.flatMap((kind) => [
    tunnelConfig(settings, {}, kind).expectedUrl,
    ...Object.values<unknown>(settings[kind]).filter((set): set is string => typeof set === 'string' && isHttpUrl(set)),
  ]);
}
