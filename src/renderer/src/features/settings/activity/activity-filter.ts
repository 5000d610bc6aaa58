import { i18n } from '#renderer/language/i18n.ts';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';

/** Whose requests are shown: everybody's, or `channel:<id>`, `bot:<id>`. */
export type ActivityOf = 'all' | `channel:${string}` | `bot:${string}`;

/** What the journal is asked for. */
export function journalOf(of: ActivityOf): { readonly channelId?: string; readonly botId?: string } {
  if (of.startsWith('channel:')) return { channelId: of.slice('channel:'.length) };
  if (of.startsWith('bot:')) return { botId: of.slice('bot:'.length) };
  return {};
}

/** What can be chosen, by name; a bot says that it is one. */
export function activityChoices(
  channels: readonly Pick<Channel, 'id' | 'name'>[],
  bots: readonly Pick<Bot, 'id' | 'name'>[],
): { readonly value: ActivityOf; readonly label: string }[] {
  return [
    { value: 'all', label: i18n.t('settings:activity.all') },
    ...channels.map(({ id, name }) => ({ value: `channel:${id}` as const, label: name })),
    ...bots.map(({ id, name }) => ({
      value: `bot:${id}` as const,
      label: i18n.t('settings:activity.botNamed', { name }),
    })),
  ];
}
