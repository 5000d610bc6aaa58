import { remoteAccessSettings } from '#shared/contract/joining.ts';
import { teamSettings } from '#shared/contract/operators.ts';
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { backupSettings, retentionSettings } from '#shared/contract/archive.ts';
import { connectionSettings } from '#shared/contract/connection.ts';
import { hoursSettings } from '#shared/contract/hours.ts';
import { mediaSettings } from '#shared/contract/media.ts';
import { CONNECTION_SECRETS } from '#shared/contract/tunnels.ts';
import { bot } from '#shared/domain/bots.ts';
import { callerRole, channel, operator } from '#shared/domain/entities.ts';

/** A certificate with its key, for the network server. */
const storedCertificate = z.object({
  /** this installation's authority, a certificate signed by it, or the owner's */
  name: z.enum(['authority', 'made', 'own']),
  /** PEM, the server's own first */
  certificate: z.string().refine(isCertificate),
  key: z.string(),
  /** names it was made for; of an authority: names it may sign */
  names: z.array(z.string()),
});
export type StoredCertificate = Readonly<z.infer<typeof storedCertificate>>;

/** Signs what is sent to a channel or bot; empty: none yet, it is from before requests were signed. */
const signingKey = z.string().default('');

/** The stored installation. The vault seals `accessKey`, `secret`, `boxKey`, `token`, `signingKey`, `key` and the connection's secrets. */
export const storedInstallation = z.object({
  /** the bot interface's site_id */
  installationId: z.uuid(),
  /** the first-run setup was finished or skipped */
  setUp: z.boolean(),
  connection: connectionSettings.prefault({}),
  /** of the connection, by name */
  connectionSecrets: z.partialRecord(z.enum(CONNECTION_SECRETS), z.string()).default({}),
  certificates: z.array(storedCertificate).default([]),
  /** the address last shown to developers */
  announcedUrl: z.string().nullable().default(null),
  media: mediaSettings.prefault({}),
  /** except the folder, which belongs to the computer */
  backups: backupSettings.omit({ folder: true }).prefault({}),
  hours: hoursSettings.prefault({}),
  retention: retentionSettings.prefault({}),
  team: teamSettings.prefault({}),
  remoteAccess: remoteAccessSettings.prefault({}),
  operators: z.array(operator.omit({ available: true }).extend({ role: callerRole, accessKey: z.string() })),
  channels: z.array(
    channel.omit({ secretLost: true }).extend({ secret: z.string(), boxKey: z.string().optional(), signingKey }),
  ),
  bots: z.array(
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
        /** keyed: equal for equal tokens; null if the vault cannot open it, and then the bot does not work */
        tokenDigest: z.string().nullable().default(null),
        signingKey,
      }),
  ),
});
export type Installation = Readonly<z.infer<typeof storedInstallation>>;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
