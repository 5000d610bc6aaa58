import { z } from 'zod';
import { backupSettings } from '#shared/contract/archive.ts';
import { CONNECTION_SECRETS, connectionSettings, type ConnectionSecret } from '#shared/contract/connection.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { hoursSettings } from '#shared/contract/hours.ts';
import { mediaSettings } from '#shared/contract/media.ts';
import { bot } from '#shared/domain/bots.ts';
import { channel, operator } from '#shared/domain/entities.ts';

/** What a bot gets where nobody says otherwise. */
export const USUAL_HOURLY_LIMIT = 3600;
export const USUAL_SILENCE_SECONDS = 60;

const listenerPort = z.number().int().min(1).max(65_535);

/** The settings file. `accessKey`, `secret`, `token` and the connection's secrets are sealed by the vault. */
const document = z.object({
  version: z.literal(1),
  /** the bot interface's site_id */
  installationId: z.uuid(),
  /** the first run was finished or skipped */
  setUp: z.boolean(),
  connection: connectionSettings.prefault({}),
  /** of the way in, by name */
  connectionSecrets: z.partialRecord(z.enum(CONNECTION_SECRETS), z.string()).default({}),
  /** the listener's port, where the one that is wanted was taken; `instead` of which, until the owner has seen it */
  foundPort: z
    .object({ wanted: listenerPort, port: listenerPort, instead: listenerPort.nullable() })
    .nullable()
    .default(null),
  /** the address that the customers' side was last told */
  toldUrl: z.string().nullable().default(null),
  media: mediaSettings.prefault({}),
  backups: backupSettings.prefault({}),
  hours: hoursSettings.prefault({}),
  operators: z.array(operator.omit({ available: true, first: true }).extend({ accessKey: z.string() })),
  channels: z.array(channel.omit({ secretLost: true }).extend({ secret: z.string() })),
  bots: z
    .array(
      bot
        .pick({
          id: true,
          name: true,
          providerId: true,
          endpoint: true,
          allowPlainHttp: true,
          channelIds: true,
          hourlyLimit: true,
          silenceSeconds: true,
          enabled: true,
        })
        .extend({
          token: z.string(),
        }),
    )
    .default([]),
});

export const settingsDocument = z.preprocess(fromEarlier, document);

/** Before there were ways in, a file held at most an address of the owner's. */
function fromEarlier(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || !('publicUrl' in content)) return content;
  const { publicUrl, ...rest } = content;
  if (typeof publicUrl !== 'string' || 'connection' in rest) return rest;
  return { ...rest, connection: { way: 'own', own: { publicUrl } }, toldUrl: publicUrl };
}

export type SettingsDocument = Readonly<z.infer<typeof document>>;

/** What the vault could not open: the sealed text goes back into the file as it was, until the owner gives the secret anew. */
export interface LostSecret {
  readonly sealed: string;
}
export type Secret = string | LostSecret;

export type OperatorRecord = SettingsDocument['operators'][number];
export type ChannelRecord = Omit<SettingsDocument['channels'][number], 'secret'> & { readonly secret: Secret };
export type BotRecord = Omit<SettingsDocument['bots'][number], 'token'> & { readonly token: Secret };

/** The settings with secrets open, where they could be opened: lives in memory only. */
export type SettingsState = Omit<SettingsDocument, 'channels' | 'bots' | 'connectionSecrets'> & {
  readonly channels: ChannelRecord[];
  readonly bots: BotRecord[];
  readonly connectionSecrets: Readonly<Partial<Record<ConnectionSecret, Secret>>>;
};

/** Whether it waits for its owner to give it anew. */
export function isLost(secret: Secret): secret is LostSecret {
  return typeof secret !== 'string';
}

/** For whoever needs it in full. Throws ContractError secret_lost. */
export function openSecret(secret: Secret): string {
  if (isLost(secret))
    throw new ContractError('secret_lost', 'Its secret can no longer be read: give it again in the settings');
  return secret;
}
