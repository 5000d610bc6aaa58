import { isLost, type SettingsState } from '#main/settings/installation.ts';

/** Names of channels and providers, which may be shown in a path that leads nowhere. */
export function knownNames({ channels, bots }: SettingsState): readonly string[] {
  return [...channels.map(({ publicId }) => publicId), ...bots.map(({ providerId }) => providerId)];
}

/** All credentials that could appear in a request. */
export function secretsOf({ channels, bots, operators, connectionSecrets }: SettingsState): readonly string[] {
  const all = [
    ...channels.flatMap(({ secret, signingKey }) => [secret, signingKey]),
    ...bots.flatMap(({ token, signingKey }) => [token, signingKey]),
    ...operators.map(({ accessKey }) => accessKey),
    ...Object.values(connectionSecrets),
  ];
  return all.flatMap((secret) => (isLost(secret) ? [] : [secret]));
}
