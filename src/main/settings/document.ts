import { z } from 'zod';
import { channel, operator } from '#shared/domain/entities.ts';

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
});

/** The same with secrets open: lives in memory only. */
export type SettingsState = Readonly<z.infer<typeof settingsDocument>>;
export type OperatorRecord = SettingsState['operators'][number];
export type ChannelRecord = SettingsState['channels'][number];
