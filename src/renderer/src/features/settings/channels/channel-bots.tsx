import { useTranslation } from 'react-i18next';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { channelFields } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { useAct } from '#renderer/rpc/use-act.ts';
import { CardList } from '#renderer/components/card-list.tsx';
import { useBots } from '#renderer/rpc/use-bots.ts';
import { botPlace } from '../bots/bot-place.ts';
import { BotStateChip } from '../bots/bot-state-chip.tsx';
import { SavedSwitch, SavedText } from '../parts/saved-field.tsx';
import { Group } from '../parts/section.tsx';

/** Which bots answer on this channel, and what they and the status are told of it. */
export function ChannelBots({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useAct('channels.update', keys.channels);
  return (
    <Group title={t('bots.channelBot.title')} lead={t('bots.channelBot.lead')}>
      <AttachedBots channelId={channel.id} />
      <SavedSwitch
        field="countBot"
        label={t('bots.channelBot.countBot')}
        hint={t('bots.channelBot.countBotHint')}
        saved={channel.countBot}
        save={(countBot) => mutateAsync({ channelId: channel.id, countBot })}
      />
      <SavedText
        field="botChannelType"
        label={t('bots.channelBot.channelType')}
        hint={t('bots.channelBot.channelTypeHint')}
        spellCheck={false}
        saved={channel.botChannelType}
        rule={channelFields.botChannelType}
        save={(botChannelType) => mutateAsync({ channelId: channel.id, botChannelType })}
      />
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
        {t('bots.channelBot.none')} <Link href="/settings/bots">{t('bots.channelBot.toBots')}</Link>
      </p>
    );
  }
  return (
    <CardList items={attached}>
      {(bot) => (
        <Link
          href={botPlace(bot.id)}
          className="flex min-h-11 items-center gap-3 px-4 py-2 text-ui text-ink no-underline transition-colors hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span className="min-w-0 flex-1 truncate font-medium">{bot.name}</span>
          <BotStateChip bot={bot} />
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-quiet" />
        </Link>
      )}
    </CardList>
  );
}
