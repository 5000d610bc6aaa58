import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isLost, newSecret, type Secret, type SettingsState } from '#main/settings/installation.ts';
import { storedInstallation, type Installation } from '#main/store/installation/stored-installation.ts';
import { DISTRUSTED, type Distrusted } from '#shared/contract/archive.ts';
import { CONNECTION_SECRETS, tunnelAddresses } from '#shared/contract/tunnels.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { unusable } from '#main/store/archive/validate-database.ts';
import { jsonText } from './files.ts';

const texts = z.record(z.string(), z.string());

/** The secrets of the settings, by owner. */
const importedSecrets = z.object({
  channels: texts,
  boxes: texts.default({}),
  bots: texts,
  /** of channels and bots */
  signing: texts.default({}),
  operators: texts,
  connection: z.partialRecord(z.enum(CONNECTION_SECRETS), z.string()),
  certificates: texts,
});
export type ImportedSecrets = z.infer<typeof importedSecrets>;

/** Sealed content of a backup: the secrets, and the digest of the settings they belong to. */
const sealedContent = importedSecrets.extend({ settings: z.string() });

/** The secrets that can be read. */
export function secretsOf(settings: SettingsState): ImportedSecrets {
  const { channels, bots, operators, connectionSecrets, certificates } = settings;
  const known = (pairs: readonly (readonly [string, Secret])[]): Record<string, string> =>
    Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => !isLost(pair[1])));
  return {
    channels: known(channels.map(({ id, secret }) => [id, secret])),
    boxes: known(channels.flatMap(({ id, boxKey }) => (boxKey === undefined ? [] : [[id, boxKey] as const]))),
    bots: known(bots.map(({ id, token }) => [id, token])),
    signing: known([...channels, ...bots].map(({ id, signingKey }) => [id, signingKey])),
    operators: known(operators.map(({ id, accessKey }) => [id, accessKey])),
    connection: known(Object.entries(connectionSecrets)),
    certificates: known(certificates.map(({ name, key }) => [name, key])),
  };
}

/** Coded error: backup_unusable. */
export function readImportedSettings(found: unknown): Installation {
  const parsed = storedInstallation.safeParse(found);
  if (!parsed.success) throw unusable(phrase('errors:refusals.backup.settings'));
  return parsed.data;
}

/** The secrets as text to seal, bound to the settings in the backup by their digest. */
export function secretsToSeal(state: SettingsState, digest: string): string {
  return JSON.stringify({ ...secretsOf(state), settings: digest } satisfies z.infer<typeof sealedContent>);
}

/**
 * Reads what `secretsToSeal` wrote for settings with this digest. Binding them keeps anyone from editing the settings
 * to have our secrets sent to their own address. Coded error: backup_unusable.
 */
export function readImportedSecrets(text: string, digest: string): ImportedSecrets {
  const parsed = jsonText(sealedContent).safeParse(text);
  if (!parsed.success) throw unusable(phrase('errors:refusals.backup.secrets'));
  if (parsed.data.settings !== digest) throw unusable(phrase('errors:refusals.backup.settingsChanged'));
  return parsed.data;
}

/**
 * The backup's settings as they will apply here. Secrets come from the backup; otherwise from this installation, unless
 * they would be sent to an address from the backup; otherwise they are lost and have to be entered again. The backup
 * schedule and this computer's certificate authority are kept. The first operator always gets a key that somebody
 * knows.
 */
export function resolveImported(
  imported: Installation,
  secrets: ImportedSecrets | undefined,
  present: SettingsState,
): SettingsState {
  const currentSecrets = secretsOf(present);
  const ifUnmoved = (of: keyof Destinations, id: string, secret: string | undefined): string | undefined => {
    const known = destinationsOf(present)[of](id);
    const wanted = destinationsOf(imported)[of](id);
    return wanted.every((address) => known.includes(address)) ? secret : undefined;
  };
  const secretOf = (what: 'channels' | 'boxes' | 'bots', id: string): Secret =>
    secrets?.[what][id] ?? ifUnmoved(what, id, currentSecrets[what][id]) ?? lost();
  // A key that may not be used again is replaced: whoever checks with it has to be told in any case.
  const signingKeyOf = (what: 'channels' | 'bots', id: string): string =>
    secrets?.signing[id] ?? ifUnmoved(what, id, currentSecrets.signing[id]) ?? newSecret();
  const [first] = present.operators;
  const isFirstKeyFree = first !== undefined && !imported.operators.some(({ id }) => id === first.id);
  const keyOf = (id: string, at: number): string => {
    const known = secrets?.operators[id] ?? currentSecrets.operators[id];
    if (known !== undefined) return known;
    return at === 0 && isFirstKeyFree ? first.accessKey : newSecret();
  };
  return {
    ...imported,
    channels: imported.channels.map(({ boxKey: _withheld, ...channel }) => ({
      ...channel,
      secret: secretOf('channels', channel.id),
      signingKey: signingKeyOf('channels', channel.id),
      ...(channel.box !== undefined && { boxKey: secretOf('boxes', channel.id) }),
    })),
    bots: imported.bots.map((bot) => ({
      ...bot,
      token: secretOf('bots', bot.id),
      signingKey: signingKeyOf('bots', bot.id),
    })),
    operators: imported.operators.map((operator, at) => ({ ...operator, accessKey: keyOf(operator.id, at) })),
    connectionSecrets: Object.fromEntries(
      CONNECTION_SECRETS.flatMap((name) => {
        const secret = secrets?.connection[name] ?? currentSecrets.connection[name];
        return secret === undefined ? [] : [[name, secret] as const];
      }),
    ),
    certificates: resolveCertificates(imported.certificates, secrets?.certificates, present.certificates),
    backups: present.backups,
  };
}

function lost(): Secret {
  return { sealed: `missing:${randomUUID()}` };
}

function resolveCertificates(
  imported: Installation['certificates'],
  keys: Readonly<Record<string, string>> | undefined,
  present: SettingsState['certificates'],
): SettingsState['certificates'] {
  const stay = hasAuthority(present) ? present.filter(({ name }) => name !== 'own') : [];
  const replacing = imported.filter(({ name }) => stay.length === 0 || name === 'own');
  const keyHere = (certificate: string) => present.find((record) => record.certificate === certificate)?.key;
  const keyOf = ({ name, certificate }: (typeof imported)[number]) => keys?.[name] ?? keyHere(certificate) ?? lost();
  return [...stay, ...replacing.map((certificate) => ({ ...certificate, key: keyOf(certificate) }))];
}

const hasAuthority = (certificates: readonly { readonly name: string }[]): boolean =>
  certificates.some(({ name }) => name === 'authority');

/**
 * The backup's settings without trust that this installation has not granted: proxies whose X-Forwarded-For counts,
 * channels whose links may reach the local network, and a certificate authority that could sign anything for devices
 * that trust it. The owner grants these here.
 */
export function withoutNewTrust(
  imported: Installation,
  present: SettingsState,
): { readonly settings: Installation; readonly distrusted: readonly Distrusted[] } {
  const { own } = imported.connection;
  const current = present.connection;
  const connection = {
    ...imported.connection,
    own: { ...own, trustedProxies: own.trustedProxies.filter((proxy) => current.own.trustedProxies.includes(proxy)) },
  };
  const allowsOwnNetwork = (id: string) => present.channels.find((channel) => channel.id === id)?.ownNetwork === true;
  const channels = imported.channels.map((channel) => ({
    ...channel,
    ownNetwork: channel.ownNetwork && allowsOwnNetwork(channel.id),
  }));
  const certificates = imported.certificates.filter(({ name }) => name === 'own');
  const differs: Readonly<Record<Distrusted, boolean>> = {
    proxies: JSON.stringify(connection) !== JSON.stringify(imported.connection),
    ownNetwork: channels.some(({ ownNetwork }, at) => ownNetwork !== imported.channels[at]?.ownNetwork),
    authority: imported.certificates.some(
      ({ name, certificate }) =>
        name === 'authority' && !present.certificates.some((record) => record.certificate === certificate),
    ),
  };
  return {
    settings: { ...imported, connection, channels, certificates },
    distrusted: DISTRUSTED.filter((part) => differs[part]),
  };
}

/** The addresses each secret is sent to, automatically or on request, by owner; none for secrets that never leave. */
type Destinations = ReturnType<typeof destinationsOf>;

type Addresses = Pick<Installation, 'connection'> & {
  readonly channels: readonly Pick<Installation['channels'][number], 'id' | 'endpoint' | 'box' | 'email'>[];
  readonly bots: readonly Pick<Installation['bots'][number], 'id' | 'endpoint'>[];
};

function destinationsOf({ connection, channels, bots }: Addresses) {
  // The check calls a channel's address through the connection method. Include all connection methods: another may be chosen later.
  const publicAddresses = [connection.own.publicUrl, ...tunnelAddresses(connection.tunnel)];
  const addresses = (all: readonly (string | null | undefined)[]): readonly string[] =>
    all
      .filter((address) => address != null)
      .map((address) => (URL.canParse(address) ? new URL(address).href : address));
  return {
    channels: (id: string): readonly string[] => {
      const { endpoint, email } = channels.find((channel) => channel.id === id) ?? {};
      // The passwords of a mailbox go to its servers alone.
      if (email !== undefined) return [email.imap, email.smtp].map(({ host, port, tls }) => `${host} ${port} ${tls}`);
      return addresses([endpoint, ...publicAddresses]);
    },
    boxes: (id: string): readonly string[] => addresses([channels.find((channel) => channel.id === id)?.box?.url]),
    bots: (id: string): readonly string[] => addresses([bots.find((bot) => bot.id === id)?.endpoint]),
  };
}
