import { useTranslation } from 'react-i18next';
import { Bot as BotIcon, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { Button } from '#renderer/components/button.tsx';
import { CardList } from '#renderer/components/card-list.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { useBots } from '#renderer/rpc/use-bots.ts';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { AddBotDialog } from './add-bot-dialog.tsx';
import { ConflictNotice } from './bot-notices.tsx';
import { tokenConflicts } from './bot-order.ts';
import { botPlace } from './bot-place.ts';
import { BotStateChip } from './bot-state-chip.tsx';
import { both, Loaded } from '../parts/query-states.tsx';
import { Section } from '../parts/section.tsx';
import { TestBotGroup } from './test-bot-group.tsx';

/** All bots, and ways to add one. */
export function BotsSection() {
  return (
    <Loaded of={both(useBots({ countedAnew: true }), useChannels())}>
      {([bots, channels]) => <LoadedBots bots={bots} channels={channels} />}
    </Loaded>
  );
}

function LoadedBots({ bots, channels }: { readonly bots: readonly Bot[]; readonly channels: readonly Channel[] }) {
  const { t } = useTranslation(['channels', 'settings']);
  const [adding, setAdding] = useState(false);
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden className="-ms-1 size-4" />
      {t('bots.add')}
    </Button>
  );
  return (
    <Section title={t('settings:sections.bots')} lead={t('bots.lead')} action={bots.length > 0 ? add : undefined}>
      {tokenConflicts(bots).map((group) => (
        <ConflictNotice key={group.map(({ id }) => id).join(' ')} bots={group} />
      ))}
      {bots.length > 0 ? (
        <CardList items={bots}>{(bot) => <BotRow bot={bot} channels={channels} />}</CardList>
      ) : (
        <EmptyState icon={<BotIcon />} title={t('bots.emptyTitle')} action={add} className="my-6 max-w-104">
          {t('bots.empty')}
        </EmptyState>
      )}
      <TestBotGroup bots={bots} channels={channels} />
      <AddBotDialog open={adding} onClose={() => setAdding(false)} channels={channels} bots={bots} />
    </Section>
  );
}

function BotRow({ bot, channels }: { readonly bot: Bot; readonly channels: readonly Channel[] }) {
  const { t } = useTranslation('channels');
  const names = channels.filter(({ id }) => bot.channelIds.includes(id)).map(({ name }) => name);
  return (
    <Link
      href={botPlace(bot.id)}
      className="flex min-h-16 items-center gap-3 px-4 py-2.5 text-ink no-underline transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1 basis-32">
        <span className="block truncate text-message font-medium">{bot.name}</span>
        <span className="tabular block truncate text-meta text-ink-quiet">
          {t('bots.count', { accepted: bot.acceptedThisHour, limit: bot.hourlyLimit })} ·{' '}
          {names.length === 0 ? t('bots.onNoChannel') : names.join(', ')}
        </span>
      </span>
      <BotStateChip bot={bot} />
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-quiet" />
    </Link>
  );
}
