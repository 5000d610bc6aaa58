import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { CardList } from '#renderer/components/card-list.tsx';
import { useBots, useUpdateChannel } from '#renderer/rpc/use-directory.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { botPlace, BotStateChip } from '../bots/bot-state.tsx';
import { fieldsOf, SavedSwitch } from '../parts/saved-field.tsx';
import { Group, LinkRow } from '../parts/section.tsx';

interface ChannelBotsProps {
  readonly channel: Channel;
  /** who is told that a bot counts as available, and when */
  readonly countBotHint: string;
}

/** The channel's bots, and whether customers are told that somebody is there while one of them works. */
export function ChannelBots({ channel, countBotHint }: ChannelBotsProps) {
  const { t } = useTranslation('channels');
  const of = fieldsOf(channel, useUpdateChannel(channel.id));
  return (
    <Group title={t('bots.channelBot.title')} lead={t('bots.channelBot.lead')}>
      <AttachedBots channelId={channel.id} />
      <SavedSwitch {...of('countBot')} label={t('bots.channelBot.countBot')} hint={countBotHint} />
    </Group>
  );
}

function AttachedBots({ channelId }: { readonly channelId: string }) {
  const { t } = useTranslation('channels');
  const bots = useBots().data;
  if (bots === undefined) return null;
  const attached = bots.filter(({ channelIds }) => channelIds.includes(channelId));
  if (attached.length === 0) {
    return (
      <p className="text-ui text-ink-quiet">
        {t('bots.channelBot.none')}{' '}
        <Link href="/settings/bots" className="underline">
          {t('bots.channelBot.toBots')}
        </Link>
      </p>
    );
  }
  return (
    <CardList items={attached}>
      {(bot) => (
        <LinkRow href={botPlace(bot.id)} title={bot.name}>
          <BotStateChip bot={bot} />
        </LinkRow>
      )}
    </CardList>
  );
}
