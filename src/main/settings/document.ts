import { z } from 'zod';
import { bot, channel, operator } from '#shared/domain/entities.ts';

/** What a bot gets where nobody says otherwise. */
export const USUAL_HOURLY_LIMIT = 3600;
export const USUAL_SILENCE_SECONDS = 60;

/** The settings file, secrets sealed by the vault. */
export const settingsDocument = z.object({
  version: z.literal(1),
  /** the bot interface's site_id */
  installationId: z.uuid(),
  /** the first run was finished or skipped */
  setUp: z.boolean(),
  /** where the world reaches the listener, when that differs from where it listens */
  publicUrl: z.string().nullable(),
  operators: z.array(operator.omit({ available: true }).extend({ accessKey: z.string() })),
  channels: z.array(channel.extend({ secret: z.string() })),
  bots: z
    .array(
      bot.pick({ id: true, name: true, providerId: true, endpoint: true, allowPlainHttp: true, channelIds: true, hourlyLimit: true, silenceSeconds: true, enabled: true }).extend({
        token: z.string(),
      }),
    )
    .default([]),
});

/** The same with secrets open: lives in memory only. */
export type SettingsState = Readonly<z.infer<typeof settingsDocument>>;
export type OperatorRecord = SettingsState['operators'][number];
export type ChannelRecord = SettingsState['channels'][number];
export type BotRecord = SettingsState['bots'][number];
