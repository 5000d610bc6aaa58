import { settingsDocument, type SettingsDocument } from './settings-document.ts';

interface People {
  readonly operators?: readonly string[];
  readonly channels?: readonly string[];
  readonly bots?: readonly {
    readonly id: string;
    readonly channelIds: readonly string[];
    readonly enabled?: boolean;
  }[];
}

/** An installation whose operators, channels and bots are called by their ids, for tests. */
export function installation({
  operators = ['olga', 'boris', 'ivan', 'zoe', 'piotr'],
  channels = ['shop', 'app', 'mail'],
  bots = [
    { id: 'faq', channelIds: ['shop', 'app', 'mail'] },
    { id: 'sales', channelIds: ['shop', 'app', 'mail'] },
  ],
}: People = {}): SettingsDocument {
  return settingsDocument.parse({
    installationId: '7d1c1a5e-0b55-4c53-9b5a-2a7a1b2f3c4d',
    setUp: true,
    operators: operators.map((id) => ({ id, name: nameOf(id), presence: 'online', accessKey: `sealed ${id}` })),
    channels: channels.map((id) => ({
      id,
      name: nameOf(id),
      publicId: `${id}-1`,
      endpoint: null,
      allowPlainHttp: false,
      framing: 'length',
      paused: false,
      secret: `sealed ${id}`,
    })),
    bots: bots.map(({ id, channelIds, enabled = true }) => ({
      id,
      name: id === 'faq' ? 'FAQ' : nameOf(id),
      providerId: id,
      token: `sealed ${id}`,
      endpoint: null,
      allowPlainHttp: false,
      channelIds,
      hourlyLimit: 3600,
      silenceSeconds: 60,
      enabled,
    })),
  });
}

function nameOf(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}
