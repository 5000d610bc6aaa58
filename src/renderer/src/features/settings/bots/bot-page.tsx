import { useTranslation } from 'react-i18next';
import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { useBots } from '#renderer/rpc/use-bots.ts';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { BackLink } from '../parts/back-link.tsx';
import { BotAccess } from './bot-access.tsx';
import { BotDanger } from './bot-danger.tsx';
import { BotChannels, BotNameField, ProviderFields } from './bot-form.tsx';
import { BotLimits } from './bot-limits.tsx';
import { BlockedNotice, ConflictNotice } from './bot-notices.tsx';
import { conflictOf } from './bot-order.ts';
import { BotStateChip } from './bot-state-chip.tsx';
import { BotTry } from './bot-try.tsx';
import { Notice } from '../parts/notice.tsx';
import { both, Loaded } from '../parts/query-states.tsx';
import { RestoreBot } from './restore-bot.tsx';
import { Section } from '../parts/section.tsx';
import { TestBotSwitches } from './test-bot-switches.tsx';

/** Everything about one bot. */
export function BotPage({ botId }: { readonly botId: string }) {
  const { t } = useTranslation('channels');
  return (
    <div className="flex flex-col gap-2">
      <BackLink href="/settings/bots">{t('bots.back')}</BackLink>
      <Loaded of={both(useBots({ countedAnew: true }), useChannels())}>
        {([bots, channels]) => {
          const bot = bots.find(({ id }) => id === botId);
          return bot === undefined ? (
            <EmptyState title={t('bots.gone')} className="my-10" />
          ) : (
            <LoadedBot bot={bot} bots={bots} channels={channels} />
          );
        }}
      </Loaded>
    </div>
  );
}

interface LoadedBotProps {
  readonly bot: Bot;
  readonly bots: readonly Bot[];
  readonly channels: readonly Channel[];
}

function LoadedBot({ bot, bots, channels }: LoadedBotProps) {
  const { t } = useTranslation('channels');
  const conflict = conflictOf(bot, bots);
  const isLost = bot.state === 'token_lost';
  const onNone = !channels.some(({ id }) => bot.channelIds.includes(id));
  return (
    <Section
      title={bot.name}
      lead={
        bot.endpoint === null ? (
          t('bots.testBotAnswers')
        ) : (
          <>
            {t('bots.providerId')} <span className="break-all text-ink">{bot.providerId}</span>
          </>
        )
      }
      action={<BotStateChip bot={bot} />}
    >
      {conflict.length > 0 && <ConflictNotice bots={conflict} />}
      <BlockedNotice bot={bot} />
      {isLost && <RestoreBot bot={bot} />}
      {onNone && bot.enabled && <Notice tone="attention" title={t('bots.botNotice.noChannel')} />}
      <div className="flex flex-col gap-5">
        <BotNameField bot={bot} />
        {bot.endpoint !== null && <ProviderFields bot={bot} />}
      </div>
      {bot.endpoint === null && <TestBotSwitches />}
      <BotChannels bot={bot} bots={bots} channels={channels} />
      {!isLost && <BotAccess bot={bot} />}
      {!isLost && <BotTry bot={bot} />}
      <BotLimits bot={bot} />
      {bot.endpoint === null && <ConnectProvider bot={bot} />}
      <BotDanger bot={bot} />
    </Section>
  );
}

/** Gives the test bot's place to a real provider. */
function ConnectProvider({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  return (
    <Collapsible.Root className="border-t pt-4">
      <Collapsible.Trigger className="group -ms-1.5 flex h-(--control) items-center gap-1 rounded-control pe-2 ps-1 text-ui font-medium text-ink-quiet transition-colors hover:bg-hover hover:text-ink">
        <ChevronRight aria-hidden className="size-4 transition-transform group-data-panel-open:unfolded" />
        {t('bots.connect')}
      </Collapsible.Trigger>
      <Collapsible.Panel className="flex flex-col gap-5 pt-2">
        <ProviderFields bot={bot} hint={t('bots.connectHint')} />
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
