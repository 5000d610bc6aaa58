import { z } from 'zod';
import { ContractError } from '#shared/contract/errors.ts';
import { bot, channel, operator } from '#shared/domain/entities.ts';

/** What a bot gets where nobody says otherwise. */
export const USUAL_HOURLY_LIMIT = 3600;
export const USUAL_SILENCE_SECONDS = 60;

/** The settings file. `accessKey`, `secret` and `token` are sealed by the vault. */
export const settingsDocument = z.object({
  version: z.literal(1),
  /** the bot interface's site_id */
  installationId: z.uuid(),
  /** the first run was finished or skipped */
  setUp: z.boolean(),
  /** where the world reaches the listener, when that differs from where it listens */
  publicUrl: z.string().nullable(),
  operators: z.array(operator.omit({ available: true }).extend({ accessKey: z.string() })),
  channels: z.array(channel.omit({ secretLost: true }).extend({ secret: z.string() })),
  bots: z
    .array(
      bot.pick({ id: true, name: true, providerId: true, endpoint: true, allowPlainHttp: true, channelIds: true, hourlyLimit: true, silenceSeconds: true, enabled: true }).extend({
        token: z.string(),
      }),
    )
    .default([]),
});

export type SettingsDocument = Readonly<z.infer<typeof settingsDocument>>;

/** What the vault could not open: the sealed text goes back into the file as it was, until the owner gives the secret anew. */
export interface LostSecret {
  readonly sealed: string;
}
export type Secret = string | LostSecret;

export type OperatorRecord = SettingsDocument['operators'][number];
export type ChannelRecord = Omit<SettingsDocument['channels'][number], 'secret'> & { readonly secret: Secret };
export type BotRecord = Omit<SettingsDocument['bots'][number], 'token'> & { readonly token: Secret };

/** The settings with secrets open, where they could be opened: lives in memory only. */
export type SettingsState = Omit<SettingsDocument, 'channels' | 'bots'> & { readonly channels: ChannelRecord[]; readonly bots: BotRecord[] };

/** Whether it waits for its owner to give it anew. */
export function isLost(secret: Secret): secret is LostSecret {
  return typeof secret !== 'string';
}

/** For whoever needs it in full. Throws ContractError secret_lost. */
export function openSecret(secret: Secret): string {
  if (isLost(secret)) throw new ContractError('secret_lost', 'Its secret can no longer be read: give it again in the settings');
  return secret;
}
