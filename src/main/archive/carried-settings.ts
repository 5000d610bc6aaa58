import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isLost, settingsDocument, type Secret, type SettingsDocument, type SettingsState } from '#main/settings/document.ts';
import { newSecret } from '#main/settings/settings.ts';
import { CONNECTION_SECRETS } from '#shared/contract/connection.ts';
import { ContractError } from '#shared/contract/errors.ts';

const texts = z.record(z.string(), z.string());

/** The secrets of the settings, by whose they are. */
const carriedSecrets = z.object({ channels: texts, bots: texts, operators: texts, connection: z.partialRecord(z.enum(CONNECTION_SECRETS), z.string()) });
export type CarriedSecrets = z.infer<typeof carriedSecrets>;

/** Those that can be read. */
export function secretsOf({ channels, bots, operators, connectionSecrets }: SettingsState): CarriedSecrets {
  const known = (pairs: readonly (readonly [string, Secret])[]): Record<string, string> => Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => !isLost(pair[1])));
  return {
    channels: known(channels.map(({ id, secret }) => [id, secret])),
    bots: known(bots.map(({ id, token }) => [id, token])),
    operators: known(operators.map(({ id, accessKey }) => [id, accessKey])),
    connection: known(Object.entries(connectionSecrets)),
  };
}

/** The settings as a backup has them: with nothing secret in them. */
export function withoutSecrets(state: SettingsState): SettingsDocument {
  return {
    ...state,
    channels: state.channels.map((channel) => ({ ...channel, secret: '' })),
    bots: state.bots.map((bot) => ({ ...bot, token: '' })),
    operators: state.operators.map((operator) => ({ ...operator, accessKey: '' })),
    connectionSecrets: {},
  };
}

/** Coded error: backup_unusable. */
export function readCarriedSettings(text: string): SettingsDocument {
  const parsed = settingsDocument.safeParse(jsonOf(text));
  if (!parsed.success) throw new ContractError('backup_unusable', 'The settings in the backup cannot be understood');
  return parsed.data;
}

/** Coded error: backup_unusable. */
export function readCarriedSecrets(text: string): CarriedSecrets {
  const parsed = carriedSecrets.safeParse(jsonOf(text));
  if (!parsed.success) throw new ContractError('backup_unusable', 'The secrets in the backup cannot be understood');
  return parsed.data;
}

/**
 * The settings of a backup as they are to be here: secrets from the backup, else those that this installation has
 * for the same channel, bot or operator, else lost, to be given again. Where backups go stays as it is on this computer.
 * The first operator always has a key that somebody knows.
 */
export function settledHere(carried: SettingsDocument, secrets: CarriedSecrets | undefined, present: SettingsState): SettingsState {
  const here = secretsOf(present);
  const secretOf = (what: 'channels' | 'bots', id: string): Secret => secrets?.[what][id] ?? here[what][id] ?? { sealed: `missing:${randomUUID()}` };
  const isOurs = carried.installationId === present.installationId;
  const [first] = present.operators;
  const isFirstKeyFree = first !== undefined && !carried.operators.some(({ id }) => id === first.id);
  const keyOf = (id: string, at: number): string => {
    const known = secrets?.operators[id] ?? here.operators[id];
    if (known !== undefined) return known;
    return at === 0 && isFirstKeyFree ? first.accessKey : newSecret();
  };
  return {
    ...carried,
    channels: carried.channels.map((channel) => ({ ...channel, secret: secretOf('channels', channel.id) })),
    bots: carried.bots.map((bot) => ({ ...bot, token: secretOf('bots', bot.id) })),
    operators: carried.operators.map((operator, at) => ({ ...operator, accessKey: keyOf(operator.id, at) })),
    connectionSecrets: { ...(isOurs && here.connection), ...secrets?.connection },
    backups: present.backups,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
